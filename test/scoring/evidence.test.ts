import { describe, expect, it } from 'vitest';
import {
  type BlindOutcome,
  type Draw,
  EMPTY_TRACE,
  type ReferenceCheck,
  type SampleStatement,
  type Trace,
  type Triple,
} from '../../src/passage.ts';
import { evidenceOf } from '../../src/scoring/evidence.ts';
import { ofAnswers } from '../../src/scoring/judged-reasons.ts';
import { reasonsByTriple } from '../../src/scoring/reasons.ts';
import { scoreDraws } from '../../src/verification/task-result.ts';
import {
  agreement,
  passageAgreement,
  segmentation,
  statement,
  statements,
  verification,
  vote,
} from '../support/records.ts';
import { weights } from '../support/scoring.ts';

const ORIGINAL = segmentation('original', [['Brooke', 'studied at', 'Oxford']]);
const STUDIED = ORIGINAL.triples[0] as Triple;

/** In words, of a triple that is not flagged. */
function linesOf(records: Partial<Trace>, references: readonly string[] = []): string[] {
  const trace = { ...EMPTY_TRACE, segmentations: [ORIGINAL], ...records };
  const scoring = { weights: weights({}), facts: 'parts' } as const;
  return evidenceOf(reasonsByTriple(trace, { samples: new Map(), references }, scoring)(STUDIED, false));
}

/** The evidence on `Brooke studied at Oxford` where each sample names the place given. */
function evidenceFor(places: readonly string[]): string[] {
  const samples = places.map((place, index) =>
    segmentation(`sample-${index + 1}`, [['Brooke', 'studied at', place]]),
  );
  const votes = samples.map(({ responseId }, index) => {
    const repeated = places[index] === 'Oxford';
    return vote({ responseId, repeated, conflict: !repeated, tripleId: `${responseId}/1` });
  });
  return linesOf({
    segmentations: [ORIGINAL, ...samples],
    consistency: [{ tripleId: 'original/1', votes }],
  });
}

describe('evidence of conflicting tails', () => {
  it('names a tail that two samples agree on', () => {
    expect(evidenceFor(['Cambridge', 'Oxford', 'Cambridge'])).toEqual([
      'extracted as a triple from 1 of 3 samples (2)',
      '2 of 3 samples (1, 3): "Cambridge" instead of "Oxford"',
    ]);
  });

  it('leaves out tails that one sample alone gives', () => {
    expect(evidenceFor(['Cambridge', 'Leeds', 'Munich'])).toEqual([
      'extracted as a triple from none of 3 samples',
    ]);
  });
});

