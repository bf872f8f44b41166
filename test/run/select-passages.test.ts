import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { InputError } from '../../src/errors.ts';
import type { Passage } from '../../src/passage.ts';
import {
  checkAnswerable,
  checkThreshold,
  checksum,
  selectPassages,
  withOtherResponses,
} from '../../src/run/select-passages.ts';

const items = ['phd-1', 'phd-10', 'wiki.1', 'wiki+1'].map((id) => ({
  passage: { id, prompt: '', response: 'A.' },
}));
const ids = (filter: string | null, limit: number | null = null) =>
  selectPassages(items, { filter, limit }).map(({ passage }) => passage.id);

describe('selectPassages', () => {
  it('takes all, or those with a text in their id, in order', () => {
    expect(ids(null)).toEqual(['phd-1', 'phd-10', 'wiki.1', 'wiki+1']);
    expect(ids('1')).toEqual(['phd-1', 'phd-10', 'wiki.1', 'wiki+1']);
    expect(ids('hd-1')).toEqual(['phd-1', 'phd-10']);
  });

  it('takes * for anything and every other sign for itself', () => {
    expect(ids('phd-*')).toEqual(['phd-1', 'phd-10']);
    expect(ids('*.1')).toEqual(['wiki.1']);
    expect(ids('wiki+*')).toEqual(['wiki+1']);
    expect(ids('*i*')).toEqual(['wiki.1', 'wiki+1']);
    expect(ids('w*k*1')).toEqual(['wiki.1', 'wiki+1']);
    expect(ids('phd-1*0')).toEqual(['phd-10']);
    expect(() => ids('phd-1*1')).toThrow(InputError);
    expect(() => ids('*k*w*')).toThrow(InputError);
  });

  it('is quick with many *', () => {
    const long = [{ passage: { id: 'a'.repeat(10_000), prompt: '' } }];
    const filter = `${'*a'.repeat(40)}b`;
    expect(() => selectPassages(long, { filter, limit: null })).toThrow(InputError);
  });

  it('limits after filtering', () => {
    expect(ids('wiki', 1)).toEqual(['wiki.1']);
    expect(ids(null, 99)).toHaveLength(4);
  });

  it('refuses to select nothing', () => {
    expect(() => ids('none')).toThrow(InputError);
    expect(() => ids('hd*')).toThrow(InputError);
  });
});

describe('selectPassages by ids and by draw', () => {
  const labelled = Array.from({ length: 120 }, (_, index) => ({
    passage: { id: String(index), prompt: '' },
    label: index % 20 === 7 ? ('factual' as const) : ('non-factual' as const),
  }));
  const drawnFrom = <T extends { passage: Passage }>(from: readonly T[], seed: number) =>
    selectPassages(from, { draw: { rule: 'sub-wikibio', seed }, filter: null, limit: null });

  it('takes listed ids, in the order of the passages, before filter and limit', () => {
    const all = { filter: null, limit: null };
    const some = selectPassages(items, { ...all, ids: ['wiki.1', 'phd-1', 'absent'] });
    expect(some.map(({ passage }) => passage.id)).toEqual(['phd-1', 'wiki.1']);
    const one = selectPassages(items, { ids: ['wiki.1', 'phd-1'], filter: 'wiki*', limit: 5 });
    expect(one.map(({ passage }) => passage.id)).toEqual(['wiki.1']);
    expect(selectPassages(items, { ...all, ids: null, draw: null })).toEqual(items);
    expect(() => selectPassages(items, { ...all, ids: ['absent'] })).toThrow(InputError);
    expect(() => selectPassages(items, { filter: 'x', limit: null, ids: ['phd-1'] })).toThrow('like "x"');
  });

  it('draws all factual passages and 48 others, in order', () => {
    const drawn = drawnFrom(labelled, 1);
    expect(drawn.filter(({ label }) => label === 'factual')).toHaveLength(6);
    expect(drawn).toHaveLength(54);
    expect(drawn).toEqual(labelled.filter((item) => drawn.includes(item)));
  });

  it('draws the same for the same seed, another for another, and all of fewer than 48', () => {
    expect(drawnFrom(labelled, 1)).toEqual(drawnFrom(labelled, 1));
    expect(drawnFrom(labelled, 1)).not.toEqual(drawnFrom(labelled, 2));
    expect(drawnFrom(labelled.slice(0, 30), 1)).toHaveLength(30);
  });

  it('has nothing to draw from without labels', () => {
    expect(() => drawnFrom(items, 1)).toThrow(InputError);
  });
});

