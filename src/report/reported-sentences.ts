/** The sentences of a response with their states: wrong, not confirmed, confirmed or not read. */
import type { SentenceState } from '../format/labels.ts';
import { figure, oneLine, tripleWords } from '../format/text.ts';
import type { PassageVerdict, SentenceVerdict, Span, Trace, TripleVerdict } from '../passage.ts';
import { lineAndColumn } from './facts.ts';
import { mentionedByNone, noteOnSentence } from './passage-notes.ts';
import { wordsOfSentences } from './words-of-sentences.ts';

export interface ReportedSentence {
  passageId: string;
  span: Span;
  text: string;
  /** `line:column` in the response, both from 1. */
  place: string;
  state: SentenceState;
  /** Null where it is not read, and where it has none. */
  score: number | null;
  /** Evidence against it, or why it is not confirmed; else empty. */
  because: string[];
  /** The first fact that is wrong or not confirmed. */
  fact: TripleVerdict | null;
}

/** Empty where the passage was not judged. */
export function reportedSentences({
  passage,
  trace,
  triples,
  ...verdict
}: PassageVerdict): ReportedSentence[] {
  if (verdict.abstention !== null) return [];
  const byId = new Map(triples.map((fact) => [fact.triple.id, fact]));
  const wordsOf = wordsOfSentences(passage);
  return verdict.sentences.map((sentence, index) => {
    const { span, score, tripleIds } = sentence;
    const facts = tripleIds.flatMap((id) => byId.get(id) ?? []);
    const note = noteOnSentence(trace, index);
    const state = stateOf(sentence, facts, isRated(trace, index));
    const own = sentence.label === 'unsupported' ? `${mentionedByNone({ trace })} it` : supportWords(score);
    return {
      ...{ passageId: passage.id, span, score: state === 'not read' ? null : score, state },
      text: wordsOf(span),
      place: lineAndColumn(passage.response ?? '', span.start),
      because: becauseOf(state, facts, note ?? own),
      fact: decisive(state, facts)[0] ?? null,
    };
  });
}

const supportWords = (score: number | null): string | null =>
  score === null ? null : `support ${figure(score)}`;

/** Whether a reference was searched for the sentence, or the judge rated it, whatever facts were read from it. */
const isRated = ({ reference, judgement }: Trace, index: number): boolean =>
  (reference?.sentences[index]?.value ?? judgement?.sentences?.[index]?.value ?? null) !== null;

function stateOf(
  { label, source }: SentenceVerdict,
  facts: readonly TripleVerdict[],
  rated: boolean,
): SentenceState {
  if (facts.some((fact) => fact.label === 'hallucinated')) return 'wrong';
  if (facts.length === 0 && !rated) {
    // An unread sentence has the score of its passage.
    if (source !== 'sentence') return 'not read';
    // Words in common with samples confirm no fact ("Thanks for asking!").
    if (label !== 'hallucinated' && label !== 'unsupported') return 'not read';
  }
  // What no evidence mentions has the score of its passage alone.
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
  // A contradiction names what it is about; that nothing confirms a fact does not.
  const about = ({ triple }: TripleVerdict): string =>
    state === 'not confirmed' && facts.length > 1 ? `${tripleWords(triple)}: ` : '';
  const reasons = decisive(state, facts).flatMap((fact) =>
    fact.evidence.slice(0, 1).map((reason) => about(fact) + reason),
  );
  return [...new Set([...reasons, ...(reasons.length === 0 && note ? [note] : [])].map(oneLine))];
}
