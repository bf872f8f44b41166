/**
 * The passages a user hands in: `.jsonl` with one passage a line, `.json` with a list of passages or one, or a table
 * (see `csv-rows.ts`).
 *
 * Fields: prompt, a text or, not in a table, the messages {role (`system`, `user`, `assistant`), content} before the
 * answer, the last of them the user's; optional
 * - id: without one, `line-3` of JSON Lines, `row-2` of a list or table
 * - response, samples, context
 * - sentences: {start, end} spans of the response, in order, without overlap; all or none of them with a `label`
 *   (`factual`, `non-factual`), a `score` in [0, 1] (0 right, 1 wrong), or both
 * - claims: texts, or {text, label}
 * - tokens: {text, logprob, top?: [{text, logprob}]} of the response, in order, natural logarithms
 * - answer: what the prompt asks for, in short: a text, or a list of texts that are all right
 * - label: `factual`, `non-factual` or null
 * - spans: hallucinated {start, end, type (`conflict`, `baseless`)} of the response, with optional `degree` (`evident`,
 *   `subtle`), `implicitTrue` and `dueToNull`; they may overlap
 * - triples: {head, relation, tail} another extractor found, with optional `label` (`entailment`, `neutral`,
 *   `contradiction`)
 * - group: name of the part of the data set; model: name of the model that wrote the response
 * - flaw: what makes the response unfit for comparisons
 * The first five are understood in another case, too (`Prompt`). Other fields are ignored, and null counts as missing. A list may also be text that holds it as JSON, as in the cell
 * of a table; a context may be a text.
 */
import { z } from 'zod';
import { InputError } from '../src/errors.ts';
import { promptOf, spanSchema, tokenSchema } from '../src/passage.ts';
import { jsonIn } from '../src/common/json-line.ts';
import { withoutUndefined } from '../src/common/without-undefined.ts';
import { mapRow } from './field-map.ts';
import { fieldVariants, nearField } from './field-names.ts';
import {
  claimSchema,
  goldLabelSchema,
  goldSpanSchema,
  nullableLabelSchema,
  type LabelledPassage,
  type LabelledSentence,
  tripletSchema,
} from './labelled-passage.ts';
import { streamedJsonLinesRows } from './read-rows.ts';
import {
  checkRow,
  nonBlankText,
  hasFields,
  isRecord,
  optional,
  type Present,
  type Row,
  rowError,
  uniqueIds,
  wellFormedText,
  availableFields,
  withoutNulls,
} from './row.ts';

const sentenceSchema = spanSchema.extend({
  label: nullableLabelSchema,
  score: z.number().min(0).max(1).nullable().default(null),
});

/** A list, also one written as JSON in a string. */
export const listOf = <T extends z.ZodType>(item: T) => z.preprocess(listInText, z.array(item));

function listInText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value;
  return jsonIn(value) ?? value;
}

/** A string counts as a list of one. */
export const textsSchema = z.preprocess((value) => {
  const list = listInText(value);
  return typeof list === 'string' ? [list] : list;
}, z.array(wellFormedText));

export const idSchema = z.union([nonBlankText, z.int().transform(String)]);

const recordSchema = z.object({
  id: optional(idSchema),
  prompt: promptOf(wellFormedText),
  response: optional(wellFormedText),
  samples: optional(listOf(wellFormedText)),
  context: optional(textsSchema),
  sentences: optional(listOf(sentenceSchema)),
  claims: optional(listOf(claimSchema)),
  tokens: optional(listOf(tokenSchema)),
  answer: optional(z.preprocess(listInText, z.union([nonBlankText, z.array(nonBlankText).min(1)]))),
  label: optional(goldLabelSchema),
  spans: optional(listOf(goldSpanSchema)),
  triples: optional(listOf(tripletSchema)),
  group: optional(nonBlankText),
  model: optional(nonBlankText),
  flaw: optional(nonBlankText),
});

/** The fields read by a detector; the others are gold labels. */
export const passageFieldsSchema = recordSchema.pick({
  ...{ id: true, prompt: true, response: true, samples: true, context: true },
  ...{ sentences: true, claims: true, tokens: true },
});

export const PASSAGE_FIELDS = Object.keys(recordSchema.shape);

type PassageRecord = Present<z.infer<typeof recordSchema>> & { id: string };
type SentenceRecord = z.infer<typeof sentenceSchema>;

/**
 * Turns rows of one file into passages, checking each and the ids against each other.
 *
 * @param canMap whether fields can be renamed, which messages hint at
 * @throws InputError (from the returned function) naming file, line and field
 */
