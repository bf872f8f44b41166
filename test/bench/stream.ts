/**
 * Whether memory grows while a stream of 10,000 short passages goes through the library, quarter by quarter of it.
 * Vectors of the last 10,000 texts are kept, so it grows until there are so many, which is before half way.
 */
import type { BenchTable } from './bench-table.ts';
import { childResult } from './child-result.ts';
import { MEASURES, type Memory, megabytes } from './memory.ts';

const PASSAGES = 10_000;

export async function benchStream(): Promise<BenchTable> {
  type Quarter = Pick<Memory, 'rss' | 'used'>;
  const quarters = await childResult<Quarter[]>('stream-child.ts', [PASSAGES], ['--expose-gc']);
  const [, second, , fourth] = quarters as [Quarter, Quarter, Quarter, Quarter];
  return {
    name: `Memory while ${PASSAGES} passages stream through the library, in MiB`,
    columns: ['', '1st quarter', '2nd', '3rd', '4th', '4th ÷ 2nd'],
    rows: (['rss', 'used'] as const).map((key) => [
      MEASURES[key],
      ...quarters.map((quarter) => megabytes(quarter[key])),
      (fourth[key] / second[key]).toFixed(2),
    ]),
  };
}
