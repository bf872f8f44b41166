/** The facts of passages in two runs, held against each other by their words. */
import { tripleWords } from '../format/text.ts';
import type { Label, PassageVerdict, TripleVerdict } from '../passage.ts';
import type { Pair, VerdictPair } from './run-difference.ts';

export interface FactChanges {
  /** Facts that both runs found in a passage. */
  both: number;
  /** Facts that one alone found: the response or its extraction is another. */
  only: Pair<number>;
  /** Facts of both whose label changed, the largest change of score first. */
  flips: FactFlip[];
}

export interface FactFlip {
  /** Id of the passage. */
  passage: string;
  /** In words. */
  fact: string;
  label: Pair<Label>;
  score: Pair<number | null>;
  /** What speaks for and against it, in words. */
  evidence: Pair<string[]>;
}

export function factChanges(pairs: readonly VerdictPair[]): FactChanges {
  const changes: FactChanges = { both: 0, only: { a: 0, b: 0 }, flips: [] };
  for (const { a, b } of pairs) {
    const [ofA, ofB] = [factsOf(a), factsOf(b)];
    for (const [key, fact] of ofA) {
      const other = ofB.get(key);
      if (!other) continue;
      changes.both += 1;
      if (fact.label !== other.label) changes.flips.push(flipOf(a.passage.id, fact, other));
    }
    const shared = [...ofA.keys()].filter((key) => ofB.has(key)).length;
    changes.only.a += ofA.size - shared;
    changes.only.b += ofB.size - shared;
  }
  const flips = changes.flips.toSorted((one, other) => changeOf(other.score) - changeOf(one.score));
  return { ...changes, flips };
}

/** How far a score moved; 0 where one is missing. */
export const changeOf = ({ a, b }: Pair<number | null>): number =>
  a === null || b === null ? 0 : Math.abs(b - a);

/** By their words; of a fact that is stated twice, by its number, too. */
function factsOf({ triples }: PassageVerdict): Map<string, TripleVerdict> {
  const facts = new Map<string, TripleVerdict>();
  const counts = new Map<string, number>();
  for (const verdict of triples) {
    const words = tripleWords(verdict.triple).toLowerCase();
    const number = (counts.get(words) ?? 0) + 1;
    counts.set(words, number);
    facts.set(`${words}\n${number}`, verdict);
  }
  return facts;
}

const flipOf = (passage: string, a: TripleVerdict, b: TripleVerdict): FactFlip => ({
  passage,
  fact: tripleWords(a.triple),
  label: { a: a.label, b: b.label },
  score: { a: a.score, b: b.score },
  evidence: { a: a.evidence, b: b.evidence },
});
