/** The knowledge-bias probes of a check: `probes.jsonl`, one passage a line, in the order of the run. */
import { z } from 'zod';
import type { PassageProbes } from '../reference/probes.ts';
import { kindOf, recordsIn } from './records.ts';
import type { RecordedCalls } from './run-summary.ts';

export interface ProbeRecord extends RecordedCalls {
  id: string;
  /** Null for a passage without a reference, and where hallugraph failed. */
  probes: PassageProbes | null;
  /** Why hallugraph itself failed at it. */
  defect?: string;
}

const probe = z.looseObject({ reason: z.string().nullable() });

const recordSchema = z.looseObject({
  id: z.string(),
  probes: z.object({ knowledge: z.array(probe).nullable(), masked: z.array(probe) }).nullable(),
});

export const PROBES = kindOf<ProbeRecord>('the probes of a passage', 'probes.jsonl', recordSchema);

/** By the id of the passage; none where it was not probed. @throws RunError naming the line that is not a record */
export async function readProbes(folder: string): Promise<Map<string, PassageProbes>> {
  const probes = new Map<string, PassageProbes>();
  for await (const record of recordsIn(folder, PROBES)) {
    if (record.probes) probes.set(record.id, record.probes);
  }
  return probes;
}
