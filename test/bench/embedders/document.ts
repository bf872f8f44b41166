/** The tables as one Markdown document, with what has to be said about them. */
import { markdownTable, plainTable } from '../../../src/format/text-table.ts';
import { threeDecimals, withInterval } from '../../../src/format/figures.ts';
import { besideReference } from '../choices/document.ts';
import { type GridRow, TAIL_THRESHOLDS } from './consistency-grid.ts';
import type { Kind, MergeRow } from './merges.ts';
import { ENTITY_PAIRS, RELATION_PAIRS } from './pairs.ts';
import type { TriplesRead } from './sets.ts';

export interface EmbedderFigures {
  name: string;
  grids: { set: TriplesRead; rows: GridRow[] }[];
  merges: Record<Kind, MergeRow[]>;
}

export function documentOf(measured: readonly EmbedderFigures[]): string {
  const sets = measured[0]?.grids.map(({ set }) => set) ?? [];
  return `${[
    '# Embeddings, with and without the graph',
    introduction(sets),
    ...sets.flatMap((set, index) => [
      `## ${set.title}`,
      `${set.set.records.length} passages, ROC-AUC of ${set.objective.startsWith('sentence') ? 'sentences' : 'passages'}, θ_r ${set.relationThreshold}.`,
      ...measured.flatMap(({ name, grids }) => [`### ${name}`, gridTable(grids[index]?.rows ?? [])]),
    ]),
    '## What is merged',
    aboutMerges(),
    ...measured.flatMap(({ name, merges }) => [
      `### ${name}`,
      mergeTable('entities', merges.entity, sets),
      mergeTable('relations', merges.relation, sets),
    ]),
  ].join('\n\n')}\n`;
}

const introduction = (sets: readonly TriplesRead[]): string =>
  `Made by \`npm run measure -- embedders FOLDER --model DIR${sets.length > 2 ? ' --recorded DIR' : ''} --out docs/embedders.md\`.

The paper's claim is that tails compare better once the nodes of each response's graph have taken in their neighbours. Here the
score is C of Eq. 2 alone (C / n; entities are the same at the embedder's own thresholds), so that a row differs from the next by its
encoder only. A cell holds the figure at one θ_t and its difference from the embeddings without a graph at the same θ_t; differences
whose 95 % interval (paired bootstrap over passages) does not include 0 carry an asterisk, and of so many some are chance. Messages
make all states of a graph more alike, so an encoder is to be judged by its best column rather than by one; the last column holds that,
chosen in-sample, with its interval. Weights are set, not trained: residual (near the identity) or Glorot (random, as in the code released
with the paper: 16 wide, ReLU, no inverse edges), where the seed is a part of the method. The model that read recorded runs need not be the one that wrote the passages.`;

export function gridTable(rows: readonly GridRow[]): string {
  const header = ['encoder', ...TAIL_THRESHOLDS.map((threshold) => `θ_t ${threshold}`), 'best'];
  const cells = rows.map(({ encoder, values, differences }) => {
    const best = values.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))[0];
    const own = values.map(({ value }, column) => {
      const difference = differences[column];
      return difference ? besideReference(value, difference) : threeDecimals(value);
    });
    return [encoder, ...own, withInterval(best?.value, best?.interval)];
  });
  return markdownTable(plainTable(header, cells));
}

function counts(pairs: readonly { isSame: boolean }[]): string {
  const same = pairs.filter(({ isSame }) => isSame).length;
  return `${same} pairs that are the same and ${pairs.length - same} that are not`;
}

const aboutMerges = () =>
  `Of ${counts(ENTITY_PAIRS)} (entities), ${counts(RELATION_PAIRS)} (relations), written beforehand, the share that is taken for one thing at a
threshold, with all rules that forbid it; and the mean share of a passage's phrases that join another by their vectors.`;

/** The sets whose phrases are looked at: in WikiBio's many samples that takes long and tells nothing else. */
export const joinedIn = (sets: readonly TriplesRead[]): TriplesRead[] =>
  sets.filter(
    ({ objective, relationThreshold }) => objective === 'passage.rocAuc' && relationThreshold === 0,
  );

function mergeTable(kind: string, rows: readonly MergeRow[], sets: readonly TriplesRead[]): string {
  const joins = joinedIn(sets).map(({ title }) => `joined, ${title}`);
  const cells = rows.map(({ similarity, same, different, joined }) => [
    `cosine > ${similarity}`,
    ...[same, different, ...joined].map(threeDecimals),
  ]);
  return markdownTable(plainTable([kind, 'same, merged', 'not the same, merged', ...joins], cells));
}
