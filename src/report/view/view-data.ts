/**
 * What the viewer shows, as plain JSON: an index with a row a passage, and the passages, which it reads one after the
 * other as they are looked at. Types only, so that the web page and those who fill it share them.
 */
import type { Document } from '../../format/document.ts';
import type { SentenceState } from '../../format/sentence-labels.ts';
import type { Label, SampleStatement, Span, Task } from '../../passage.ts';

/** How a fact is shown: what became of it, and why. */
export type FactState =
  | 'contradicted'
  | 'suspicious'
  | 'unsupported'
  | 'unsure'
  | 'unconfirmed'
  | 'supported'
  | 'unknown';

export interface ViewIndex {
  title: string;
  status: string;
  /** `12 passages of passages.jsonl, evaluate with preset local`. */
  about: string;
  /** What made the run: a name and a value a line. */
  provenance: [name: string, value: string][];
  /** What words and figures mean, a line each. */
  legend: string[];
  /** The passage threshold where one holds for the run. */
  threshold: number | null;
  /** What the calls were for; empty where no model was asked. */
  purposes: ViewPurpose[];
  /** What other methods of a benchmark gave the passages, in the order of `rows`; high = hallucinated. */
  methods: { name: string; risks: (number | null)[] }[];
  /** Why passages were not judged, in words, with how many. */
  failures: [reason: string, count: number][];
  rows: ViewRow[];
  /** Passages in one chunk of details. */
  chunkSize: number;
}

/** What one prompt was asked for. */
export interface ViewPurpose {
  name: string;
  /** `Breaks responses into facts`; null where the prompt is not known any more. */
  words: string | null;
  requests: number;
  tokens: number;
  /** Tokens, and what they cost, are partly estimates. */
  estimated?: true;
  usd: number | null;
  /** That services were waited for; null where none was asked, or it is not known. */
  seconds: number | null;
}

/** A page that is one document. */
export interface ViewDocument {
  title: string;
  document: Document;
  /** Where it compares two runs: the passages that they judge otherwise, or a fact of them. */
  changed?: Changed;
}

export interface Changed {
  /** What the runs are called. */
  names: { a: string; b: string };
  rows: ChangedRow[];
  /** Pairs in one chunk of details. */
  chunkSize: number;
}

export interface ChangedRow {
  a: ViewRow;
  b: ViewRow;
  /** Facts of both with another label. */
  facts: number;
}

/** A passage in the list. */
export interface ViewRow {
  id: string;
  label: Label;
  /** Support in [0, 1]. */
  score: number | null;
  /** The same in words, told apart from the threshold that decided. */
  support: string;
  /** Calibrated chance of being hallucinated. */
  chance: number | null;
  facts: number;
  flagged: number;
  /** Facts that no evidence speaks of, where it speaks of others. */
  unsupported: number;
  /** Of its flagged facts the one with the least support; null without one. */
  worst: WorstFact | null;
  /** Share of sentences with a fact that the evidence speaks of. */
  coverage: number | null;
  /** Gold label of a labelled data set: true = hallucinated. */
  gold: boolean | null;
  requests: number;
  preview: string;
}

export interface WorstFact extends Pick<ViewFact, 'text' | 'score' | 'why'> {
  index: number;
}

/** A passage in two runs. */
export interface ViewPair {
  a: ViewPassage;
  b: ViewPassage;
  /** Positions of the facts in both, those first whose label changed; null where a run has none. */
  facts: { a: number | null; b: number | null }[];
}

/** All there is to see of one passage. */
export interface ViewPassage {
  id: string;
  prompt: string;
  response: string;
  /** Why it was not judged, is unsure, or is hallucinated though no fact is. */
  why: string | null;
  /** What no sample mentions, and how another language was read. */
  note: string | null;
  samples: string[];
  references: string[];
  /** In the order of the text; empty where it was not taken apart. */
  sentences: ViewSentence[];
  facts: ViewFact[];
  graph: ViewGraph | null;
}

export interface ViewSentence {
  text: string;
  state: SentenceState;
  /** What speaks against it, or why it is not confirmed. */
  because: string[];
  /** Position of the fact that decided among the facts; null where none did. */
  fact: number | null;
}

export interface ViewFact {
  /** `Marie Curie was born in Warsaw`. */
  text: string;
  span: Span | null;
  /** Of a flagged fact, the words in `span` that its reasons are about, where they stand there to the letter. */
  wrong: Span | null;
  state: FactState;
  score: number | null;
  /** Calibrated chance of being wrong. */
  chance: number | null;
  /** Of a flagged fact, the first of its reasons without its quote. */
  why: string | null;
  reasons: { words: string; against: boolean; quote: Quote | null }[];
  /** What each sample that was looked at says, by its position among all; empty where nothing is kept of it. */
  statements: ({ sample: number } & Pick<SampleStatement, 'says' | 'instead' | 'quote'>)[];
  questions: ViewQuestion[];
  /** Consistency with the graph's context and without, where both were recorded. */
  context: { with: number; without: number } | null;
}

export interface Quote extends Span {
  /** Zero-based position among the samples, or the references. */
  of: 'samples' | 'references';
  index: number;
}

/** What a reverse task, or a blind question, asked, and the distinct answers. */
export interface ViewQuestion {
  task: Task | 'answered';
  asked: string | null;
  value: number | null;
  /** Why there is no value. */
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
  /** Position among the facts; null for an edge that only samples have. */
  fact: number | null;
  samples: number;
}
