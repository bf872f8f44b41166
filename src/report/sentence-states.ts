/** A response sentence by sentence: which are wrong, and why; which are confirmed, and which are not; which were not read. */
import { SENTENCE_STATES, type SentenceState } from '../format/sentence-labels.ts';
import { figure, oneLine } from '../format/text.ts';
import type { PassageVerdict, SentenceVerdict, Span, TripleVerdict } from '../passage.ts';
import { lineAndColumn } from './facts.ts';
import { noteOnSentence } from './low-support.ts';

export interface StatedSentence {
  passageId: string;
  span: Span;
  text: string;
  /** `line:column` in the response, both from 1. */
  place: string;
  state: SentenceState;
  score: number | null;
  /** What speaks against it, or why it is not confirmed; empty of one that is confirmed. */
  because: string[];
  /** The fact that decided: the first that is wrong or not confirmed; null where none did. */
  fact: TripleVerdict | null;
}

/** The sentences of a verdict in order; none where it was not judged, or not taken apart. */
export function statedSentences({ passage, trace, triples, ...verdict }: PassageVerdict): StatedSentence[] {
  if (verdict.abstention !== null) return [];
  const byId = new Map(triples.map((fact) => [fact.triple.id, fact]));
  const response = passage.response ?? '';
  return verdict.sentences.map((sentence, index) => {
    const { span, score, tripleIds } = sentence;
    const facts = tripleIds.flatMap((id) => byId.get(id) ?? []);
    const state = stateOf(sentence, facts);
    const note = noteOnSentence(trace, index);
    return {
      ...{ passageId: passage.id, span, score, state },
      text: oneLine(response.slice(span.start, span.end)),
      place: lineAndColumn(response, span.start),
      because: becauseOf(state, facts, note ?? lowSupport(score)),
      fact: decisive(state, facts)[0] ?? null,
    };
  });
}

function stateOf({ label, source }: SentenceVerdict, facts: readonly TripleVerdict[]): SentenceState {
  if (facts.some((fact) => fact.label === 'hallucinated')) return 'wrong';
  // what is not read has the score of its passage
  if (facts.length === 0 && source !== 'sentence') return 'not read';
  // of what nothing speaks of, by the score of its passage alone
  const isUnsupported = facts.some((fact) => fact.label === 'unsupported');
  if (label === 'hallucinated' && !isUnsupported) return 'wrong';
  const isConfirmed = label === 'factual' && facts.every((fact) => fact.label === 'factual');
  return isConfirmed ? 'confirmed' : 'not confirmed';
}

/** The facts by which a sentence is wrong, or not confirmed. */
function decisive(state: SentenceState, facts: readonly TripleVerdict[]): TripleVerdict[] {
  if (state === 'wrong') return facts.filter(({ label }) => label === 'hallucinated');
  return state === 'not confirmed' ? facts.filter(({ label }) => label !== 'factual') : [];
}

function becauseOf(state: SentenceState, facts: readonly TripleVerdict[], note: string | null): string[] {
  if (state === 'confirmed' || state === 'not read') return [];
  const reasons = decisive(state, facts).flatMap(({ evidence }) => evidence.slice(0, 1));
  return [...new Set([...reasons, ...(reasons.length === 0 && note ? [note] : [])].map(oneLine))];
}

const lowSupport = (score: number | null): string | null =>
  score === null ? null : `support ${figure(score)}`;

/** `4 sentences: 1 wrong, 2 confirmed, 1 not read`, without what is none. */
export function stateCounts(sentences: readonly Pick<StatedSentence, 'state'>[]): string {
  const counts = SENTENCE_STATES.map((state) => ({
    state,
    count: sentences.filter((sentence) => sentence.state === state).length,
  }));
  const words = counts.filter(({ count }) => count > 0).map(({ state, count }) => `${count} ${state}`);
  return words.join(', ');
}
