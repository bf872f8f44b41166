/**
 * What the lexical checker is worth on published data: a response is as good as its worst sentence, the threshold
 * comes from the other articles. Figures: mean over five seeds of five folds by article. SHOW_FIGURES=1 prints them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { bestThreshold, type Objective } from '../../src/statistics/best-threshold.ts';
import { balancedAccuracy, confusionOf, f1, type PredictedItem } from '../../src/statistics/confusion.ts';
import { stratifiedFolds } from '../../src/statistics/folds.ts';
import { rocAuc } from '../../src/statistics/ranking.ts';
import type { Span } from '../../src/passage.ts';
import type { ReferenceChecker } from '../../src/reference/checker.ts';
import { createLexicalChecker } from '../../src/local/lexical-checker.ts';
import { splitSentences } from '../../src/english/sentences.ts';

const DATA = new URL('../../../shared/data/', import.meta.url);
const SEEDS = [0, 1, 2, 3, 4];

/** A response with its references; `unit` is shared by the responses to one article. */
interface Response {
  source: string;
  sentences: string[];
  references: string[];
  positive: boolean;
  spans: Span[];
  /** Of the sentences, where spans are labelled. */
  places: Span[];
}

interface Scored {
  unit: number;
  positive: boolean;
  /** 1 − the smallest support of a sentence; 0 where no sentence says anything. */
  score: number;
  response: Response;
  risks: number[];
}

