import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import type { SampleVote } from '../../src/passage.ts';
import { openConsistency, openVotes } from '../../src/scoring/open-votes.ts';
import { segmentation } from '../support/records.ts';

const { scoring } = configSchema.parse({});
const RAW = { ...scoring, consistency: 'raw' } as const;

const vote = (kind: 'for' | 'against' | 'conflict' | 'neither'): SampleVote => ({
  responseId: 'sample-1',
  repeated: kind === 'for',
  risk: kind === 'against',
  conflict: kind === 'conflict',
  tripleId: null,
  tailSimilarity: null,
});

const close = (value: number) => expect.closeTo(value, 12);

describe('openVotes', () => {
  it('gives each end its probability', () => {
    // 2 for, 1 against: a prior of (3, 2, 1); of one more, 3/6 for, 2/6 against, 1/6 neither.
    const votes = [vote('for'), vote('against'), vote('for')];
    const { now, ends } = openVotes(votes, 1, scoring);
    expect(now).toBeCloseTo(1 / 3, 12);
    expect(ends.toSorted((a, b) => (a.value as number) - (b.value as number))).toEqual([
      { value: 0, probability: close(2 / 6) },
      { value: 1 / 4, probability: close(1 / 6) },
      { value: 2 / 4, probability: close(3 / 6) },
    ]);
    expect(
      openVotes(votes, 1, RAW)
        .ends.map(({ value }) => value)
        .toSorted(),
    ).toEqual([0, 1, 2]);
  });

  it('puts together what comes to the same', () => {
    // Of two more, one each way and two of neither leave the sum: with a uniform prior 2 of the 6 counts.
    const { now, ends } = openVotes([], 2, scoring);
    expect(now).toBeNull();
    expect(ends).toHaveLength(5);
    expect(ends.find(({ value }) => value === 0)?.probability).toBeCloseTo(2 / 6, 12);
  });

  it('counts a conflict where it votes', () => {
    const sumOf = (conflictVote: boolean) => openVotes([vote('conflict')], 0, { ...RAW, conflictVote }).ends;
    expect(sumOf(false)).toEqual([{ value: 0, probability: 1 }]);
    expect(sumOf(true)).toEqual([{ value: -1, probability: 1 }]);
  });

  it('is what is there where nothing is to come', () => {
    expect(openVotes([vote('for'), vote('neither')], 0, scoring)).toEqual({
      now: 0.5,
      ends: [{ value: 0.5, probability: 1 }],
    });
    expect(openVotes([], 0, scoring)).toEqual({ now: null, ends: [{ value: null, probability: 1 }] });
  });

  it('has a mean that moves on as votes of the predicted shares would', () => {
    const kinds = fc.array(fc.constantFrom('for' as const, 'against' as const, 'neither' as const), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 6 }), (cast, left) => {
        const { ends } = openVotes(cast.map(vote), left, RAW);
        expect(ends.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 10);
        const count = (kind: string) => cast.filter((one) => one === kind).length;
        const drift = (count('for') - count('against')) / (cast.length + 3);
        const mean = ends.reduce((sum, { value, probability }) => sum + (value as number) * probability, 0);
        expect(mean).toBeCloseTo(count('for') - count('against') + left * drift, 10);
      }),
    );
  });
});

describe('openConsistency', () => {
  it('has every triple of the original, those without votes too', () => {
    const trace = {
      segmentations: [
        segmentation('original', [
          ['A', 'is', 'b'],
          ['A', 'is', 'c'],
        ]),
      ],
      consistency: [{ tripleId: 'original/1', votes: [vote('for')] }],
    };
    const open = openConsistency(trace, 1, scoring);
    expect([...open.keys()]).toEqual(['original/1', 'original/2']);
    expect(open.get('original/1')?.consistency?.now).toBe(1);
    expect(open.get('original/2')?.consistency?.now).toBeNull();
  });
});
