/** Sections of a benchmark report for data sets with spans, triples or published figures. */
import type { Section } from '../format/document.ts';
import { threeDecimals, withInterval } from '../format/figures.ts';
import type { BenchmarkReport } from './benchmark-report.ts';
import { type ExtractionFigures, MATCH_RULE_NAMES, type MatchRuleName } from './extraction-metrics.ts';
import type { CheckerFigures } from './refchecker-metrics.ts';
import { SPAN_KINDS, type SpanFigures } from './span-metrics.ts';
import type { Measured } from '../statistics/measure-metrics.ts';
import { plainTable, type TextTable } from '../format/text-table.ts';

export const referenceSections = (report: BenchmarkReport): Section[] => [
  ...spanSection(report),
  ...extractionSection(report),
  ...checkerSection(report),
  ...rateSection(report),
  ...publishedSection(report),
];

const NO_SPANS =
  'The data set marks spans, but no verdict of this run says anything of them (reference.spans asks for them).';

function spanSection({ spans }: BenchmarkReport): Section[] {
  if (!spans) return [];
  const { overall, parts, without, outOfFold } = spans;
  if (overall.n === 0) return [{ title: 'Spans', parts: [NO_SPANS] }];
  const left = without === 0 ? '' : ` Responses whose verdict says nothing of spans, left out: ${without}.`;
  const note = `Characters of predicted spans against marked ones over all responses; a response counts as called where it has a span; density is spans per 100 words.${outOfFold ? OUT_OF_FOLD : ''}${left}`;
  return [{ title: 'Spans', parts: [note, ...spanTables([{ part: 'all', figures: overall }, ...parts])] }];
}

const OUT_OF_FOLD =
  ' What counts as a span is decided by the threshold on triples and sentences that gives the best F1 of characters on the other folds.';

function spanTables(rows: readonly { part: string; figures: SpanFigures }[]): TextTable[] {
  const table = (header: string[], cells: (figures: SpanFigures) => string[]) =>
    plainTable(
      header,
      rows.map(({ part, figures }) => [part, ...cells(figures)]),
    );
  return [
    table(['characters', 'precision', 'recall', 'F1'], (figures) =>
      figureCells(figures, ['precision', 'recall', 'f1']),
    ),
    table(['responses with a span', 'precision', 'recall', 'F1', 'n'], (figures) => [
      ...figureCells(figures, ['responsePrecision', 'responseRecall', 'responseF1']),
      String(figures.n),
    ]),
    table(['density', 'marked', 'predicted', 'marked spans', 'predicted spans'], (figures) => [
      ...figureCells(figures, ['density', 'predictedDensity']),
      String(figures.spans),
      String(figures.predictedSpans),
    ]),
    table(['recall by kind', ...SPAN_KINDS], ({ values }) =>
      SPAN_KINDS.map((kind) => withInterval(values[kind])),
    ),
  ];
}

const figureCells = <Metrics>(
  { values, intervals }: Pick<Measured<Metrics>, 'values' | 'intervals'>,
  names: readonly (keyof Metrics)[],
): string[] => names.map((name) => withInterval(values[name], intervals[name]));

const RULE_TITLES: Record<MatchRuleName, string> = {
  half: 'token F1 of the triple ≥ .5',
  most: 'token F1 of the triple ≥ .8',
  parts: 'token F1 of every part ≥ .5',
};

function extractionSection({ extraction }: BenchmarkReport): Section[] {
  if (!extraction) return [];
  const { overall, parts } = extraction;
  const note = `Triples of the run against those the data set brings (of Claude 2, in RefChecker) on the same ${overall.n} responses: ${overall.own} against ${overall.gold}. Pairs are made one to one, the most alike first; a pair matches by the rule named.`;
  const row = (name: string, { rules }: ExtractionFigures, rule: MatchRuleName) => [
    name,
    ...figureCells(rules[rule], ['precision', 'recall', 'f1']),
  ];
  const tables = MATCH_RULE_NAMES.map((rule) =>
    plainTable(
      [RULE_TITLES[rule], 'precision', 'recall', 'F1'],
      [row('all', overall, rule), ...parts.map(({ part, figures }) => row(part, figures, rule))],
    ),
  );
  return [{ title: 'Extraction', parts: [note, ...tables] }];
}

function checkerSection({ checker }: BenchmarkReport): Section[] {
  if (!checker) return [];
  const note = `What the reference check says of ${checker.n} labelled triplets against what people say; hallucination rate: triplets not entailed, mean over responses. The whole pipeline: rates by the triplets that the run extracted itself.`;
  const columns = [{ part: 'all', figures: checker as CheckerFigures }, ...checker.parts];
  const figures = plainTable(
    ['figure', ...columns.map(({ part }) => part)],
    CHECKER_ROWS.map(([name, of]) => [name, ...columns.map((column) => threeDecimals(of(column.figures)))]),
  );
  const models = plainTable(
    ['model', 'rate', 'of the pipeline', 'by people', 'responses', 'without a triplet'],
    checker.models.map(({ model, predicted, own, gold, n, abstained }) => {
      const rates = [predicted, own, gold].map(threeDecimals);
      return [model, ...rates, String(n), String(abstained)];
    }),
  );
  return [{ title: 'Checker', parts: [note, figures, models] }];
}

const CHECKER_ROWS: readonly [name: string, of: (figures: CheckerFigures) => number | null][] = [
  ['accuracy on triplets', ({ accuracy }) => accuracy],
  ['macro-F1 on triplets', ({ macroF1 }) => macroF1],
  ['accuracy on responses', ({ response }) => response.accuracy],
  ['F1 of factual responses', ({ response }) => response.factualF1],
  ['F1 of non-factual responses', ({ response }) => response.nonFactualF1],
  ['abstain rate', ({ abstainRate }) => abstainRate],
  ['Pearson of response rates', ({ pearson }) => pearson],
  ['Spearman of response rates', ({ spearman }) => spearman],
  ['Spearman of the ranking of models', ({ ranking }) => ranking],
  ['Pearson of the whole pipeline', ({ pipeline }) => pipeline.pearson],
  ['Spearman of the whole pipeline', ({ pipeline }) => pipeline.spearman],
  ['its Spearman of the ranking of models', ({ pipeline }) => pipeline.ranking],
];

function rateSection({ rates }: BenchmarkReport): Section[] {
  if (!rates) return [];
  const note = `Hallucination rate of a passage, the share of its triplets that are not entailed, against the mean of people's scores of its sentences, over ${rates.n} passages. This is the statistic of RefChecker; the correlations above are those of the passage score.`;
  const cells = (['pearson', 'spearman'] as const).map((name) =>
    withInterval(rates[name].value, rates[name].interval),
  );
  const table = plainTable(['rates', 'Pearson', 'Spearman'], [['hallugraph', ...cells]]);
  return [{ title: 'Hallucination rates', parts: [note, table] }];
}

const YARDSTICK =
  'Published figures, for the full sets and for other models; a yardstick beside the figures above, not a comparison on the same items.';

function publishedSection({ published = [] }: BenchmarkReport): Section[] {
  if (published.length === 0) return [];
  const tables = published.map(({ source, header, rows }) => ({
    ...plainTable(header, rows),
    caption: source,
  }));
  return [{ title: 'Published figures', parts: [YARDSTICK, ...tables] }];
}
