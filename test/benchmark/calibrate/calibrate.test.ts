import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/format/document.ts';
import { pageData } from '../../support/page-data.ts';
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { type CalibrateOptions, calibrate } from '../../../src/benchmark/calibrate/calibrate.ts';
import {
  calibratedConfig,
  calibrationProvenance,
} from '../../../src/benchmark/calibrate/calibrated-config.ts';
import { crossFit } from '../../../src/benchmark/calibrate/cross-fit.ts';
import { fitPlatt } from '../../../src/benchmark/calibrate/platt.ts';
import { probabilityOf } from '../../../src/scoring/calibration.ts';
import { calibrationDocument } from '../../../src/benchmark/calibrate/calibration-document.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { ConfigError, InputError } from '../../../src/errors.ts';
import type { PassageVerdict } from '../../../src/passage.ts';
import { type RecordFormat, renderRecord } from '../../../src/format/render-record.ts';
import { type Random, randomFor } from '../../../src/common/random.ts';
import { thresholdsOf } from '../../../src/scoring/threshold.ts';
import { stubVerdict } from '../../run/stub-detector.ts';
import { drawUnits } from './items.ts';

const OPTIONS: CalibrateOptions = {
  guarantee: 'false-alarm',
  alpha: 0.1,
  delta: 0.1,
  folds: 5,
  seed: 3,
};

interface Labelled {
  passages: LabelledPassage[];
  verdicts: PassageVerdict[];
}

/** Passages of three sentences and two claims; risk is (1 − F)³, so 1 − F is far from a probability. */
function labelledRun(count: number, random: Random): Labelled {
  const rows = Array.from({ length: count }, (_, index) => {
    const passage = { id: `p${index}`, prompt: '?', response: 'A is b. C is d. E is f.', claims: ['A', 'B'] };
    const spans = [0, 8, 16].map((start) => ({ start, end: start + 7 }));
    const scored = () => {
      const score = random();
      const label = random() < (1 - score) ** 3 ? ('non-factual' as const) : ('factual' as const);
      return { score, label };
    };
    const [own, sentences, claims] = [scored(), spans.map(scored), ['A', 'B'].map(scored)];
    const common = { label: 'undecided' as const, probability: null, tripleIds: [] };
    const verdict: PassageVerdict = {
      ...stubVerdict(passage),
      score: own.score,
      sentences: sentences.map(({ score }, at) => ({
        ...common,
        score,
        span: spans[at] ?? { start: 0, end: 0 },
        source: 'sentence' as const,
      })),
      claims: claims.map(({ score }) => ({ ...common, score, text: 'A', source: 'claim' as const })),
    };
    const labelled: LabelledPassage = {
      passage,
      label: own.label,
      sentences: sentences.map(({ label }, at) => ({
        span: spans[at] ?? { start: 0, end: 0 },
        label,
        score: label === 'factual' ? 0 : 1,
      })),
      claims: claims.map(({ label }) => ({ text: 'A', label })),
    };
    return { labelled, verdict };
  });
  return { passages: rows.map(({ labelled }) => labelled), verdicts: rows.map(({ verdict }) => verdict) };
}

const run = labelledRun(150, randomFor('calibrate'));
const [first] = run.passages as [LabelledPassage];

