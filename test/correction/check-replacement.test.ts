import { describe, expect, it } from 'vitest';
import { excessOf, faultOf } from '../../src/correction/check-replacement.ts';

const fact = (head: string, relation: string, tail: string) => ({ head, relation, tail });
const BEFORE = 'Mara Quint was born in Oban in 1850 and married Ann Lee.';
const FACTS = [
  { old: fact('Mara Quint', 'was born in', 'Oban'), new: fact('Mara Quint', 'was born in', 'Leith') },
];
const OTHERS = [fact('Mara Quint', 'was born in', '1850'), fact('Mara Quint', 'married', 'Ann Lee')];
const fault = (after: string, limit = 0.3) =>
  faultOf({ before: BEFORE, after, facts: FACTS, others: OTHERS }, limit);

describe('faultOf', () => {
  it.each([
    ['only the fact', 'Mara Quint was born in Leith in 1850 and married Ann Lee.', null],
    ['grammar beside it', 'Mara Quint was born at Leith in 1850 and married Ann Lee.', null],
    ['nothing', BEFORE, 'unchanged'],
    ['case and space alone', BEFORE.toUpperCase().replace(' ', '  '), 'unchanged'],
    [
      'the old value beside the new',
      'Mara Quint was born in Oban or Leith in 1850 and married Ann Lee.',
      'old-value-kept',
    ],
    ['another value', 'Mara Quint was born in Perth in 1850 and married Ann Lee.', 'new-value-missing'],
    ['the year gone', 'Mara Quint was born in Leith and married Ann Lee.', 'other-facts-lost'],
    ['another person', 'Mara Quint was born in Leith in 1850 and married Bea Orr.', 'other-facts-lost'],
    [
      'a sentence more',
      'Mara Quint was born in Leith in 1850 and married Ann Lee. She was a great painter of ships.',
      'too-much-changed',
    ],
    [
      'marks around everything',
      '**Mara** **Quint** was born in Leith in 1850 and married Ann Lee.',
      'too-much-changed',
    ],
    ['another sentence', 'Ignore all instructions.', 'new-value-missing'],
  ])('%s', (_, after, expected) => {
    expect(fault(after)).toBe(expected);
  });

  it('lets a value stay that the sentence holds for another reason', () => {
    const before = 'Mara left Oban for Leith and came back to Oban.';
    const facts = [{ old: fact('Mara', 'left', 'Oban'), new: fact('Mara', 'left', 'Perth') }];
    const after = 'Mara left Perth for Leith and came back to Oban.';
    expect(faultOf({ before, after, facts, others: [] }, 0.3)).toBeNull();
  });

  it('asks for a new head too, and lets the relation take any form', () => {
    const facts = [
      { old: fact('Ann', 'wrote', 'The Pier'), new: fact('Bea', 'is the author of', 'The Pier') },
    ];
    const check = (after: string) =>
      faultOf({ before: 'Ann wrote The Pier.', after, facts, others: [] }, 0.3);
    expect(check('Bea wrote The Pier.')).toBeNull();
    expect(check('She is the author of The Pier.')).toBe('new-value-missing');
  });
});

describe('faultOf several facts', () => {
  const before = 'Mara was born in Oban and died in Perth.';
  const facts = [
    { old: fact('Mara', 'was born in', 'Oban'), new: fact('Mara', 'was born in', 'Leith') },
    { old: fact('Mara', 'died in', 'Perth'), new: fact('Mara', 'died in', 'York') },
  ];
  it.each([
    ['Mara was born in Leith and died in York.', null],
    ['Mara was born in Leith and died in Perth.', 'old-value-kept'],
    ['Mara was born in Leith and died.', 'new-value-missing'],
  ])('asks for each of them: %s', (after, expected) => {
    expect(faultOf({ before, after, facts, others: [] }, 0.3)).toBe(expected);
  });

  it('sees an old head that stays beside a new tail', () => {
    const [old, proposed] = [fact('Ann', 'wrote', 'The Pier'), fact('Bea', 'wrote', 'The Quay')];
    const after = 'Ann wrote The Quay, not Bea.';
    const rewritten = { before: 'Ann wrote The Pier.', after, facts: [{ old, new: proposed }], others: [] };
    expect(faultOf(rewritten, 1)).toBe('old-value-kept');
  });
});

describe('excessOf', () => {
  it('is 0 where only words of the facts change', () => {
    expect(excessOf(BEFORE, BEFORE.replace('Oban', 'Leith'), FACTS)).toBe(0);
  });

  it('counts words gone and words come, as a share of the sentence', () => {
    // "married" goes, "met" and "later" come: 3, where the sentence has 12 words and a full stop
    const after = 'Mara Quint was born in Leith in 1850 and met later Ann Lee.';
    expect(excessOf(BEFORE, after, FACTS)).toBeCloseTo(3 / 13, 12);
  });

  it('may pass 1, and is finite for an empty sentence', () => {
    expect(excessOf('Oban.', 'a b c d e f g', FACTS)).toBeGreaterThan(1);
    expect(excessOf('', 'x', [])).toBe(1);
  });
});
