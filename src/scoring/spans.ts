/**
 * Converts verdicts to spans of the response (RAGTruth): what is labelled as a hallucination, and whether it
 * conflicts with the evidence or has none.
 */
import type { ReferenceCheck, SentenceVerdict, Span, SpanVerdict, Trace, TripleVerdict } from '../passage.ts';
import { isOnlyUnfounded } from './mentioned.ts';
import { statementsByFact } from './fact-score.ts';

export interface SpanInput {
  triples: readonly TripleVerdict[];
  /** In order, as in the trace. */
  sentences: readonly SentenceVerdict[];
  trace: Trace;
}

/**
 * The spans of hallucinated triples, of those that the references do not hold, and of hallucinated sentences without such a triple,
 * in order.
 * Overlapping ones are merged; the result is a conflict if one of them is.
 */
export function spansOfVerdicts({ triples, sentences, trace }: SpanInput): SpanVerdict[] {
  const typeOf = typesIn(trace);
  const isUnfounded = isOnlyUnfounded(trace);
  const flagged = triples.filter(
    ({ label, triple: { id, span } }) =>
      span !== null && (label === 'hallucinated' || (label === 'unsupported' && isUnfounded(id))),
  );
  const located = new Set(flagged.map(({ triple }) => triple.id));
  const ofTriples = flagged.map(
    ({ triple }): SpanVerdict => ({
      ...(triple.span as Span),
      type: typeOf.triple(triple.id),
      source: 'triples',
      tripleIds: [triple.id],
    }),
  );
  const ofSentences = sentences.flatMap(({ span, label, tripleIds }, index): SpanVerdict[] => {
    if (label !== 'hallucinated' || tripleIds.some((id) => located.has(id))) return [];
    return [{ ...span, type: typeOf.sentence(index, tripleIds), source: 'sentence', tripleIds }];
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

function typesIn(trace: Trace) {
  const { reference, consistency } = trace;
  const statementsOn = statementsByFact(trace);
  const votesOn = new Map(consistency.map(({ tripleId, votes }) => [tripleId, votes]));
  const isContradicted = (id: string) =>
    statementsOn(id).statements.some(({ says }) => says === 'contradicts');
  const byReference = (check: ReferenceCheck | undefined, isConflict: () => boolean): SpanVerdict['type'] =>
    (check?.label != null ? check.label === 'contradiction' : isConflict()) ? 'conflict' : 'baseless';
  const differs = (id: string) =>
    votesOn.get(id)?.some(({ conflict, repeated }) => conflict && !repeated) ?? false;
  return {
    /** By the reference where it covers the triple; else by the samples: another value, or another tail. */
    triple: (id: string) => byReference(reference?.triples[id], () => differs(id) || isContradicted(id)),
    sentence: (index: number, tripleIds: string[]) =>
      byReference(reference?.sentences[index], () => tripleIds.some(isContradicted)),
  };
}
