/** Recorded readings as raw parts, and what each rule makes of them. */
import { randomFor, shuffled } from '../../../src/common/random.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { BlindOutcome, SampleStatement, Usage } from '../../../src/passage.ts';
import { factScore } from '../../../src/scoring/fact-score.ts';
import {
  type FactOdds,
  factOdds,
  probabilityOfOdds,
  sentenceOdds,
  weighedOdds,
  withOdds,
} from '../../../src/scoring/log-odds.ts';
import { supportOfAnswer } from '../../../src/verification/mark-answers.ts';
import { averaged } from '../../../src/verification/stated-verdict.ts';
import type { RankedItem } from '../compared.ts';

export const LEVELS = ['passages', 'sentences', 'facts'] as const;
export type Level = (typeof LEVELS)[number];

/** Of a plain question by its name: the probability, from 0 to 1, that it is wrong. */
export type Plain = Record<string, number | null>;

export interface FactReading {
  /** Position of its sentence; null where it has none. */
  sentence: number | null;
  /** By the label; null where the label does not tell. */
  wrong: boolean | null;
  /** The judge's probabilities that it is right, one a draw that tells. */
  judged: readonly number[];
  /** What each sample says of it. */
  stated: SampleStatement['says'][];
  /** The answers to it; null where that was not asked, since something else tells the tail. */
  answered: { outcome: BlindOutcome | null; confidence: number }[] | null;
  plain: Plain;
}

export interface SentenceReading {
  wrong: boolean | null;
  /** The stated probabilities that it is right, one a draw. */
  stated: number[];
  /** Log odds of the agreement of the samples; null where there are none. */
  agreed: number | null;
  plain: Plain;
}

/** One passage. */
export interface Reading {
  set: string;
  id: string;
  /** By its label; null where only sentences or facts have one. */
  wrong: boolean | null;
  sentences: SentenceReading[];
  facts: FactReading[];
  plain: Plain;
  /** By the name of the prompt. */
  calls: Record<string, Pick<Usage, 'requests' | 'inputTokens'>>;
}

const { scoring } = resolveConfig({ preset: 'thorough' });
const { judged, stated, answered } = scoring.weights;
/** Those of the preset `thorough`; `default` asks for no blind answers. */
export const WEIGHTS = { judged, stated, answered };

/** Whose probability ranks: a plain question, or the pooled parts. */
export type Rule =
  | string
  | {
      weights: typeof WEIGHTS;
      /** Of what the words of the samples agree on; default 1. */
      agreed?: number;
      /** Whether what the judge states of whole sentences is left out. */
      factsAlone?: true;
      /** Whether blind answers count only for the facts that {@link worthAsking} names. */
      staged?: true;
    };

const mean = (draws: readonly number[]): number | null => averaged(draws).value;

const answeredPart = (draws: FactReading['answered']): number | null =>
  averaged((draws ?? []).map(({ outcome, confidence }) => outcome && supportOfAnswer(outcome, confidence)))
    .value;

function oddsOf({ judged, stated, answered }: FactReading, weights: typeof WEIGHTS): FactOdds {
  const statements = stated.map((says) => ({ says, coverage: null }) as SampleStatement);
  return {
    judged: weighedOdds([{ value: mean(judged), weight: weights.judged }]),
    others: weighedOdds([
      { value: factScore(statements, () => 0), weight: weights.stated },
      { value: answeredPart(answered), weight: weights.answered },
    ]),
  };
}

/** Certainty below which the judge leaves a fact undecided. */
const DECIDED = 0.9;
const CONTROLS = 2;

/** The facts that a judge leaves undecided, the least probable one, which carries the verdict, and two others by chance. */
function worthAsking({ id, facts }: Reading): Set<number> {
  const probabilities = facts.map((fact) => mean(fact.judged) ?? 0.5);
  const undecided = probabilities.flatMap((p, index) => (Math.max(p, 1 - p) < DECIDED ? [index] : []));
  const least = probabilities.indexOf(Math.min(...probabilities));
  const worth = new Set(least < 0 ? undecided : [...undecided, least]);
  const others = facts.flatMap((_, index) => (worth.has(index) ? [] : [index]));
  for (const index of shuffled(others, randomFor(0, 'controls', id)).slice(0, CONTROLS)) worth.add(index);
  return worth;
}

/** Log odds of a fact by the judge, by samples and by blind answers, 0 where a part is missing. */
export const oddsOfParts = (fact: FactReading): number[] => [
  weighedOdds([{ value: mean(fact.judged), weight: 1 }]) ?? 0,
  ...OTHERS.map((weights) => oddsOf(fact, weights).others ?? 0),
];

