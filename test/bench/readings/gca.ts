/** What the preset `gca` made of passages that `default` was read for, too: recorded from a run, and as Markdown. */
import type { Component, PassageVerdict } from '../../../src/passage.ts';
import { threeDecimals } from '../../../src/format/figures.ts';
import { recordedRun } from '../../../src/run/recorded-run.ts';
import { logit, partProbability, probabilityOfOdds } from '../../../src/scoring/log-odds.ts';
import { rocAuc } from '../../../src/statistics/ranking.ts';
import { type RankedItem, rankingTable } from '../compared.ts';
import { itemsOf, type Level, type Reading, type Rule, WEIGHTS } from './readings.ts';
import { type Labels, labelsOfRun, sentenceOf, wrongBy } from './record.ts';

export const GCA_FILE = new URL('gca.jsonl', import.meta.url);

/** The parts of the score that the preset weighs, as the tables name them. */
const PARTS = { head: 'S_h', relation: 'S_r', tail: 'S_t', consistency: 'C', stated: 'samples' } as const;
type Part = keyof typeof PARTS & Component;
const partNames = Object.keys(PARTS) as Part[];

/** Supports from 0 to 1, null where there is none. */
type Supports = Record<Part, number | null>;

/** One passage. */
export interface GcaReading {
  set: string;
  id: string;
  wrong: boolean | null;
  score: number | null;
  sentences: { wrong: boolean | null; score: number | null }[];
  facts: {
    sentence: number | null;
    wrong: boolean | null;
    score: number | null;
    isFlagged: boolean;
    parts: Supports;
  }[];
  requests: number;
  inputTokens: number;
}

/** @param labelled as of `readingsOf` */
export async function gcaReadingsOf(set: string, folder: string, labelled?: string): Promise<GcaReading[]> {
  const run = await recordedRun(folder, { cwd: process.cwd(), stderr: process.stderr });
  const labels = await labelsOfRun(run, labelled);
  return run.verdicts.map((verdict) => gcaReadingOf(set, verdict, labels(verdict.passage.id)));
}

export function gcaReadingOf(set: string, verdict: PassageVerdict, labels: Labels): GcaReading {
  const { passage, score, sentences, triples, usage } = verdict;
  const wrong = wrongBy(labels, verdict);
  return {
    ...{ set, id: passage.id, wrong: wrong.passage, score },
    sentences: sentences.map((one, index) => ({ wrong: wrong.sentences[index] ?? null, score: one.score })),
    facts: triples.map(({ triple, score, label, components }, index) => ({
      sentence: sentenceOf(verdict, triple),
      wrong: wrong.facts[index] ?? null,
      score,
      isFlagged: label === 'hallucinated',
      parts: Object.fromEntries(
        partNames.map((name) => [name, partProbability(components, name, 'mean')]),
      ) as Supports,
    })),
    requests: usage.requests,
    inputTokens: usage.inputTokens,
  };
}

/** Risks of the items of one passage, of passages and sentences by the least supported of their facts; ½ where the part has no value. */
function risksBy(part: Part, { facts, sentences }: GcaReading, level: Level): number[] {
  const risk = (among: GcaReading['facts']) => {
    const known = among.map(({ parts }) => parts[part]).filter((value) => value !== null);
    return known.length === 0 ? 0.5 : 1 - Math.min(...known);
  };
  if (level === 'facts') return facts.map((fact) => risk([fact]));
  if (level === 'passages') return [risk(facts)];
  return sentences.map((_, position) => risk(facts.filter(({ sentence }) => sentence === position)));
}

const scored = (one: GcaReading, level: Level): { wrong: boolean | null; score: number | null }[] =>
  level === 'passages' ? [one] : one[level];

