import { describe, expect, it } from 'vitest';
import { majority, proposeFromSamples } from '../../src/correction/propose-from-samples.ts';
import { identify } from '../../src/graph/identity.ts';
import type { Agreement, SampleStatement, Triple } from '../../src/passage.ts';
import { segmentation, vectorsFor } from '../support/records.ts';
import { verdictOf } from '../support/verdicts.ts';

const RESPONSE = 'Mara Quint was born in Oban in 1850. She won prizes in 1871 and 1880.';
const BORN = ['Mara Quint', 'was born in', 'Oban'] as const;

/** The proposal for the first fact, given the tail each sample has for it (null: the sample does not say). */
function proposed(tails: readonly (string | null)[], sampleTexts = tails.map((tail) => `Born in ${tail}.`)) {
  const samples = tails.map((tail, index) =>
    segmentation(`sample-${index + 1}`, tail === null ? [] : [['Mara Quint', 'was born in', tail]]),
  );
  const passage = { id: 'quint', prompt: 'Who?', response: RESPONSE, samples: sampleTexts };
  const verdict = verdictOf(passage, [{ fact: BORN, stated: 'was born in Oban', label: 'hallucinated' }]);
  const [original] = verdict.trace.segmentations;
  const responses = [original as NonNullable<typeof original>, ...samples];
  const { identity } = identify(responses, vectorsFor(responses), {
    entitySimilarity: 0.9,
    relationSimilarity: 0.9,
    aliases: true,
  });
  const trace = { ...verdict.trace, segmentations: responses, identity };
  return proposeFromSamples({ ...verdict, trace })(verdict.triples[0]?.triple as Triple);
}

describe('the tail of most samples', () => {
  it.each([
    ['two agree', ['Leith', 'Leith,', null], 'Leith', null],
    ['two agree against one that repeats the old value', ['Leith', 'Leith', 'Oban'], 'Leith', null],
    ['one alone', ['Leith', null, null], null, 'one-sample'],
    ['all differ', ['Leith', 'Perth', 'Ayr'], null, 'values-differ'],
    ['as many for the old value', ['Leith', 'Leith', 'Oban', 'Oban'], null, 'old-value-held'],
    ['a draw', ['Leith', 'Leith', 'Perth', 'Perth'], null, 'values-differ'],
    ['no sample says anything', [null, null], null, 'no-value'],
  ])('%s', (_, tails, expected, why) => {
    const { value, reason } = proposed(tails);
    expect(value?.parts.tail ?? null).toBe(expected);
    expect(reason).toBe(why);
  });

  it('keeps head and relation, and says what would stand in the text', () => {
    expect(proposed(['Leith', 'Leith']).value).toEqual({
      parts: { head: 'Mara Quint', relation: 'was born in', tail: 'Leith' },
      surface: { old: 'Oban', new: 'Leith' },
    });
  });

  it('takes nothing that the sentence states already', () => {
    expect(proposed(['1850', '1850', '1850']).value).toBeNull();
  });

  it('has nothing to go by without samples', () => {
    expect(proposed([], [])).toEqual({ value: null, reason: 'nothing-to-go-by' });
  });
});

const NO_SCORE = { value: null, reason: 'not-applicable' } as const;
const contradicting = (number: number, instead: string): SampleStatement => ({
  responseId: `sample-${number}`,
  says: 'contradicts',
  coverage: 0.5,
  kind: 'year',
  value: '1880',
  instead,
  quote: { start: 0, end: 1 },
  likeness: 0.5,
});

function proposedYear(statements: readonly SampleStatement[], samples: readonly string[], tail = 'May 1880') {
  const agreement: Agreement = {
    support: NO_SCORE,
    numbers: NO_SCORE,
    spread: NO_SCORE,
    unsupported: [],
    statements: [...statements],
  };
  const verdict = verdictOf(
    { id: 'quint', prompt: 'Who?', response: RESPONSE, samples: [...samples] },
    [
      {
        fact: ['Mara Quint', 'won a prize in', tail],
        stated: 'won prizes in 1871 and 1880',
        label: 'hallucinated',
      },
    ],
    {
      agreement: {
        agreement: NO_SCORE,
        commonGround: NO_SCORE,
        triples: { 'original/1': agreement },
        sentences: [],
        claims: [],
      },
    },
  );
  return proposeFromSamples(verdict)(verdict.triples[0]?.triple as Triple).value;
}

describe('a value that samples contradict', () => {
  const two = [contradicting(1, '1884'), contradicting(2, '1884')];

  it('gives way to the one most samples give; the rest of the tail stays', () => {
    expect(proposedYear(two, ['x', 'y'])).toEqual({
      parts: { head: 'Mara Quint', relation: 'won a prize in', tail: 'May 1884' },
      surface: { old: '1880', new: '1884' },
    });
  });

  it('is not replaced by a value that the sentence gives to another fact', () => {
    expect(proposedYear([contradicting(1, '1871'), contradicting(2, '1871')], ['x', 'y'])).toBeNull();
  });

  it.each([
    ['the poet Ada Reed', 'the poet Ida Lowe'],
    ['letters of Ada Reed', null],
    ['Ada Reed prize', null],
  ])('may be a name where it is what the tail is about: %s', (tail, expected) => {
    const named = two.map((row) => ({
      ...row,
      kind: 'name' as const,
      ...{ value: 'Ada Reed', instead: 'Ida Lowe' },
    }));
    expect(proposedYear(named, ['x', 'y'], tail)?.parts.tail ?? null).toBe(expected);
  });

  it('stays where one sample alone differs, as many hold it, or it is not in the tail', () => {
    expect(proposedYear(two.slice(0, 1), ['x', 'y'])).toBeNull();
    expect(proposedYear(two, ['x', 'y', 'in 1880', 'since 1880'])).toBeNull();
    expect(proposedYear(two, ['x', 'y'], 'the second prize')).toBeNull();
  });
});

describe('majority', () => {
  it('gives the words in which the winner came first', () => {
    expect(majority(['Leith', 'LEITH', 'Oban'], 0, (value) => value.toLowerCase()).value).toBe('Leith');
    expect(majority([], 0)).toEqual({ value: null, reason: 'no-value' });
  });
});
