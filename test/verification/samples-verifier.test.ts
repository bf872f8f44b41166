import { describe, expect, it } from 'vitest';
import { createSamplesVerifier } from '../../src/verification/samples-verifier.ts';
import { describeVerifier } from '../contract/verifier.contract.ts';
import { segmentation } from '../support/records.ts';
import { verificationInput } from '../support/verification.ts';

const ON = { factFilter: true, head: true, relation: true, tail: true };
const BORN = ['Mara Quint', 'was born in', 'Leith'] as const;

const input = verificationInput(
  [BORN, ['Mara Quint', 'painted', 'The Pier']],
  [
    [BORN],
    [['Ann Lee', 'was born in', 'Leith'], ['mara quint', 'left', 'LEITH'], BORN],
    [
      ['Mara Quint', 'was born in', 'Perth'],
      ['Mara Quint', 'was born in', 'Ayr'],
    ],
    [['Ann Lee', 'was born in', 'Leith']],
    [['Ann Lee', 'met', 'Bo']],
  ],
);

describeVerifier('samples', async (settings) => ({
  verifier: createSamplesVerifier({ ...ON, ...settings }),
  input,
}));

describe('createSamplesVerifier', () => {
  it('lets every sample answer once and averages how far the answers agree', async () => {
    const [born] = await createSamplesVerifier(ON).verify(input);
    const given = { match: true, matchedBy: 'identity', agreement: 1 };
    const wrong = { match: false, matchedBy: null, agreement: 0 };
    expect(born?.head).toEqual({
      value: 2 / 5,
      reason: null,
      asked: '(?; was born in; Leith)',
      draws: [
        { answer: 'Mara Quint', ...given },
        { answer: 'Mara Quint', ...given },
        { answer: 'unknown', ...wrong },
        { answer: 'Ann Lee', ...wrong },
        { answer: 'unknown', ...wrong },
      ],
    });
    expect(born?.relation).toMatchObject({ value: 2 / 5, asked: '(Mara Quint; ?; Leith)' });
    // Samples 4 and 5 give Mara Quint no birthplace, so they choose none.
    expect(born?.tail).toMatchObject({ value: 2 / 3, asked: '(Mara Quint; was born in; ?)' });
    expect(born?.tail.draws.map(({ answer }) => answer)).toEqual(['Leith', 'Leith', 'Perth']);
    expect(born?.inFactFilter).toBe(false);
  });

  it('has no tail where no sample gives one, and no score at all without samples that speak', async () => {
    const [, painted] = await createSamplesVerifier(ON).verify(input);
    expect([painted?.head.value, painted?.relation.value]).toEqual([0, 0]);
    const silent = { value: null, reason: 'no-sample-answers', asked: null, draws: [] };
    expect(painted?.tail).toEqual(silent);
    const mute = await createSamplesVerifier(ON).verify({
      ...input,
      samples: [segmentation('sample-1', [])],
    });
    expect(mute[0]).toMatchObject({ head: silent, relation: silent, tail: silent });
    const [alone] = await createSamplesVerifier(ON).verify({ ...input, samples: [] });
    expect(alone?.head.reason).toBe('no-samples');
  });

  it('leaves out what is switched off', async () => {
    const settings = { factFilter: false, head: false, relation: true, tail: true };
    const all = { ...input, samples: input.samples.slice(0, 1) };
    const [born] = await createSamplesVerifier(settings).verify(all);
    expect(born?.head.reason).toBe('disabled');
    expect(born?.inFactFilter).toBe(false);
    expect((await createSamplesVerifier(ON).verify(all))[0]?.inFactFilter).toBe(true);
  });
});
