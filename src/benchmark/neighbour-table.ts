/** Paper Table 3: similarity of connected nodes under each recorded encoder, averaged over the passages of a run. */
import type { EncoderKind, PassageVerdict } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import type { BenchmarkReport } from './benchmark-report.ts';

/** As the paper names them. */
const NAMES: Record<EncoderKind, string> = {
  rgcn: 'with RGCN',
  gcn: 'with GCN',
  identity: 'without RGCN',
};

/** One row for each encoder the run recorded; passages without an edge do not count. */
export function neighbourTable(verdicts: readonly PassageVerdict[]): BenchmarkReport['neighbours'] {
  return (Object.keys(NAMES) as EncoderKind[]).flatMap((kind) => {
    const values = verdicts.flatMap(({ trace }) => trace.encoders?.[kind]?.neighbours ?? []);
    if (values.length === 0) return [];
    const average = (key: 'mean' | 'min') => mean(values.map((value) => value[key])) as number;
    return [{ encoder: NAMES[kind], passages: values.length, mean: average('mean'), min: average('min') }];
  });
}
