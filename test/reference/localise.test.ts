import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/models/embedder.ts';
import type { ReferenceCheck, Triple } from '../../src/passage.ts';
import { localiseChecks, locateParts, windowsOf } from '../../src/reference/localise.ts';
import { createLexicalEmbedder } from '../../src/text/lexical/lexical-embedder.ts';

const whole = (text: string) => ({ text, within: { start: 0, end: text.length } });
const lexical = { embedder: createLexicalEmbedder(), threshold: 0.65 };

/** Texts that mean the same lie in one direction; all others are at right angles to each other. */
function meaning(...groups: string[][]): Embedder {
  const known = new Map<string, number>();
  const place = (text: string) => {
    const group = groups.findIndex((texts) => texts.includes(text));
    const key = group >= 0 ? `group ${group}` : text;
    if (!known.has(key)) known.set(key, known.size);
    return known.get(key) as number;
  };
  return {
    id: 'test/meaning',
    embed: async (texts) =>
      texts.map((text) => {
        const vector = new Float32Array(500);
        vector[place(text)] = 1;
        return vector;
      }),
  };
}

describe('windows', () => {
  it('are runs of .8 to 1.2 times as many words', () => {
    const text = 'one two, three four five';
    const of = (count: number) =>
      windowsOf(text, { start: 4, end: text.length }, count).map(({ start, end }) => text.slice(start, end));
    expect(of(1)).toEqual([...['two', 'two, three', 'three', 'three four', 'four', 'four five', 'five']]);
    expect(of(3)).toEqual([
      ...['two, three', 'two, three four', 'two, three four five'],
      ...['three four', 'three four five', 'four five'],
    ]);
    expect(of(0)).toEqual([]);
  });

  it('lie within the stretch, whatever characters it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(5), fc.nat(20), (text, count, cut) => {
        const within = { start: Math.min(cut, text.length), end: text.length };
        for (const { start, end } of windowsOf(text, within, count)) {
          expect(start).toBeGreaterThanOrEqual(within.start);
          expect(end).toBeLessThanOrEqual(within.end);
          expect(text.slice(start, end)).toMatch(/^[\p{L}\p{M}\p{N}]/u);
        }
      }),
    );
  });
});

describe('the places of parts', () => {
  const triple = { head: 'Ada Lovelace', relation: 'was a', tail: 'doctor' };

  it('are those of spans that mean the same', async () => {
    const text = 'The countess, Lady Lovelace, practised as a physician.';
    const embedder = meaning(
      ['Ada Lovelace', 'Lady Lovelace'],
      ['doctor', 'physician'],
      ['was a', 'practised as'],
    );
    const found = await locateParts(whole(text), triple, { embedder, threshold: 0.65 });
    const words = Object.values(found).map((span) => span && text.slice(span.start, span.end));
    expect(words).toEqual(['Lady Lovelace', 'practised as', 'physician']);
  });

  it('are none where no span is alike enough', async () => {
    expect(await locateParts(whole('Nothing of it.'), triple, lexical)).toEqual({
      ...{ head: null, relation: null, tail: null },
    });
    expect(await locateParts(whole(''), triple, lexical)).toMatchObject({ head: null });
  });

  it('are found to the letter without any likeness, in whatever case and script', async () => {
    const embedder = meaning();
    const text = '😀 JOSÉ Martí lived in القاهرة.';
    const found = await locateParts(
      whole(text),
      { head: 'José Martí', relation: 'lived in', tail: 'القاهرة' },
      { embedder, threshold: 1 },
    );
    const words = Object.values(found).map((span) => span && text.slice(span.start, span.end));
    expect(words).toEqual(['JOSÉ Martí', 'lived in', 'القاهرة']);
  });
});

describe('checks', () => {
  const check = (evidence: ReferenceCheck['evidence']): ReferenceCheck => ({
    ...{ value: 0, reason: null, label: 'neutral', note: null, evidence },
  });
  const response = 'Ann sang. Bo was born in Leeds.';
  const triple: Triple = {
    ...{ id: 'original/1', responseId: 'original', head: 'Bo', relation: 'was born in', tail: 'Leeds' },
    span: { start: 13, end: 30 },
  };
  const references = ['Bo was born in York. Leeds is far.', 'Bo was born in Leeds'];
  const localise = (evidence: ReferenceCheck['evidence']) =>
    localiseChecks([{ triple, check: check(evidence) }], { response, references }, lexical);

  it('get the places in the sentences of triple and evidence, or beside them', async () => {
    const [found] = await localise({ reference: 0, span: { start: 3, end: 14 } });
    expect(found?.evidence).toEqual({ reference: 0, span: { start: 3, end: 14 } });
    expect(found?.parts).toEqual({
      head: { response: { start: 10, end: 12 }, reference: { start: 0, end: 2 } },
      relation: { response: { start: 13, end: 24 }, reference: { start: 3, end: 14 } },
      // not in the sentence of the evidence, but in the next
      tail: { response: { start: 25, end: 30 }, reference: { start: 21, end: 26 } },
    });
  });

  it('without evidence get the sentence that is most like the triple', async () => {
    const [found] = await localise(null);
    expect(found?.evidence).toEqual({ reference: 1, span: { start: 0, end: 20 } });
    expect(found?.parts?.tail.reference).toEqual({ start: 15, end: 20 });
    const [none] = await localiseChecks(
      [{ triple: { ...triple, span: null }, check: check(null) }],
      { response, references: ['It rained.'] },
      lexical,
    );
    expect(none?.evidence).toBeNull();
    expect(none?.parts?.head).toEqual({ response: null, reference: null });
  });
});
