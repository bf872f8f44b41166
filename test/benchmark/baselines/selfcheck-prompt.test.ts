import { describe, expect, it } from 'vitest';
import { SELFCHECK_PROMPT_BASELINE } from '../../../src/benchmark/baselines/selfcheck-prompt.ts';
import { quint, SAMPLES, startService, verdicts } from './baseline-service.ts';

const bySample: Record<string, unknown[]> = {
  [SAMPLES[0] as string]: ['yes', 'no', 'n/a', 'yes'],
  [SAMPLES[1] as string]: ['No.', 'no', 'no', 'no'],
  [SAMPLES[2] as string]: ['yes', 'no', 'perhaps', 'Yes, it is'],
};

describe('SelfCheckGPT with a prompt', () => {
  it('scores sentences and claims by the mean over samples of yes 0, no 1, anything else 0.5', async () => {
    const service = await startService({
      'selfcheck-prompt': ({ block }) => verdicts('supported', bySample[block('sample')] ?? []),
    });
    const input = quint({ claims: ['Mara Quint painted.'] });
    const scores = await SELFCHECK_PROMPT_BASELINE.score(input, service.parts);
    expect(scores.sentences?.map((score) => score?.toFixed(4))).toEqual(['0.3333', '1.0000', '0.6667']);
    expect(scores.claims).toEqual([1 / 3]);
    expect(scores.passage).toBeCloseTo((1 / 3 + 1 + 2 / 3) / 3, 12);
    expect(scores.reason).toBeNull();
    expect(scores.trace).toMatchObject({
      samples: [{ sample: 'sample-1', risks: [0, 1, 0.5, 0], failures: [] }, {}, {}],
    });

    const [first] = service.asked('selfcheck-prompt');
    expect(first?.model).toBe('analyst');
    expect(first?.list('statements')).toEqual([
      'Mara Quint was a painter born in Leith.',
      'She moved to Oban in 1912.',
      'Her harbours are well known.',
      'Mara Quint painted.',
    ]);
    expect(service.count()).toBe(3);
  });

  it('asks for at most 20 statements at once and puts the groups together in order', async () => {
    const service = await startService({
      'selfcheck-prompt': ({ list }) =>
        verdicts(
          'supported',
          list('statements').map((text) => (/\d*[02468]$/.test(text) ? 'yes' : 'no')),
        ),
    });
    const claims = Array.from({ length: 40 }, (_, index) => `claim ${index}`);
    const { sentences: spans, ...rest } = quint({ claims });
    const scores = await SELFCHECK_PROMPT_BASELINE.score({ ...rest, sentences: spans }, service.parts);
    expect(scores.claims).toEqual(claims.map((_, index) => index % 2));
    expect(service.count()).toBe(9);
  });

  it('leaves a sample without a usable answer, and a statement without a verdict, out of the mean', async () => {
    const service = await startService({
      'selfcheck-prompt': ({ block }) =>
        block('sample') === SAMPLES[0] ? verdicts('supported', ['no', 'no']) : 'I would rather not say.',
    });
    const scores = await SELFCHECK_PROMPT_BASELINE.score(quint(), service.parts);
    expect(scores.sentences).toEqual([1, 1, null]);
    expect(scores.passage).toBe(1);
    expect(scores.trace).toMatchObject({ samples: [{ failures: [] }, { failures: ['unparsable'] }, {}] });
  });

  it('scores claims where there are no sentences', async () => {
    const service = await startService({ 'selfcheck-prompt': () => verdicts('supported', ['n/a']) });
    const scores = await SELFCHECK_PROMPT_BASELINE.score(
      {
        ...quint({ claims: ['Mara Quint painted.'] }),
        sentences: [],
      },
      service.parts,
    );
    expect(scores).toMatchObject({ passage: 0.5, sentences: [], claims: [0.5], reason: null });
  });
});
