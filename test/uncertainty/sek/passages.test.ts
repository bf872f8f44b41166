import { describe, expect, it } from 'vitest';
import { createPassageSearch, cutPassages } from '../../../src/uncertainty/sek/passages.ts';

const documentOf = (id: string, text: string, title: string | null = null) => ({ id, title, text });

describe('passages', () => {
  it('have at most so many words, and keep the text between them', () => {
    const passages = cutPassages([documentOf('a', ' one  two\nthree four five '), documentOf('b', ' \n')], 2);
    expect(passages).toEqual([
      { id: 'a#1', title: null, text: 'one  two' },
      { id: 'a#2', title: null, text: 'three four' },
      { id: 'a#3', title: null, text: 'five' },
    ]);
  });

  it('have 100 words unless said', () => {
    const words = Array.from({ length: 250 }, (_, index) => `w${index}`).join(' ');
    expect(cutPassages([documentOf('a', words)]).map(({ text }) => text.split(' ').length)).toEqual([
      ...[100, 100, 50],
    ]);
  });
});

describe('the search', () => {
  const corpus = cutPassages([
    documentOf('brooke', 'Rupert Brooke died in 1915 on the way to Gallipoli.', 'Rupert Brooke'),
    documentOf('rugby', 'Rugby is a town in Warwickshire.'),
    documentOf('twin', 'Rugby is a town in Warwickshire.'),
  ]);

  it('gives the best first, of equals the first, and nothing that shares no word', async () => {
    const { search } = await createPassageSearch(corpus);
    expect(search('Where did Brooke die, Gallipoli?', 3).map(({ id }) => id)).toEqual(['brooke#1']);
    expect(search('town Warwickshire', 3).map(({ id }) => id)).toEqual(['rugby#1', 'twin#1']);
    expect(search('town Warwickshire', 1)).toHaveLength(1);
    expect(search('zebra', 3)).toEqual([]);
    expect(search('', 3)).toEqual([]);
  });

  it('gives a rare word more weight than a frequent one', async () => {
    const { search } = await createPassageSearch(corpus);
    const [first] = search('town Gallipoli', 3);
    expect(first?.id).toBe('brooke#1');
  });
});
