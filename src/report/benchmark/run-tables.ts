/** What stands around the metrics: thresholds, cost, node similarity, and what did not run. */
import type { BenchmarkReport } from '../../benchmark/benchmark-report.ts';
import type { Level } from '../../benchmark/method-scores.ts';
import { type Cell, htmlTable } from '../../format/html.ts';
import { MISSING } from '../../format/text.ts';
import { threeDecimals } from '../../format/three-decimals.ts';
import { LEVEL_TITLES, THRESHOLD_RULES } from './metric-words.ts';

/** Thresholds a level, and where each method's decisions come from. */
export function thresholdTable({ methods }: BenchmarkReport, levels: readonly Level[]): string {
  const rows = Object.entries(methods).map(([name, { levels: own }]): Cell[] => {
    const rules = new Set(Object.values(own).map(({ thresholdRule }) => THRESHOLD_RULES[thresholdRule]));
    const thresholds = levels.map((level) => (own[level] ? threeDecimals(own[level].threshold) : ''));
    return [name, ...thresholds, [...rules].join('; ')];
  });
  return htmlTable(
    ['method', ...levels.map((level) => LEVEL_TITLES[level].toLowerCase()), 'where it comes from'],
    rows,
    'Risk above which an item is called non-factual; each method has its own scale',
  );
}

export function usageTable({ methods, n }: BenchmarkReport): string | null {
  const rows = Object.entries(methods).flatMap(([name, { usage }]) =>
    usage
      ? [
          [
            name,
            ...[usage.requests, usage.inputTokens, usage.outputTokens].map(whole),
            n === 0 ? MISSING : (usage.requests / n).toFixed(1),
          ],
        ]
      : [],
  );
  if (rows.length === 0) return null;
  return htmlTable(
    ['method', 'requests', 'input tokens', 'output tokens', 'requests a passage'],
    rows,
    'Model calls of all passages; samples and triples are made once and counted for hallugraph; methods that make no calls, or whose calls are not known, are left out',
  );
}

export function neighbourTable({ neighbours }: BenchmarkReport): string | null {
  if (neighbours.length === 0) return null;
  return htmlTable(
    ['node states', 'mean cosine', 'smallest cosine', 'passages'],
    neighbours.map(({ encoder, mean, min, passages }) => [
      encoder,
      threeDecimals(mean),
      threeDecimals(min),
      String(passages),
    ]),
    'Cosine of a node with its neighbours in the graph of the response, averaged over passages (paper Table 3)',
  );
}

export function absentTable({ absent }: BenchmarkReport): string | null {
  if (absent.length === 0) return null;
  const rows = absent.map(({ method, reason }) => [method, reason]);
  return htmlTable(['method', 'reason'], rows, 'Methods asked for that could not run');
}

const whole = (count: number): string => count.toLocaleString('en-US');
