/** Names of score parts in reports. */
import { type Component, TASKS, type Task, type Trace } from '../passage.ts';

/** The symbols of paper Eq. 3, and words for other parts. */
const SYMBOLS: Partial<Record<Component, string>> = {
  head: 'S_h',
  relation: 'S_r',
  tail: 'S_t',
  consistency: 'C',
  commonGround: 'common ground',
};

const isTask = (name: Component): name is Task => TASKS.some((task) => task === name);

/**
 * The name of a part. Heads, relations and tails rebuilt from sample triples are not the paper's tasks, so they do
 * not get its symbols.
 */
export const partNames =
  (fromSamples: boolean) =>
  (name: Component): string =>
    fromSamples && isTask(name) ? `${name} from samples` : (SYMBOLS[name] ?? name);

/** Rows of bench tables under the paper's names, and their names where samples answered. */
const ROWS: Readonly<Record<string, string>> = {
  S_h: 'head from samples',
  S_r: 'relation from samples',
  S_t: 'tail from samples',
  '−RVF': '−all from samples',
  '−HEQA': '−head from samples',
  '−RR': '−relation from samples',
  '−FTSTE': '−tail from samples',
};

/** The name of a row of an ablation or of a part alone. */
export const rowName = (method: string, fromSamples: boolean): string =>
  (fromSamples ? ROWS[method] : undefined) ?? method;

/** The rows under their names in a run. */
export function rowsNamed<Row extends { method: string }>(
  rows: readonly Row[],
  verdicts: readonly { trace: Pick<Trace, 'verification'> }[],
): Row[] {
  const fromSamples = verdicts.some(({ trace }) => isRebuiltFromSamples(trace));
  return rows.map((row) => ({ ...row, method: rowName(row.method, fromSamples) }));
}

/** Whether the reverse tasks were answered by samples: only then do matches have degrees. */
export const isRebuiltFromSamples = ({ verification }: Pick<Trace, 'verification'>): boolean =>
  verification.some((row) =>
    TASKS.some((task) => row[task].draws.some(({ agreement }) => agreement !== undefined)),
  );

/** Descriptions of our own parts, by row name. */
const OURS: Readonly<Record<string, string>> = {
  'all from samples': 'the three parts that follow, in place of reverse verification by a model',
  'head from samples': 'whether triples of the samples with this relation and tail have this head; not HEQA',
  'relation from samples':
    'whether triples of the samples with this head and tail have this relation; not RR',
  'tail from samples': 'whether triples of the samples with this head and relation have this tail; not FTSTE',
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
