import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDataset } from '../../datasets/open-dataset.ts';
import { InputError } from '../../src/errors.ts';
import { refusal } from './refusal.ts';

const read = (text: string, source = 'in.csv', map?: Record<string, string>) =>
  parseDataset(text, { source, map }).passages;

const message = (...args: Parameters<typeof read>): string => refusal(() => read(...args));

describe('a table of passages', () => {
  it('holds fields in columns, lists as JSON in cells', () => {
    const text = [
      'id,prompt,response,samples,context,label,note',
      'a,Who?,"A poet, she\nsaid ""so"".","[""One."", ""Two.""]",A reference.,factual,ignored',
      'b,Who?,,,"[""One."", ""[1] Two.""]",,',
    ].join('\r\n');
    expect(read(text)).toEqual([
      {
        passage: {
          ...{ id: 'a', prompt: 'Who?', response: 'A poet, she\nsaid "so".' },
          ...{ samples: ['One.', 'Two.'], context: ['A reference.'] },
        },
        label: 'factual',
      },
      { passage: { id: 'b', prompt: 'Who?', response: '', context: ['One.', '[1] Two.'] }, label: null },
    ]);
  });

  it('holds samples in numbered columns, those without text left out', () => {
    const [labelled] = read('prompt,sample_10,sample_2,sample_3\nWho?,ten,two, ');
    expect(labelled?.passage).toEqual({ id: 'row-1', prompt: 'Who?', samples: ['two', 'ten'] });
    expect(read('prompt,sample_1\nWho?,')[0]?.passage.samples).toEqual([]);
  });

  it.each([
    ['semicolons', 'in.csv', 'prompt;response\nOne, two;three'],
    ['tabs', 'in.tsv', 'prompt\tresponse\nOne, two\tthree'],
    ['commas, from a stream', 'standard input', '"prompt","response"\n"One, two",three'],
    ['a byte order mark', 'in.csv', '\uFEFFprompt,response\n"One, two",three'],
    ['a blank line at its end', 'in.csv', 'prompt,response\n"One, two",three\n\n'],
  ])('is read with %s', (_, source, text) => {
    expect(read(text, source)[0]?.passage).toMatchObject({ prompt: 'One, two', response: 'three' });
  });

  it('takes the columns that are mapped, which then mean nothing else', () => {
    const text = 'question,answer,response\nWho?,A poet.,unused';
    const map = { prompt: 'question', response: 'answer' };
    expect(read(text, 'in.csv', map)).toEqual([
      { passage: { id: 'row-1', prompt: 'Who?', response: 'A poet.' }, label: null },
    ]);
  });

  it.each([
    [
      'a wrong value',
      'prompt,label\r\n"two\r\nlines",factual\r\n\r\n"Who\r\n?",yes',
      'line 5 (row 2): field "label"',
    ],
    ['a missing column', 'id,text\na,b', 'line 2 (row 1): field "prompt"'],
    ['an id used twice', 'id,prompt\na,b\na,c', 'line 3 (row 2): field "id"'],
    ['a list that is none', 'prompt,samples\nWho?,one', 'line 2 (row 1): field "samples": expected a list'],
    ['a broken list', 'prompt,samples\nWho?,"[""one"""', 'line 2 (row 1): field "samples"'],
    ['too few cells', 'id,prompt\na,b\nc', 'line 3: not valid CSV'],
    ['a quote that is not closed', 'id,prompt\na,b\nc,"d', 'line 3: not valid CSV'],
    [
      'columns of one name',
      'id,prompt,id\na,b,c',
      'line 1: two columns have one name; there are "id", "prompt", "id"',
    ],
    ['samples in both ways', 'prompt,samples,sample_1\np,[],s', 'line 1: samples are one column'],
    ['no row', 'id,prompt\n', 'holds no passages'],
    ['nothing', '', 'is empty'],
  ])('names the place of %s', (_, text, said) => {
    expect(message(text)).toContain('in.csv');
    expect(message(text)).toContain(said);
  });

  it('names the columns that exist where one that is mapped does not', () => {
    expect(message('question,answer\nq,a', 'in.csv', { response: 'anwser' })).toBe(
      'in.csv, line 1: --map response=anwser: there is no such column; there are "question", "answer"',
    );
  });

  it('tells apart names with commas, and how to take one', () => {
    expect(message('Frage;Antwort;Notes, misc.\nq;a;b')).toContain(
      'field "prompt": missing; --map prompt=... takes another field; there are "Frage", "Antwort", "Notes, misc."',
    );
  });

  it('gives back what was written into it', () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => `x${text}`);
    const row = fc.record({ prompt: cell, response: cell, samples: fc.array(cell) });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const written = rows.map((own) => ({ ...own, samples: JSON.stringify(own.samples) }));
        const passages = read(stringify(written, { header: true })).map(({ passage }) => passage);
        expect(passages).toEqual(rows.map((own, index) => ({ id: `row-${index + 1}`, ...own })));
      }),
    );
  });

  it('is passages or an InputError, whatever it holds', () => {
    const text = fc.oneof(
      fc.array(fc.constantFrom('prompt', 'samples', '__proto__', 'x', ',', ';', '\n', '"', '[', ']', '\r')),
      fc.array(fc.string({ unit: 'binary' })),
    );
    fc.assert(
      fc.property(text, (parts) => {
        try {
          expect(read(`prompt,${parts.join('')}`).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as Error).message).toContain('in.csv');
        }
      }),
    );
  });
});
