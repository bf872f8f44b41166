/**
 * RAGTruth: responses of six models to questions with passages, to business records and to news articles, with
 * hallucinated spans marked by people (Niu et al., ACL 2024, "RAGTruth: A Hallucination Corpus for Developing
 * Trustworthy Retrieval-Augmented Language Models"; github ParticleMedia/RAGTruth).
 *
 * Two files: `source_info.jsonl` holds what a response rests on, `response.jsonl` the responses. A response is
 * non-factual as soon as one span of it is marked. The published offsets count characters; here they are UTF-16 code
 * units, as everywhere.
 */
import { z } from 'zod';
import { withoutUndefined } from '../src/common/without-undefined.ts';
import { InputError } from '../src/errors.ts';
import { spanSchema } from '../src/passage.ts';
import type { GoldLabel, LabelledPassage, LabelledSpan } from './labelled-passage.ts';
import { documentRows, type JsonDocument } from './read-rows.ts';
import { checkedRows, nonBlankText, hasFields, type Row, rowError, wellFormedText } from './row.ts';

const TYPES: Record<string, Pick<LabelledSpan, 'type' | 'degree'>> = {
  'Evident Conflict': { type: 'conflict', degree: 'evident' },
  'Subtle Conflict': { type: 'conflict', degree: 'subtle' },
  'Evident Baseless Info': { type: 'baseless', degree: 'evident' },
  'Subtle Baseless Info': { type: 'baseless', degree: 'subtle' },
};

const labelSchema = spanSchema.extend({
  label_type: z.enum(Object.keys(TYPES)),
  implicit_true: z.boolean().nullish(),
  due_to_null: z.boolean().nullish(),
});

const responseSchema = z.object({
  id: nonBlankText,
  source_id: nonBlankText,
  model: nonBlankText,
  labels: z.array(labelSchema),
  quality: z.string().default('good'),
  response: wellFormedText,
});

const sourceSchema = z.object({
  source_id: nonBlankText,
  task_type: nonBlankText,
  source_info: z.union([
    nonBlankText,
    z.object({ question: wellFormedText, passages: nonBlankText }),
    z.record(z.string(), z.unknown()),
  ]),
  prompt: wellFormedText,
});

/** Fields that identify a row of either file. */
export const RAGTRUTH_FIELDS = {
  responses: ['source_id', 'labels'],
  sources: ['source_id', 'source_info'],
};

/** The two files, by the names of their public home. */
export const RAGTRUTH_FILES = { responses: 'response.jsonl', sources: 'source_info.jsonl' } as const;

/** How many sources a file holds. @throws InputError naming file, line and field */
export const countRagTruthSources = (rows: Iterable<Row>): number => readSources(rows).size;

/** The other one of the two files. */
export const otherRagTruthFile = (document: JsonDocument): string =>
  isSource(documentRows(document)[0]) ? RAGTRUTH_FILES.responses : RAGTRUTH_FILES.sources;

export const isSource = (row: Row | undefined): boolean => hasFields(row?.value, RAGTRUTH_FIELDS.sources);

/**
 * Responses with their sources as context; the group is the task. @param beside the other file
 * @throws InputError naming file, line and field; also for a response whose source is not there
 */
export function ragTruthPassages(
  document: JsonDocument,
  source: string,
  beside: JsonDocument | undefined,
): LabelledPassage[] {
  if (beside === undefined) {
    const { responses, sources } = RAGTRUTH_FILES;
    throw new InputError(`${source}: RAGTruth is ${responses} and ${sources} in one folder; name the folder`);
  }
  const [own, other] = [documentRows(document), documentRows(beside)];
  return isSource(own[0]) ? withSources(other, own) : withSources(own, other);
}

function withSources(responses: Iterable<Row>, sourceRows: Iterable<Row>): LabelledPassage[] {
  const sources = readSources(sourceRows);
  return Array.from(ragTruthResponses(responses), ({ row, sourceId, labelled }) => {
    const source = sources.get(sourceId);
    if (!source)
      throw rowError(row, ['source_id'], `"${sourceId}" is not a source in ${RAGTRUTH_FILES.sources}`);
    const { prompt, context, group } = source;
    return { ...labelled, passage: { ...labelled.passage, prompt, context }, group };
  });
}

