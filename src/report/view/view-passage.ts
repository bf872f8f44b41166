/** A verdict as the viewer shows it. */
import { type ConsistencyScale, consistencyScore } from '../../consistency/consistency-score.ts';
import { literalPlaces } from '../../correction/replace-text.ts';
import { groupBy } from '../../common/group-by.ts';
import {
  type Draw,
  type Label,
  type PassageVerdict,
  type Reason,
  type SampleStatement,
  type Span,
  TASKS,
  type TripleVerdict,
  type TripleVerification,
} from '../../passage.ts';
import { evidenceOf } from '../../scoring/evidence.ts';
import { statementsByFact } from '../../scoring/fact-score.ts';
import { tripleWords } from '../../format/text.ts';
import { promptText } from '../../text/conversation.ts';
import { reasonWords } from '../missing-values.ts';
import { unsupportedLine, whyAsWhole } from '../passage-notes.ts';
import { readWithoutGrammar } from '../report-lines.ts';
import { reportedSentences } from '../reported-sentences.ts';
import type { FactState, Quote, ViewFact, ViewPassage, ViewQuestion } from './view-data.ts';

/** Without the graph, since its layout takes as long as all the rest. */
export function viewPassage(verdict: PassageVerdict, scale: ConsistencyScale): ViewPassage {
  const { passage, triples, trace } = verdict;
  const { id, prompt, response = '', samples = [], context: references = [] } = passage;
  const statementsOn = statementsByFact(trace);
  return {
    ...{ id, prompt: promptText(prompt), response, samples, references, graph: null },
    ...{ why: whyLabelled(verdict), note: noteOn(verdict) },
    sentences: reportedSentences(verdict).map(({ text, state, because, fact }) => ({
      ...{ text, state, because },
      fact: fact && triples.indexOf(fact),
    })),
    facts: triples.map((row) =>
      viewFact(row, { verdict, scale, statements: statementsOn(row.triple.id).statements }),
    ),
  };
}

function whyLabelled(verdict: PassageVerdict): string | null {
  const { abstention, unsure } = verdict;
  if (abstention !== null) return abstention.detail || abstention.reason;
  return unsure?.detail ?? whyAsWhole(verdict);
}

function noteOn(verdict: PassageVerdict): string | null {
  if (verdict.abstention !== null) return null;
  const reader = verdict.language && readWithoutGrammar(verdict.language);
  return [unsupportedLine(verdict), reader].flatMap((note) => note ?? []).join('; ') || null;
}

interface FactContext {
  verdict: PassageVerdict;
  scale: ConsistencyScale;
  statements: readonly SampleStatement[];
}

function viewFact(row: TripleVerdict, { verdict, scale, statements }: FactContext): ViewFact {
  const { passage, trace } = verdict;
  const { triple, label, score, reasons } = row;
  const words = evidenceOf(reasons);
  const verification = trace.verification.find(({ tripleId }) => tripleId === triple.id);
  return {
    text: tripleWords(triple),
    span: triple.span,
    wrong: label === 'hallucinated' ? wrongWords(passage.response ?? '', row) : null,
    state: stateOf(label, reasons),
    ...{ score, chance: row.probability, why: whyFlagged(row) },
    reasons: reasons.map((reason, index) => ({
      words: words[index] ?? '',
      against: !SPEAKS_FOR.has(reason.kind) && !SPEAKS_NEITHER_WAY.has(reason.kind),
      quote: quoteOf(reason),
    })),
    statements: statements.map(({ responseId, says, instead, quote }) => ({
      ...{ sample: positionOf(responseId), says, instead, quote },
    })),
    questions: verification === undefined ? [] : questionsOf(verification),
    context: contextOf(triple.id, trace, scale),
  };
}

/** `contradicted by all 7 samples: they give Warsaw, not Kraków`; null for a fact that is not flagged. */
export function whyFlagged({ label, reasons }: Pick<TripleVerdict, 'label' | 'reasons'>): string | null {
  if (label !== 'hallucinated') return null;
  return evidenceOf(reasons.slice(0, 1).map((reason) => ({ ...reason, quote: null })))[0] ?? null;
}

/** The last occurrence of the contradicted value, else of the tail, in the span of a fact. */
export function wrongWords(
  response: string,
  { triple: { span, tail }, reasons }: Pick<TripleVerdict, 'triple' | 'reasons'>,
): Span | null {
  if (span === null) return null;
  const own = response.slice(span.start, span.end);
  const values = [...reasons.flatMap(({ value }) => value ?? []), tail];
  for (const value of values) {
    const at = literalPlaces(own, value).at(-1);
    if (at !== undefined) return { start: span.start + at, end: span.start + at + value.length };
  }
  return null;
}

const SPEAKS_FOR: ReadonlySet<Reason['kind']> = new Set([
  ...(['samples-repeat', 'samples-hold', 'reference-supports'] as const),
  ...(['triples-repeat', 'judged-right', 'answered-same'] as const),
]);
const SPEAKS_NEITHER_WAY: ReadonlySet<Reason['kind']> = new Set(['answered-open']);
const CONTRADICTS: ReadonlySet<Reason['kind']> = new Set([
  ...(['samples-contradict', 'reference-contradicts'] as const),
  ...(['triples-differ', 'judged-wrong', 'answered-otherwise'] as const),
]);

export function stateOf(label: Label, reasons: readonly Pick<Reason, 'kind'>[]): FactState {
  if (label === 'factual')
    return reasons.some(({ kind }) => SPEAKS_FOR.has(kind)) ? 'supported' : 'unconfirmed';
  if (label === 'hallucinated') {
    return reasons.some(({ kind }) => CONTRADICTS.has(kind)) ? 'contradicted' : 'suspicious';
  }
  if (label === 'unsupported') return label;
  return label === 'abstained' ? 'unknown' : 'unsure';
}

function quoteOf({ quote }: Reason): Quote | null {
  if (quote === null) return null;
  const { source, start, end } = quote;
  const of = source.startsWith('sample-') ? 'samples' : 'references';
  return { start, end, of, index: positionOf(source) };
}

/** Of `sample-3`, `the reference` or `reference 2`. */
const positionOf = (source: string): number => Number(/\d+$/.exec(source)?.[0] ?? 1) - 1;

const questionsOf = (verification: TripleVerification): ViewQuestion[] =>
  [...TASKS, 'answered' as const].flatMap((task) => {
    const result = verification[task];
    if (result === undefined || result.reason === 'disabled') return [];
    const { asked, value, reason, draws } = result;
    return { task, asked, value, missing: reason && reasonWords(reason), answers: answersOf(draws) };
  });

const answersOf = (draws: readonly Draw[]): ViewQuestion['answers'] =>
  [...groupBy(draws, ({ answer, match }) => JSON.stringify([answer, match])).values()].flatMap((rows) => {
    const [first] = rows;
    return first === undefined ? [] : [{ text: first.answer, match: first.match, times: rows.length }];
  });

function contextOf(
  id: string,
  { consistency, encoders }: PassageVerdict['trace'],
  scale: ConsistencyScale,
): ViewFact['context'] {
  const score = (rows: typeof consistency | undefined) => {
    const own = rows?.find(({ tripleId }) => tripleId === id);
    return own === undefined ? null : consistencyScore(own.votes, scale).value;
  };
  const [withContext, without] = [score(consistency), score(encoders?.identity?.consistency)];
  return withContext === null || without === null ? null : { with: withContext, without };
}
