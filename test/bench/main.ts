/** `npm run bench`: every benchmark, one table each. A name as argument runs that one alone. */
import { type BenchTable, printTable } from './bench-table.ts';
import { benchGnn } from './gnn.ts';
import { benchGrowth } from './growth.ts';
import { benchMemory } from './memory.ts';
import { benchPipeline } from './pipeline.ts';
import { benchProtocols } from './protocols.ts';
import { benchQueue } from './queue.ts';
import { benchThroughput } from './throughput.ts';

const BENCHES: Record<string, () => Promise<BenchTable | BenchTable[]>> = {
  gnn: benchGnn,
  protocols: benchProtocols,
  pipeline: benchPipeline,
  throughput: benchThroughput,
  memory: benchMemory,
  growth: benchGrowth,
  queue: benchQueue,
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) {
    for (const table of [await bench()].flat()) printTable(table);
  }
}
