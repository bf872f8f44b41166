/** The three parts of a triple as text, cleaned, checked and compared. */
import type { RejectedTriple } from '../passage.ts';
import { fold } from '../text/fold.ts';

/** A triple without id and place. */
export interface TripleParts {
  head: string;
  relation: string;
  tail: string;
}

/** What may be a triple, as it stands in an answer. */
export interface Candidate {
  raw: string;
  parts: TripleParts | null;
}

/** The content of an answer: usable triples, and the others with the reason. */
export interface ParsedTriples {
  triples: TripleParts[];
  rejected: RejectedTriple[];
}

const PRONOUNS = new Set(
  (
    'i me my mine you your yours he him his she her hers it its we us our ours they them their theirs ' +
    'this that these those who whom whose which himself herself itself themselves one someone'
  ).split(' '),
);

const QUOTES = /^(["'`“”„«])(.*)(["'`“”»])$/su;

/** Text on one line, without the quotes, white space and byte-order marks around it. */
export function cleanPart(text: string): string {
  const line = text
    .replace(/[\s\uFEFF\u200B]+/gu, ' ')
    .replace(/\\(["'])/g, '$1')
    .trim();
  const quoted = QUOTES.exec(line);
  const inner = quoted?.[2];
  return inner !== undefined && !inner.includes(quoted?.[3] as string) ? inner.trim() : line;
}

/** {@link cleanPart} of a value whose quotes are its own, as in JSON: those of a title that is a number stay. */
export function cleanValue(text: string): string {
  const part = cleanPart(text);
  return /^[\p{N}\s.,–-]+$/u.test(part) && isQuoted(text) ? `"${part}"` : part;
}

export const isQuoted = (text: string): boolean => QUOTES.test(text.trim());

/** `(head; relation; tail)`, as triples are shown to a model. */
export function showTriple({ head, relation, tail }: TripleParts): string {
  return `(${head}; ${relation}; ${tail})`;
}

/** Equal for triples that differ in case, accents, width or white space only. */
export function tripleKey({ head, relation, tail }: TripleParts): string {
  return JSON.stringify([head, relation, tail].map(comparable));
}

/** Without differences of case, accents, width and white space. */
export const comparable = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

/** Characters of a name, an act or a value; longer texts of hostile answers take seconds to compare. */
const LONGEST_PART = 1000;

export const isTooLong = (part: string): boolean => part.length > LONGEST_PART;

/** Facts of a text at most, far above what any holds: each further one of a hostile answer would be asked about. */
export const mostFacts = (text: string): number => 20 + Math.ceil(text.length / 4);

/**
 * Sorts candidates into triples and rejects; `raw` is the recorded form of rejects.
 *
 * @param most triples; those beyond are one reject
 */
export function checkTriples(candidates: readonly Candidate[], most: number): ParsedTriples {
  const seen = new Set<string>();
  const result: ParsedTriples = { triples: [], rejected: [] };
  for (const [index, { raw, parts }] of candidates.entries()) {
    if (result.triples.length === most) {
      result.rejected.push({ raw: `${candidates.length - index} more`, reason: 'too-many' });
      break;
    }
    const reason = parts === null ? 'not-a-triple' : whyUnusable(parts, seen);
    if (reason !== null) result.rejected.push({ raw: isTooLong(raw) ? shortened(raw) : raw, reason });
    else result.triples.push(parts as TripleParts);
    if (parts !== null && reason !== 'too-long') seen.add(tripleKey(parts));
  }
  return result;
}

const shortened = (raw: string): string => `${raw.slice(0, LONGEST_PART)}…`;

function whyUnusable(parts: TripleParts, seen: ReadonlySet<string>): RejectedTriple['reason'] | null {
  const texts = [parts.head, parts.relation, parts.tail];
  if (texts.some(isTooLong)) return 'too-long';
  if (texts.some(isEmptyPart)) return 'empty-part';
  if (isPronoun(parts.head)) return 'pronoun-head';
  return seen.has(tripleKey(parts)) ? 'duplicate' : null;
}

/** Whether a part holds no letter, number or symbol, or an article alone. */
export const isEmptyPart = (part: string): boolean =>
  !/[\p{L}\p{N}\p{S}]/u.test(part) || /^(?:an?|the)$/.test(part);

/** "It" and "it", but not "US" or "IT". */
function isPronoun(head: string): boolean {
  const isAcronym = head.length > 1 && head === head.toUpperCase();
  return !isAcronym && PRONOUNS.has(head.toLowerCase());
}
