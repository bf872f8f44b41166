import { describe, expect, it } from 'vitest';
import { verdictText } from '../../src/report/verdict-text.ts';
import { stubVerdict } from '../run/stub-detector.ts';
import { HOSTILE_TEXTS, hostileReport, UNPRINTABLE } from './hostile-report.ts';

const passageOf = (response: string) => ({ id: 'a', prompt: 'Who?', response });

describe('verdictText', () => {
  it('begins with the label, and tells of suspicious facts alone', () => {
    const [headline, ...lines] = verdictText(stubVerdict(passageOf('All right. This is wrong.'))).split('\n');
    expect(headline).toBe('hallucinated: support 0.50, 1 of 2 facts suspicious');
    expect(lines.join('\n')).toContain('suspicious, support');
    expect(lines.join('\n')).not.toContain('All right');
    expect(verdictText(stubVerdict(passageOf('All right.')))).toBe(
      'no error found: support 1.00, 0 of 1 fact suspicious',
    );
  });

  it('says why a text was not judged, or is unsure', () => {
    expect(verdictText(stubVerdict(passageOf('')))).toBe('not judged: a: the response is empty');
    const verdict = stubVerdict(passageOf('All right.'));
    const unsure = { reason: 'few-samples', detail: '1 sample, fewer than 2' } as const;
    expect(verdictText({ ...verdict, label: 'unsure', unsure })).toBe(
      'unsure: support 1.00, 0 of 1 fact suspicious; 1 sample, fewer than 2',
    );
  });

  it('tells of suspicious claims, and of sentences in which no fact was found', () => {
    const verdict = stubVerdict(passageOf('All right. He is 90.'));
    const suspicious = { label: 'hallucinated', score: 0.1, probability: null } as const;
    const sentence = { ...suspicious, source: 'sentence' as const, tripleIds: [] };
    const text = verdictText({
      ...verdict,
      sentences: [{ ...sentence, span: { start: 11, end: 20 } }],
      claims: [{ ...suspicious, text: 'His age is 90.', source: 'claim' }],
    });
    expect(text.split('\n').slice(1)).toEqual([
      'sentence “He is 90.” (1:12, suspicious, support 0.10)',
      'claim “His age is 90.” (suspicious, support 0.10)',
    ]);
  });

  it('does not tell of a sentence again of which a suspicious fact has told', () => {
    const verdict = stubVerdict(passageOf('All right. This is wrong.'));
    const suspicious = { label: 'hallucinated', score: 0.1, probability: null, source: 'triples' } as const;
    const spans = [
      { start: 0, end: 10 },
      { start: 11, end: 25 },
    ];
    const sentences = verdict.triples.map(({ triple }, index) => ({
      ...{ ...suspicious, tripleIds: [triple.id] },
      span: spans[index] as (typeof spans)[number],
    }));
    const lines = verdictText({ ...verdict, sentences }).split('\n');
    expect(lines.filter((line) => line.startsWith('sentence'))).toEqual([
      'sentence “All right.” (1:1, suspicious, support 0.10)',
    ]);
  });

  it('stays short whatever a text holds', () => {
    const text = verdictText(stubVerdict(passageOf(`${'long'.repeat(2_000)} and wrong. `.repeat(100))));
    expect(text).toContain('80 more suspicious facts not shown');
    expect(text.length).toBeLessThan(30_000);
  });

  it('prints nothing that acts on a terminal', async () => {
    let count = 0;
    for await (const verdict of hostileReport().verdicts) {
      expect(
        verdictText(verdict)
          .split('\n')
          .filter((line) => UNPRINTABLE.test(line)),
      ).toEqual([]);
      count += 1;
    }
    expect(count).toBe(Object.keys(HOSTILE_TEXTS).length);
  });
});
