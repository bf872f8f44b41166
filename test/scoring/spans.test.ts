import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_TRACE,
  type Label,
  type PassageReference,
  type ReferenceCheck,
  type ReferenceLabel,
  type SentenceVerdict,
  type Span,
  type SpanVerdict,
  type Trace,
  type TripleVerdict,
} from '../../src/passage.ts';
import { mergeSpans, spansOfVerdicts } from '../../src/scoring/spans.ts';
import { segmentation, statements, verification, vote } from '../support/records.ts';
import { components } from '../support/scoring.ts';

const at = (start: number, end: number): Span => ({ start, end });

function tripleAt(id: string, span: Span | null, label: Label = 'hallucinated'): TripleVerdict {
  return {
    triple: { id, responseId: 'original', head: 'a', relation: 'b', tail: 'c', span },
    ...{ score: 0.1, label, probability: null, components: components({}), reasons: [], evidence: [] },
  };
}

function sentenceAt(span: Span, tripleIds: string[] = [], label: Label = 'hallucinated'): SentenceVerdict {
  return { span, score: 0.1, label, probability: null, source: 'sentence', tripleIds };
}

const check = (label: ReferenceLabel | null): ReferenceCheck => ({
  ...{ label, value: label === null ? null : 0, reason: label === null ? 'refused' : null },
  evidence: null,
  note: null,
});

function trace(reference?: Partial<PassageReference>): Trace {
  return {
    ...EMPTY_TRACE,
    segmentations: [segmentation('original', [])],
    ...(reference && { reference: { checker: 'x', triples: {}, sentences: [], claims: [], ...reference } }),
  };
}

describe('spansOfVerdicts', () => {
  it('takes hallucinated triples, and sentences in which none is located', () => {
    const spans = spansOfVerdicts({
      triples: [tripleAt('t1', at(2, 8)), tripleAt('t2', at(12, 18), 'factual'), tripleAt('t3', null)],
      sentences: [
        sentenceAt(at(0, 10), ['t1']),
        sentenceAt(at(11, 20), ['t2']),
        sentenceAt(at(21, 30), [], 'factual'),
        sentenceAt(at(31, 40)),
      ],
      trace: trace({
        triples: { t1: check('contradiction'), t2: check('entailment') },
        sentences: [check('neutral'), check('neutral'), check('entailment'), check('contradiction')],
      }),
    });
    expect(spans).toEqual([
      { start: 2, end: 8, type: 'conflict', source: 'triples', tripleIds: ['t1'] },
      { start: 11, end: 20, type: 'baseless', source: 'sentence', tripleIds: ['t2'] },
      { start: 31, end: 40, type: 'conflict', source: 'sentence', tripleIds: [] },
    ]);
  });

  it('knows conflicts among samples where no reference was checked', () => {
    const spans = spansOfVerdicts({
      triples: [tripleAt('t1', at(0, 4)), tripleAt('t2', at(5, 9))],
      sentences: [],
      trace: {
        ...trace({ triples: { t1: check(null) } }),
        consistency: [
          { tripleId: 't1', votes: [vote({ conflict: true })] },
          { tripleId: 't2', votes: [vote()] },
        ],
      },
    });
    expect(spans.map(({ type }) => type)).toEqual(['conflict', 'baseless']);
  });

  it('knows the conflicts that a model read in the samples', () => {
    const said = (tripleId: string, says: 'contradicts' | 'silent') =>
      verification(tripleId, { statements: statements(says) });
    const spans = spansOfVerdicts({
      triples: [tripleAt('t1', at(0, 4)), tripleAt('t2', at(5, 9))],
      sentences: [],
      trace: { ...trace(), verification: [said('t1', 'contradicts'), said('t2', 'silent')] },
    });
    expect(spans.map(({ type }) => type)).toEqual(['conflict', 'baseless']);
  });

  it('reads the records of triples once, however many are flagged', () => {
    const read: (keyof Trace)[] = [];
    const counted = new Proxy(trace(), {
      get(records, name: keyof Trace) {
        read.push(name);
        return records[name];
      },
    });
    const triples = [1, 2, 3].map((place) => tripleAt(`t${place}`, at(place, place + 1)));
    expect(spansOfVerdicts({ triples, sentences: [], trace: counted })).toHaveLength(3);
    expect(read.filter((name) => name === 'consistency' || name === 'verification')).toHaveLength(2);
  });

  it('gives nothing while labels are open', () => {
    const triples = [tripleAt('t1', at(0, 4), 'undecided')];
    expect(spansOfVerdicts({ triples, sentences: [], trace: trace() })).toEqual([]);
  });
});

describe('mergeSpans', () => {
  const span = (start: number, end: number, changes: Partial<SpanVerdict> = {}): SpanVerdict => ({
    ...{ start, end, type: 'baseless', source: 'sentence', tripleIds: [] },
    ...changes,
  });

  it('makes one of those that overlap, and leaves those that touch', () => {
    expect(
      mergeSpans([
        span(8, 12, { type: 'conflict', source: 'triples', tripleIds: ['b'] }),
        span(0, 9, { tripleIds: ['a', 'b'] }),
        span(12, 15),
        span(20, 20),
      ]),
    ).toEqual([
      { start: 0, end: 12, type: 'conflict', source: 'triples', tripleIds: ['a', 'b'] },
      span(12, 15),
    ]);
  });

  it('covers the same characters, in order, without overlap', () => {
    const ranges = fc.array(fc.tuple(fc.nat(30), fc.nat(8)), { maxLength: 10 });
    fc.assert(
      fc.property(ranges, (list) => {
        const spans = list.map(([start, length]) => span(start, start + length));
        const covered = (all: readonly Span[]) => {
          const places = all.flatMap(({ start, end }) =>
            Array.from({ length: end - start }, (_, k) => start + k),
          );
          return [...new Set(places)].sort((a, b) => a - b);
        };
        const merged = mergeSpans(spans);
        expect(covered(merged)).toEqual(covered(spans));
        for (const [index, next] of merged.slice(1).entries()) {
          expect(next.start).toBeGreaterThanOrEqual(merged[index]?.end ?? 0);
        }
      }),
    );
  });
});
