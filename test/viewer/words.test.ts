import { expect, it } from 'vitest';
import { walkAround, walkThrough } from '../../src/viewer/walk.ts';
import { againstLabels, mistakeOf, short, suspicious } from '../../src/viewer/words.ts';

it('says how many facts are suspicious, and where none is, that support as a whole decided', () => {
  expect(suspicious({ label: 'hallucinated', facts: 3, flagged: 1, unsupported: 0 })).toBe(
    '1 of 3 facts suspicious',
  );
  expect(suspicious({ label: 'hallucinated', facts: 1, flagged: 0, unsupported: 0 })).toBe(
    'low support as a whole, 0 of 1 fact suspicious',
  );
  expect(suspicious({ label: 'factual', facts: 2, flagged: 0, unsupported: 1 })).toBe(
    '0 of 2 facts suspicious, 1 unsupported',
  );
  expect(suspicious({ label: 'abstained', facts: 0, flagged: 0, unsupported: 0 })).toBe('no fact');
});

it('calls a mistake what differs from the gold label; an unsure passage makes none', () => {
  expect(mistakeOf({ gold: true, label: 'factual' })).toBe('missed');
  expect(mistakeOf({ gold: false, label: 'hallucinated' })).toBe('false alarm');
  expect(mistakeOf({ gold: true, label: 'unsure' })).toBeNull();
  expect(mistakeOf({ gold: null, label: 'hallucinated' })).toBeNull();
});

it('counts what is unsure, so that all numbers add up', () => {
  const rows = (['factual', 'unsure', 'hallucinated', 'abstained'] as const).flatMap((label) => [
    { gold: true, label },
    { gold: false, label },
  ]);
  expect(againstLabels(rows)).toBe(
    '4 passages with an error: 1 found, 2 unsure or not judged, 1 missed; ' +
      '4 without: 1 false alarm, 2 unsure or not judged, 1 with no error found',
  );
});

it('shortens long names between their letters', () => {
  expect(short('x'.repeat(25))).toBe('x'.repeat(25));
  expect(short('🙂'.repeat(1000))).toBe(`${'🙂'.repeat(25)}…`);
});

it('goes through the passages of the last list, or through all where it does not hold the one', () => {
  expect(walkAround(1, 3)).toEqual({ positions: [0, 1, 2], words: null });
  walkThrough({ positions: [5, 2], words: 'of those in the list' });
  expect(walkAround(2, 9).positions).toEqual([5, 2]);
  expect(walkAround(3, 4)).toEqual({ positions: [0, 1, 2, 3], words: null });
});
