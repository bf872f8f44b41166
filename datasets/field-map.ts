/** Maps records with other field names to the fields of a passage. */
import { hasFields, type Row, rowError, availableFields } from './row.ts';

/** By our field name, its place: a name, or a path into objects and lists with dots (`choices.0.text`). */
export type FieldMap = Readonly<Record<string, string>>;

/** The row under our names; mapped fields have no other meaning. @throws InputError where one is missing */
export function mapRow(row: Row, map: FieldMap): Row {
  const paths = new Map(Object.entries(map).map(([field, way]) => [field, pathTo(row, field, way)]));
  const taken = new Set([...paths.values()].map(([first]) => first));
  const own = Object.entries(row.value ?? {}).filter(([field]) => !taken.has(field));
  const mapped = [...paths].map(([field, path]) => [field, path.reduce(inner, row.value)]);
  return {
    ...row,
    value: Object.fromEntries([...own, ...mapped]),
    place: ([field, ...rest] = []) => {
      const path = paths.get(String(field)) ?? (field === undefined ? [] : [field]);
      return row.place([...path, ...rest]);
    },
  };
}

/** The steps of a path; a name that contains dots is tried first. */
function pathTo(row: Row, field: string, way: string): string[] {
  const path = hasFields(row.value, [way]) ? [way] : way.split('.');
  let value = row.value;
  for (const [index, step] of path.entries()) {
    if (!hasFields(value, [step])) {
      const problem = `--map ${field}=${way}: there is no "${path.slice(0, index + 1).join('.')}"`;
      throw rowError(row, path.slice(0, index), problem + availableFields(value));
    }
    value = inner(value, step);
  }
  return path;
}

const inner = (value: unknown, name: string): unknown => (value as Record<string, unknown>)[name];