describe('calibrate', () => {
  it('makes probabilities better, out of fold', () => {
    const { levels, absent } = calibrate(run, OPTIONS);
    expect(levels.map(({ level, target, n }) => [level, target, n])).toEqual([
      ['passage', 'passage', 150],
      ['sentence', 'triple', 450],
    ]);
    expect(absent).toEqual([]);
    for (const { before, after } of levels) {
      for (const name of ['calibrationError', 'brier', 'logLoss'] as const) {
        expect(after[name].value).toBeLessThan(before[name].value as number);
      }
      expect(after.calibrationError.interval?.[1]).toBeLessThan(
        before.calibrationError.interval?.[0] as number,
      );
    }
  });

  it('is the same for the same seed and another for another', () => {
    const report = calibrate(run, OPTIONS);
    expect(calibrate(run, OPTIONS)).toEqual(report);
    expect(calibrate({ ...run, verdicts: run.verdicts.toReversed() }, OPTIONS)).toEqual(report);
    expect(calibrate(run, { ...OPTIONS, seed: 4 }).levels[0]?.after).not.toEqual(report.levels[0]?.after);
  });

  it('takes claims where they are asked for, or where there are no sentences', () => {
    const claims = calibrate(run, { ...OPTIONS, levels: ['claim'] });
    expect(claims.levels.map(({ level, target, n }) => [level, target, n])).toEqual([
      ['claim', 'triple', 300],
    ]);
    const passages = run.passages.map(({ sentences: _, ...passage }) => ({ ...passage, label: null }));
    expect(calibrate({ ...run, passages }, OPTIONS).levels).toEqual(claims.levels);
  });

  it('leaves out what has no score, and counts it', () => {
    const verdicts = run.verdicts.map((verdict, index) =>
      index < 7 ? { ...verdict, score: null } : verdict,
    );
    const [passage] = calibrate({ ...run, verdicts }, OPTIONS).levels;
    expect(passage).toMatchObject({ n: 143, unscored: 7 });
  });

  it('says which level could not be fitted', () => {
    const passages = run.passages.map((passage) => ({ ...passage, label: 'factual' as const }));
    const { levels, absent } = calibrate({ ...run, passages }, OPTIONS);
    expect(levels.map(({ level }) => level)).toEqual(['sentence']);
    expect(absent).toEqual([{ level: 'passage', reason: 'all labelled items are factual' }]);
  });

  it('refuses a run without labels, too few passages, and two levels for one setting', () => {
    const unlabelled = run.passages.map(({ passage }) => ({ passage, label: null }));
    expect(() => calibrate({ ...run, passages: unlabelled }, OPTIONS)).toThrow(InputError);
    expect(() => calibrate({ ...run, passages: [first] }, OPTIONS)).toThrow('fewer than 5 folds');
    expect(() => calibrate({ ...run, verdicts: [] }, OPTIONS)).toThrow(InputError);
    expect(() => calibrate(run, { ...OPTIONS, levels: ['sentence', 'claim'] })).toThrow(ConfigError);
  });
});

describe('crossFit', () => {
  it('fits on the other folds: an item alone of its kind is judged by the rest', () => {
    // With as many folds as passages each is judged by the four others: those of a factual one hold a
    // hallucinated item and three factual ones, of one score, so each gets the mean of their targets, 2/3 and three
    // times 1/5: 19/60. The hallucinated one gets that of four factual ones, 1/6.
    const units = [true, false, false, false, false].map((positive) => [{ score: 0.5, positive }]);
    const { reliability, after } = crossFit(units, OPTIONS);
    const filled = reliability.after.filter(({ n }) => n > 0);
    expect(filled.map(({ n, meanProbability, observed }) => [n, meanProbability, observed])).toEqual([
      [1, expect.closeTo(1 / 6, 12), 1],
      [4, expect.closeTo(19 / 60, 12), 0],
    ]);
    expect(after.brier.value).toBeCloseTo(((1 - 1 / 6) ** 2 + 4 * (19 / 60) ** 2) / 5, 12);
    // in sample: the mean of 2/3 and four times 1/6
    expect(probabilityOf(0.5, fitPlatt(units.flat()))).toBeCloseTo(4 / 15, 12);
  });

  it('flags nothing in a fold without a guarantee', () => {
    const units = drawUnits(30, randomFor('too few'));
    const { foldsWithoutThreshold, rates } = crossFit(units, { ...OPTIONS, alpha: 0.001 });
    expect(foldsWithoutThreshold).toBe(5);
    expect(rates.falseAlarms.value).toBe(0);
    expect(rates.wrongFlags.value).toBeNull();
  });

  it('keeps false alarms near what is wanted, out of fold', () => {
    const { rates } = crossFit(drawUnits(400, randomFor('out of fold')), OPTIONS);
    expect(rates.falseAlarms.value).toBeLessThan(0.13);
    expect(rates.falseAlarms.value).toBeGreaterThan(0.07);
    expect(rates.found.value).toBeGreaterThan(rates.falseAlarms.value as number);
  });
});

