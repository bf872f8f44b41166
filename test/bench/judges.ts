/**
 * A judge beside samples, on claims with recorded confidences: `npm run judges -- FOLDER [--write docs/judging.md]`.
 *
 * FOLDER holds graph_uncertainty/ and wikibio/. The confidence that the model which wrote the answers states of each claim,
 * or what SelfCheckGPT's prompt makes of each sentence, stands for the judgement, the score of the preset `local` for what
 * samples say. Both are pooled in log odds, that of `local` as agreement-odds.ts has it. Prints Markdown, or writes it
 * between the marks of a document.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDataset } from '../../datasets/index.ts';
import { readRecordedScores } from '../../src/benchmark/recorded-scores.ts';
import { randomFor, shuffled } from '../../src/common/random.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { threeDecimals } from '../../src/format/figures.ts';
import { fitPooling } from '../../src/benchmark/calibrate/refit-pooling.ts';
import { agreementOdds } from '../../src/scoring/agreement-odds.ts';
import { logit, probabilityOfOdds } from '../../src/scoring/log-odds.ts';
import { fittedOnOthers } from '../../src/statistics/folds.ts';
import { fitLogistic } from '../../src/statistics/logistic-regression.ts';
import type { ScoredItem } from '../../src/statistics/metric.ts';
import { rocAuc } from '../../src/statistics/ranking.ts';
import { mean } from '../../src/statistics/summary.ts';
import { compactTable } from './bench-table.ts';
import { gain, type RankedItem, SEED } from './compared.ts';
import { verdictsOnLabelled } from './verdicts-of.ts';
import { writeBetween } from './write-between.ts';
import { centralityOf, coverageOf, passedBetween } from './graph-signals.ts';

const FOLDS = 5;
const LABELLED = 30;
const REPEATS = 20;
const FLIPS = [0, 0.1, 0.25, 0.5];

interface Claim {
  /** Its passage. */
  unit: number;
  positive: boolean;
  /** Log odds that it is right: stated by the judge, and by samples. */
  odds: readonly [judged: number, samples: number];
  /** By `local`. */
  score: number;
  /** By graph-signals.ts; probabilities or shares, high = right. */
  signals: Record<Signal, number>;
}

type Signal = 'coverage' | 'centrality' | 'passed';

/** Where the judge's risks stand, and what they are of. */
interface Judged {
  file: string;
  /** Default: `file`. */
  scores?: string;
  method: string;
  of: 'claims' | 'sentences';
}

async function claimsOf(
  { file, scores: scoreFile = file, method: name, of }: Judged,
  samples?: number,
): Promise<Claim[]> {
  const { passages } = await openDataset({ path: file });
  const recorded = readRecordedScores(readFileSync(scoreFile, 'utf8'), { source: scoreFile, passages });
  const method = recorded.methods.find(({ method }) => method === name);
  const stated = new Map(method?.scores.map((row) => [row.id, row[of]]));
  const detector = createDetector({
    preset: 'local',
    ...(samples !== undefined && { sampling: { limit: samples } }),
  });
  const verdicts = await verdictsOnLabelled(detector, passages);
  await detector.close();
  return passages.flatMap(({ passage, ...gold }, unit) => {
    const labels = (gold[of] ?? []).map(({ label }) => label);
    const scores = labels.map((_, index) => verdicts[unit]?.[of][index]?.score ?? null);
    const { response = '', sentences = [] } = passage;
    const texts =
      of === 'claims'
        ? (passage.claims ?? [])
        : sentences.map(({ start, end }) => response.slice(start, end));
    const coverage = coverageOf(texts, passage.samples ?? []);
    const centrality = centralityOf(coverage);
    const passed = passedBetween(
      texts,
      scores.map((score) => score ?? 0.5),
    );
    return labels.flatMap((label, index): Claim[] => {
      const risk = stated.get(passage.id)?.[index] ?? null;
      const score = scores[index] ?? null;
      if (label === null || risk === null || score === null) return [];
      const signals = {
        coverage: mean(coverage[index] ?? []) ?? 0,
        centrality: centrality[index] as number,
        passed: passed[index] as number,
      };
      const odds = [logit(1 - risk), agreementOdds(score) as number] as const;
      return [{ unit, positive: label === 'non-factual', odds, score, signals }];
    });
  });
}

