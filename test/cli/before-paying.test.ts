/** A run with local models asks no service before these are loaded. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { brooke } from '../support/brooke.ts';
import type { OpenAiServer } from '../support/openai-server.ts';
import { answering } from '../support/schema-answers.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { simulate } from '../support/simulated-model.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { run, words } from './test-host.ts';

let server: OpenAiServer;
let cwd: string;
beforeEach(async () => {
  server = await serveOpenAi({ handler: answering(simulate(brooke.model)) });
  const passage = { ...brooke.passage, samples: brooke.samples.slice(0, 3), label: 'non-factual' };
  cwd = await temporaryFolder({ 'in.jsonl': ['a', 'b'].map((id) => ({ ...passage, id })) });
  const settings = {
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: server.url,
    HALLUGRAPH_CACHE__ENABLED: 'false',
    HALLUGRAPH_EMBEDDER__CACHE_DIR: path.join(cwd, 'models'),
    HF_HUB_OFFLINE: '1',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFiles(cwd, { '.env': lines.join('') });
});

const hallugraph = (...args: string[]) => run(args, { cwd, createDetector });
const bench = (...args: string[]) => hallugraph('bench', 'jsonl', '--data', 'in.jsonl', ...args);

describe('a model that is not on this machine', () => {
  it('ends a run of the published method before anything is asked or written', async () => {
    const { status, stderr } = await hallugraph(...words('evaluate in.jsonl --preset paper-phd --out r'));
    expect(status).not.toBe(0);
    expect(stderr).toContain('Xenova/all-MiniLM-L6-v2');
    expect(server.requests).toEqual([]);
    expect(existsSync(path.join(cwd, 'r'))).toBe(false);
  });

  it('ends a benchmark whose methods need it, too', async () => {
    const methods = ['--methods', 'selfcheck-nli', '--set', 'nli={model: no/such-model, offline: true}'];
    const { status, stderr } = await bench('--preset', 'default', ...methods, '--out', 'r');
    expect(status).not.toBe(0);
    expect(stderr).toContain('no/such-model');
    expect(server.requests).toEqual([]);
    expect(existsSync(path.join(cwd, 'r'))).toBe(false);
  });

  it('is named by a dry run, with where it comes from', async () => {
    const offline = await hallugraph('evaluate', 'in.jsonl', '--preset', 'paper-phd', '--dry-run');
    expect(offline.stdout).toMatch(
      /Xenova\/all-MiniLM-L6-v2 is not on this machine, and offline mode downloads nothing/,
    );
    await writeFiles(cwd, { '.env': `HF_ENDPOINT=https://hub.example\nHF_HUB_OFFLINE=0\n` });
    const nli = ['--methods', 'selfcheck-nli', '--set', 'nli.model=no/such-model'];
    const { stdout } = await bench('--preset', 'paper-phd', ...nli, '--dry-run', '-f', 'json');
    expect(JSON.parse(stdout).before).toEqual([
      expect.stringMatching(/^embedding model Xenova\/all-MiniLM-L6-v2 .* from https:\/\/hub\.example into /),
      expect.stringMatching(/^NLI model no\/such-model .* from https:\/\/hub\.example into /),
    ]);
    expect((await bench('--preset', 'local', '--dry-run')).stdout).not.toContain('not on this machine');
  });
});

describe('the published method on other than ten samples', () => {
  it('says so before the run, and beside its figures', async () => {
    const lexical = ['--preset', 'paper-phd', '--set', 'embedder.provider=lexical'];
    const words = 'with 3 samples, from the data set';
    expect((await bench(...lexical, '--dry-run')).stdout).toContain(words);
    const { stdout, stderr } = await bench(...lexical, '-f', 'json');
    expect(stderr).toContain(words);
    expect(JSON.parse(stdout).warnings).toContainEqual(expect.stringContaining(words));
    expect((await bench('--preset', 'local', '--dry-run')).stdout).not.toContain(words);
  });
});