/** Labelled items by what `risks` says of those of each passage. */
function itemsBy(
  of: readonly GcaReading[],
  level: Level,
  risks: (one: GcaReading) => number[],
): RankedItem[] {
  return of.flatMap((one, unit) => {
    const scores = risks(one);
    return scored(one, level).flatMap(({ wrong }, index) =>
      wrong === null ? [] : [{ unit, positive: wrong, score: scores[index] ?? 0.5 }],
    );
  });
}

/** Log odds of two rankings of the same items, the second weighed by half. */
const pooled = (items: readonly RankedItem[], others: readonly RankedItem[]): RankedItem[] =>
  items.map((item, index) => ({
    ...item,
    score: probabilityOfOdds(logit(item.score) + logit(others[index]?.score ?? 0.5) / 2),
  }));

const DEFAULT: Rule = { weights: { ...WEIGHTS, answered: 0 } };

/** Passages or sentences, which are the same for both presets. */
function rankings(of: readonly GcaReading[], readings: readonly Reading[], level: Level): string[] {
  const [own = []] = itemsOf(readings, level, [DEFAULT]);
  const byScore = itemsBy(of, level, (one) => scored(one, level).map(({ score }) => 1 - (score ?? 0.5)));
  const byPart = partNames.map(
    (part) => [PARTS[part], itemsBy(of, level, (one) => risksBy(part, one, level))] as const,
  );
  return rankingTable(level, [
    ['`default`', own],
    ['`gca`', byScore],
    ...byPart.map(([name, items]) => [`${name} alone`, items] as const),
    ...byPart.map(([name, items]) => [`\`default\` and half of ${name}`, pooled(own, items)] as const),
  ]);
}

/** The facts of `gca` are its own. */
function factLines(of: readonly GcaReading[]): string[] {
  const aucBy = (risks: (one: GcaReading) => number[]) => rocAuc(itemsBy(of, 'facts', risks)).value;
  const whole = aucBy(({ facts }) => facts.map(({ score }) => 1 - (score ?? 0.5)));
  if (whole === null) return [];
  const parts = partNames.map(
    (part) => `${PARTS[part]} ${threeDecimals(aucBy((one) => risksBy(part, one, 'facts')))}`,
  );
  const facts = of.flatMap((one) => one.facts);
  const flagged = (isWrong: boolean) => {
    const own = facts.filter(({ wrong }) => wrong === isWrong);
    return `${own.filter(({ isFlagged }) => isFlagged).length} of ${own.length}`;
  };
  return [
    `Its own facts: ROC-AUC ${threeDecimals(whole)} (${parts.join(', ')}); it flags ${flagged(true)} that are wrong by their labels, and ${flagged(false)} others.`,
  ];
}

const CONDITIONS = [
  'Who took the texts apart, held facts against samples, prepared the questions, answered each of the three tasks and marked the',
  'answers were different readers. They had at most three samples a passage; beside them stand the readings of `default` above,',
  'which had none on phd. A part by itself ranks by the least supported fact that has a value; ½ where none has.',
].join(' ');

export function besideGca(readings: readonly Reading[], ofGca: readonly GcaReading[]): string[] {
  const sets = [...new Set(ofGca.map(({ set }) => set))];
  const sections = sets.flatMap((set) => {
    const of = ofGca.filter((one) => one.set === set);
    const same = of.flatMap(({ id }) => readings.find((one) => one.set === set && one.id === id) ?? []);
    const perPassage = (count: (one: GcaReading) => number) =>
      of.reduce((sum, one) => sum + count(one), 0) / of.length;
    return [
      `**${set}**, ${of.length} of its passages by \`gca\`: ${perPassage(({ requests }) => requests).toFixed(1)} requests a passage of ${perPassage(({ inputTokens }) => inputTokens).toFixed(0)} tokens.`,
      ...(['passages', 'sentences'] as const).flatMap((level) => rankings(of, same, level)),
      ...factLines(of),
    ];
  });
  return sections.length === 0
    ? []
    : [`### The preset \`gca\` on some of these passages\n\n${CONDITIONS}`, ...sections];
}
