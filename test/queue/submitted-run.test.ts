import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { asSubmitted, type Basis, firstDifference } from '../../src/queue/submitted-run.ts';
import { sampleManifest } from '../report/sample-report.ts';
import { MEMORY_SECONDS, readNotes } from '../../src/queue/worker-note.ts';

const BASIS: Basis = {
  tool: { name: 'hallugraph', version: '1.0.0', node: 'v20' },
  ...{ command: 'evaluate', config: resolveConfig({ preset: 'local' }) },
  detector: { embedder: 'lexical', backendNotes: ['a note'], prompts: { extract: '1 abc' } },
};

describe('the first difference', () => {
  it('is none where records would be the same', () => {
    const config = resolveConfig({
      preset: 'local',
      concurrency: 7,
      cache: { enabled: false },
      budget: { usd: 1 },
    });
    const detector = { ...BASIS.detector, backendNotes: ['another'] };
    expect(
      firstDifference(BASIS, { ...BASIS, config, detector, tool: { ...BASIS.tool, node: 'v22' } }),
    ).toBeNull();
  });

  it.each<[string, Partial<Basis>]>([
    ['version is "2.0.0" here and "1.0.0" there', { tool: { ...BASIS.tool, version: '2.0.0' } }],
    ['command is "check" here and "evaluate" there', { command: 'check' }],
    ['seed is 1 here and 0 there', { config: resolveConfig({ preset: 'local', seed: 1 }) }],
    ['sampling.n is 3 here', { config: resolveConfig({ preset: 'local', sampling: { n: 3 } }) }],
    [
      'prompts.extract is "2 abc" here and "1 abc" there',
      { detector: { ...BASIS.detector, prompts: { extract: '2 abc' } } },
    ],
    ['checker is "llm" here and not set there', { detector: { ...BASIS.detector, checker: 'llm' } }],
  ])('says %s', (words, changes) => {
    expect(firstDifference(BASIS, { ...BASIS, ...changes })).toContain(words);
  });
});

it('reads what workers say, and nothing that others write', () => {
  const note = {
    ...{ worker: 'w', host: 'h', pid: 7, version: '1', concurrency: 2 },
    startedAt: '2026-01-31T12:00:00.000Z',
    runs: { a: { done: 3, perMinute: 1.5 } },
  };
  const wrong = JSON.stringify({ ...note, pid: 'x' });
  const texts = [JSON.stringify(note), 'no JSON', '{}', '{"__proto__": {}}', wrong];
  const said = texts.map((text) => ({ note: text, expiresIn: MEMORY_SECONDS - 7.4 }));
  expect(readNotes(said)).toEqual([{ ...note, heardSecondsAgo: 7 }]);
});

it.each(['bench', 'correct', 'select', 'sek'])('of %s without what that needs is refused', (command) => {
  const manifest = JSON.stringify({ ...sampleManifest([]), command });
  expect(() => asSubmitted('r', { manifest, state: 'open', passages: 1 })).toThrow(
    `run r: the plan for ${command} is missing`,
  );
});
