import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDataset } from '../../datasets/open-dataset.ts';
import { locateInOrder } from '../../datasets/wikibio.ts';
import { InputError } from '../../src/errors.ts';
import { open, wikiBioRow } from './published-rows.ts';

describe('WikiBio', () => {
  it('reads sentences as spans with labels and scores, and leaves the gold text out', () => {
    const { format, passages } = open([wikiBioRow(7)]);
    expect(format).toBe('wikibio');
    const spans = [
      { start: 0, end: 33 },
      { start: 35, end: 45 },
      { start: 47, end: 56 },
    ];
    expect(passages).toEqual([
      {
        passage: {
          id: '7',
          prompt: 'This is a Wikipedia passage about Ada Byron:',
          response: wikiBioRow(7).gpt3_text,
          samples: ['One.', 'Two.'],
          sentences: spans,
        },
        label: 'non-factual',
        sentences: [
          { span: spans[0], label: 'factual', score: 0 },
          { span: spans[1], label: 'non-factual', score: 0.5 },
          { span: spans[2], label: 'non-factual', score: 1 },
        ],
      },
    ]);
  });

  it('calls a passage factual only when every sentence is accurate', () => {
    const { passages } = open([
      wikiBioRow(1, ['accurate', 'accurate', 'accurate']),
      wikiBioRow(2, ['accurate', 'accurate', 'minor_inaccurate']),
    ]);
    expect(passages.map(({ label }) => label)).toEqual(['factual', 'non-factual']);
  });

  it.each([
    ['Émile Zola, the writer, was born.', 'Émile Zola'],
    ['"Choi Jae-bong (born 1962) is an actor.', 'Choi Jae-bong'],
    ['Clay timpani are drums.', 'Clay timpani'],
    ['William "Bill" Quinn (1912) was an actor.', 'William "Bill" Quinn'],
  ])('reads the topic off %j', (text, topic) => {
    const row = { ...wikiBioRow(1, ['accurate']), gpt3_text: text, gpt3_sentences: [text] };
    expect(open([row]).passages[0]?.passage.prompt).toBe(`This is a Wikipedia passage about ${topic}:`);
  });

  it('reads JSON Lines too', () => {
    const text = [1, 2].map((index) => JSON.stringify(wikiBioRow(index))).join('\n');
    const { format, passages } = parseDataset(text, { source: 'data.jsonl' });
    expect([format, passages.length]).toEqual(['wikibio', 2]);
  });

  it.each([
    ['an unknown annotation', { annotation: ['accurate', 'wrong', 'accurate'] }, 'annotation.1'],
    ['too few annotations', { annotation: ['accurate'] }, 'annotation'],
    [
      'a sentence that is not in the text',
      { gpt3_sentences: ['She died.', 'She wrote.', 'No.'] },
      'gpt3_sentences.1',
    ],
    ['missing samples', { gpt3_text_samples: undefined }, 'gpt3_text_samples'],
    ['a repeated index', { wiki_bio_test_idx: 1 }, 'wiki_bio_test_idx'],
  ])('names row and field of %s', (_, change, field) => {
    const rows = [wikiBioRow(1), { ...wikiBioRow(2), ...change }];
    expect(() => open(rows)).toThrow(`(row 2): field "${field}"`);
    expect(() => open(rows)).toThrow(InputError);
  });
});

const found = (parts: string[], text: string) =>
  locateInOrder(parts, text).map((span) => span && text.slice(span.start, span.end));

describe('locateInOrder', () => {
  it('finds a repeated sentence at its second place the second time', () => {
    expect(locateInOrder(['He sang.', 'He sang.'], 'He sang. He sang.')).toEqual([
      { start: 0, end: 8 },
      { start: 9, end: 17 },
    ]);
  });

  it('does not mind other white space', () => {
    expect(found(['One  two.', 'Three\nfour.'], ' One\n\ntwo.Three four. ')).toEqual([
      'One\n\ntwo.',
      'Three four.',
    ]);
  });

  it('gives null for what is not there, out of order or blank', () => {
    expect(found(['b', 'a', ' ', 'c'], 'a b c')).toEqual(['b', null, null, 'c']);
  });

  it('finds every part of a text again, in order, without overlap', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => /\S/.test(text));
    const space = fc.constantFrom('', ' ', '\n\n', '\t');
    fc.assert(
      fc.property(fc.array(part), space, space, (parts, between, inside) => {
        const text = parts.join(between);
        const asked = parts.map((one) => one.trim().replace(/\s+/g, `${inside} `));
        const spans = locateInOrder(asked, text);
        expect(spans.map((span) => text.slice(span?.start, span?.end))).toEqual(
          parts.map((one) => one.trim()),
        );
        for (const [index, span] of spans.slice(1).entries()) {
          expect(span?.start).toBeGreaterThanOrEqual(spans[index]?.end ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });
});
