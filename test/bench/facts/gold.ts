/** Facts that are known to be right or wrong, from planted errors and from labelled claims. */
import type { PassageVerdict, TripleVerdict } from '../../../src/passage.ts';
import { evidenceOnFact, type FactEvidence } from '../../../src/scoring/calibration.ts';
import { triplesOfClaim } from '../../../src/scoring/statement-scores.ts';
import { statementsByFact } from '../../../src/scoring/fact-score.ts';
import { contentKeys } from '../../../src/english/content-words.ts';
import { shareHeld } from '../share-held.ts';
import type { Decided, LabelledVerdict } from './decisions.ts';
import { type Planted, states } from './plant.ts';

export interface GoldFact extends Decided {
  evidence: FactEvidence;
}

/** Facts of a passage that hold a planted value are wrong, all others right. */
export const plantedFacts = (rows: readonly { planted: Planted; verdict: PassageVerdict }[]): GoldFact[] =>
  rows.flatMap(({ planted, verdict }, unit) =>
    goldFacts(verdict, unit, ({ triple: { head, relation, tail } }) =>
      states(`${head} ${relation} ${tail}`, planted.wrong),
    ),
  );

/** Share of a claim's words that a fact holds if the claim speaks of it. */
const LEAST_SHARE = 0.5;

/** A fact has the label of the claim most like it: of those that hold its tail, the one of whose words it holds most. */
export const claimFacts = (rows: readonly LabelledVerdict[]): GoldFact[] =>
  rows.flatMap(({ labelled, verdict }, unit) => {
    const nearest = new Map<TripleVerdict, { share: number; isWrong: boolean }>();
    for (const [index, { label }] of (labelled.claims ?? []).entries()) {
      const text = verdict.claims[index]?.text ?? '';
      if (label === null) continue;
      for (const fact of triplesOfClaim(text, verdict.triples)) {
        const share = sharedWords(text, fact, verdict.passage.id);
        if (share >= Math.max(LEAST_SHARE, nearest.get(fact)?.share ?? 0))
          nearest.set(fact, { share, isWrong: label === 'non-factual' });
      }
    }
    return goldFacts(verdict, unit, (fact) => nearest.get(fact)?.isWrong ?? null);
  });

/** Share of the words of a claim that a fact holds, or its topic. */
function sharedWords(claim: string, { triple }: TripleVerdict, topic: string): number {
  const held = contentKeys(`${triple.head} ${triple.relation} ${triple.tail} ${topic}`);
  return shareHeld(contentKeys(claim), held);
}

function goldFacts(
  { triples, trace }: PassageVerdict,
  unit: number,
  isWrong: (fact: TripleVerdict) => boolean | null,
): GoldFact[] {
  const saidOf = statementsByFact(trace);
  return triples.flatMap((fact) => {
    const positive = isWrong(fact);
    const { score, label, triple } = fact;
    if (score === null || positive === null) return [];
    const evidence = evidenceOnFact(saidOf(triple.id));
    return [{ unit, score, positive, flagged: label === 'hallucinated', evidence }];
  });
}
