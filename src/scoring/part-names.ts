/** Names of score parts in reports. */
import type { Component } from '../passage.ts';

/** The symbols of paper Eq. 3, and words for other parts. */
const SYMBOLS: Partial<Record<Component, string>> = {
  head: 'S_h',
  relation: 'S_r',
  tail: 'S_t',
  consistency: 'C',
  commonGround: 'common ground',
};

export const partName = (name: Component): string => SYMBOLS[name] ?? name;

/** Descriptions of our own parts, by row name. */
const OURS: Readonly<Record<string, string>> = {
  judged: 'what the judge says of each fact outright: right, wrong, and how sure it is',
  answered:
    'whether the model gives the same answer where it sees the fact without its tail, and not the text',
  stated: 'what a model reads in the samples of each fact: they state it, state otherwise, or are silent',
  support: 'how far the words of a fact occur together in sentences of the samples',
  numbers: 'whether samples give other years and numbers in the same place',
  spread: 'how far the samples agree among themselves on those years and numbers',
  agreement: 'how far the samples agree with one another',
  commonGround: 'how much the samples say in common',
  context: 'the share of a score that is the mean of its passage',
  wholeSentence: 'the share of a sentence that is its own sample agreement',
};

/** Descriptions of rows with another comparison, by full row name. */
const COMPARED_OTHERWISE: Readonly<Record<string, string>> = {
  '−Relations': 'triples of the same head are compared whatever their relations are',
  '−Relations (GCN)': 'one weight for all relations in the graph, where the RGCN has one for each',
  '−Graph': 'vectors as they are embedded, without message passing',
  'C (GCN)': 'C by the GCN of −Relations (GCN)',
  'C (no graph)': 'C without message passing; what C is above it, the RGCN adds',
};

/**
 * A line for each part of ours among rows, of an ablation (`−support`) or by itself (`support`), and for each row that
 * compares otherwise, in this order.
 */
export function partLines(rows: readonly string[]): string[] {
  const shown = new Set(rows.map((row) => row.replace(/^−/, '')));
  const lines = (words: Readonly<Record<string, string>>, isShown: (name: string) => boolean) =>
    Object.entries(words).flatMap(([name, text]) => (isShown(name) ? `${name}: ${text}` : []));
  return [
    ...lines(OURS, (name) => shown.has(name)),
    ...lines(COMPARED_OTHERWISE, (name) => rows.includes(name)),
  ];
}