/** Risk by weights, high = wrong. */
const scored = (claims: readonly Claim[], weights: readonly number[]): RankedItem[] =>
  claims.map(({ unit, odds, positive }) => ({
    ...{ unit, positive },
    score: -odds.reduce((sum, value, part) => sum + value * (weights[part] as number), 0),
  }));

/** By `local` alone, however low or high. */
const byLocal = (claims: readonly Claim[]): RankedItem[] =>
  claims.map(({ unit, positive, score }) => ({ unit, positive, score: -score }));

const auc = (items: readonly ScoredItem[]): number => rocAuc(items).value ?? Number.NaN;

/** Weights of the judge beside weight 1 of the samples. */
const RATIOS = [0, 0.05, 0.1, 0.25, 0.5, 1, 2, 4];

/** The ratio that ranks claims best; of equals the least. */
function bestRatio(claims: readonly Claim[]): number {
  const values = RATIOS.map((ratio) => auc(scored(claims, [ratio, 1])));
  return RATIOS[values.indexOf(Math.max(...values))] as number;
}

/** Each claim by the ratio that is best on the passages of the other folds. */
function crossFitted(claims: readonly Claim[]): RankedItem[] {
  const ratios = fittedOnOthers(claims, { seed: SEED, folds: FOLDS }, bestRatio);
  return claims.flatMap((claim, index) => scored([claim], [ratios[index] as number, 1]));
}

/** How steep the log odds of labels are in those of `local`, and where they are those of the whole set. */
function slopes(sets: ReadonlyMap<string, readonly Claim[]>): string {
  const rows = [...sets].map(([name, claims]) => {
    const right = claims.filter(({ positive }) => !positive).length / claims.length;
    const [offset, slope] = fitLogistic(
      claims.map(({ score, positive }) => ({ x: [1, logit(score)], target: Number(!positive) })),
      [0, 0],
    ) as [number, number];
    return [name, slope.toFixed(1), threeDecimals(probabilityOfOdds((logit(right) - offset) / slope))];
  });
  return compactTable([['set', 'slope', 'F_a that tells nothing'], ...rows]);
}

function comparison(sets: ReadonlyMap<string, Claim[]>): string {
  const rows = [...sets].map(([name, claims]) => {
    const [judged, samples] = [scored(claims, [1, 0]), byLocal(claims)];
    const better = auc(judged) > auc(samples) ? judged : samples;
    const others = [...sets].filter(([other]) => other !== name).flatMap(([, own]) => own);
    const elsewhere = scored(claims, [bestRatio(others), 1]);
    const equal = scored(claims, [1, 1]);
    const crossed = crossFitted(claims);
    return [
      ...[`${name} (${claims.length})`, threeDecimals(auc(judged)), threeDecimals(auc(samples))],
      ...[threeDecimals(auc(equal)), gain(equal, better)],
      ...[threeDecimals(auc(crossed)), gain(crossed, better), threeDecimals(auc(elsewhere))],
    ];
  });
  const head = ['set', 'judge', 'samples', 'pooled, weights 1 and 1', 'against the better part'];
  const ratios = ['ratio from the other folds', 'against the better part', 'ratio from the other sets'];
  return compactTable([[...head, ...ratios], ...rows]);
}

