import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/passage.ts';
import { sampleAnswers } from '../../src/verification/sample-answers.ts';
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
