import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import type { Segmentation } from '../../src/passage.ts';
import { filterByPairs } from '../../src/verification/group-fact-filter.ts';
import { segmentation } from '../support/records.ts';
import { blockOf, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { verificationInput } from '../support/verification.ts';

const BORN = ['Mara Quint', 'was born in', 'Leith'] as const;
const STUDIED = ['Mara Quint', 'studied in', 'Paris'] as const;
const DIED = ['Mara Quint', 'died in', '1960'] as const;
const { original, samples, identity } = verificationInput(
  [BORN, STUDIED, DIED],
  [
    [BORN, DIED],
    [['the Mara Quint', 'Was born in', 'LEITH'], STUDIED],
  ],
);
const silent: Segmentation = { ...segmentation('sample-3', []), outcome: 'no-triples' };
const supports = (...rows: [number: number, samples: unknown][]) => ({
  verdicts: rows.map(([number, own]) => ({ number, samples: own })),
});

async function filter(answer: Script[string], { given = samples, size = 8 } = {}) {
  const judge = scriptedChat({ 'fact-support': answer });
  const ids = await filterByPairs({
    ...{ triples: original.triples, samples: given, identity, size },
    ...{ judge, prompts: await loadPrompts(), concurrency: 1 },
  });
  return { ids: [...ids], requests: judge.requests };
}

describe('filterByPairs', () => {
  it('asks once for all pairs that are not plain, and keeps what all samples support', async () => {
    // "studied in" stands in sample 2, "died in" in sample 1: each lacks the other one.
    const { ids, requests } = await filter(supports([1, [1, 2]], [2, [1]]));
    expect(ids).toEqual(['original/1', 'original/2']);
    expect(requests).toHaveLength(1);
    expect(blockOf(requests[0] as never, 'facts')).toBe(
      '1. (Mara Quint; studied in; Paris)\n2. (Mara Quint; died in; 1960)',
    );
    expect(blockOf(requests[0] as never, 'samples-1')).toBe(
      '1. (Mara Quint; was born in; Leith)\n2. (Mara Quint; died in; 1960)',
    );
  });

  it('counts a plain repetition whatever the analyst says of it', async () => {
    expect((await filter(supports([1, [1]], [2, [2]]))).ids).toEqual([
      'original/1',
      'original/2',
      'original/3',
    ]);
  });

  it('takes what is missing or unreadable for not supported, and no other', async () => {
    expect((await filter(supports([2, [2]]))).ids).toEqual(['original/1', 'original/3']);
    expect((await filter(supports([1, 'all'], [2, ['2']]))).ids).toEqual(['original/1', 'original/3']);
    expect((await filter('Hm.')).ids).toEqual(['original/1']);
  });

  it('asks nothing where all is plain or no sample has triples', async () => {
    const [first] = samples as [Segmentation];
    const plain = { ...first, triples: original.triples };
    expect(await filter('unused', { given: [plain, silent] })).toEqual({
      ids: ['original/1', 'original/2', 'original/3'],
      requests: [],
    });
    expect(await filter('unused', { given: [silent] })).toEqual({ ids: [], requests: [] });
  });

  it('keeps to the size of a group and of a prompt', async () => {
    const many = Array.from({ length: 13 }, (_, index) => ({
      ...(samples[0] as Segmentation),
      responseId: `sample-${index + 1}`,
    }));
    const { requests } = await filter(supports([1, [1, 2, 3, 4, 5, 6, 7]]), { given: many, size: 1 });
    // Only "studied in" is open; 13 samples go in two calls.
    expect(requests.filter(({ messages }) => messages.length === 2)).toHaveLength(2);
  });
});
