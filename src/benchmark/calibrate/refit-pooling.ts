/**
 * Fits the weights of the log-odds pooling (scoring/log-odds.ts) to the labels of a run, so that they suit the user's
 * model and subjects: a judge without knowledge of them loses its weight. Each labelled claim or sentence, else a
 * labelled passage by its least probable sentence, is represented by the evidence its probability is made from: the
 * judgement of the sentence and the other evidence of its least supported fact, or without that judgement the least
 * supported fact. Logistic regression with a ridge:
 *
 *   minimise  Σ_i ln(1 + exp(−y_i z_i)) + λ/2 Σ_k w_k²,   z_i = b + Σ_k w_k x_ik,   w_k = 0 or w_k ≥ .1
 *
 * Sample agreement is one part; what is fitted for it multiplies the weights of its parts.
 *
 * y_i is 1 for a right item and −1 for a wrong one, x_ik the log odds of its part k, 0 where that is missing. The
 * ridge shrinks the weight of an uninformative part towards 0. A part of a smaller weight, or a negative one, is dropped
 * and the others are fitted again: one that tells next to nothing would still count as evidence wherever there is no other.
 * b has next to no ridge.
 */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import type { PassageVerdict, TripleVerdict } from '../../passage.ts';
import { isOfAgreement } from '../../scoring/families.ts';
import { logit, partProbability, POOLED_PARTS, type PooledPart } from '../../scoring/log-odds.ts';
import type { Scoring } from '../../scoring/scoring-schema.ts';
import {
  type AgreementOdds,
  agreementOf,
  statementsOf,
  triplesOfClaim,
} from '../../scoring/statement-scores.ts';
import { scoringInputOf } from '../../scoring/verdict.ts';
import { weightsBy } from '../../scoring/weighted-sum.ts';
import { fitLogistic } from '../../statistics/logistic-regression.ts';

/** With fewer labelled passages the weights stay as they are. */
export const LEAST_PASSAGES = 30;

export interface RefittedPooling {
  weights: Scoring['weights'];
  prior: number;
  /** Labelled items that the weights were fitted on, and their passages. */
  items: number;
  passages: number;
}

/** Null with too few labelled passages, or where no part separates right from wrong. */
export function refitPooling(
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
  scoring: Omit<Scoring, 'threshold' | 'unsure'>,
): RefittedPooling | null {
  const { weights } = scoring;
  const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
  const parts = POOLED_PARTS.filter((name) => weights[name] > 0);
  const oddsOf = oddsBy(parts, scoring);
  const ofPassages = passages.map((passage) => {
    const verdict = byId.get(passage.passage.id);
    if (verdict === undefined) return [];
    const statements = statementsOf(scoringInputOf(verdict), scoring.consistency);
    return itemsOf(passage, verdict, oddsOf, agreementOf(statements, scoring));
  });
  const labelled = ofPassages.filter((items) => items.length > 0);
  const items = labelled.flat();
  if (labelled.length < LEAST_PASSAGES) return null;
  const { weights: fitted, prior } = fitPooling(items, parts.length + 1);
  if (fitted.every((weight) => rounded(weight) === 0)) return null;
  const agreed = fitted[parts.length] as number;
  return {
    weights: weightsBy((name) =>
      rounded(isOfAgreement(name) ? agreed * weights[name] : (fitted[parts.indexOf(name)] ?? 0)),
    ),
    prior: rounded(prior),
    items: items.length,
    passages: labelled.length,
  };
}

const rounded = (value: number): number => Math.round(1000 * value) / 1000;

/** The labelled claims of a passage, else its sentences, else itself by its least probable sentence. */
function itemsOf(
  { label, claims = [], sentences = [] }: LabelledPassage,
  verdict: PassageVerdict,
  { ofFact, ofSentence }: OddsOf,
  agreed: AgreementOdds,
): LabelledOdds[] {
  const { triples, sentences: judged } = verdict;
  const item = (gold: string | null, odds: number[] | null, more: number | null = null): LabelledOdds[] =>
    gold === null || odds === null ? [] : [{ odds: [...odds, more ?? 0], isRight: gold === 'factual' }];
  const ofClaims = claims.flatMap(({ label: gold, text }, index) =>
    item(gold, ofFact(triplesOfClaim(text, triples)), agreed.claims[index]),
  );
  if (ofClaims.length > 0) return ofClaims;
  const ofSentences = sentences.flatMap(({ label: gold }, index) =>
    item(gold, ofSentence(verdict, index), agreed.sentences[index]),
  );
  if (ofSentences.length > 0) return ofSentences;
  const least = leastOf(
    judged.map(({ score, source }, index) => ({ index, score: source === 'passage' ? null : score })),
  );
  return least === null
    ? item(label, ofFact(triples))
    : item(label, ofSentence(verdict, least.index), agreed.sentences[least.index]);
}

