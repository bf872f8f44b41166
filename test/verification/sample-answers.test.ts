import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identify } from '../../src/graph/identity.ts';
import type { Task } from '../../src/passage.ts';
import { contentWords } from '../../src/english/content-words.ts';
import { sampleAnswers } from '../../src/verification/sample-answers.ts';
import { segmentation, vectorsFor } from '../support/records.ts';
import { verificationInput } from '../support/verification.ts';

type Fact = readonly [string, string, string];

/** Answer, agreement and judge of one sample that states these facts. */
function answer(task: Task, asked: Fact, ...stated: Fact[]) {
  const { original, samples, identity } = verificationInput([asked], [stated]);
  const draw = sampleAnswers(identity)(task, original.triples[0] as never, samples[0] as never);
  return draw && [draw.answer, draw.agreement, draw.matchedBy];
}

const WON: Fact = ['Mara Quint', 'won', 'Tate Prize for painting'];
const BORN: Fact = ['Mara Quint', 'was born in', '1901'];

describe('sampleAnswers', () => {
  it('compares tails by the share of the content words that the sample holds', () => {
    expect(answer('tail', WON, ['Mara Quint', 'won', 'the Tate Prize'])).toEqual([
      'the Tate Prize',
      2 / 3,
      'words',
    ]);
    expect(answer('tail', WON, ['Mara Quint', 'won', 'medals for sailing'])?.[1]).toBe(0);
    expect(answer('tail', WON, ['Mara Quint', 'won', 'prize of the year'])).toEqual([
      'prize of the year',
      1 / 3,
      null,
    ]);
  });

  it('takes no other number for nearly the same', () => {
    const fact: Fact = ['Mara Quint', 'won', 'Tate Prize in 1951'];
    expect(answer('tail', fact, ['Mara Quint', 'won', 'Tate Prize in 1952'])?.[1]).toBe(0);
    expect(answer('head', fact, ['Mara Quint', 'won', 'Tate Prize in 1952'])).toEqual(['unknown', 0, null]);
  });

  it('takes for a choice of tail only what has the same type or agrees', () => {
    expect(answer('tail', BORN, ['Mara Quint', 'was born in', 'Leith'])).toBeNull();
    expect(
      answer('tail', BORN, ['Mara Quint', 'was born in', 'Leith'], ['Mara Quint', 'was born in', '1902']),
    ).toEqual(['1902', 0, null]);
    expect(answer('tail', BORN, ['Ann Lee', 'was born in', '1901'])).toBeNull();
    expect(answer('tail', BORN, ['Mara Quint', 'died in', '1901'])).toBeNull();
  });

  it('knows a relation by a shared content word', () => {
    expect(answer('tail', BORN, ['Mara Quint', 'who was born on the coast in', '1901'])?.[1]).toBe(1);
    expect(answer('relation', BORN, ['Mara Quint', 'was born around', '1901'])).toEqual([
      'was born around',
      1,
      'words',
    ]);
  });

  it('needs half of the tail for an answer that names head or relation', () => {
    const little: Fact = ['Mara Quint', 'won', 'prize of the year'];
    expect(answer('head', WON, little)).toEqual(['unknown', 0, null]);
    expect(answer('relation', WON, little)).toEqual(['unknown', 0, null]);
    const most: Fact = ['Mara Quint', 'won', 'the Tate Prize'];
    expect(answer('head', WON, most)).toEqual(['Mara Quint', 2 / 3, 'identity']);
    expect(answer('relation', WON, most)).toEqual(['won', 2 / 3, 'identity']);
  });

  it('says which relation a sample gives instead, and "unknown" where it gives none', () => {
    expect(answer('relation', BORN, ['Mara Quint', 'died in', '1901'])).toEqual(['died in', 0, null]);
    expect(answer('relation', BORN, ['Mara Quint', 'died in', '1960'])).toEqual(['unknown', 0, null]);
    expect(answer('relation', BORN, ['Ann Lee', 'was born in', '1901'])).toEqual(['unknown', 0, null]);
  });

  it('names the head of the best-fitting triple; under another relation it counts half', () => {
    expect(answer('head', BORN, ['Mara Quint', 'died in', '1901'])).toEqual(['Mara Quint', 0.5, 'identity']);
    const other: Fact = ['Ann Lee', 'was born in', '1901'];
    expect(answer('head', BORN, ['Mara Quint', 'died in', '1901'], other)).toEqual(['Ann Lee', 0, null]);
    expect(answer('head', BORN, other, BORN)).toEqual(['Mara Quint', 1, 'identity']);
  });

  it('does not count the words of the head in the tail', () => {
    const fact: Fact = ['Mara Quint', 'is known for', "Mara Quint's harbours"];
    expect(answer('tail', fact, ['Mara Quint', 'is known for', "Mara Quint's portraits"])?.[1]).toBe(0);
  });
});