describe('calibratedConfig', () => {
  const report = calibrate(run, OPTIONS);
  const scores = run.verdicts.map(({ score }) => score);
  const apply = (config = resolveConfig({ preset: 'local' }), options = report) =>
    calibratedConfig(config, options, thresholdsOf(config.scoring.threshold, scores)).scoring;

  it('holds calibrators and guaranteed thresholds', () => {
    const [passage, sentence] = report.levels;
    const { calibration, threshold } = apply();
    const { fact } = resolveConfig({ preset: 'local' }).scoring.calibration;
    expect(calibration).toEqual({ passage: passage?.calibrator, triple: sentence?.calibrator, fact });
    expect(threshold).toEqual({
      rule: 'fixed',
      passage: passage?.threshold.threshold,
      triple: sentence?.threshold.threshold,
      claim: sentence?.threshold.threshold,
    });
  });

  it('keeps the threshold of a level that was not fitted or has no guarantee', () => {
    const local = resolveConfig({ preset: 'local' });
    const { threshold } = local.scoring as { threshold: { triple: number; passage: number } };
    const onlyPassages = calibrate(run, { ...OPTIONS, levels: ['passage'] });
    expect(apply(local, onlyPassages).threshold).toMatchObject({ triple: threshold.triple });
    const tooStrict = calibrate(run, { ...OPTIONS, alpha: 0.001 });
    expect(apply(local, tooStrict).threshold).toEqual(threshold);
    const provenance = calibrationProvenance(tooStrict, { dataset: 'd', sha256: 's', version: '1' });
    expect(provenance).toMatchObject({
      passage: { threshold: expect.stringMatching(/^as before: .* needs 999/) },
    });
  });

  it('fixes a threshold that came from the run', () => {
    const paper = resolveConfig({ preset: 'paper-phd' });
    const onlyPassages = calibrate(run, { ...OPTIONS, levels: ['passage'] });
    const average = scores.reduce((sum: number, score) => sum + (score as number), 0) / scores.length;
    expect(apply(paper, onlyPassages).threshold).toMatchObject({
      rule: 'fixed',
      triple: expect.closeTo(average, 12),
    });
    expect(() => calibratedConfig(paper, onlyPassages, null)).toThrow(ConfigError);
  });
});

describe('what is said of a calibration', () => {
  const output = { report: calibrate(run, OPTIONS), dataset: 'jsonl' };
  const rendered = (own: typeof output, format: RecordFormat) =>
    renderRecord(own.report, format, () => calibrationDocument(own));

  it('says what the thresholds guarantee, and what the setting triple is fitted on', async () => {
    const text = await rendered(output, 'table');
    expect(text).toContain('a factual passage is flagged with probability at most 0.1');
    expect(text).toContain('no data set labels triples, so it is fitted on sentences');
    expect(text).not.toContain('Warning');
  });

  it('says how far the data are from a guarantee', async () => {
    const strict = { ...output, report: calibrate(run, { ...OPTIONS, alpha: 0.001 }) };
    const text = await rendered(strict, 'markdown');
    expect(text).toContain('α = 0.001 needs 999 passages');
    expect(text).not.toContain('false alarms');
    const wrongFlags = { ...OPTIONS, guarantee: 'wrong-flags', alpha: 0.02 } as const;
    const other = await rendered({ ...output, report: calibrate(run, wrongFlags) }, 'markdown');
    expect(other).toMatch(/needs \d+ flagged passages|with the least support/);
  });

  it('warns where support does not order the items', async () => {
    const verdicts = run.verdicts.map((verdict) => ({ ...verdict, score: 1 - (verdict.score as number) }));
    const turned = calibrate({ ...run, verdicts }, { ...OPTIONS, levels: ['passage'] });
    expect(await rendered({ ...output, report: turned }, 'table')).toContain('every item gets the base rate');
  });

  it('draws a chart a level', async () => {
    const { title, document } = pageData(await rendered(output, 'html')) as {
      title: string;
      document: Document;
    };
    expect(title).toBe('Calibration on jsonl (platt)');
    const charts = document.sections.flatMap(({ parts }) =>
      parts.flatMap((part) => (typeof part === 'object' && 'chart' in part ? part.chart.kind : [])),
    );
    expect(charts).toEqual(['reliability', 'reliability']);
  });
});
