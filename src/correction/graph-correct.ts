/**
 * GraphCorrect as published (Sansford et al. 2024). For each flagged triple, one after the other:
 *
 *   1. a model gets the triple and the reference, and returns the corrected triple;
 *   2. it gets the whole current text, the old and the new triple, and replaces this information alone.
 *
 * Nothing is verified or refused, unlike in correct-text.ts.
 */
import { z } from 'zod';
import { type Asked, askOnce, jsonAnswer, textAnswer } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet, PromptVariables } from '../models/prompt.ts';
import type { Triple } from '../passage.ts';
import { cleanPart, showTriple, type TripleParts } from '../triples/triple-parts.ts';
import type { TripleChange } from './change.ts';

export interface GraphCorrectInput {
  /** As it was written. */
  text: string;
  triples: readonly Triple[];
  /** At least one text that is not blank. */
  references: readonly string[];
}

export interface GraphCorrected {
  text: string;
  /** One for each flagged triple, in the order of the triples. */
  changes: TripleChange[];
}

/** An unusable answer leaves the text unchanged. @throws ModelCallError when the service did not answer */
export async function graphCorrect(
  { text: original, triples, references }: GraphCorrectInput,
  { model, prompts }: { model: ChatModel; prompts: PromptSet },
  options?: CallOptions,
): Promise<GraphCorrected> {
  const ask = <T>(name: string, variables: PromptVariables, parse: (answer: string) => T | null) =>
    askOnce(model, { prompt: prompts.get(name), variables, parse }, options);
  const changes: TripleChange[] = [];
  let text = original;
  for (const triple of triples) {
    const fact = showTriple(triple);
    const found = await ask('corrected-triple', { references: { blocks: references }, fact }, readTriple);
    const change = changeOf(triple, found);
    if (found.value === null) {
      changes.push(change);
      continue;
    }
    const variables = { text, oldFact: fact, newFact: showTriple(found.value) };
    const replaced = await ask('replace-fact', variables, textAnswer('text'));
    const reason = replaced.value === text ? 'unchanged' : replaced.reason;
    changes.push(reason === null ? change : { ...change, status: 'refused', reason });
    text = replaced.value ?? text;
  }
  return { text, changes };
}

function changeOf({ id, head, relation, tail }: Triple, found: Asked<TripleParts>): TripleChange {
  const change = { tripleId: id, old: { head, relation, tail }, source: 'reference' as const };
  return found.value === null
    ? { ...change, new: null, status: 'not-proposed', reason: found.reason }
    : { ...change, new: found.value, status: 'replaced', reason: null };
}

const part = z.string().transform(cleanPart).pipe(z.string().min(1));
const readTriple = jsonAnswer(z.object({ head: part, relation: part, tail: part }));
