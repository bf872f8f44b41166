import { describe, expect, it } from 'vitest';
import { continued, type Draft, draftOf, upTo } from '../../../src/uncertainty/sek/draft.ts';

const draft = (...texts: string[]): Draft =>
  draftOf({ text: texts.join(''), tokens: texts.map((text) => ({ text, logprob: -1 })) }) as Draft;
const words = ({ text, placed }: Draft) => placed.map(({ span }) => text.slice(span.start, span.end));

describe('a draft', () => {
  it('is cut, and gone on with: a blank between two words, none before a mark', () => {
    const beginning = upTo(draft('He', ' died', ' in', ' 1921', '.'), 10);
    expect(beginning.text).toBe('He died in');
    const after = continued(beginning, draft('19', '15', '.'));
    expect(after.text).toBe('He died in 1915.');
    expect(words(after)).toEqual(['He', ' died', ' in', '19', '15', '.']);
    expect(continued(beginning, draft(' 1915', '.')).text).toBe('He died in 1915.');
    expect(continued(beginning, draft('.')).text).toBe('He died in.');
    expect(continued(draft(), draft('All', ' new')).text).toBe('All new');
  });

  it('does not take what is repeated of the beginning', () => {
    const beginning = draft('He was a poet.', ' He died in');
    expect(continued(beginning, draft('He was a poet. He died in', ' 1915.')).text).toBe(
      'He was a poet. He died in 1915.',
    );
    const short = continued(
      draft('Brooke was a poet and he died in'),
      draft('poet and he died in', ' 1915.'),
    );
    expect(short.text).toBe('Brooke was a poet and he died in 1915.');
    expect(words(short).at(-1)).toBe(' 1915.');
  });

  it('has no tokens where none came, and is none where they are not its own', () => {
    expect(draftOf({ text: 'a' })).toEqual({ text: 'a', placed: [] });
    expect(draftOf({ text: 'a', tokens: [{ text: 'b', logprob: -1 }] })).toBeNull();
  });
});
