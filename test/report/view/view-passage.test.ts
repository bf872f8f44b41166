import { describe, expect, it } from 'vitest';
import type { Passage, Reason } from '../../../src/passage.ts';
import { stateOf, viewPassage, wrongWords } from '../../../src/report/view/view-passage.ts';
import { verdictOf } from '../../support/verdicts.ts';

const PASSAGE: Passage = {
  id: 'ann',
  prompt: 'Who was Ann Lee?',
  response: 'Ann Lee was born in Leeds. She was a painter.',
  samples: ['Ann Lee was born in York.', 'I cannot answer that.', 'Ann Lee painted.'],
  context: ['Ann Lee, born in York.'],
};

const reason = (kind: Reason['kind'], quote: Reason['quote'] = null): Reason => ({
  ...{ kind, samples: ['sample-1'], of: 2, value: 'Leeds', instead: 'York', note: null, weight: 0.5 },
  quote,
});

describe('what becomes of a fact', () => {
  it('depends on its label and on what speaks for or against it', () => {
    expect(stateOf('hallucinated', [reason('samples-contradict')])).toBe('contradicted');
    expect(stateOf('hallucinated', [reason('samples-silent')])).toBe('suspicious');
    expect(stateOf('unsupported', [reason('samples-silent')])).toBe('unsupported');
    expect(stateOf('factual', [reason('samples-repeat')])).toBe('supported');
    expect(stateOf('factual', [reason('samples-silent')])).toBe('unconfirmed');
    expect(stateOf('abstained', [])).toBe('unknown');
    expect(stateOf('undecided', [])).toBe('unsure');
  });
});

describe('the words that reasons are about', () => {
  const fact = (tail: string, span: { start: number; end: number } | null, value: string | null = null) => ({
    triple: {
      id: 'original/1',
      responseId: 'original',
      head: 'Ann',
      relation: 'was born in',
      tail,
      span,
      raw: '',
    },
    reasons: value === null ? [] : [{ ...reason('samples-contradict'), value }],
  });
  const TEXT = 'In 1913 Ann, born in 1891 in Leeds, left Leeds in 1911.';

  it('are the value, else the tail, the last time that it stands in the span as words of its own', () => {
    expect(wrongWords(TEXT, fact('Leeds', { start: 0, end: 34 }))).toEqual({ start: 29, end: 34 });
    expect(wrongWords(TEXT, fact('Leeds', { start: 0, end: 54 }))).toEqual({ start: 41, end: 46 });
    expect(wrongWords(TEXT, fact('Leeds', { start: 0, end: 34 }, '1913'))).toEqual({ start: 3, end: 7 });
    expect(wrongWords(TEXT, fact('91', { start: 0, end: 34 }))).toBeNull();
    expect(wrongWords(TEXT, fact('York', { start: 0, end: 34 }))).toBeNull();
    expect(wrongWords(TEXT, fact('Leeds', null))).toBeNull();
  });
});

describe('a passage for the viewer', () => {
  const verdict = verdictOf(
    PASSAGE,
    [
      {
        fact: ['Ann Lee', 'was born in', 'Leeds'],
        stated: 'Ann Lee was born in Leeds',
        label: 'hallucinated',
        score: 0.1,
      },
      { fact: ['Ann Lee', 'was', 'painter'], stated: 'She was a painter' },
    ],
    {
      verification: [
        {
          tripleId: 'original/1',
          inFactFilter: false,
          statements: [
            {
              ...{ responseId: 'sample-1', says: 'contradicts', coverage: 1, kind: null, value: 'Leeds' },
              ...{ instead: 'York', quote: { start: 0, end: 25 }, likeness: null },
            },
            {
              ...{ responseId: 'sample-3', says: 'silent', coverage: 0.5, kind: null, value: null },
              ...{ instead: null, quote: null, likeness: null },
            },
          ],
          head: {
            ...{ value: 0.5, reason: null, asked: 'Who was born in Leeds?' },
            draws: ['Ann Lee', 'Ann Lee', 'nobody', 'nobody'].map((answer) => ({
              ...{ answer, match: answer === 'Ann Lee', matchedBy: null },
            })),
          },
          relation: { value: null, reason: 'disabled', asked: null, draws: [] },
          tail: { value: null, reason: 'no-distractors', asked: null, draws: [] },
        },
      ],
    },
  );
  verdict.triples[0]?.reasons.push(
    reason('samples-contradict', {
      source: 'sample-1',
      start: 0,
      end: 25,
      text: 'Ann Lee was born in York.',
    }),
    reason('reference-contradicts', { source: 'the reference', start: 0, end: 7, text: 'Ann Lee' }),
    reason('reference-contradicts', { source: 'reference 2', start: 0, end: 7, text: 'Ann Lee' }),
  );
  const [born, painter] = viewPassage(verdict, 'mean').facts;

  it('holds all texts of the passage, and none that it lacks', () => {
    expect(viewPassage(verdict, 'mean')).toMatchObject({
      ...{ response: PASSAGE.response, samples: PASSAGE.samples, references: PASSAGE.context },
    });
    const bare = verdictOf({ id: 'bare', prompt: 'Who?' }, []);
    expect(viewPassage(bare, 'mean')).toMatchObject({
      response: '',
      samples: [],
      references: [],
      facts: [],
    });
  });

  it('tells why a passage is labelled so apart from what else there is to know', () => {
    // a flagged fact tells by itself why
    expect(viewPassage(verdict, 'mean').why).toBeNull();
    const abstention = { reason: 'empty', detail: 'the response is empty' } as const;
    expect(viewPassage({ ...verdict, abstention }, 'mean')).toMatchObject({
      ...{ why: 'the response is empty', note: null },
    });
    const language = viewPassage({ ...verdict, language: 'German' }, 'mean');
    expect(language.why).toBeNull();
    expect(language.note).toContain('German');
  });

  it('leads from reasons to their places', () => {
    expect(born?.reasons.map(({ quote }) => quote && [quote.of, quote.index])).toEqual([
      ['samples', 0],
      ['references', 0],
      ['references', 1],
    ]);
    expect(born?.reasons.every(({ against }) => against)).toBe(true);
    expect(born?.reasons[0]?.words).toContain('"York", not "Leeds"');
  });

  it('marks the wrong words of a flagged fact alone', () => {
    expect(born?.wrong).toEqual({ start: 20, end: 25 });
    expect(painter?.wrong).toBeNull();
  });

  it('says in short why a fact is flagged, by its first reason without the quote', () => {
    expect(born?.why).toBe('contradicted by 1 of 2 samples (1): it gives "York", not "Leeds"');
    expect(painter?.why).toBeNull();
  });

  it('shows what each sample says that could be read, by its place among all', () => {
    expect(born?.statements).toEqual([
      { sample: 0, says: 'contradicts', instead: 'York', quote: { start: 0, end: 25 } },
      { sample: 2, says: 'silent', instead: null, quote: null },
    ]);
    expect(painter?.statements).toEqual([]);
  });

  it('shows the questions that were asked, equal answers once', () => {
    expect(born?.questions).toEqual([
      {
        ...{ task: 'head', asked: 'Who was born in Leeds?', value: 0.5, missing: null },
        answers: [
          { text: 'Ann Lee', match: true, times: 2 },
          { text: 'nobody', match: false, times: 2 },
        ],
      },
      { task: 'tail', asked: null, value: null, missing: expect.any(String), answers: [] },
    ]);
  });
});
