/**
 * The answer that a question presumes something wrong. It counts against the fact that states what was presumed: the one
 * whose tail stands in the words shown, as "six seasons" of (Marlow; played; six seasons) stands in (Marlow; won during
 * six seasons; ?). The fact asked about is not answered then. Where no other fact states it, it counts against itself.
 */
import type { TaskResult, Triple } from '../passage.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { holdsPhrase } from './leaks.ts';
import { scoreDraws } from './task-result.ts';

export const WRONG_PREMISE = 'the question presumes something wrong';

const WORDINGS: ReadonlySet<string> = new Set(
  [WRONG_PREMISE, 'wrong question', 'wrong premise'].map(normaliseEntity),
);
export const isWrongPremise = (answer: string): boolean => WORDINGS.has(normaliseEntity(answer));

/** @param shown of a question about `triple`, without what it hides */
function premisesOf(shown: string, { head, tail }: Triple, triples: readonly Triple[]): Triple[] {
  const own = new Set([head, tail].map(normaliseEntity));
  return triples.filter((other) => !own.has(normaliseEntity(other.tail)) && holdsPhrase(shown, other.tail));
}

/**
 * The results of a task, by triple id, with each wrong premise counted where it is stated.
 *
 * @param shownOf the question about a triple, without what it hides
 */
export function countPremises(
  results: ReadonlyMap<string, TaskResult>,
  triples: readonly Triple[],
  shownOf: (triple: Triple) => string,
): Map<string, TaskResult> {
  const counted = new Map(results);
  for (const triple of triples) {
    const wrong = results.get(triple.id)?.draws.filter(({ answer }) => isWrongPremise(answer)) ?? [];
    const premises = wrong.length === 0 ? [] : premisesOf(shownOf(triple), triple, triples);
    if (premises.length === 0) continue;
    const own = counted.get(triple.id) as TaskResult;
    const draws = own.draws.map((draw) => (wrong.includes(draw) ? { ...draw, match: null } : draw));
    counted.set(triple.id, { ...own, ...scoreDraws(own.asked, draws, ['abstained']) });
    for (const { id } of premises) {
      const stated = counted.get(id);
      if (stated === undefined) continue;
      counted.set(id, { ...stated, ...scoreDraws(stated.asked ?? own.asked, [...stated.draws, ...wrong]) });
    }
  }
  return counted;
}
