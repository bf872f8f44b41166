/**
 * Several responses to one prompt, to select from: JSON Lines (or a JSON list) of `{id, prompt, context?, samples?,
 * responses}`, or any data set with several passages of the same prompt and context.
 */
import { z } from 'zod';
import { InputError } from '../src/errors.ts';
import { promptOf } from '../src/passage.ts';
import type { FieldMap } from './field-map.ts';
import { idSchema, listOf, textsSchema } from './jsonl.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { readDocument } from './read-document.ts';
import { documentRows } from './read-rows.ts';
import { checkRow, hasFields, optional, type Row, uniqueIds, wellFormedText, withoutNulls } from './row.ts';

/** One prompt, and the responses to it as passages. */
export interface Choice {
  id: string;
  candidates: LabelledPassage[];
}

const recordSchema = z.object({
  id: optional(idSchema),
  prompt: promptOf(wellFormedText),
  context: optional(textsSchema),
  samples: optional(listOf(wellFormedText)),
  responses: listOf(wellFormedText).refine((list) => list.length > 0, 'must not be empty'),
});

/**
 * Parses the records of a file; a candidate has the id `<id>/<ordinal from 1>`. Null for another format. @throws
 * InputError naming file, line and field
 */
export function parseChoices(text: string, source: string, map?: FieldMap): Choice[] | null {
  const rows = documentRows(readDocument(text, source, map));
  const first = rows[0]?.value;
  if (!hasFields(first, ['responses'])) return null;
  const claimId = uniqueIds();
  return rows.map((row) => choiceOf(row, claimId));
}

function choiceOf(row: Row, claimId: ReturnType<typeof uniqueIds>): Choice {
  const { id = row.name, responses, ...shared } = withoutNulls(checkRow(recordSchema, row));
  claimId(id, row, 'id');
  return {
    id,
    candidates: responses.map((response, index) => ({
      passage: { ...shared, id: `${id}/${index + 1}`, response },
      label: null,
    })),
  };
}

/** Passages with a response, by prompt and context; the id of a choice is that of its first passage. */
export function choicesOf(passages: readonly LabelledPassage[]): Choice[] {
  const groups = new Map<string, LabelledPassage[]>();
  for (const labelled of passages) {
    if (labelled.passage.response === undefined) continue;
    const key = keyOf(labelled);
    groups.set(key, [...(groups.get(key) ?? []), labelled]);
  }
  return [...groups.values()].map((candidates) => ({
    id: (candidates[0] as LabelledPassage).passage.id,
    candidates,
  }));
}

const keyOf = ({ passage: { prompt, context = [] } }: LabelledPassage): string =>
  JSON.stringify([prompt, context]);

/**
 * Only the candidates by these models; choices without one are dropped. @throws InputError for a model without
 * responses
 */
export function byModels(choices: readonly Choice[], models: readonly string[]): Choice[] {
  const known = new Set(choices.flatMap(({ candidates }) => candidates.flatMap(({ model }) => model ?? [])));
  const unknown = models.find((name) => !known.has(name));
  if (unknown !== undefined) {
    const there = known.size === 0 ? 'the models are not known' : `there are ${[...known].join(', ')}`;
    throw new InputError(`no response is by "${unknown}"; ${there}`);
  }
  return choices
    .map(({ id, candidates }) => ({
      id,
      candidates: candidates.filter(({ model }) => model !== undefined && models.includes(model)),
    }))
    .filter(({ candidates }) => candidates.length > 0);
}
