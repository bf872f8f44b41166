import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelledPassage, LabelledSpan } from '../../datasets/labelled-passage.ts';
import { countSpans, SPAN_KINDS, spanFigures, spanReport } from '../../src/benchmark/span-metrics.ts';
import type { SpanVerdict } from '../../src/passage.ts';
import { verdict } from './cases.ts';

const gold = (
  start: number,
  end: number,
  type: LabelledSpan['type'] = 'conflict',
  degree: LabelledSpan['degree'] = 'evident',
): LabelledSpan => ({ start, end, type, degree, implicitTrue: false, dueToNull: false });

const TEN_WORDS = 'a b c d e f g h i j';

describe('counting', () => {
  it('counts a character once, however many spans hold it', () => {
    const counts = countSpans({
      response: TEN_WORDS,
      gold: [gold(0, 6), gold(4, 8, 'baseless', 'subtle')],
      predicted: [
        { start: 6, end: 10 },
        { start: 5, end: 7 },
      ],
    });
    expect(counts).toEqual({
      ...{ predicted: 5, gold: 8, both: 3, predictedSpans: 2, goldSpans: 2, words: 10 },
      kinds: {
        'evident conflict': { gold: 6, both: 1 },
        'subtle conflict': { gold: 0, both: 0 },
        'evident baseless': { gold: 0, both: 0 },
        'subtle baseless': { gold: 4, both: 3 },
      },
    });
  });

  it('agrees with an array of characters', () => {
    const span = fc.tuple(fc.nat(18), fc.integer({ min: 1, max: 9 })).map(([start, length]) => ({
      start,
      end: Math.min(19, start + length),
    }));
    const marked = fc
      .tuple(span, fc.constantFrom('conflict', 'baseless'), fc.constantFrom('evident', 'subtle'))
      .map(([{ start, end }, type, degree]) => gold(start, end, type as 'conflict', degree as 'evident'));
    const array = (spans: readonly { start: number; end: number }[]) =>
      Array.from({ length: 19 }, (_, at) => spans.some(({ start, end }) => start <= at && at < end));
    fc.assert(
      fc.property(fc.array(marked, { maxLength: 5 }), fc.array(span, { maxLength: 5 }), (own, predicted) => {
        const counts = countSpans({ response: TEN_WORDS, gold: own, predicted });
        const called = array(predicted);
        const size = (one: boolean[]) => one.filter(Boolean).length;
        const both = (one: boolean[]) => size(one.map((is, at) => is && (called[at] as boolean)));
        const all = array(own);
        expect([counts.predicted, counts.gold, counts.both]).toEqual([size(called), size(all), both(all)]);
        for (const kind of SPAN_KINDS) {
          const ofKind = array(own.filter(({ type, degree }) => `${degree} ${type}` === kind));
          expect(counts.kinds[kind]).toEqual({ gold: size(ofKind), both: both(ofKind) });
        }
      }),
    );
  });
});

describe('figures', () => {
  it('are those worked out by hand, over all responses', () => {
    const { n, values, reasons } = spanFigures(
      [
        // 4 of 8 predicted are among 10 marked characters
        countSpans({ response: TEN_WORDS, gold: [gold(0, 10)], predicted: [{ start: 6, end: 14 }] }),
        countSpans({ response: TEN_WORDS, gold: [gold(0, 2, 'baseless')], predicted: [] }),
        countSpans({ response: TEN_WORDS, gold: [], predicted: [{ start: 0, end: 4 }] }),
        countSpans({ response: TEN_WORDS, gold: [], predicted: [] }),
      ],
      { seed: 1 },
    );
    expect(n).toBe(4);
    expect(values).toEqual({
      ...{ precision: 4 / 12, recall: 4 / 12, f1: 8 / 24 },
      ...{ responsePrecision: 1 / 2, responseRecall: 1 / 2, responseF1: 1 / 2 },
      ...{ density: 200 / 40, predictedDensity: 200 / 40 },
      ...{ 'evident conflict': 4 / 10, 'subtle conflict': null },
      ...{ 'evident baseless': 0, 'subtle baseless': null },
    });
    expect(reasons['subtle conflict']).toBe('no span of this kind');
  });

  it('lie in [0, 1], F1 between precision and recall', () => {
    const span = fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 8 })).map(([start, length]) => ({
      ...{ start, end: start + length },
    }));
    const response = fc.record({
      marked: fc.array(span, { minLength: 1, maxLength: 3 }),
      predicted: fc.array(span, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(response, { minLength: 1, maxLength: 4 }), (responses) => {
        const counts = responses.map(({ marked, predicted }) =>
          countSpans({
            response: TEN_WORDS,
            gold: marked.map(({ start, end }) => gold(start, end)),
            predicted,
          }),
        );
        const { precision, recall, f1 } = spanFigures(counts, { seed: 1 }).values as Record<string, number>;
        const [low, high] = [
          Math.min(precision as number, recall as number),
          Math.max(precision as number, recall as number),
        ];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(f1).toBeGreaterThanOrEqual(low - 1e-12);
        expect(f1).toBeLessThanOrEqual(high + 1e-12);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the report', () => {
  const passage = (id: string, model: string, spans?: LabelledSpan[]): LabelledPassage => ({
    passage: { id, prompt: '', response: TEN_WORDS },
    label: 'factual',
    ...(spans && { spans }),
    ...{ group: 'QA', model },
  });
  const judged = (id: string, spans?: [number, number][]) => ({
    ...verdict({ id, positive: null, support: 0.5 }),
    passage: { id, prompt: '', response: TEN_WORDS },
    ...(spans && {
      spans: spans.map(
        ([start, end]): SpanVerdict => ({
          ...{ start, end, type: 'conflict', source: 'triples', tripleIds: [] },
        }),
      ),
    }),
  });

  it('takes the spans of verdicts, by part where there are several', () => {
    const passages = [
      passage('1', 'x', [gold(0, 4)]),
      passage('2', 'y', []),
      passage('3', 'y', [gold(0, 4)]),
      passage('unmarked', 'x'),
    ];
    const verdicts = [judged('2', []), judged('1', [[0, 4]]), judged('3'), judged('unmarked', [[0, 4]])];
    const report = spanReport(passages, verdicts, { seed: 1 });
    expect(report?.without).toBe(1);
    expect(report?.overall).toMatchObject({ n: 2, spans: 1, predictedSpans: 1, values: { f1: 1 } });
    expect(report?.parts.map(({ part, by, figures }) => [part, by, figures.n])).toEqual([
      ['x', 'model', 1],
      ['y', 'model', 1],
    ]);
    expect(report?.parts[1]?.figures.values.f1).toBeNull();
  });

  it('is none for a data set without marked spans', () => {
    expect(spanReport([passage('1', 'x')], [judged('1', [])], { seed: 1 })).toBeNull();
  });
});
