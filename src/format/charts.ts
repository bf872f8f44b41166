/** Charts as plain data, drawn by the viewer. */
import type { ReliabilityBin } from '../statistics/reliability-bins.ts';

export type Chart =
  | { kind: 'forest'; forest: Forest }
  | { kind: 'reliability'; bins: readonly ReliabilityBin[] }
  | { kind: 'nodes'; nodes: readonly DrawnNode[] }
  | { kind: 'scores'; methods: readonly ScoredMethod[] };

/** One metric of many methods. */
export interface Forest {
  /** The metric, as axis label. */
  metric: string;
  /** The value of the metric by chance. */
  reference: { value: number; label: string };
  rows: readonly ForestRow[];
}

export interface ForestRow {
  label: string;
  /** Rows without a value keep their place. */
  value: number | null;
  /** 95 %; null where there is none. */
  interval: readonly [number, number] | null;
  /** Highlighted. */
  marked: boolean;
}

type Point = readonly [x: number, y: number];

/** An entity of a response, with its position before and after message passing. */
export interface DrawnNode {
  label: string;
  passageId: string;
  before: Point;
  after: Point;
}

/** Scores of a method on the labelled items: risk on any scale, high = hallucinated. */
export interface ScoredMethod {
  name: string;
  /** Highlighted. */
  marked: boolean;
  items: readonly ScoredPoint[];
}

/** Probability is of being non-factual; null where the method gives none. */
export type ScoredPoint = readonly [risk: number, isPositive: boolean, probability: number | null];