describe('evidence of a model that reads the samples', () => {
  const TEXTS = ['Brooke was at Cambridge.', 'A poet.', 'He went to Cambridge in 1906.'];
  const instead = 'Cambridge';

  function reasonsFor(said: SampleStatement['says'][], isFlagged = false, given: readonly string[] = []) {
    const read = statements(...said).map((row, index) =>
      row.says === 'contradicts'
        ? {
            ...{ ...row, value: 'Oxford', quote: { start: 0, end: TEXTS[index]?.length ?? 0 } },
            // the same value, however it is written
            instead: given[index] ?? (index === 0 ? instead : instead.toUpperCase()),
          }
        : row,
    );
    const other = scoreDraws(null, [{ answer: 'Eton', match: false, matchedBy: null }]);
    const tasks = { head: other, relation: other, tail: other };
    const trace: Trace = {
      ...{ ...EMPTY_TRACE, segmentations: [ORIGINAL] },
      consistency: [{ tripleId: 'original/1', votes: [vote({ risk: true })] }],
      verification: [verification('original/1', { statements: read, ...tasks })],
    };
    const texts = {
      samples: new Map(TEXTS.map((text, index) => [`sample-${index + 1}`, text])),
      references: [],
    };
    const reasonsOf = reasonsByTriple(trace, texts, { weights: weights({ tail: 1 }), facts: 'parts' });
    return reasonsOf(STUDIED, isFlagged);
  }

  it('names value, instead and quote, then what tasks gave', () => {
    const reasons = reasonsFor(['contradicts', 'silent', 'contradicts']);
    expect(reasons.map(({ kind }) => kind)).toEqual(['samples-contradict', 'rebuilt-otherwise']);
    expect(reasons[0]).toEqual({
      kind: 'samples-contradict',
      samples: ['sample-1', 'sample-3'],
      ...{ of: 3, value: 'Oxford', instead, note: null, weight: 2 / 3 },
      quote: { source: 'sample-1', start: 0, end: 24, text: 'Brooke was at Cambridge.' },
    });
  });

  it('counts all that contradict, and the values by how many samples give them', () => {
    const contradicting = (...given: string[]) => {
      const [reason] = reasonsFor(
        given.map(() => 'contradicts'),
        true,
        given,
      );
      return [
        reason?.samples,
        reason?.others,
        evidenceOf(reason ? [reason] : [])[0]?.replace(/; sample.*/, ''),
      ];
    };
    expect(contradicting('Eton', 'Leeds', 'York', 'leeds', 'Eton', 'Leeds')).toEqual([
      ['sample-2', 'sample-4', 'sample-6'],
      [
        { value: 'Oxford', instead: 'Eton', samples: ['sample-1', 'sample-5'] },
        { value: 'Oxford', instead: 'York', samples: ['sample-3'] },
      ],
      'contradicted by all 6 samples: 3 give "Leeds", not "Oxford"; 2 give "Eton"; 1 gives "York"',
    ]);
    expect(contradicting('Eton', 'Leeds', 'York')[2]).toBe(
      'contradicted by all 3 samples: 1 gives "Eton", not "Oxford"; 1 gives "Leeds"; 1 gives "York"',
    );
    expect(contradicting('Eton', 'Eton', 'Leeds', 'York', 'Leeds', 'Bath')[2]).toBe(
      'contradicted by all 6 samples: 2 give "Eton", not "Oxford"; 2 give "Leeds"; 2 give other values',
    );
    expect(contradicting('October 25', '25th October', 'five', 'October 25th', '5', 'Oct. 25')[2]).toBe(
      'contradicted by all 6 samples: 4 give "October 25", not "Oxford"; 2 give "five"',
    );
    expect(contradicting('Eton', 'ETON')).toEqual([
      ['sample-1', 'sample-2'],
      undefined,
      'contradicted by both usable samples: they give "Eton", not "Oxford"',
    ]);
  });

  it('names both sides where samples disagree on a fact that is not flagged, that of more samples first', () => {
    const firstTwo = (...said: SampleStatement['says'][]) =>
      evidenceOf(reasonsFor(said))
        .slice(0, 2)
        .map((line) => line.replace(/; sample.*/, ''));
    const against = '1 of 3 samples (2) gives "CAMBRIDGE", not "Oxford"';
    expect(firstTwo('repeats', 'contradicts', 'repeats')).toEqual([
      'repeated by 2 of 3 samples (1, 3)',
      against,
    ]);
    expect(firstTwo('repeats', 'contradicts', 'silent')).toEqual([against, 'repeated by 1 of 3 samples (1)']);
    expect(reasonsFor(['repeats', 'contradicts'])[0]?.kind).toBe('samples-disagree');
  });

  it('counts repetitions and silence, and a lonely contradiction where the fact is flagged', () => {
    const kinds = (...given: Parameters<typeof reasonsFor>) =>
      evidenceOf(reasonsFor(...given)).map((line) => line.replace(/[:;].*/, ''));
    expect(kinds(['repeats', 'contradicts', 'repeats'])[0]).toBe('repeated by 2 of 3 samples (1, 3)');
    expect(kinds(['repeats', 'contradicts', 'repeats'], true).slice(0, 2)).toEqual([
      'contradicted by 1 of 3 samples (2)',
      'repeated by 2 of 3 samples (1, 3)',
    ]);
    expect(kinds(['repeats', 'holds', 'holds']).slice(0, 2)).toEqual([
      'repeated by 1 of 3 samples (1)',
      'its words occur in 2 of 3 samples (2, 3), possibly in another statement',
    ]);
    expect(kinds(['silent', 'silent', 'incomparable'])[0]).toBe('not mentioned by 2 of 3 samples (1, 2)');
    for (const isFlagged of [false, true])
      expect(kinds(['incomparable', 'incomparable'], isFlagged)[0]).toBe(
        'can be compared with no usable sample of 2',
      );
  });
});

/** Of the words of the fact those that no sample holds, and what the only one says. */
const linesByWords = (unsupported: string[], said: SampleStatement) =>
  linesOf({
    agreement: passageAgreement({
      triples: { 'original/1': agreement({ unsupported, statements: [said] }) },
    }),
  });

it.each(['silent', 'incomparable'] as const)(
  'names the words that no sample holds, each for itself, where samples are %s',
  (says) => {
    expect(linesByWords(['1,000', 'Munich'], statement(says, { coverage: 0 }))).toEqual([
      'the only sample does not mention it',
      'no sample mentions "1,000", "Munich"',
    ]);
  },
);

it('names no word as missing where a sample holds the others', () => {
  expect(linesByWords(['Munich'], statement('holds', { coverage: 0.7 }))).toEqual([
    'its words occur in the only sample, possibly in another statement',
  ]);
});

