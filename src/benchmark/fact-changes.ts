/** The facts of passages in two runs, matched by their words. */
import { tripleWords } from '../format/text.ts';
import type { Label, PassageVerdict, TripleVerdict } from '../passage.ts';
import type { Pair, VerdictPair } from './compared-run.ts';

export interface FactChanges {
  /** Facts that both runs found in a passage. */
  both: number;
  /** Facts of one run alone: the response or its extraction differs. */
  only: Pair<number>;
  /** Facts of both whose label changed, the largest change of score first. */
  flips: FactFlip[];
}

export interface FactFlip {
  passage: string;
  fact: string;
  label: Pair<Label>;
  score: Pair<number | null>;
  /** The evidence for and against it, in words. */
  evidence: Pair<string[]>;
}

export function factChanges(pairs: readonly VerdictPair[]): FactChanges {
  const changes: FactChanges = { both: 0, only: { a: 0, b: 0 }, flips: [] };
  for (const pair of pairs) {
    for (const { a, b } of factPairs(pair)) {
      const [one, other] = [pair.a.triples[a ?? -1], pair.b.triples[b ?? -1]];
      if (one === undefined) changes.only.b += 1;
      else if (other === undefined) changes.only.a += 1;
      else {
        changes.both += 1;
        if (one.label !== other.label) changes.flips.push(flipOf(pair.a.passage.id, one, other));
      }
    }
  }
  const flips = changes.flips.toSorted((one, other) => changeOf(other.score) - changeOf(one.score));
  return { ...changes, flips };
}

/** How far a score moved; 0 where one is missing. */
export const changeOf = ({ a, b }: Pair<number | null>): number =>
  a === null || b === null ? 0 : Math.abs(b - a);

/** Positions of the facts of A, with those of the same words in B, then of what B alone has; null for none. */
export function factPairs({ a, b }: VerdictPair): Pair<number | null>[] {
  const [ofA, ofB] = [positionsOf(a), positionsOf(b)];
  const alone = [...ofB].flatMap(([key, position]) => (ofA.has(key) ? [] : [{ a: null, b: position }]));
  return [...[...ofA].map(([key, position]) => ({ a: position, b: ofB.get(key) ?? null })), ...alone];
}

/** By their words, and for a fact stated several times, by its ordinal. */
function positionsOf({ triples }: PassageVerdict): Map<string, number> {
  const positions = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const [position, { triple }] of triples.entries()) {
    const words = tripleWords(triple).toLowerCase();
    const number = (counts.get(words) ?? 0) + 1;
    counts.set(words, number);
    positions.set(`${words}\n${number}`, position);
  }
  return positions;
}

const flipOf = (passage: string, a: TripleVerdict, b: TripleVerdict): FactFlip => ({
  passage,
  fact: tripleWords(a.triple),
  label: { a: a.label, b: b.label },
  score: { a: a.score, b: b.score },
  evidence: { a: a.evidence, b: b.evidence },
});
