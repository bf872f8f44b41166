/** A combined run as a user walks it: evaluate, rescore, bench with ablations, tune, calibrate. */
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { passageRecord } from '../../datasets/index.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { planted, plantedSet } from '../support/planted.ts';
import { sharedFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { commandLine, run, succeeded } from './test-host.ts';

const CONFIG = `
preset: check
agreement: { enabled: true }
uncertainty: { enabled: true }
scoring:
  weights: { support: 1, reference: 1, tokens: 1 }
  threshold: { rule: fixed, triple: 0.9, passage: 0.9 }
tune:
  trials: 150
  space:
    scoring.weights.support: { min: 0, max: 1 }
    scoring.weights.reference: { min: 0, max: 1 }
    scoring.weights.tokens: { min: 0, max: 1 }
    scoring.threshold.passage: { min: 0, max: 1 }
`;

const cwd = sharedFolder();
/** One labelled run of the planted set, recorded once. */
beforeAll(async () => {
  await writeFiles(cwd, { 'c.yaml': CONFIG, 'planted.jsonl': plantedSet(4).map(passageRecord) });
  await succeeded(cli('bench jsonl --data planted.jsonl --config c.yaml --out r --quiet'));
});

const cli = commandLine({ cwd, createDetector });
/** One kind of evidence of three. */
const SUPPORT_ALONE = '--set scoring.weights.reference=0 --set scoring.weights.tokens=0';
const passageOf = (report: string, method: string) =>
  JSON.parse(report).methods[method]?.levels.passage.metrics;

describe('evaluate and rescore', () => {
  it('say what each family says, and why one says nothing', async () => {
    const { tokens: _, ...silent } = planted('tokens', 1);
    const { context: __, ...alone } = planted('reference', 2);
    await writeFiles(cwd, { 'three.jsonl': [planted('zeroResource'), silent, alone] });
    const { stdout } = await succeeded(cli('evaluate three.jsonl --config c.yaml --out e --quiet'));
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain('By kind of evidence');
    expect(text).toContain('passage zero-resource reference tokens');
    expect(text).toContain('reference: no score for 1 of 3 passages (no reference text 1)');
    expect(text).toContain('tokens: no score for 1 of 3 passages (no tokens 1)');
    const markdown = await cli('rescore e --format markdown');
    expect(markdown.stdout).toContain('## By kind of evidence');
    const json = JSON.parse((await cli('rescore e --format json')).stdout);
    expect(json.passages.map(({ families }: { families: object }) => Object.keys(families))).toEqual(
      Array(3).fill(['zeroResource', 'reference', 'tokens']),
    );
  });

  it('take other weights without evaluating again, and show no families where one has a weight', async () => {
    const refuse = () => {
      throw new Error('evaluated again');
    };
    const rescore = `rescore r --format json ${SUPPORT_ALONE}`;
    const { stdout } = await succeeded(run(rescore, { cwd, createDetector: refuse }));
    const passages: PassageVerdict[] = JSON.parse(stdout).passages;
    const flagged = passages.filter(({ label }) => label === 'hallucinated');
    expect(flagged.map(({ passage }) => passage.id)).toEqual(
      [0, 1, 2, 3].map((index) => `zeroResource-${index}`),
    );
    expect((await cli(`rescore r ${SUPPORT_ALONE}`)).stdout).not.toContain('By kind of evidence');
  });
});

describe('the sample passages', () => {
  it('have an error that one kind of evidence shows each, found by all together', async () => {
    const samples = path.resolve(import.meta.dirname, '../../datasets/samples');
    const files = [path.join(samples, 'combined.jsonl'), '--config', path.join(samples, 'combined.yaml')];
    const { stdout } = await succeeded(cli('evaluate --out samples --quiet --format json', ...files));
    const labels = (text: string) => JSON.parse(text).passages.map(({ label }: { label: string }) => label);
    expect(labels(stdout)).toEqual(['hallucinated', 'hallucinated', 'hallucinated', 'factual']);
    const alone = await cli(`rescore samples ${SUPPORT_ALONE} --format json`);
    expect(labels(alone.stdout)).toEqual(['hallucinated', 'factual', 'factual', 'factual']);
  });
});

describe('bench', () => {
  it('takes out each family, leaves each alone, and gives each part by itself', async () => {
    const { stdout } = await succeeded(cli('bench --resume r --ablate --format json --quiet'));
    expect(passageOf(stdout, 'hallugraph')).toMatchObject({ rocAuc: 1, f1: 1 });
    const recall = (method: string) => passageOf(stdout, method)?.recall;
    // a third of the errors each
    for (const part of ['support', 'reference', 'tokens']) {
      expect([part, recall(`−${part}`)]).toEqual([part, 0.666667]);
      expect(passageOf(stdout, part)?.rocAuc).toBeLessThan(0.9);
    }
    for (const family of ['zero-resource', 'reference', 'tokens']) {
      expect([family, recall(`only ${family}`)]).toEqual([family, 0.333333]);
    }
    // support is all there is of its family
    expect(recall('−zero-resource')).toBeUndefined();
  });
});

describe('tune', () => {
  it('gives weight to all three families, from a start that has one', async () => {
    await succeeded(cli(`rescore r ${SUPPORT_ALONE} --out one`));
    const { stdout } = await succeeded(cli('tune one --config c.yaml --format json'));
    const report = JSON.parse(stdout);
    const { weights } = parse(await textIn(cwd, 'tuned.yaml')).scoring;
    expect(Object.keys(weights).toSorted()).toEqual(['reference', 'support', 'tokens']);
    expect(Math.min(...(Object.values(weights) as number[]))).toBeGreaterThan(0);
    expect(report.start.value).toBeLessThan(0.8);
    expect(report.outOfFold.value).toBeGreaterThan(0.95);
    expect(report.gain.interval[0]).toBeGreaterThan(0);
    expect(report.pooled).toBe(false);
    expect(report.notes.join()).toContain('means over the folds');
  });
});

describe('calibrate', () => {
  it('makes probabilities of the combined score', async () => {
    await succeeded(cli('calibrate r --level passage --alpha 0.2'));
    const { stdout } = await cli('evaluate planted.jsonl --config calibrated.yaml --quiet --format json');
    const passages: PassageVerdict[] = JSON.parse(stdout).passages;
    const mean = (kind: string) => {
      const own = passages.filter(({ passage }) => passage.id.startsWith(kind));
      return own.reduce((sum, { probability }) => sum + (probability ?? 0), 0) / own.length;
    };
    for (const kind of ['zeroResource', 'reference', 'tokens']) {
      expect(mean(kind)).toBeGreaterThan(mean('none'));
    }
  });
});
