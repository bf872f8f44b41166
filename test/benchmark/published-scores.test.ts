/** The metrics against figures known from elsewhere: recorded scores of other detectors on the published data. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDataset } from '../../datasets/open-dataset.ts';
import type { MetricName } from '../../src/benchmark/benchmark-report.ts';
import { readRecordedScores } from '../../src/benchmark/recorded-scores.ts';
import { runBenchmark } from '../../src/benchmark/run-benchmark.ts';
import type { ThresholdProtocol } from '../../src/benchmark/threshold-protocols.ts';

const data = '../shared/data';
const read = (path: string) => readFileSync(`${data}/${path}`, 'utf8');

/** The report on recorded scores, and what was odd about them. */
async function recorded(dataset: string, files: readonly string[], threshold?: ThresholdProtocol) {
  const { passages } = await openDataset({ path: `${data}/${dataset}` });
  const scores = files.map((file) => readRecordedScores(read(file), { source: file, passages }));
  const methods = scores.flatMap((one) => one.methods);
  const report = runBenchmark({ dataset, passages, methods, seed: 1, ...(threshold && { threshold }) });
  return { report, passages, notes: scores.flatMap((one) => one.notes) };
}

const WIKIBIO = 'wikibio/wiki_bio_gpt3_hallucination.json';
const WIKIBIO_SCORES = 'wikibio/recorded_sentence_scores.json';

describe.skipIf(!existsSync(`${data}/wikibio`))(`WikiBio (needs ${data})`, () => {
  it('gives calling all non-factual the published F1: 97.4, and 88.9 on sub-WikiBio', async () => {
    const { passages } = await openDataset({ path: `${data}/${WIKIBIO}` });
    const subset = new Set((JSON.parse(read('wikibio/sub_wikibio_ids.json')) as number[]).map(String));
    const inSubset = passages.filter(({ passage }) => subset.has(passage.id));
    expect(inSubset).toHaveLength(30);
    const f1Of = (list: typeof passages) =>
      runBenchmark({ dataset: '', passages: list, methods: [], seed: 1 }).methods.allPositive?.levels.passage
        ?.metrics.f1;
    expect(f1Of(passages)).toBeCloseTo(0.974, 3);
    expect(f1Of(inSubset)).toBeCloseTo(0.889, 3);
  });

  it('gives the recorded scores the figures known for them, on sentences and passages', async () => {
    const { report, notes } = await recorded(WIKIBIO, [WIKIBIO_SCORES]);
    expect(notes).toEqual([]);
    expect(Object.keys(report.methods)).toHaveLength(13);
    const figures = (method: string) => {
      const { sentence, passage } = report.methods[method]?.levels ?? {};
      const names: MetricName[] = ['averagePrecision', 'factualAveragePrecision', 'rocAuc'];
      return [...names.map((name) => sentence?.metrics[name]), passage?.metrics.pearson].map((figure) =>
        figure?.toFixed(3),
      );
    };
    expect(figures('2jimoo_nli')).toEqual(['0.916', '0.628', '0.809', '0.713']);
    expect(figures('kaist_prompt_gemma4-31B')).toEqual(['0.902', '0.661', '0.812', '0.695']);
  });

  it('gives BERTScore at T = µ nearly the published F1 of 71.0 and accuracy of 57.1, half of the set being here', async () => {
    const { report } = await recorded(WIKIBIO, [WIKIBIO_SCORES], { rule: 'mean-variance', k: 0 });
    const { f1, accuracy } = report.methods['2jimoo_bertscore']?.levels.passage?.metrics ?? {};
    expect(f1?.toFixed(3)).toBe('0.709');
    expect(accuracy?.toFixed(3)).toBe('0.569');
  });
});

describe.skipIf(!existsSync(`${data}/phd`))(`PHD (needs ${data})`, () => {
  const FILES = ['recorded_scores', 'semantic_entropy_records', 'rv_qg_records', 'rv_em_records'];

  it('gives the recorded runs their figures, and turns round what points the wrong way', async () => {
    const files = FILES.map((file) => `phd/${file}.json`);
    const { report, notes } = await recorded('phd/phd_with_samples.json', files);
    expect(notes).toEqual([
      'phd/semantic_entropy_records.json: passages recorded twice, of which the first counts: 1.',
    ]);
    const figure = (method: string, metric: MetricName) =>
      report.methods[method]?.levels.passage?.metrics[metric]?.toFixed(3);
    expect(figure('allPositive', 'f1')).toBe('0.413');
    expect(figure('selfcheck-nli (recorded)', 'rocAuc')).toBe('0.309');
    expect(report.warnings.join('\n')).toMatch(
      /selfcheck-nli \(recorded\).*wrong way round: ROC-AUC \.309 .*turned round it would be \.691/,
    );
    // 22 of 39 non-factual and 94 of 111 factual passages called right; 24 and 75
    expect(figure('rv-qg (recorded)', 'f1')).toBe((44 / (44 + 17 + 17)).toFixed(3));
    expect(figure('rv-qg (recorded)', 'accuracy')).toBe(((22 + 94) / 150).toFixed(3));
    expect(figure('rv-em (recorded)', 'f1')).toBe((48 / (48 + 36 + 15)).toFixed(3));
    expect(report.methods['semantic-entropy (recorded)']?.levels.passage).toMatchObject({
      n: 149,
      abstained: 1,
    });
  });
});
