/** Charts as plain data, which the viewer draws. */
import type { ReliabilityBin } from '../statistics/reliability-bins.ts';

export type Chart =
  | { kind: 'forest'; forest: Forest }
  | { kind: 'reliability'; bins: readonly ReliabilityBin[] }
  | { kind: 'nodes'; nodes: readonly DrawnNode[] }
  | { kind: 'scores'; methods: readonly ScoredMethod[] };

/** One metric of many methods. */
export interface Forest {
  /** What is drawn, for the axis. */
  metric: string;
  /** What the metric would be by chance. */
  reference: { value: number; label: string };
  /** From top to bottom. */
  rows: readonly ForestRow[];
}

export interface ForestRow {
  label: string;
  /** Rows without a value keep their place. */
  value: number | null;
  /** 95 %; null where there is none. */
  interval: readonly [number, number] | null;
  /** Set off from the other rows. */
  marked: boolean;
}

type Point = readonly [x: number, y: number];

/** An entity of a response, with its place before and after message passing. */
export interface DrawnNode {
  label: string;
  passageId: string;
  before: Point;
  after: Point;
}

/** What a method gave the labelled items: risk on any scale, high = hallucinated. */
export interface ScoredMethod {
  name: string;
  /** Set off from the others. */
  marked: boolean;
  items: readonly ScoredPoint[];
}

/** Probability is of being non-factual; null where the method gives none. */
export type ScoredPoint = readonly [risk: number, isPositive: boolean, probability: number | null];
