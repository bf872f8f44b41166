/** Recorded readings as raw parts, and what each rule makes of them. */
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { BlindOutcome, FactJudgement, SampleStatement, Usage } from '../../../src/passage.ts';
import { factScore } from '../../../src/scoring/fact-score.ts';
import { pooled, pooledText } from '../../../src/scoring/log-odds.ts';
import type { ScoredItem } from '../../../src/statistics/metric.ts';
import { factsToAsk } from '../../../src/verification/further-questions.ts';
import { supportOfAnswer } from '../../../src/verification/mark-answers.ts';
import { averaged } from '../../../src/verification/stated-verdict.ts';

export const LEVELS = ['passages', 'sentences', 'facts'] as const;
export type Level = (typeof LEVELS)[number];

/** Of a plain question by its name: the probability, from 0 to 1, that it is wrong. */
export type Plain = Record<string, number | null>;

export interface FactReading {
  /** Position of its sentence; null where it has none. */
  sentence: number | null;
  /** By the label; null where the label does not tell. */
  wrong: boolean | null;
  /** With the stated probabilities that it is right, one a draw that tells. */
  judged: Pick<FactJudgement, 'verdict' | 'draws'>;
  /** What each sample says of it. */
  stated: SampleStatement['says'][];
  /** Characters of the fact as it is shown without its tail. */
  characters: number;
  /** The answers to it; null where that was not asked, since something else tells the tail. */
  answered: { outcome: BlindOutcome | null; confidence: number; byJudge: boolean }[] | null;
  plain: Plain;
}

/** One passage whose facts were all asked about. */
export interface Reading {
  set: string;
  id: string;
  /** By its label; null where only sentences or facts have one. */
  wrong: boolean | null;
  /** The stated probabilities that it is right, one a draw. */
  whole: number[];
  sentences: { wrong: boolean | null; stated: number[]; plain: Plain }[];
  facts: FactReading[];
  plain: Plain;
  /** By the name of the prompt. */
  calls: Record<string, Usage>;
}

const { scoring, verification } = resolveConfig({ preset: 'default' });
const { judged, stated, answered } = scoring.weights;
/** Those of the preset `default`. */
export const WEIGHTS = { judged, stated, answered };

/** Whose probability ranks: a plain question, or the pooled parts. */
export type Rule =
  | string
  | {
      weights: typeof WEIGHTS;
      /** Which facts are asked about blindly; default: as the preset has it. */
      ask?: 'all';
      /** Whether what the judge states of whole sentences and of the passage is left out. */
      factsAlone?: true;
    };

export interface RuledItem extends ScoredItem {
  /** Position of its passage. */
  unit: number;
}

const mean = (draws: readonly number[]): number | null => averaged(draws).value;

const answeredPart = (draws: FactReading['answered']): number | null =>
  averaged((draws ?? []).map(({ outcome, confidence }) => outcome && supportOfAnswer(outcome, confidence)))
    .value;

/** A fact with its parts as probabilities. @param isAsked whether it was asked about blindly */
function rightOf(
  { judged, stated, answered }: FactReading,
  weights: typeof WEIGHTS,
  isAsked: boolean,
): number | null {
  const statements = stated.map((says) => ({ says, coverage: null }) as SampleStatement);
  return pooled([
    { value: mean(judged.draws), weight: weights.judged },
    { value: factScore(statements, () => 0), weight: weights.stated },
    { value: isAsked ? answeredPart(answered) : null, weight: weights.answered },
  ]);
}

/** Positions of the facts that are asked about. */
export function askedIn({ id, facts }: Reading, rule: Exclude<Rule, string>): Set<number> {
  const odds = facts.map((fact, index) => ({
    id: `${index}`,
    probability: rightOf(fact, rule.weights, false),
  }));
  const asked = factsToAsk(odds, { ...verification, ask: rule.ask ?? 'undecided' }, [0, id]);
  return new Set([...asked.keys()].map(Number));
}

interface Labelled {
  wrong: boolean | null;
  risk: number | null;
}

/** Nothing known is ½. */
const risk = (right: number | null): number => (right === null ? 0.5 : 1 - right);

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
  const asked = askedIn(reading, rule);
  const ofFacts = facts.map((fact, index) => rightOf(fact, rule.weights, asked.has(index)));
  const weight = rule.factsAlone ? 0 : rule.weights.judged;
  const ofSentences = sentences.map((sentence, position) =>
    pooledText(
      ofFacts.filter((_, index) => facts[index]?.sentence === position),
      { value: mean(sentence.stated), weight },
    ),
  );
  const passage = pooledText([...ofFacts, ...ofSentences], { value: mean(reading.whole), weight });
  return {
    passages: [{ wrong: reading.wrong, risk: risk(passage) }],
    sentences: sentences.map(({ wrong }, index) => ({ wrong, risk: risk(ofSentences[index] ?? null) })),
    facts: facts.map(({ wrong }, index) => ({ wrong, risk: risk(ofFacts[index] ?? null) })),
  };
}

/** Labelled items of a level that have a risk by every one of the rules, so that all rank the same ones; a list for each rule. */
export function itemsOf(readings: readonly Reading[], level: Level, rules: readonly Rule[]): RuledItem[][] {
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

/** Requests of a passage by a rule, but for a second one for questions that give each other away. */
export function requestsOf(reading: Reading, rule: Exclude<Rule, string>): number {
  const asked = [...askedIn(reading, rule)].flatMap((index) => reading.facts[index]?.answered ?? []);
  const fixed = ['judge-facts', 'judge-listed-facts', 'fact-support'];
  const known = fixed.reduce((sum, name) => sum + (reading.calls[name]?.requests ?? 0), 0);
  return known + Number(asked.length > 0) + Number(asked.some(({ byJudge }) => byJudge));
}
