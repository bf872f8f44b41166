import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { originLines } from '../../src/format/run-origin.ts';
import type { RunManifest } from '../../src/run/manifest.ts';
import { datasetName, originOf } from '../../src/run/origin-of-run.ts';

const manifest = (detector: object, input: object = {}) =>
  ({
    ...{ tool: { name: 'hallugraph', version: '1.2.3', node: 'v20' }, command: 'bench' },
    startedAt: '2026-01-31T23:59:59.000Z',
    config: resolveConfig({ preset: 'paper-phd' }),
    detector: { extractor: 'local', embedder: 'lexical', ...detector },
    input: { path: '/home/me/phd.json', format: 'phd', sha256: 'abc', filter: null, limit: null, ...input },
  }) as unknown as RunManifest;

describe('originOf', () => {
  it('says version, command, preset, day, models by role, embedder, and the checksum of the data', () => {
    const origin = originOf(manifest({ generator: 'a', analyst: 'b', judge: 'b' }));
    expect(originLines(origin)).toEqual([
      'hallugraph 1.2.3, bench, preset paper-phd, 2026-01-31',
      'generator a; analyst, judge b; extractor local; embedder lexical',
      'input phd.json, SHA-256 abc',
    ]);
  });

  it('says why the embedder is not a sentence model where one was looked for', () => {
    const run = manifest({ embedder: 'lexical/hashed-384' });
    const config = { ...run.config, provenance: { embedder: 'the model is not on this machine' } };
    const { embedder } = originOf({ ...run, config });
    expect(embedder).toBe('lexical/hashed-384 (the model is not on this machine)');
  });

  it('says that no model was asked, and that the ids are not those published', () => {
    const draw = { draw: { rule: 'sub-wikibio', seed: 7 } };
    const origin = originOf(manifest({ generator: null, analyst: null, judge: null }, draw));
    expect(origin.models).toBeNull();
    const lines = originLines(origin);
    expect(lines[1]).toBe('no model asked; extractor local; embedder lexical');
    expect(lines.at(-1)).toMatch(/drawn here by seed 7.*not the 60 that were published/);
  });
});

it.each([
  [{}, 'phd'],
  [{ path: '/home/me/labelled.jsonl', format: 'jsonl' }, 'labelled.jsonl'],
  [{ path: 'input.jsonl', format: 'jsonl', name: 'stdin' }, 'stdin'],
])('datasetName of %o is %s', (input, name) => expect(datasetName(manifest({}, input).input)).toBe(name));
