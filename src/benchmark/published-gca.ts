/** The tables of GCA (Fang et al., AAAI 2025), by the data sets they are about. F1 and accuracy in points. */

export interface PublishedFigures {
  source: string;
  header: string[];
  /** The first cell names the method; figures as published. */
  rows: string[][];
}

/** @param text a row a line, the header first; cells are two spaces or more apart */
export function publishedTable(source: string, text: string): PublishedFigures {
  const lines = text.trim().split('\n');
  const [header = [], ...rows] = lines.map((line) => line.trim().split(/ {2,}/));
  return { source, header, rows };
}

const GCA = 'Fang et al. 2025, GCA (arXiv 2409.11283)';

/** The names of the data sets in Tables 1 and 2, with two columns each, in this order. */
const SETS = { phd: 'PHD', wikibio: 'WikiBio', 'sub-wikibio': 'sub-WikiBio' } as const;
export type GcaSet = keyof typeof SETS;

const METHODS = `
  method                   F1    accuracy  F1    accuracy  F1    accuracy
  RVQG                     52.3  65.3      85.7  79.2      88.2  81.7
  semantic entropy         35.6  62.7      66.7  52.5      87.9  82.3
  SelfCheckGPT NLI         23.7  42.0      60.2  43.3      44.7  30.0
  SelfCheckGPT BERTScore   40.5  55.0      71.0  57.1      88.8  83.3
  self-contradiction       30.9  65.7      75.8  62.2      83.7  76.7
  Focus (white box)        46.7  62.0      75.7  61.3      83.3  76.7
  GCA                      55.4  68.3      90.7  83.2      90.5  85.0`;

const ABLATIONS = `
  method      F1    accuracy  F1    accuracy  F1    accuracy
  −RVF        38.1  40.3      90.7  83.2      88.7  80.0
  −GCCC       54.0  67.7      87.1  78.2      87.6  81.7
  −RR         52.1  65.6      87.0  77.7      90.0  83.3
  −FTSTE      52.1  66.3      86.8  77.7      89.1  83.3
  −HEQA       36.4  54.6      84.5  73.9      85.1  75.0
  −Relations  53.7  66.7      86.8  77.7      88.6  80.0
  −Graph      52.8  66.7      83.7  73.1      87.6  81.7`;

const NEIGHBOURS: Readonly<Partial<Record<GcaSet, string>>> = {
  phd: `
    node states   smallest  mean
    with RGCN     .277      .486
    without RGCN  .189      .305`,
  wikibio: `
    node states   smallest  mean
    with RGCN     .401      .557
    without RGCN  .167      .247`,
};

const SETTINGS: Readonly<Partial<Record<GcaSet, string>>> = {
  phd: `
    S_h  S_r  S_t  C    T       F1    accuracy
    .25  .10  .15  .50  µ       53.8  67.3
    .50  .20  .10  .20  µ       54.5  67.6
    .70  .10  .10  .10  µ       55.4  68.3
    .25  .50  .15  .10  µ + 2σ  52.7  65.6
    .50  .10  .30  .10  µ + 2σ  53.1  66.2
    .70  .15  .10  .05  µ + 2σ  54.0  67.1`,
  wikibio: `
    S_h  S_r  S_t  C    T       F1    accuracy
    .25  .50  .15  .10  µ + σ   88.6  79.8
    .50  .20  .15  .15  µ + σ   89.3  80.3
    .70  .10  .10  .10  µ + σ   89.7  81.0
    .25  .30  .35  .10  µ + 2σ  89.1  81.7
    .50  .10  .30  .10  µ + 2σ  89.6  82.5
    .70  .15  .10  .05  µ + 2σ  90.7  83.2`,
};

/** Passages that the authors chose from their own for errors in the dependencies between triples. */
const TRIPLE_COM = `
  method                   F1    accuracy
  RVQG                     81.1  68.2
  semantic entropy         56.3  39.1
  SelfCheckGPT BERTScore   66.7  50.0
  SelfCheckGPT NLI         66.7  50.0
  self-contradiction       70.6  54.5
  Focus (white box)        75.7  60.1
  GCA                      92.7  86.3`;

export const tripleComTables = (): PublishedFigures[] => [
  publishedTable(`${GCA}, Table 4, TripleCom`, TRIPLE_COM),
];

export function gcaTables(set: GcaSet): PublishedFigures[] {
  const name = SETS[set];
  const table = (source: string, text: string | undefined) =>
    text === undefined ? [] : [publishedTable(`${GCA}, ${source}`, text)];
  const columns = (one: PublishedFigures): PublishedFigures => {
    const first = 1 + 2 * Object.keys(SETS).indexOf(set);
    const own = (row: string[]) => [row[0] as string, ...row.slice(first, first + 2)];
    return { ...one, header: own(one.header), rows: one.rows.map(own) };
  };
  return [
    ...table(`Table 1, passages of ${name}`, METHODS).map(columns),
    ...table(`Table 2, without a part, ${name}`, ABLATIONS).map(columns),
    ...table(`Table 3, cosine of nodes with their neighbours, ${name}`, NEIGHBOURS[set]),
    ...table(`weights and thresholds, ${name} (σ there is the variance)`, SETTINGS[set]),
    ...table('Table 4, TripleCom, a selection that is not this set', TRIPLE_COM),
  ];
}