describe('sampleAnswers and a look at every triple of a sample', () => {
  const part = (...phrases: string[]) => fc.constantFrom(...phrases);
  const facts = fc.array(
    fc.tuple(
      part('Ann Lee', 'Ben Ash', 'the Lee prize'),
      part('was born in', 'was', 'is', 'won in', 'won', 'wrote'),
      part(
        ...['Leith', 'Leith in 1912', 'May 1912', '1912', 'the prize of Leith', 'it', 'a novel'],
        ...[
          'the harbour prize of Leith',
          'novels of the Leith harbour',
          'a prize for harbour novels of Oslo',
        ],
      ),
    ),
    { minLength: 1, maxLength: 8 },
  );
  const wordsOf = (phrase: string) => [...new Set(contentWords(phrase).map(({ key }) => key))];
  const besides = (words: string[], head: string[]) => {
    const own = words.filter((word) => !head.includes(word));
    return own.length > 0 ? own : words;
  };

  it('give the same agreement', () => {
    fc.assert(
      fc.property(facts, facts, (own, others) => {
        const [original, sample] = [segmentation('original', own), segmentation('sample-1', others)];
        const index = identify([original, sample], vectorsFor([original, sample]), {
          ...{ entitySimilarity: 0.9, relationSimilarity: 0.9, aliases: true },
        });
        const answerOf = sampleAnswers(index);
        for (const asked of original.triples) {
          const head = wordsOf(asked.head);
          const rows = sample.triples.map((stated) => {
            const there = wordsOf(stated.tail);
            const words = besides(wordsOf(asked.tail), head);
            const isOtherNumber = wordsOf(asked.tail).some((key) => /^\d/.test(key) && !there.includes(key));
            const shared = words.filter((key) => there.includes(key)).length;
            const a = index.sameEntity(asked.tail, stated.tail)
              ? 1
              : isOtherNumber || words.length === 0
                ? 0
                : shared / words.length;
            const verb = besides(wordsOf(asked.relation), head);
            const said = wordsOf(stated.relation);
            const fewer = Math.min(verb.length, said.length);
            const rho = index.sameRelation(asked.relation, stated.relation)
              ? 1
              : fewer === 0
                ? 0
                : Math.min(1, verb.filter((key) => said.includes(key)).length / fewer);
            return { a, rho, isSameHead: index.sameEntity(asked.head, stated.head) };
          });
          const most = (values: number[]) => Math.max(0, ...values);
          const ofHead = rows.filter(({ isSameHead }) => isSameHead);
          const relation = most(ofHead.filter(({ a }) => a >= 0.5).map(({ a, rho }) => a * rho));
          expect(answerOf('relation', asked, sample)?.agreement).toBe(relation);
          const tail = most(ofHead.filter(({ rho }) => rho >= 0.5).map(({ a }) => a));
          // of those that agree by less, only tails of the same type are chosen
          const chosen = answerOf('tail', asked, sample)?.agreement ?? 0;
          if (tail >= 0.5) expect(chosen).toBe(tail);
          else expect(chosen).toBeLessThan(0.5);
          const fits = rows.map(({ a, rho, ...row }) => ({ ...row, fit: a * (rho >= 0.5 ? 1 : 0.5) }));
          const best = most(fits.map(({ fit }) => fit));
          const agrees = best >= 0.5 && fits.some(({ fit, isSameHead }) => fit === best && isSameHead);
          expect(answerOf('head', asked, sample)?.agreement).toBe(agrees ? best : 0);
        }
      }),
    );
  });
});