/** The same of what decides on a passage: of its least probable sentence, and the least supported fact in it. */
export function decidingOdds({ facts, sentences }: Reading): number[] | null {
  const rows = sentences.flatMap(({ stated }, position) => {
    const judged = weighedOdds([{ value: mean(stated), weight: 1 }]);
    if (judged === null) return [];
    const others = facts
      .filter(({ sentence }) => sentence === position)
      .map((fact) => ({ fact, sum: oddsOf(fact, WEIGHTS).others ?? 0 }))
      .toSorted((one, other) => one.sum - other.sum)[0];
    const ofFact = others === undefined ? [0, 0] : oddsOfParts(others.fact).slice(1);
    return [{ odds: [judged, ...ofFact], sum: WEIGHTS.judged * judged + (others?.sum ?? 0) }];
  });
  return rows.toSorted((one, other) => one.sum - other.sum)[0]?.odds ?? null;
}

/** Each of the other parts by itself. */
const OTHERS = [
  { judged: 0, stated: 1, answered: 0 },
  { judged: 0, stated: 0, answered: 1 },
];

interface Labelled {
  wrong: boolean | null;
  risk: number | null;
}

/** Of what is right by these odds; nothing known is ½. */
const riskBy = (odds: number | null): number => 1 - probabilityOfOdds(odds ?? 0);

/** The items of a passage at each level, by a rule. */
function itemsIn(reading: Reading, rule: Rule): Record<Level, Labelled[]> {
  const { facts, sentences } = reading;
  if (typeof rule === 'string') {
    const plainOf = ({ wrong, plain }: { wrong: boolean | null; plain: Plain }): Labelled => ({
      wrong,
      risk: plain[rule] ?? null,
    });
    return { passages: [plainOf(reading)], sentences: sentences.map(plainOf), facts: facts.map(plainOf) };
  }
  const { weights, agreed = 1, factsAlone = false, staged = false } = rule;
  const worth = worthAsking(reading);
  const agreement = (sentence: number | null): number | null => {
    const odds = sentences[sentence ?? -1]?.agreed ?? null;
    return odds === null || agreed === 0 ? null : agreed * odds;
  };
  const own = facts.map((fact, index) =>
    withOdds(
      oddsOf(staged && !worth.has(index) ? { ...fact, answered: null } : fact, weights),
      agreement(fact.sentence),
    ),
  );
  const ofSentences = sentences.map(({ stated }, position) => {
    const within = own.filter((_, index) => facts[index]?.sentence === position);
    const value = factsAlone ? null : mean(stated);
    const judged = weighedOdds([{ value, weight: weights.judged }]);
    return sentenceOdds(within.length > 0 ? within : [{ judged, others: agreement(position) }], judged);
  });
  const ofFacts = facts.map(({ sentence }, index) => {
    const odds = factOdds(own[index] as FactOdds);
    return odds === null ? null : Math.max(odds, ofSentences[sentence ?? -1] ?? odds);
  });
  const known = [...ofFacts, ...ofSentences].filter((odds) => odds !== null);
  const passage = known.length === 0 ? null : Math.min(...known);
  return {
    passages: [{ wrong: reading.wrong, risk: riskBy(passage) }],
    sentences: sentences.map(({ wrong }, index) => ({ wrong, risk: riskBy(ofSentences[index] ?? null) })),
    facts: facts.map(({ wrong }, index) => ({ wrong, risk: riskBy(ofFacts[index] ?? null) })),
  };
}

/** Labelled items of a level that have a risk by every one of the rules, so that all rank the same ones; a list for each rule. */
export function itemsOf(readings: readonly Reading[], level: Level, rules: readonly Rule[]): RankedItem[][] {
  const rows = readings.flatMap((reading, unit) => {
    const byRule = rules.map((rule) => itemsIn(reading, rule)[level]);
    return (byRule[0] ?? []).flatMap(({ wrong }, index) => {
      const risks = byRule.map((items) => items[index]?.risk ?? null);
      return wrong === null || risks.includes(null)
        ? []
        : [{ unit, positive: wrong, risks: risks as number[] }];
    });
  });
  return rules.map((_, index) =>
    rows.map(({ unit, positive, risks }) => ({ unit, positive, score: risks[index] as number })),
  );
}

/** The judge's verdicts on facts and sentences turned round, each with the given chance. @param random in [0, 1) */
export function turnedRound(reading: Reading, chance: number, random: () => number): Reading {
  const turned = (draws: readonly number[]): number[] =>
    random() < chance ? draws.map((value) => 1 - value) : [...draws];
  return {
    ...reading,
    facts: reading.facts.map((fact) => ({ ...fact, judged: turned(fact.judged) })),
    sentences: reading.sentences.map((one) => ({ ...one, stated: turned(one.stated) })),
  };
}
