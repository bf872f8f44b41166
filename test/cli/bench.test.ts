/** What the key-less mode reaches on published data, through the built command line. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './test-host.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const DATA = fileURLToPath(new URL('../../../shared/data', import.meta.url));

async function bench(dataset: string, file: string) {
  const args = [
    'bench',
    dataset,
    '--data',
    path.join(DATA, file),
    '--preset',
    'local',
    '--format',
    'json',
    '--quiet',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], {
    cwd: await temporaryFolder(),
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout).methods;
}

describe.skipIf(!existsSync(DATA))('the local preset (needs ../shared/data)', () => {
  it('ranks the passages of PHD well above chance', { timeout: 120_000 }, async () => {
    const { gca, allPositive } = await bench('phd', 'phd/phd_with_samples.json');
    expect(gca.passage.rocAuc).toBeGreaterThan(0.72);
    expect(gca.passage.balancedAccuracy).toBeGreaterThan(0.6);
    expect(gca.passage.averagePrecision).toBeGreaterThan(allPositive.passage.averagePrecision + 0.15);
    expect(gca.passage.abstained).toBe(1);
  });

  it('ranks the sentences of WikiBio better than a recorded NLI model', { timeout: 300_000 }, async () => {
    const { gca } = await bench('wikibio', 'wikibio/wiki_bio_gpt3_hallucination.json');
    expect(gca.sentence.nonFactualAp).toBeGreaterThan(0.94);
    expect(gca.sentence.factualAp).toBeGreaterThan(0.73);
    expect(gca.sentence.rocAuc).toBeGreaterThan(0.86);
    expect(gca.passage.pearson).toBeGreaterThan(0.77);
    expect(gca.usage.requests).toBe(0);
  });
});
