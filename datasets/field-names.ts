/** Spelling variants of passage fields: accepted ones, and likely typing errors. */
import { closestMatch } from 'leven';

/** Fields with accepted spelling variants. */
const HEADER_FIELDS = ['id', 'prompt', 'response', 'samples', 'context'];
/** Fields for which a similar name is reported as a likely error. */
const LIKELY_MEANT = ['prompt', 'response', 'samples', 'context', 'sentences', 'claims', 'tokens'];

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `prompt` for `Prompt`, `sample_2` for `Sample 2`; any other name is unchanged. */
export function headerField(name: string): string {
  const plain = folded(name);
  const [, number] = /^samples?(\d+)$/.exec(plain) ?? [];
  if (number !== undefined) return `sample_${Number(number)}`;
  return HEADER_FIELDS.find((field) => field === plain) ?? name;
}

/** Where a record has a field under a variant of its name (`Prompt`), by our name; the name itself, and two variants, count for none. */
export function fieldVariants(record: object): Record<string, string> {
  const found = HEADER_FIELDS.flatMap((field) => {
    const [name, ...others] = Object.keys(record).filter((one) => headerField(one) === field);
    return name === undefined || name === field || others.length > 0 ? [] : [[field, name]];
  });
  return Object.fromEntries(found);
}

/** The field that a name resembles; undefined for an exact name or without resemblance. */
export function nearField(name: string, fields: readonly string[]): string | undefined {
  if (fields.includes(name)) return undefined;
  const plain = folded(name).replace(/\d+$/, '');
  if (plain.length < 4) return undefined;
  const alike = LIKELY_MEANT.filter((field) => Math.abs(field.length - plain.length) <= 1);
  return closestMatch(plain, alike, { maxDistance: 2 });
}

/** One line per ignored field of these records whose name resembles a known one and is no variant of it. */
export function nearFieldNotes(
  records: readonly unknown[],
  fields: readonly string[],
  source: string,
): string[] {
  const names = new Set(records.flatMap((record) => unreadNames(record ?? {})));
  return [...names].flatMap((name) => {
    const near = nearField(name, fields);
    const shown = JSON.stringify(name.slice(0, 60));
    return near === undefined ? [] : [`${source}: field ${shown} is not read; did you mean "${near}"?`];
  });
}

function unreadNames(record: object): string[] {
  const read = Object.values(fieldVariants(record));
  return Object.keys(record).filter((name) => !read.includes(name));
}