/** Claims of which a share of the verdicts is turned round, and weights from a few labelled passages. */
function weakened(sets: ReadonlyMap<string, Claim[]>): string {
  const rows = [...sets].flatMap(([name, claims]) => {
    const units = [...new Set(claims.map(({ unit }) => unit))];
    return FLIPS.map((share) => {
      const runs = Array.from({ length: REPEATS }, (_, repeat) => {
        const random = randomFor(SEED, 'flip', name, share, repeat);
        const own = claims.map((claim): Claim => {
          const [judge, samples] = claim.odds;
          return random() < share ? { ...claim, odds: [-judge, samples] } : claim;
        });
        const order = shuffled(units, randomFor(SEED, 'labelled', name, repeat));
        const labelled = new Set(order.slice(0, LABELLED));
        const rows = own.filter(({ unit }) => labelled.has(unit));
        const { weights } = fitPooling(
          rows.map(({ odds, positive }) => ({ odds, isRight: !positive })),
          2,
        );
        const rest = own.filter(({ unit }) => !labelled.has(unit));
        return {
          judged: auc(scored(rest, [1, 0])),
          samples: auc(byLocal(rest)),
          equal: auc(scored(rest, [1, 1])),
          pooled: auc(scored(rest, weights)),
          weight: weights[0] as number,
        };
      });
      const aucs = (['judged', 'samples', 'equal', 'pooled'] as const).map((key) =>
        threeDecimals(mean(runs.map((one) => one[key]))),
      );
      return [
        name,
        `${100 * share} %`,
        ...aucs,
        (mean(runs.map(({ weight }) => weight)) as number).toFixed(2),
      ];
    });
  });
  const head = ['set', 'verdicts turned round', 'judge', 'samples', 'weights 1 and 1'];
  return compactTable([[...head, `calibrated on ${LABELLED} passages`, 'weight of the judge'], ...rows]);
}

/** Signals of a graph against the same without one. */
function graphSignals(sets: ReadonlyMap<string, Claim[]>): string {
  const rows = [...sets].map(([name, claims]) => {
    const by = (signal: Signal) =>
      claims.map(({ unit, positive, signals }) => ({ unit, positive, score: -signals[signal] }));
    const samples = byLocal(claims);
    const [coverage, centrality, passed] = [by('coverage'), by('centrality'), by('passed')];
    return [
      ...[name, threeDecimals(auc(coverage)), threeDecimals(auc(centrality)), gain(centrality, coverage)],
      ...[threeDecimals(auc(samples)), threeDecimals(auc(passed)), gain(passed, samples)],
    ];
  });
  const head = ['set', 'words held by samples, mean', 'centrality', 'gain'];
  return compactTable([[...head, '`local`', 'passed between claims that share a name', 'gain'], ...rows]);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } });
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: npm run judges -- FOLDER [--write docs/judging.md]');
const place = join(folder, 'graph_uncertainty');
const wikibio = (name: string) => join(folder, 'wikibio', name);
const sets = new Map<string, Claim[]>();
for (const name of readdirSync(place).toSorted()) {
  const judged = { file: join(place, name), method: 'verbalized (recorded)', of: 'claims' } as const;
  sets.set(name.startsWith('factscore') ? 'biographies, GPT-3.5' : 'PopQA, GPT-4', await claimsOf(judged));
}
const ofWikibio: Judged = {
  file: wikibio('wiki_bio_gpt3_hallucination.json'),
  scores: wikibio('recorded_sentence_scores.json'),
  ...{ method: 'kaist_prompt_gemma4-31B', of: 'sentences' },
};
const WIKIBIO = 'WikiBio sentences, 31B model';
sets.set(WIKIBIO, await claimsOf(ofWikibio));
const ofFewer = new Map([...sets].map(([name, claims]) => [`${name}, all samples`, claims]));
for (const count of [1, 2, 3, 5]) {
  const name = `${WIKIBIO}, ${count} ${count === 1 ? 'sample' : 'samples'}`;
  ofFewer.set(name, await claimsOf(ofWikibio, count));
}
const text = [
  'Logistic regressions of labels on the log odds of `local`:',
  slopes(ofFewer),
  'A judge beside the agreement of the samples:',
  comparison(sets),
  `Weights fitted on ${LABELLED} labelled passages, ROC-AUC on the others, mean of ${REPEATS} draws:`,
  weakened(sets),
  'Signals of a graph of claims and samples (`test/bench/graph-signals.ts`), ROC-AUC:',
  graphSignals(sets),
].join('\n\n');
if (values.write === undefined) console.log(text);
else writeBetween(values.write, 'judges', text);
