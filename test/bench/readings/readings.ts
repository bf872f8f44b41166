/** Recorded readings, and what each rule makes of them. */
import { resolveConfig } from '../../../src/config/resolve.ts';
import { pooled, pooledPassage } from '../../../src/scoring/log-odds.ts';
import type { ScoredItem } from '../../../src/statistics/metric.ts';

/** Parts of evidence in the order of their values. */
export const PARTS = ['judged', 'stated', 'head', 'tail'] as const;
export type Part = (typeof PARTS)[number];
export type Weights = Record<Part, number>;
/** Those of the preset `default`. */
export const WEIGHTS: Weights = resolveConfig({ preset: 'default' }).scoring.weights;

/** What a plain question said of it: the probability, from 0 to 1, that it is wrong; null where it was not put. */
interface Asked {
  askPassage: number | null;
  askSentences: number | null;
}

interface Fact {
  /** Probabilities that it is right, one a part; null where a part has no value. */
  parts: Record<Part, number | null>;
  /** By the label; null where the label does not tell. */
  wrong: boolean | null;
  asked: Asked;
}

export interface Reading {
  set: 'phd' | 'wikibio' | 'planted';
  id: string;
  /** By the label of the passage; null where only its sentences or facts have one. */
  wrong: boolean | null;
  asked: Asked;
  /** Probability that the passage is right, as the judge states it. */
  whole: number | null;
  facts: Fact[];
  /** With the positions of their facts. */
  sentences: { wrong: boolean; asked: Asked; facts: number[] }[];
  requests: number;
}

/** Whose probability ranks: a plain question, or the pooled parts. */
export type Rule = keyof Asked | { weights: Weights };

export interface RuledItem extends ScoredItem {
  /** Position of its passage. */
  unit: number;
}

/** 1 − P of a fact; null where no part with a weight has a value. */
function factRisk({ parts, asked }: Fact, rule: Rule): number | null {
  if (typeof rule === 'string') return asked[rule];
  const right = pooled(PARTS.map((part) => ({ value: parts[part], weight: rule.weights[part] })));
  return right === null ? null : 1 - right;
}

const worst = (risks: readonly (number | null)[]): number | null =>
  risks.reduce((most, risk) => (risk !== null && (most === null || risk > most) ? risk : most), null);

function passageRisk({ asked, facts, whole }: Reading, rule: Rule): number | null {
  if (typeof rule === 'string') return asked[rule];
  const right = facts.map((fact) => factRisk(fact, rule)).map((risk) => (risk === null ? null : 1 - risk));
  const passage = pooledPassage(right, whole, rule.weights.judged);
  return passage === null ? null : 1 - passage;
}

interface Labelled {
  wrong: boolean;
  risk: (rule: Rule) => number | null;
}

function labelledOf(reading: Reading, level: 'passages' | 'sentences' | 'facts'): Labelled[] {
  const labelled = (wrong: boolean | null, risk: Labelled['risk']): Labelled[] =>
    wrong === null ? [] : [{ wrong, risk }];
  if (level === 'passages') return labelled(reading.wrong, (rule) => passageRisk(reading, rule));
  if (level === 'facts')
    return reading.facts.flatMap((fact) => labelled(fact.wrong, (rule) => factRisk(fact, rule)));
  return reading.sentences.flatMap(({ wrong, asked, facts }) =>
    labelled(wrong, (rule) =>
      typeof rule === 'string'
        ? asked[rule]
        : worst(
            facts.flatMap((position) => reading.facts[position] ?? []).map((fact) => factRisk(fact, rule)),
          ),
    ),
  );
}

/** Labelled items of a level that have a risk by every one of the rules, so that all rank the same ones; a list for each rule. */
export function itemsOf(
  readings: readonly Reading[],
  level: 'passages' | 'sentences' | 'facts',
  rules: readonly Rule[],
): RuledItem[][] {
  const rows = readings.flatMap((reading, unit) =>
    labelledOf(reading, level).map(({ wrong, risk }) => ({ unit, positive: wrong, risks: rules.map(risk) })),
  );
  const complete = rows.filter(({ risks }) => risks.every((risk) => risk !== null));
  return rules.map((_, index) =>
    complete.map(({ unit, positive, risks }) => ({ unit, positive, score: risks[index] as number })),
  );
}
