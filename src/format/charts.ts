/** Charts as plain data, drawn by the viewer. */
import type { ReliabilityBin } from '../statistics/probability-metrics.ts';

export type Chart =
  | { kind: 'forest'; forest: Forest }
  | { kind: 'reliability'; bins: readonly ReliabilityBin[] }
  | { kind: 'nodes'; nodes: readonly DrawnNode[] }
  | { kind: 'scores'; methods: readonly ScoredMethod[] };

export interface Forest {
  /** Axis label. */
  metric: string;
  /** The value by chance. */
  reference: { value: number; label: string };
  rows: readonly ForestRow[];
}

export interface ForestRow {
  label: string;
  value: number | null;
  /** 95 %. */
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

export interface ScoredMethod {
  name: string;
  /** Highlighted. */
  marked: boolean;
  items: readonly ScoredPoint[];
}

/** Risk on any scale, high = hallucinated, and the probability of being non-factual where the method gives one. */
export type ScoredPoint = readonly [risk: number, isPositive: boolean, probability: number | null];