it('names what a sample gives instead, though the fact is not flagged', () => {
  const other = { value: 'Oxford', instead: 'Leeds', kind: 'name' } as const;
  const said = statement('contradicts', { ...other, coverage: 0.5, likeness: 1 });
  expect(linesByWords(['Oxford'], said)).toEqual(['the only sample gives "Leeds", not "Oxford"']);
});

describe('evidence of answers', () => {
  it.each([
    ['1915', 'the others most often "1915"'],
    ['unknown', 'the others nothing'],
    ['none of these', 'the others said that nothing fits'],
    ['None', 'the others said that nothing fits'],
  ])('says what they gave instead: %s', (instead, words) => {
    const reason = { kind: 'rebuilt-otherwise' as const, samples: [], of: 4, weight: 0.75, quote: null };
    expect(evidenceOf([{ ...reason, value: '1921', instead, note: 'tail' }])).toEqual([
      `filling in "1921": 1 of 4 answers gave it, ${words}`,
    ]);
  });
});

describe('evidence of blind answers', () => {
  const draw = (answer: string, outcome: BlindOutcome, match: boolean | null) => ({
    ...{ answer, outcome, match, matchedBy: 'judge' as const, confidence: 0.95 },
  });
  const reasonsOf = (value: number | null, ...draws: Draw[]) =>
    evidenceOf(
      ofAnswers({ value, reason: null, asked: '(Marlow; died in; ?)', draws }, '1913').map((reason) => ({
        ...{ samples: [], quote: null, ...reason },
      })),
    );

  it.each<[string, BlindOutcome, boolean | null, number | null, string]>([
    ['1911', 'excludes', false, 0.05, 'the model answers "1911" (95 % sure), not "1913"'],
    ['in 1913', 'same', true, 0.95, 'the model gives the same answer (95 % sure)'],
    [
      'wrong premise',
      'wrong-premise',
      false,
      0.1,
      'the model says that nothing can stand in the place of "1913" (90 % sure)',
    ],
    [
      'spring',
      'compatible',
      null,
      null,
      'the model answers "spring", which leaves open whether "1913" is right',
    ],
    ['unknown', 'unknown', null, null, 'the model does not know'],
  ])('says what a model answers that does not see the text: %s', (answer, outcome, match, value, words) => {
    expect(reasonsOf(value, draw(answer, outcome, match))).toEqual([`asked blindly, ${words}`]);
  });

  it('names the most frequent of the answers that speak as all of them together', () => {
    const others = [draw('1911', 'excludes', false), draw('1912', 'excludes', false)];
    const draws = [draw('1913', 'same', true), ...others, draw('1912', 'excludes', false)];
    expect(reasonsOf(0.2, ...draws)).toEqual([
      'asked blindly, the model answers "1912" (80 % sure over 4 answers), not "1913"',
    ]);
    expect(reasonsOf(null)).toEqual([]);
    expect(ofAnswers(undefined, '1913')).toEqual([]);
  });
});

describe('evidence of a reference', () => {
  const TEXTS = ['Brooke wrote poems.', 'He studied at Cambridge. He died in 1915.'];

  function linesFor(check: Partial<ReferenceCheck>, references: readonly string[] = TEXTS): string[] {
    const own: ReferenceCheck = {
      ...{ value: 0, reason: null, label: 'contradiction', evidence: null, note: null },
      ...check,
    };
    const triples = { 'original/1': own };
    return linesOf({ reference: { checker: 'test', triples, sentences: [], claims: [] } }, references);
  }
  const evidence = { reference: 1, span: { start: 0, end: 24 } };

  it('says what it says, where, and why', () => {
    expect(linesFor({ evidence, note: 'Cambridge, not Oxford' })).toEqual([
      'reference 2 contradicts it (Cambridge, not Oxford): "He studied at Cambridge."',
    ]);
    expect(linesFor({ label: 'neutral', note: "Not in the reference: 'Oxford'." })).toEqual([
      "the reference does not say it (not in the reference: 'Oxford')",
    ]);
    const only = { ...evidence, reference: 0 };
    expect(linesFor({ label: 'entailment', evidence: only }, [TEXTS[1] as string])).toEqual([
      'the reference supports it: "He studied at Cambridge."',
    ]);
  });

  it('calls the place nearest that leaves it open', () => {
    expect(linesFor({ label: 'neutral', evidence })).toEqual([
      'reference 2 does not say it; nearest: "He studied at Cambridge."',
    ]);
  });

  it('is short where there is no place, and nothing where nobody could tell', () => {
    expect(linesFor({ label: 'neutral' })).toEqual(['the reference does not say it']);
    expect(linesFor({ label: null, value: null, reason: 'refused' })).toEqual([]);
  });
});