describe('checksum', () => {
  it('depends on content and order', () => {
    const changed = items.map((item, index) =>
      index === 0 ? { passage: { ...item.passage, prompt: 'x' } } : item,
    );
    const sums = [items, changed, [...items].reverse(), items.slice(1)].map(checksum);
    expect(new Set(sums).size).toBe(4);
    expect(checksum(structuredClone(items))).toBe(sums[0]);
  });

  it('is that of the passages as JSON lines', () => {
    // printf '{"id":"a","prompt":"b"}\n' | sha256sum
    const expected = 'c62ae94e38162a47f15cc1f04d9e647169411118b88627e06e6a3d17d7c9af2a';
    expect(checksum([{ passage: { id: 'a', prompt: 'b' } }])).toBe(expected);
  });
});

describe('checkAnswerable', () => {
  const unanswered = [{ id: 'a', prompt: 'b' }];

  it('refuses a passage without response where no model is asked', () => {
    expect(() => checkAnswerable(unanswered, resolveConfig({ sampling: { ask: false } }))).toThrow(
      InputError,
    );
  });

  it('takes an empty response for a response', () => {
    const empty = [{ id: 'a', prompt: 'b', response: '' }];
    expect(() => checkAnswerable(empty, resolveConfig({ sampling: { ask: false } }))).not.toThrow();
    expect(() => checkAnswerable(unanswered, resolveConfig())).not.toThrow();
  });
});

describe('checkThreshold', () => {
  const ofRun = { rule: 'meanPlusVariance', k: 2 } as const;

  it('refuses one passage where the threshold is taken from the passages', () => {
    const config = resolveConfig({ scoring: { threshold: ofRun } });
    expect(() => checkThreshold(1, config)).toThrow(InputError);
    expect(() => checkThreshold(2, config)).not.toThrow();
    expect(() => checkThreshold(1, resolveConfig())).not.toThrow();
  });
});

const item = (id: string, prompt: string, changes: Partial<Passage> = {}) => ({
  passage: { id, prompt, response: `Answer ${id}.`, ...changes },
  label: 'factual' as const,
});
const samplesOf = (items: readonly { passage: Passage }[]) => items.map(({ passage }) => passage.samples);

describe('withOtherResponses', () => {
  it('takes all other responses to the same prompt, in order', () => {
    const items = [item('a', 'Who?'), item('b', 'Where?'), item('c', 'Who?'), item('d', 'Who?')];
    const sampled = withOtherResponses(items);
    expect(samplesOf(sampled)).toEqual([
      ['Answer c.', 'Answer d.'],
      undefined,
      ['Answer a.', 'Answer d.'],
      ['Answer a.', 'Answer c.'],
    ]);
    expect(sampled[1]).toBe(items[1]);
    expect(sampled[0]).toMatchObject({ label: 'factual', passage: { id: 'a', response: 'Answer a.' } });
  });

  it('keeps own samples, and pairs nothing by a blank prompt', () => {
    const items = [
      item('a', 'Who?', { samples: ['Mine.'] }),
      item('b', 'Who?'),
      ...[item('c', ' '), item('d', ' ')],
    ];
    expect(samplesOf(withOtherResponses(items))).toEqual([['Mine.'], ['Answer a.'], undefined, undefined]);
  });

  it('takes none from, and gives none to, a passage without a response', () => {
    const items = [item('a', 'Who?', { response: undefined }), item('b', 'Who?'), item('c', 'Who?')];
    expect(samplesOf(withOtherResponses(items))).toEqual([undefined, ['Answer c.'], ['Answer b.']]);
  });

  it('refuses passages of which no two answer one prompt', () => {
    expect(() => withOtherResponses([item('a', 'Who?'), item('b', 'Where?')])).toThrow(InputError);
  });
});

describe('a selection with samples from others', () => {
  it('takes them from the whole input, whatever part of it is selected', () => {
    const items = [item('a', 'Who?'), item('b', 'Who?')];
    const selected = selectPassages(items, { samplesFrom: 'others', filter: 'a', limit: 1 });
    expect(samplesOf(selected)).toEqual([['Answer b.']]);
    expect(samplesOf(selectPassages(items, { filter: 'a', limit: 1 }))).toEqual([undefined]);
  });
});