export function passageReader({ canMap = true } = {}): (row: Row) => LabelledPassage {
  const claimId = uniqueIds();
  return (given) => {
    const row = withOurNames(given);
    const { value } = row;
    if (isRecord(value) && !hasFields(value, ['prompt']))
      throw rowError(row, ['prompt'], `missing${canMap ? mapHint(value) : ''}${availableFields(value)}`);
    const { id = row.name, ...fields } = withoutNulls(checkRow(recordSchema, row));
    const record = { id, ...fields };
    claimId(id, row, 'id');
    checkSentences(record, row);
    checkSpans(record, row);
    return labelledPassage(record, row);
  };
}

function withOurNames(row: Row): Row {
  if (!isRecord(row.value)) return row;
  const variants = fieldVariants(row.value);
  return Object.keys(variants).length === 0 ? row : mapRow(row, variants);
}

function mapHint(value: object): string {
  const names = Object.keys(value);
  const near = names.find((name) => nearField(name, PASSAGE_FIELDS) === 'prompt');
  if (near !== undefined) return `; --map prompt=${near} takes that field`;
  return names.length === 0 ? '' : '; --map prompt=... takes another field';
}

function labelledPassage(record: PassageRecord, row: Row): LabelledPassage {
  const { label = null, sentences, claims, spans, triples, group, model, flaw, answer, ...passage } = record;
  const goldSentences = labelledSentences(sentences ?? [], row);
  const isLabelled = claims?.some((claim) => claim.label !== null) ?? false;
  return {
    passage: {
      ...passage,
      ...(sentences && { sentences: sentences.map(({ start, end }) => ({ start, end })) }),
      ...(claims && { claims: claims.map(({ text }) => text) }),
    },
    label,
    ...(goldSentences.length > 0 && { sentences: goldSentences }),
    ...(claims && isLabelled && { claims }),
    ...withoutUndefined({ spans, triples, group, model, flaw }),
    ...(answer !== undefined && { answers: [answer].flat() }),
  };
}

/** Empty where no sentence is labelled. */
function labelledSentences(sentences: readonly SentenceRecord[], row: Row): LabelledSentence[] {
  const isLabelled = ({ label, score }: SentenceRecord) => label !== null || score !== null;
  if (!sentences.some(isLabelled)) return [];
  const bare = sentences.findIndex((sentence) => !isLabelled(sentence));
  if (bare !== -1) throw rowError(row, ['sentences', bare], 'label all sentences of a passage, or none');
  // Any inaccuracy makes a sentence non-factual.
  return sentences.map(({ start, end, label, score }) => ({
    span: { start, end },
    label: label ?? (score === 0 ? 'factual' : 'non-factual'),
    score: score ?? (label === 'factual' ? 0 : 1),
  }));
}

function checkSentences({ sentences, response }: PassageRecord, row: Row): void {
  let previousEnd = 0;
  for (const [index, { start, end }] of (sentences ?? []).entries()) {
    if (start < previousEnd || end <= start || end > (response ?? '').length) {
      const rule = 'spans must lie inside the response, in order, without overlap, and must not be empty';
      throw rowError(row, ['sentences', index], `[${start}, ${end}): ${rule}`);
    }
    previousEnd = end;
  }
}

function checkSpans({ spans, response = '' }: PassageRecord, row: Row): void {
  const wrong = (spans ?? []).findIndex(({ start, end }) => end <= start || end > response.length);
  if (wrong === -1) return;
  throw rowError(row, ['spans', wrong], 'a span must lie inside the response and must not be empty');
}

/** The passage with all its gold labels as one record of a passage file; reading it gives the passage again. */
export function passageRecord(labelled: LabelledPassage): Record<string, unknown> {
  const { passage, sentences, claims, answers, ...gold } = labelled;
  return {
    ...passage,
    ...(sentences && {
      sentences: sentences.map(({ span, ...own }) => ({ start: span.start, end: span.end, ...own })),
    }),
    ...(claims && { claims }),
    ...gold,
    ...(answers && { answer: answers }),
  };
}

/**
 * Streams passages from JSON Lines; only the ids are kept in memory.
 * @param source its name in errors
 * @throws InputError naming the line and field when it is reached; also when there is no passage
 */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array | string>,
  source: string,
): AsyncGenerator<LabelledPassage> {
  const toPassage = passageReader();
  let empty = true;
  for await (const row of streamedJsonLinesRows(chunks, source)) {
    empty = false;
    yield toPassage(row);
  }
  if (empty) notEmpty([], source);
}

/** @throws InputError when the list is empty */
export function notEmpty<T>(items: T[], source: string): T[] {
  if (items.length === 0) throw new InputError(`${source}: holds no passages`);
  return items;
}