/** The item with the lowest score, the first among equals; null where none has one. */
function leastOf<Item extends { score: number | null }>(items: readonly Item[]): Item | null {
  const scored = items.filter(({ score }) => score !== null);
  return scored.reduce<Item | null>(
    (least, item) => (least === null || (item.score as number) < (least.score as number) ? item : least),
    null,
  );
}

interface OddsOf {
  /** Log odds of each part of the least supported fact. */
  ofFact(facts: readonly TripleVerdict[]): number[] | null;
  /** The same of a sentence: its judgement, and the other parts of the fact that they support least. */
  ofSentence(verdict: PassageVerdict, index: number): number[] | null;
}

function oddsBy(
  parts: readonly PooledPart[],
  { weights, consistency }: Pick<Scoring, 'weights' | 'consistency'>,
): OddsOf {
  const oddsIn = ({ components }: TripleVerdict, name: PooledPart): number => {
    const value = partProbability(components, name, consistency);
    return value === null ? 0 : logit(value);
  };
  const others = (fact: TripleVerdict): number =>
    parts.reduce((sum, name) => (name === 'judged' ? sum : sum + weights[name] * oddsIn(fact, name)), 0);
  const ofFact: OddsOf['ofFact'] = (facts) => {
    const least = leastOf(facts);
    return least === null ? null : parts.map((name) => oddsIn(least, name));
  };
  return {
    ofFact,
    ofSentence({ triples, sentences, trace }, index) {
      const ids = new Set(sentences[index]?.tripleIds);
      const facts = triples.filter(({ triple }) => ids.has(triple.id));
      const stated = trace.judgement?.sentences?.[index]?.value ?? null;
      if (stated === null || !parts.includes('judged')) return ofFact(facts);
      // as sentenceOdds has it: a favourable word is a guess for facts that the judge cannot tell
      const [said, guessed] = [logit(stated), Math.min(logit(stated), 0)];
      const isTold = (fact: TripleVerdict) => oddsIn(fact, 'judged') !== 0;
      const least = leastOf(
        facts
          .filter((fact) => isTold(fact) || others(fact) !== 0)
          .map((fact) => ({
            fact,
            score: weights.judged * (isTold(fact) ? said : guessed) + others(fact),
          })),
      );
      const isKnown = facts.length === 0 || (least !== null && isTold(least.fact));
      return parts.map((name) => {
        if (name === 'judged') return isKnown ? said : guessed;
        return least === null ? 0 : oddsIn(least.fact, name);
      });
    },
  };
}

/** λ: about as much as one fact at log odds of 1. */
const RIDGE = 1;
const LEAST_WEIGHT = 0.1;
/** Of b: keeps it finite where all facts have one label. */
const RIDGE_OF_PRIOR = 1e-3;

export interface LabelledOdds {
  /** One per part, in the same order for all facts. */
  odds: readonly number[];
  isRight: boolean;
}

/** @returns weights 0 and the base rate where no part is informative */
export function fitPooling(facts: readonly LabelledOdds[], parts: number) {
  let active = [...Array(parts).keys()];
  for (;;) {
    const [prior, ...fitted] = fitActive(facts, active);
    const least = Math.min(...fitted);
    if (least >= LEAST_WEIGHT) {
      const weightOf = (part: number) => fitted[active.indexOf(part)] ?? 0;
      return { weights: Array.from({ length: parts }, (_, part) => weightOf(part)), prior };
    }
    active = active.filter((_, index) => index !== fitted.indexOf(least));
  }
}

/** b, then a weight for each active part. */
function fitActive(facts: readonly LabelledOdds[], active: readonly number[]): [number, ...number[]] {
  const rows = facts.map(({ odds, isRight }) => ({
    x: [1, ...active.map((part) => odds[part] as number)],
    target: Number(isRight),
  }));
  return fitLogistic(rows, [RIDGE_OF_PRIOR, ...active.map(() => RIDGE)]) as [number, ...number[]];
}
