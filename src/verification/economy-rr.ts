/**
 * RR (paper 3.4) under the economy protocol: S_r = N_c ÷ N_p over the masked triples of a passage, completed together.
 * Triples between the same two entities are one question, and all that the response states of the two is a right answer,
 * in either direction, since none can be told from the other.
 */
import { groupBy } from '../common/group-by.ts';
import { subSeed } from '../common/random.ts';
import { normaliseEntity, normalisePhrase } from '../english/normalise.ts';
import { STOP_WORDS } from '../english/lexicon/stop-words.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { maskedTriple, type PreparedTriple, unaskedIn } from './economy-questions.ts';
import { type EconomyTask, idsOf, planTask, type TaskQuestion } from './economy-task.ts';
import { holdsPhrase } from './leaks.ts';
import { relationAnswer } from './paper-rr.ts';
import type { TaskContext } from './verifier.ts';

/** @param size masked triples in one request, at most */
export function relationTask(
  prepared: readonly PreparedTriple[],
  size: number,
  context: TaskContext,
): EconomyTask {
  const { generator, prompts, settings, seed, passageId } = context;
  const pairs = groupBy(prepared, ({ triple: { head, tail } }) => pairOf(head, tail));
  const questions = [...pairs.values()].flatMap((pair): TaskQuestion[] => {
    const triples = pair.filter(({ relation }) => relation.value !== null).map(({ triple }) => triple);
    if (triples[0] === undefined) return [];
    const asked = maskedTriple(triples[0]);
    const reversed = pairs.get(pairOf(triples[0].tail, triples[0].head)) ?? [];
    const stated = [
      ...pair.map(({ triple }) => triple.relation),
      ...reversed.map(({ triple }) => showTriple(triple)),
    ];
    return [{ triples, asked, shown: asked, expected: triples.map(() => [...new Set(stated)]) }];
  });
  return planTask({
    questions,
    unasked: unaskedIn(prepared, 'relation'),
    size,
    leaks: (from, to) =>
      to.triples.some(({ relation }) => hasContent(relation) && holdsPhrase(from.shown, relation)),
    generator,
    request: (own) => ({
      prompt: prompts.get('relation-answers'),
      variables: { facts: own.map(({ shown }) => shown) },
      ...{ list: 'relations', item: relationAnswer, n: settings.relationDraws },
      temperature: settings.relationTemperature ?? settings.temperature,
      seed: subSeed(seed, passageId, 'rr', 0, ...idsOf(own)),
    }),
  });
}

const pairOf = (head: string, tail: string): string =>
  JSON.stringify([normaliseEntity(head), normaliseEntity(tail)]);

/** "is of" stands in every other text. */
const hasContent = (relation: string): boolean =>
  normalisePhrase(relation)
    .split(' ')
    .some((word) => !STOP_WORDS.has(word));
