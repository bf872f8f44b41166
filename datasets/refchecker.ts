/**
 * KnowHalBench of RefChecker: answers of seven models in three settings, each cut into triplets by Claude 2 and each
 * triplet labelled by people against a reference (Hu et al. 2024, "RefChecker: Reference-based Fine-grained
 * Hallucination Checker and Benchmark for Large Language Models"; github amazon-science/RefChecker).
 *
 * One file for each setting and model, `<set>_<model>_answers.json`. Questions and references are not part of them;
 * the scripts of the benchmark gather these into `nq.json`, `msmarco.json` and `dolly.json`, which are read where they
 * lie beside the answers. A triplet is a claim: factual where it is entailed. An answer is factual where all of its
 * triplets are (strict aggregation), and has no label without one.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import type { LabelledPassage, LabelledTriplet } from './labelled-passage.ts';
import { documentRows, type JsonDocument } from './read-rows.ts';
import { checkedRows, nonBlankText, rowError, wellFormedText } from './row.ts';

const LABELS = { Entailment: 'entailment', Neutral: 'neutral', Contradiction: 'contradiction' } as const;

/** The model's input besides the question, by origin of the questions. */
const SETTINGS: Record<string, string> = {
  nq: 'zero context',
  msmarco: 'noisy context',
  dolly: 'accurate context',
};

const rowSchema = z.object({
  id: nonBlankText,
  response: wellFormedText,
  claude2_response_kg: z.array(
    z.object({
      triplet: z.tuple([wellFormedText, wellFormedText, wellFormedText]),
      human_label: z.enum(Object.keys(LABELS) as (keyof typeof LABELS)[]),
    }),
  ),
});

const referenceSchema = z.object({
  id: nonBlankText,
  question: wellFormedText,
  context: z.array(wellFormedText),
});

/** The file with the references of an answer file, by its name; null for another naming. */
export function referenceFileOf(source: string): string | null {
  const [set] = basename(source).split('_');
  return set !== undefined && Object.hasOwn(SETTINGS, set) ? `${set}.json` : null;
}

/** Names of the files with references. */
export const REFCHECKER_REFERENCES = Object.keys(SETTINGS).map((set) => `${set}.json`);

/** Question and references by the id of the answer. */
const referencesOf = (document: JsonDocument) =>
  new Map(
    Array.from(checkedRows(referenceSchema, documentRows(document), 'id'), ({ record }) => [
      record.id,
      record,
    ]),
  );

/**
 * Answers with labelled claims and triples; the id is `<set> <model>: <id>`, the group the setting.
 *
 * @param beside the references of all answers, where they are known
 * @throws InputError naming file, line, row and field; also for an answer without a reference
 */
export function refCheckerPassages(
  document: JsonDocument,
  source: string,
  beside?: JsonDocument,
): LabelledPassage[] {
  const { name, group, model } = partsOf(source);
  const references = beside && referencesOf(beside);
  return Array.from(checkedRows(rowSchema, documentRows(document), 'id'), ({ row, record }) => {
    const { id, response, claude2_response_kg: gold } = record;
    const reference = references?.get(id);
    if (references && !reference)
      throw rowError(row, ['id'], `"${id}" is not an answer in ${referenceFileOf(source)}`);
    const triples = gold.map(
      ({ triplet: [head, relation, tail], human_label }): LabelledTriplet => ({
        ...{ head, relation, tail },
        label: LABELS[human_label],
      }),
    );
    const claims = triples.flatMap(({ head, relation, tail, label }) => {
      const text = [head, relation, tail].join(' ').trim();
      return text === ''
        ? []
        : [{ text, label: label === 'entailment' ? 'factual' : 'non-factual' } as const];
    });
    return {
      passage: {
        ...{ id: `${name}: ${id}`, prompt: reference?.question ?? '', response },
        ...(reference && { context: reference.context }),
        claims: claims.map(({ text }) => text),
      },
      label: labelOf(triples),
      ...(claims.length > 0 && { claims }),
      ...{ triples, group },
      ...(model !== null && { model }),
    };
  });
}

function labelOf(triples: readonly LabelledTriplet[]): LabelledPassage['label'] {
  if (triples.length === 0) return null;
  return triples.every(({ label }) => label === 'entailment') ? 'factual' : 'non-factual';
}

/** `nq gpt4`, `zero context` and `gpt4` for `nq_gpt4_answers.json`; the bare name for files named otherwise. */
function partsOf(source: string): { name: string; group: string; model: string | null } {
  const stem = basename(source).replace(/\.jsonl?$/i, '');
  const parts = /^(?<set>[a-z]+)_(?<model>.+)_answers$/.exec(stem)?.groups as
    | { set: string; model: string }
    | undefined;
  if (!parts) return { name: stem, group: stem, model: null };
  return { name: `${parts.set} ${parts.model}`, group: SETTINGS[parts.set] ?? parts.set, model: parts.model };
}
