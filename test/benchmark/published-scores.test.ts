/** The metrics against figures known from elsewhere: recorded scores of other detectors on the published data. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDataset } from '../../datasets/open-dataset.ts';
import { confusionOf, f1 } from '../../src/benchmark/confusion.ts';
import { pearson } from '../../src/benchmark/correlation.ts';
import { passageMetrics } from '../../src/benchmark/passage-metrics.ts';
import { sentenceMetrics } from '../../src/benchmark/sentence-metrics.ts';

const data = '../shared/data';
const json = (path: string) => JSON.parse(readFileSync(`${data}/${path}`, 'utf8'));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const allPositiveF1 = (labels: readonly (string | null)[]) =>
  f1(confusionOf(labels.map((label) => ({ predicted: true, positive: label === 'non-factual' })))).value;

describe.skipIf(!existsSync(`${data}/wikibio`))(`WikiBio (needs ${data})`, () => {
  it('gives calling all non-factual the published F1: 97.4, and 88.9 on sub-WikiBio', async () => {
    const { passages } = await openDataset({ path: `${data}/wikibio/wiki_bio_gpt3_hallucination.json` });
    const subset = new Set((json('wikibio/sub_wikibio_ids.json') as number[]).map(String));
    const inSubset = passages.filter(({ passage }) => subset.has(passage.id));
    expect(inSubset).toHaveLength(30);
    expect(allPositiveF1(passages.map(({ label }) => label))).toBeCloseTo(0.974, 3);
    expect(allPositiveF1(inSubset.map(({ label }) => label))).toBeCloseTo(0.889, 3);
  });

  it.each([
    ['2jimoo_nli', [0.916, 0.628, 0.809, 0.713]],
    ['kaist_prompt_gemma4-31B', [0.902, 0.661, 0.812, 0.695]],
  ])('gives the recorded scores of %s the figures known for them', async (method, expected) => {
    const { passages } = await openDataset({ path: `${data}/wikibio/wiki_bio_gpt3_hallucination.json` });
    const recorded = json('wikibio/recorded_sentence_scores.json')[method] as Record<string, number[]>;
    const scored = passages.flatMap(({ passage, sentences = [] }) => {
      const scores = recorded[passage.id];
      return scores ? { scores, sentences } : [];
    });
    const items = scored.map(({ scores, sentences }) =>
      sentences.map(({ label }, index) => ({
        score: scores[index] as number,
        positive: label === 'non-factual',
      })),
    );
    const { nonFactualAp, factualAp, rocAuc } = sentenceMetrics(items, { seed: 1 });
    const passageScores = scored.map(({ scores }) => mean(scores));
    const gold = scored.map(({ sentences }) => mean(sentences.map(({ score }) => score)));
    const figures = [nonFactualAp, factualAp, rocAuc, pearson(passageScores, gold).value];
    expect(figures.map((figure) => figure?.toFixed(3))).toEqual(expected.map((figure) => figure.toFixed(3)));
  });
});

describe.skipIf(!existsSync(`${data}/phd`))(`PHD (needs ${data})`, () => {
  it('gives calling all non-factual the published F1 of 41.4, and recorded NLI scores their AUC', async () => {
    const { passages } = await openDataset({ path: `${data}/phd/phd_with_samples.json` });
    expect(allPositiveF1(passages.map(({ label }) => label))).toBeCloseTo(0.414, 2);
    const recorded = json('phd/recorded_scores.json') as {
      entity: string;
      selfcheck_nli_sentence_scores: number[];
    }[];
    const supports = new Map(recorded.map((row) => [row.entity, mean(row.selfcheck_nli_sentence_scores)]));
    const items = passages.map(({ passage, label }) => ({
      score: -(supports.get(passage.id) as number),
      predicted: true,
      positive: label === 'non-factual',
      gold: null,
    }));
    expect(passageMetrics(items, { seed: 1, threshold: null }).rocAuc).toBeCloseTo(0.691, 3);
  });
});
