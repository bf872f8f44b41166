import { describe, expect, it } from 'vitest';
import { proposeWithoutModel } from '../../src/correction/propose-without-model.ts';
import type { SampleStatement } from '../../src/passage.ts';
import { agreement, passageAgreement, statement, verification } from '../support/records.ts';
import { verdictOf } from '../support/verdicts.ts';

const RESPONSE = 'Mara Quint was born in Oban in 1850. She won prizes in 1871 and 1880.';

const contradicting = (number: number, instead: string): SampleStatement =>
  statement('contradicts', {
    ...{ responseId: `sample-${number}`, coverage: 0.5, kind: 'year', value: '1880', instead },
    ...{ quote: { start: 0, end: 1 }, likeness: 0.5 },
  });
/** The agreement of a passage whose first fact samples speak of. */
const spokenOf = (statements: SampleStatement[]) => ({
  agreement: passageAgreement({ triples: { 'original/1': agreement({ statements }) } }),
});

function proposed(verdict: ReturnType<typeof verdictOf>) {
  const [first] = verdict.triples;
  if (first === undefined) throw new Error('the verdict has no fact');
  return proposeWithoutModel(verdict)(first.triple);
}

const proposedYear = (...given: Parameters<typeof proposalFor>) => proposalFor(...given).value;

function proposalFor(statements: SampleStatement[], samples: string[] = ['x', 'y'], tail = 'May 1880') {
  const verdict = verdictOf(
    { id: 'quint', prompt: 'Who?', response: RESPONSE, samples },
    [
      {
        fact: ['Mara Quint', 'won a prize in', tail],
        stated: 'won prizes in 1871 and 1880',
        label: 'hallucinated',
      },
    ],
    spokenOf(statements),
  );
  return proposed(verdict).proposal;
}

describe('a value that samples contradict', () => {
  const two = [contradicting(1, '1884'), contradicting(2, '1884')];

  it('gives way to the one most samples give; the rest of the tail stays', () => {
    expect(proposedYear(two, ['x', 'y'])).toEqual({
      parts: { head: 'Mara Quint', relation: 'won a prize in', tail: 'May 1884' },
      surface: { old: '1880', new: '1884' },
    });
  });

  it('is replaced by a name whose words the sentence has apart from one another', () => {
    const flowing = verdictOf(
      {
        ...{ id: 'danube', prompt: 'Where?', samples: ['x', 'y'] },
        response: 'The Danube, which rises in the Black Forest, flows to the Adriatic Sea.',
      },
      [
        {
          fact: ['Danube', 'flows to', 'Adriatic Sea'],
          stated: 'flows to the Adriatic Sea',
          label: 'hallucinated',
        },
      ],
      spokenOf(two.map((row) => ({ ...row, kind: 'name', value: 'Adriatic Sea', instead: 'Black Sea' }))),
    );
    expect(proposed(flowing).proposal.value?.parts.tail).toBe('Black Sea');
  });

  it('is named, and not replaced, where samples deny the whole clause', () => {
    const denied = two.map((row) => ({ ...row, kind: 'negation' as const, instead: 'did not win' }));
    expect(proposalFor(denied)).toEqual({
      ...{ value: null, reason: 'clause-denied', given: ['did not win'] },
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
      value: 'Ada Reed',
      instead: 'Ida Lowe',
    }));
    expect(proposedYear(named, ['x', 'y'], tail)?.parts.tail ?? null).toBe(expected);
  });

  it('stays where one sample alone differs, as many hold it, or it is not in the tail', () => {
    expect(proposedYear(two.slice(0, 1), ['x', 'y'])).toBeNull();
    expect(proposedYear(two, ['x', 'y', 'in 1880', 'since 1880'])).toBeNull();
    expect(proposedYear(two, ['x', 'y'], 'the second prize')).toBeNull();
  });
});

describe('a value that a model reads another of in the samples', () => {
  const born = (tail: string, statements: SampleStatement[]) =>
    verdictOf(
      { id: 'quint', prompt: 'Who?', response: RESPONSE, samples: ['x', 'y'] },
      [{ fact: ['Mara Quint', 'was born in', tail], stated: 'was born in Oban', label: 'hallucinated' }],
      { verification: [verification('original/1', { statements })] },
    );
  const instead = (number: number, value: string, other: string): SampleStatement => ({
    ...contradicting(number, other),
    ...{ kind: null, value },
  });

  it('gives way to it, whatever kind it is of', () => {
    // written as where it came first
    const both = [instead(1, 'Oban', 'Leith'), instead(2, 'Oban', 'LEITH'), instead(3, 'Oban', 'Perth')];
    expect(proposed(born('Oban', both)).proposal.value?.parts.tail).toBe('Leith');
    expect(proposed(born('the port of Oban', both)).proposal).toMatchObject({ reason: 'part-of-value' });
  });

  it.each([
    [['Leith'], 'one-sample'],
    [['Leith', 'Perth'], 'values-differ'],
    [[], 'no-value'],
  ])('stays with %j in its place: %s', (others, reason) => {
    const rows = others.map((other, index) => instead(index + 1, 'Oban', other));
    expect(proposed(born('Oban', rows)).proposal).toMatchObject({ value: null, reason });
  });
});

describe('a value that the reference has another of', () => {
  const checked = (conflict?: { value: string; instead: string }) =>
    verdictOf(
      { id: 'quint', prompt: 'Who?', response: RESPONSE, context: ['Quint, born in Leith.'] },
      [{ fact: ['Mara Quint', 'was born in', 'Oban'], stated: 'was born in Oban', label: 'hallucinated' }],
      {
        reference: {
          checker: 'lexical',
          triples: {
            'original/1': {
              ...{ value: 0.1, reason: null, label: 'contradiction', evidence: null, note: null },
              ...(conflict && { conflict }),
            },
          },
          ...{ sentences: [], claims: [] },
        },
      },
    );

  it('gives way to it, with no sample at all', () => {
    expect(proposed(checked({ value: 'Oban', instead: 'Leith' }))).toMatchObject({
      source: 'reference',
      proposal: { value: { parts: { tail: 'Leith' }, surface: { old: 'Oban', new: 'Leith' } } },
    });
  });

  it('needs a model where the checker found no value', () => {
    expect(proposed(checked())).toMatchObject({ proposal: { value: null, reason: 'reference-unread' } });
  });
});
