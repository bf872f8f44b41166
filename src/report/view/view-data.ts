/** The viewer's data as plain JSON: an index with a row per passage, and the passages, loaded when shown. */
import type { Document } from '../../format/document.ts';
import type { SentenceState } from '../../format/labels.ts';
import type { Spending } from '../../models/budget/budget.ts';
import type { Label, SampleStatement, Span, Task } from '../../passage.ts';

/**
 * A hallucinated fact is `contradicted` where a reason says so, else `suspicious`; a factual one `supported` or
 * `unconfirmed`.
 */
export type FactState =
  | ('contradicted' | 'suspicious')
  | ('supported' | 'unconfirmed')
  | ('unsupported' | 'unsure' | 'unknown');

export interface ViewIndex {
  title: string;
  status: string;
  /** `12 passages of passages.jsonl, evaluate with preset local`. */
  about: string;
  provenance: [name: string, value: string][];
  legend: string[];
  /** On passage scores, where one holds for the whole run. */
  threshold: number | null;
  purposes: ViewPurpose[];
  /** Of a benchmark, in the order of `rows`; high = hallucinated. */
  methods: { name: string; risks: (number | null)[] }[];
  failures: [reason: string, count: number][];
  rows: ViewRow[];
  chunkSize: number;
}

export interface ViewPurpose extends Pick<Spending, 'requests' | 'tokens' | 'estimated'> {
  name: string;
  /** `Breaks responses into facts`; null for an unknown prompt. */
  words: string | null;
  usd: number | null;
  /** Waiting time for services. */
  seconds: number | null;
}

export interface ViewDocument {
  title: string;
  document: Document;
  /** Of a comparison of two runs: the passages with a changed label, their own or that of a fact. */
  changed?: Changed;
}

export interface Changed {
  names: { a: string; b: string };
  rows: ChangedRow[];
  chunkSize: number;
}

export interface ChangedRow {
  a: ViewRow;
  b: ViewRow;
  /** With another label. */
  facts: number;
}

export interface ViewRow {
  id: string;
  label: Label;
  /** Support in [0, 1]. */
  score: number | null;
  /** The score, with enough decimals to tell it from the threshold. */
  support: string;
  /** Calibrated chance of being hallucinated. */
  chance: number | null;
  facts: number;
  flagged: number;
  /** Facts that no evidence mentions. */
  unsupported: number;
  worst: WorstFact | null;
  /** Share of sentences with a fact that the evidence mentions. */
  coverage: number | null;
  /** Gold label of a labelled data set: true = hallucinated. */
  gold: boolean | null;
  requests: number;
  preview: string;
}

export interface WorstFact extends Pick<ViewFact, 'text' | 'score' | 'why'> {
  index: number;
}

export interface ViewPair {
  a: ViewPassage;
  b: ViewPassage;
  /** Positions of the facts in both, changed labels first; null if a run lacks the fact. */
  facts: { a: number | null; b: number | null }[];
}

export interface ViewPassage {
  id: string;
  prompt: string;
  response: string;
  /** Why it was not judged, is unsure, or is hallucinated though no fact is. */
  why: string | null;
  /** Unsupported parts, and a language read without grammar. */
  note: string | null;
  samples: string[];
  references: string[];
  /** In the order of the text. */
  sentences: ViewSentence[];
  facts: ViewFact[];
  graph: ViewGraph | null;
}

export interface ViewSentence {
  text: string;
  state: SentenceState;
  /** Evidence against it, or why it is not confirmed. */
  because: string[];
  /** Position of the decisive fact. */
  fact: number | null;
}

export interface ViewFact {
  text: string;
  span: Span | null;
  /** The words of a flagged fact that its reasons are about, where `span` holds them literally. */
  wrong: Span | null;
  state: FactState;
  score: number | null;
  chance: number | null;
  /** The first reason of a flagged fact, without its quote. */
  why: string | null;
  reasons: { words: string; against: boolean; quote: Quote | null }[];
  /** By the position of the sample. */
  statements: ({ sample: number } & Pick<SampleStatement, 'says' | 'instead' | 'quote'>)[];
  questions: ViewQuestion[];
  /** Consistency with the graph's context and without. */
  context: { with: number; without: number } | null;
}

export interface Quote extends Span {
  /** Zero-based position among the samples, or the references. */
  of: 'samples' | 'references';
  index: number;
}

/** Of a reverse task or a blind question, with the distinct answers. */
export interface ViewQuestion {
  task: Task | 'answered';
  asked: string | null;
  value: number | null;
  missing: string | null;
  answers: { text: string; match: boolean | null; times: number }[];
}

/** The response's graph and the samples' merged, with places in a square of 1000. */
export interface ViewGraph {
  nodes: { label: string; x: number; y: number; own: boolean }[];
  edges: ViewEdge[];
  /** Entities left out, so that it stays readable. */
  omitted: number;
}

export interface ViewEdge {
  from: number;
  to: number;
  label: string;
  /** Position among the facts; null for an edge of samples alone. */
  fact: number | null;
  samples: number;
}
