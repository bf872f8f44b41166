/** What the stages behind a detector, and runs without one, are expected to ask; counted by hand. */
import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { PassageExtent } from '../../src/run/passage-extent.ts';
import { correctionCalls } from '../../src/run/planned-corrections.ts';
import { probeCalls } from '../../src/run/planned-probes.ts';
import { sekCalls } from '../../src/run/planned-sek.ts';

const EXTENT: PassageExtent = {
  ...{ samples: 0, drawn: false, answered: true, sentences: 6, triples: 12, sampleTriples: 0, claims: 0 },
  ...{ sampleCharacters: 0, oneAnswerARequest: false },
  tokens: { question: 8, response: 90, sample: 0, references: 200 },
};
const counted = (calls: readonly { purpose: string; requests: number }[]) =>
  calls.map(({ purpose, requests }) => [purpose, requests]);
const checked = (changes = {}) =>
  resolveConfig({
    preset: 'check',
    segmentation: { extractor: 'llm' },
    reference: { groupSize: 5, ...changes },
  });

describe('probeCalls', () => {
  it('asks the evaluated model by groups, and the checker of each triple alone', () => {
    expect(counted(probeCalls(EXTENT, checked({ checker: 'llm' })))).toEqual([
      ['knowledge-probe', 3],
      ['reference-check', 12],
    ]);
  });

  it('asks no checker that is no model, and nothing of a passage without a reference', () => {
    expect(counted(probeCalls(EXTENT, checked()))).toEqual([['knowledge-probe', 3]]);
    expect(probeCalls(EXTENT, resolveConfig({ preset: 'check' }))).toEqual([]);
    const none = { ...EXTENT, tokens: { ...EXTENT.tokens, references: 0 } };
    expect(probeCalls(none, checked({ checker: 'llm' }))).toEqual([]);
  });
});

describe('correctionCalls', () => {
  it('takes values by groups of ten, each sentence once, and detection again', () => {
    const calls = correctionCalls(EXTENT, checked(), { replace: 'llm', direct: false });
    expect(counted(calls)).toEqual([
      ['corrected-facts', 2],
      ['replace-facts', 6],
      ['segment', 1],
    ]);
  });

  it('asks facts one by one under the paper protocol, and detects the direct text as well', () => {
    const config = { ...checked(), protocol: 'paper' as const };
    const calls = correctionCalls(EXTENT, config, { replace: 'llm', direct: true });
    const again = [
      ['extract', 1],
      ['correct', 1],
    ];
    expect(counted(calls)).toEqual([
      ['corrected-facts', 12],
      ['replace-facts', 6],
      ...again,
      ['direct-correction', 1],
      ...again,
    ]);
  });

  it('asks nobody where words are replaced without a model', () => {
    const config = resolveConfig({ preset: 'local' });
    expect(correctionCalls(EXTENT, config, { replace: 'text', direct: false })).toEqual([]);
  });
});

describe('sekCalls', () => {
  it.each([
    ['none', true, []],
    ['none', false, [['respond', 1]]],
    ['once', false, [['sek-continue', 1]]],
    ['sentence', true, [['sek-continue', 7]]],
    ['drad', true, [['sek-continue', 7]]],
    [
      'token',
      false,
      [
        ['respond', 1],
        ['sek-continue', 7],
      ],
    ],
  ] as const)('%s, answered %s: %j at most', (timing, answered, expected) => {
    const calls = sekCalls({ ...EXTENT, answered }, { timing, passages: 3, maxRetrievals: 7 });
    expect(counted(calls)).toEqual(expected);
  });
});
