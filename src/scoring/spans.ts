/**
 * Converts verdicts to spans of the response (RAGTruth): what is labelled as a hallucination, and whether it
 * conflicts with the evidence or has none.
 */
import type { SentenceVerdict, Span, SpanVerdict, Trace, TripleVerdict } from '../passage.ts';
import { statementsByFact } from './statements-by-fact.ts';

export interface SpanInput {
  triples: readonly TripleVerdict[];
  /** In order, as in the trace. */
  sentences: readonly SentenceVerdict[];
  trace: Trace;
}

/**
 * The spans of hallucinated triples, and hallucinated sentences without a located hallucinated triple, in order.
 * Overlapping ones are merged; the result is a conflict if one of them is.
 */
export function spansOfVerdicts({ triples, sentences, trace }: SpanInput): SpanVerdict[] {
  const flagged = triples.filter(({ label, triple }) => label === 'hallucinated' && triple.span !== null);
  const located = new Set(flagged.map(({ triple }) => triple.id));
  const ofTriples = flagged.map(
    ({ triple }): SpanVerdict => ({
      ...(triple.span as Span),
      type: typeOfTriple(triple.id, trace),
      source: 'triples',
      tripleIds: [triple.id],
    }),
  );
  const ofSentences = sentences.flatMap(({ span, label, tripleIds }, index): SpanVerdict[] => {
    if (label !== 'hallucinated' || tripleIds.some((id) => located.has(id))) return [];
    return [{ ...span, type: typeOfSentence(index, tripleIds, trace), source: 'sentence', tripleIds }];
  });
  return mergeSpans([...ofTriples, ...ofSentences]);
}

/** Overlapping spans merged, in order of the text; empty ones are dropped. */
export function mergeSpans(spans: readonly SpanVerdict[]): SpanVerdict[] {
  const merged: SpanVerdict[] = [];
  const inOrder = spans
    .filter(({ start, end }) => start < end)
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
  for (const span of inOrder) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = union(last, span);
  }
  return merged;
}

function union(one: SpanVerdict, other: SpanVerdict): SpanVerdict {
  const both = [one, other];
  return {
    start: Math.min(one.start, other.start),
    end: Math.max(one.end, other.end),
    type: both.some(({ type }) => type === 'conflict') ? 'conflict' : 'baseless',
    source: both.some(({ source }) => source === 'triples') ? 'triples' : one.source,
    tripleIds: [...new Set([...one.tripleIds, ...other.tripleIds])],
  };
}

/** By the reference where it covers the triple; else by the samples: another value, or another tail. */
function typeOfTriple(id: string, trace: Trace): SpanVerdict['type'] {
  const label = trace.reference?.triples[id]?.label;
  if (label != null) return label === 'contradiction' ? 'conflict' : 'baseless';
  const votes = trace.consistency.find(({ tripleId }) => tripleId === id)?.votes ?? [];
  const differs = votes.some(({ conflict, repeated }) => conflict && !repeated);
  return differs || isContradicted(id, trace) ? 'conflict' : 'baseless';
}

function typeOfSentence(index: number, tripleIds: readonly string[], trace: Trace): SpanVerdict['type'] {
  const label = trace.reference?.sentences[index]?.label;
  if (label != null) return label === 'contradiction' ? 'conflict' : 'baseless';
  return tripleIds.some((id) => isContradicted(id, trace)) ? 'conflict' : 'baseless';
}

const isContradicted = (id: string, trace: Trace): boolean =>
  statementsByFact(trace)(id).statements.some(({ says }) => says === 'contradicts');
