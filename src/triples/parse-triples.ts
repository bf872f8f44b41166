/**
 * Parses the triples in a model's answer: the requested JSON, JSON of another shape, or lines of text. Unusable
 * candidates are kept with the reason.
 */
import { parseJsonDocuments } from '../models/parse-json.ts';
import {
  type Candidate,
  checkTriples,
  cleanValue,
  mostFacts,
  type ParsedTriples,
  type TripleParts,
} from './triple-parts.ts';
import { readTupleLine } from './tuple-line.ts';

/** Names that models give the three parts. */
const KEYS: readonly (readonly string[])[] = [
  ['head', 'subject', 'h', 's', 'entity1', 'source', 'head_entity'],
  ['relation', 'predicate', 'r', 'p', 'rel', 'relationship', 'property'],
  ['tail', 'object', 't', 'o', 'entity2', 'target', 'value', 'tail_entity'],
];

/** @param source the text of the triples, which decides which commas separate */
export function parseTriples(answer: string, source: string): ParsedTriples {
  const documents = parseJsonDocuments(answer);
  const fromJson = documents.flatMap(itemsIn).flatMap((item) => readItem(item, source));
  const holdsTriples = (candidates: readonly Candidate[]) => candidates.some(({ parts }) => parts !== null);
  if (holdsTriples(fromJson)) return checkTriples(fromJson, mostFacts(source));
  const lines = linesOf(answer);
  // Brackets or a fence without anything after.
  if (documents.length === 0 && lines.length === 0 && answer.trim() !== '')
    return { triples: [], rejected: [{ raw: answer.trim(), reason: 'not-a-triple' }] };
  const fromLines = lines.flatMap((line) => readTupleLine(line, source));
  const candidates = documents.length > 0 && !holdsTriples(fromLines) ? fromJson : fromLines;
  return checkTriples(candidates, mostFacts(source));
}

/** The items of a JSON document: those of `triples`, else of the lists it is or holds, or the document as the only one. */
function itemsIn(document: object): unknown[] {
  if ('triples' in document && Array.isArray(document.triples))
    return document.triples.flatMap((item) => unwrapped(item));
  if (readPart(document) !== null) return [document];
  const lists = Array.isArray(document) ? [document] : Object.values(document).filter(isObject);
  if (lists.length === 0) return [document];
  return lists.flatMap((list) =>
    Array.isArray(list) ? list.flatMap((item) => unwrapped(item)) : unwrapped(list),
  );
}

/** Maximum nesting of objects and lists that are searched for triples. */
const DEEPEST = 8;

/** What `{ "triple": [...] }` or `{ "1": [...], "2": [...] }` hold; anything else is an item itself. */
function unwrapped(item: unknown, depth = 0): unknown[] {
  if (!isObject(item) || readPart(item) !== null) return [item];
  const children = depth < DEEPEST ? Object.values(item).filter(isObject) : [];
  return children.length === 0 ? [item] : children.flatMap((child) => unwrapped(child, depth + 1));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function readItem(item: unknown, source: string): Candidate[] {
  if (typeof item === 'string') return readTupleLine(item, source);
  return [{ raw: JSON.stringify(item), parts: readPart(item) }];
}

function readPart(item: unknown): TripleParts | null {
  return Array.isArray(item) ? readArray(item) : readObject(item);
}

/** Three values that are not three triples as text. */
function readArray(items: readonly unknown[]): TripleParts | null {
  const isTuple = (item: unknown) => typeof item === 'string' && /^\s*\(.*,.*\)\s*$/s.test(item);
  return items.length === 3 && items.every(isScalar) && !items.every(isTuple) ? toParts(items) : null;
}

function readObject(item: unknown): TripleParts | null {
  if (!isObject(item)) return null;
  const byName = new Map(Object.entries(item).map(([name, value]) => [name.toLowerCase(), value]));
  const parts = KEYS.map((names) => byName.get(names.find((name) => byName.has(name)) ?? ''));
  return parts.every(isScalar) ? toParts(parts) : null;
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function toParts(items: readonly (string | number | boolean)[]): TripleParts {
  const [head, relation, tail] = items.map((item) => cleanValue(String(item))) as [string, string, string];
  return { head, relation, tail };
}

const FENCE_OR_BRACKETS = /^(?:`{3}.*|[[\]{}(),|\-:\s]+)$/;
const TABLE_HEADER = /^\W*(?:head|subject)\W+(?:relation|predicate)\W+(?:tail|object)\W*$/i;

/** The lines of an answer without code fences, lone brackets and the header of a table. */
function linesOf(answer: string): string[] {
  return answer
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/\uFEFF/g, '').trim())
    .filter((line) => line !== '' && !FENCE_OR_BRACKETS.test(line) && !TABLE_HEADER.test(line));
}