const rows = (name: string) =>
  readFileSync(new URL(name, DATA), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

const slices = (text: string, spans: readonly Span[]): string[] =>
  spans.map(({ start, end }) => text.slice(start, end));

const plain = { spans: [], places: [] };

const summEval = (): Response[] =>
  rows('summeval/summeval.jsonl').map(({ source, summary, consistency }) => ({
    source,
    sentences: slices(summary, splitSentences(summary)),
    references: [source],
    positive: consistency < 5,
    ...plain,
  }));

/** Consistent only if most of the three votes on every sentence are yes. */
const qags = (name: string): Response[] =>
  rows(`qags/mturk_${name}.jsonl`).map(({ article, summary_sentences: sentences }) => ({
    source: article,
    sentences: sentences.map(({ sentence }: { sentence: string }) => sentence),
    references: [article],
    positive: sentences.some(
      ({ responses }: { responses: { response: string }[] }) =>
        responses.filter(({ response }) => response === 'yes').length < 2,
    ),
    ...plain,
  }));

function ragTruth(): Response[] {
  const sources = new Map(rows('ragtruth/source_info.jsonl').map((row) => [row.source_id, row.source_info]));
  return rows('ragtruth/response.jsonl').map(({ source_id: source, response, labels }) => {
    const places = splitSentences(response);
    return {
      source,
      sentences: slices(response, places),
      references: (sources.get(source).passages as string)
        .split(/^passage \d+:/m)
        .filter((text) => text.trim() !== ''),
      positive: labels.length > 0,
      spans: labels,
      places,
    };
  });
}

async function scored(responses: readonly Response[], checker: ReferenceChecker): Promise<Scored[]> {
  const units = [...new Set(responses.map(({ source }) => source))];
  const result: Scored[] = [];
  for (const response of responses) {
    const { references, sentences, positive, source } = response;
    const statements = sentences.map((text) => ({ text }));
    const checks = await checker.check({ question: '', statements, references });
    const risks = checks.map(({ value }) => (value === null ? 0 : 1 - value));
    const score = Math.max(0, ...risks);
    result.push({ unit: units.indexOf(source), positive, score, response, risks });
  }
  return result;
}

/** Items with the predictions of thresholds that were chosen on the other folds. */
function outOfFold(items: readonly Scored[], objective: Objective, seed: number): PredictedItem[] {
  const foldOf = stratifiedFolds(items, { seed, folds: 5 });
  const thresholds = [0, 1, 2, 3, 4].map((fold) =>
    bestThreshold(
      items.filter((_, index) => foldOf[index] !== fold),
      objective,
    ),
  );
  return items.map(({ positive, score }, index) => ({
    positive,
    predicted: score > (thresholds[foldOf[index] as number] as number),
  }));
}

function figures(items: readonly Scored[], objective: 'f1' | 'balancedAccuracy') {
  const metric = { f1, balancedAccuracy }[objective];
  const threshold = bestThreshold(items, objective) as number;
  const inSample = items.map(({ positive, score }) => ({ positive, predicted: score > threshold }));
  return {
    auc: rocAuc(items).value as number,
    inSample: metric(confusionOf(inSample)).value as number,
    outOfFold: mean(
      SEEDS.map((seed) => metric(confusionOf(outOfFold(items, objective, seed))).value as number),
    ),
  };
}

/**
 * F1 of characters: labelled spans against sentences whose risk is above a threshold, the one that serves the
 * sentences of the other folds best, where a sentence is positive that meets a labelled span.
 */
function spanF1(items: readonly Scored[], seed: number): number {
  const foldOf = stratifiedFolds(items, { seed, folds: 5 });
  const counts = { both: 0, labelled: 0, called: 0 };
  for (const fold of [0, 1, 2, 3, 4]) {
    const others = items.filter((_, index) => foldOf[index] !== fold);
    const threshold = bestThreshold(others.flatMap(sentenceItems), 'f1') as number;
    for (const item of items.filter((_, index) => foldOf[index] === fold)) {
      const { labelled, called } = characters(item, threshold);
      counts.labelled += labelled.size;
      counts.called += called.size;
      counts.both += [...called].filter((place) => labelled.has(place)).length;
    }
  }
  return (2 * counts.both) / (counts.labelled + counts.called);
}

const sentenceItems = ({ response, risks }: Scored) =>
  response.places.map(({ start, end }, index) => ({
    score: risks[index] as number,
    positive: response.spans.some((span) => span.start < end && span.end > start),
  }));

function characters({ response, risks }: Scored, threshold: number) {
  const of = (spans: readonly Span[]) =>
    new Set(spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, k) => start + k)));
  const called = response.places.filter((_, index) => (risks[index] as number) > threshold);
  return { labelled: of(response.spans), called: of(called) };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe.skipIf(!existsSync(DATA))('the lexical checker on published data (needs ../shared/data)', () => {
  const checker = createLexicalChecker();
  const sets: Record<string, Scored[]> = {};

  beforeAll(async () => {
    sets.summEval = await scored(summEval(), checker);
    sets.cnnDm = await scored(qags('cnndm'), checker);
    sets.xSum = await scored(qags('xsum'), checker);
    sets.ragTruth = await scored(ragTruth(), checker);
    if (process.env.SHOW_FIGURES) show(sets);
  });

  it.each([
    ['summEval', 0.79, 0.7],
    ['cnnDm', 0.8, 0.7],
    ['xSum', 0.68, 0.58],
  ])('%s: ROC-AUC above %d, balanced accuracy above %d', (name, auc, accuracy) => {
    const found = figures(sets[name] as Scored[], 'balancedAccuracy');
    expect(found.auc).toBeGreaterThan(auc);
    expect(found.outOfFold).toBeGreaterThan(accuracy);
  });

  it('RAGTruth QA: response F1 above the 45.6 of a GPT-4-turbo prompt, far above calling everything', () => {
    const items = sets.ragTruth as Scored[];
    const everything = f1(confusionOf(items.map(({ positive }) => ({ positive, predicted: true }))));
    expect(everything.value).toBeCloseTo(0.266, 3);
    const found = figures(items, 'f1');
    expect(found.auc).toBeGreaterThan(0.8);
    expect(found.outOfFold).toBeGreaterThan(0.456);
  });

  it('RAGTruth QA: characters of whole sentences', () => {
    expect(mean(SEEDS.map((seed) => spanF1(sets.ragTruth as Scored[], seed)))).toBeGreaterThan(0.28);
  });
});

function show(sets: Record<string, Scored[]>): void {
  const write = (row: object) => process.stdout.write(`${JSON.stringify(row)}\n`);
  for (const [set, items] of Object.entries(sets)) {
    const objective = set === 'ragTruth' ? 'f1' : 'balancedAccuracy';
    const threshold = 1 - (bestThreshold(items, objective) as number);
    write({ set, items: items.length, objective, ...figures(items, objective), threshold });
  }
  write({ spanF1: mean(SEEDS.map((seed) => spanF1(sets.ragTruth as Scored[], seed))) });
}
