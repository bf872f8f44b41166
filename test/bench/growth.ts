/**
 * How what a run costs grows with passages, samples and the length of texts: CPU seconds of one thread, which other work
 * on the machine hardly changes, and the exponent of each step, log(seconds ÷ seconds) / log(size ÷ size): 1 where cost
 * grows with the size, 2 where it grows with its square. Small sizes cost less than their share, since a process needs
 * some time for its first texts.
 */
import type { BenchTable } from './bench-table.ts';
import { childResult } from './child-result.ts';
import { GROWTH_CASES } from './growth-cases.ts';
import type { GrowthMeasure } from './growth-child.ts';
import { megabytes } from './memory.ts';

export async function benchGrowth(): Promise<BenchTable> {
  const rows: BenchTable['rows'] = [];
  for (const [name, { sizes, missing }] of Object.entries(GROWTH_CASES)) {
    if (missing !== undefined) {
      rows.push([name, missing, '', '', '', '']);
      continue;
    }
    let last: { size: number; seconds: number } | null = null;
    for (const size of sizes) {
      const measured = childResult<GrowthMeasure>('growth-child.ts', [name, size], ['--expose-gc']);
      const { cpuSeconds: seconds, rss, used } = await measured;
      const exponent =
        last === null ? '' : (Math.log(seconds / last.seconds) / Math.log(size / last.size)).toFixed(2);
      rows.push([name, size, seconds.toFixed(2), exponent, megabytes(rss), megabytes(used)]);
      last = { size, seconds };
    }
  }
  return {
    name: 'Growth: CPU seconds of one thread, and memory in MiB',
    columns: ['what grows', 'size', 'seconds', 'exponent', 'peak (RSS)', 'in use at the end'],
    rows,
  };
}
