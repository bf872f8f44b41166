import { beforeAll, describe, expect, it } from 'vitest';
import { isRecorded, withVotesOf } from '../../../src/benchmark/ablations.ts';
import { createEncoder } from '../../../gnn/index.ts';
import { recompare } from '../../../src/benchmark/tune/recompare.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { Config, ConfigInput } from '../../../src/config/schema.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { createEmbedder } from '../../../src/models/create.ts';
import type { Passage, PassageVerdict } from '../../../src/passage.ts';
import { rescoreVerdict } from '../../../src/scoring/verdict.ts';

const passage: Passage = {
  id: 'brooke',
  prompt: 'Who is Ann Brooke?',
  response: 'Ann Brooke was born in Leith in 1912. Brooke was a painter. She married Tom Hale in 1940.',
  samples: [
    'Ann Brooke was born in Leith in 1921. She was a Scottish painter and married Tom Hale.',
    'Brooke was born in Edinburgh in 1912. She was a painter of landscapes.',
    'I do not know who Ann Brooke is.',
  ],
};

const OTHER: Record<string, ConfigInput> = {
  encoder: { encoder: { kind: 'identity', layers: 1 } },
  identity: { graph: { entitySimilarity: 0.4, aliases: false } },
  consistency: { consistency: { relationThreshold: 0.6, tailThreshold: 0.2, exactNumbers: false } },
};

const base: ConfigInput = { preset: 'local', recordEncoders: ['identity'] };
let recorded: PassageVerdict;

beforeAll(async () => {
  recorded = await createDetector(base).evaluate(passage);
});

const partsOf = async (config: Config) => ({
  embedder: await createEmbedder(config.embedder, {}),
  encoder: createEncoder(config.encoder),
});

describe('recompare', () => {
  it.each(Object.entries(OTHER))('gives what the detector gives with another %s', async (_, own) => {
    const config = resolveConfig({ ...base, ...own });
    const parts = await partsOf(config);
    const { encoders: __, ...trace } = (await createDetector({ ...base, ...own }).evaluate(passage)).trace;
    const again = await recompare(recorded, config, parts);
    expect(again.trace).toEqual(trace);
  });

  it('changes something in each of these cases', async () => {
    for (const own of Object.values(OTHER)) {
      const config = resolveConfig({ ...base, consistency: { tailThreshold: 0.9 }, ...own });
      const parts = await partsOf(config);
      const { identity, consistency } = (await recompare(recorded, config, parts)).trace;
      expect({ identity, consistency }).not.toEqual({
        identity: recorded.trace.identity,
        consistency: recorded.trace.consistency,
      });
    }
  });

  it('leaves a passage alone that could not be compared', async () => {
    const config = resolveConfig(base);
    const verdict = await createDetector(base).evaluate({ ...passage, samples: [] });
    expect(verdict.abstention?.reason).toBe('no-samples');
    const parts = await partsOf(config);
    expect(await recompare(verdict, config, parts)).toBe(verdict);
    const foreign = { ...recorded, language: 'German' };
    expect(await recompare(foreign, config, parts)).toBe(foreign);
  });
});

describe('a recorded encoder', () => {
  it('gives the votes that the detector gives with that encoder', async () => {
    const own = await createDetector({ ...base, encoder: { kind: 'identity' } }).evaluate(passage);
    const other = withVotesOf(recorded, 'identity');
    expect(other.trace.consistency).toEqual(own.trace.consistency);
    const { scoring } = resolveConfig(base);
    expect(rescoreVerdict(other, scoring).score).toBe(own.score);
  });

  it('is told from one that was not recorded', () => {
    expect(isRecorded([recorded], 'identity')).toBe(true);
    expect(isRecorded([recorded], 'gcn')).toBe(false);
  });
});