/** The responses alone, without prompt and context: enough to count them. @throws InputError as above */
export function* ragTruthResponses(
  rows: Iterable<Row>,
): Generator<{ row: Row; sourceId: string; labelled: LabelledPassage }> {
  for (const { row, record } of checkedRows(responseSchema, rows, 'id')) {
    const { id, source_id: sourceId, model, labels, quality, response } = record;
    const spans = goldSpans(labels, response, row);
    const labelled = {
      passage: { id, prompt: '', response },
      label: labelOf(spans),
      ...{ spans, model },
      ...(quality !== 'good' && { flaw: quality }),
    };
    yield { row, sourceId, labelled };
  }
}

const labelOf = (spans: readonly LabelledSpan[]): GoldLabel => (spans.length > 0 ? 'non-factual' : 'factual');

function goldSpans(
  labels: readonly z.infer<typeof labelSchema>[],
  response: string,
  row: Row,
): LabelledSpan[] {
  const starts = characterStarts(response);
  const spans = labels.map(({ start, end, label_type, implicit_true, due_to_null }, index): LabelledSpan => {
    if (end <= start || end >= starts.length) {
      const rule = 'a span must lie inside the response and must not be empty';
      throw rowError(row, ['labels', index], `[${start}, ${end}): ${rule}`);
    }
    return {
      start: starts[start] as number,
      end: starts[end] as number,
      ...(TYPES[label_type] as Pick<LabelledSpan, 'type' | 'degree'>),
      implicitTrue: implicit_true ?? false,
      dueToNull: due_to_null ?? false,
    };
  });
  return spans.sort((left, right) => left.start - right.start || left.end - right.end);
}

/** Where each character begins in UTF-16 code units, and where the text ends. */
function characterStarts(text: string): number[] {
  const starts = [0];
  for (const character of text) starts.push((starts.at(-1) as number) + character.length);
  return starts;
}

interface Source {
  prompt: string;
  context: string[];
  group: string;
}

function readSources(rows: Iterable<Row>): Map<string, Source> {
  return new Map(
    Array.from(checkedRows(sourceSchema, rows, 'source_id'), ({ row, record }) => {
      const { source_id: id, source_info, prompt, task_type: group } = record;
      return [id, { prompt, context: contextOf(source_info, row), group }];
    }),
  );
}

/** The passages of a question one by one; a record as JSON, in which null means that a value is not known. */
function contextOf(info: z.infer<typeof sourceSchema>['source_info'], row: Row): string[] {
  if (typeof info === 'string') return [info];
  if (!('passages' in info)) return [recordText(info, row)];
  return String(info.passages)
    .split(/(?:^|\n)passage \d+:/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function recordText(info: object, row: Row): string {
  try {
    return JSON.stringify(info, null, 1);
  } catch (cause) {
    // the only possible error for JSON from a file
    if (cause instanceof RangeError) throw rowError(row, ['source_info'], 'nested too deeply');
    throw cause;
  }
}

/** Gold labels that can be excluded from a comparison. */
export const EXCLUSIONS = ['implicit-true', 'due-to-null', 'flawed'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/**
 * The same passages without some of their gold: spans that are true all the same (`implicit-true`) or take null for a
 * no (`due-to-null`) do not count, which makes a response without others factual; flawed responses (`flawed`) lose
 * all labels.
 */
export function withoutGold(
  passages: readonly LabelledPassage[],
  exclusions: readonly Exclusion[],
): LabelledPassage[] {
  const leavesOut = new Set<Exclusion>(exclusions);
  return passages.map((labelled) => {
    if (leavesOut.has('flawed') && labelled.flaw !== undefined) {
      const { passage, group, model, flaw } = labelled;
      return { passage, label: null, ...withoutUndefined({ group, model, flaw }) };
    }
    const spans = labelled.spans?.filter(
      ({ implicitTrue, dueToNull }) =>
        !(implicitTrue && leavesOut.has('implicit-true')) && !(dueToNull && leavesOut.has('due-to-null')),
    );
    if (!spans || spans.length === labelled.spans?.length) return labelled;
    return { ...labelled, spans, label: labelOf(spans) };
  });
}
