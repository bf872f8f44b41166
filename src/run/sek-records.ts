/** What a run of `sek` records: a passage's text before and after, and what was retrieved for it. */
import { z } from 'zod';
import type { CallRecord, Usage } from '../passage.ts';
import type { Correction } from '../uncertainty/sek/correct.ts';
import { kindOf, RECORDS_FILE } from './records.ts';

export interface Corrected extends Correction {
  id: string;
  /** Gold answers, where the record brings some. */
  answers?: string[];
  /** Null where no model was asked. */
  usage: Usage | null;
  /** What the calls cost; absent where no model was asked. */
  calls?: CallRecord;
  /** Why hallugraph itself failed at it. */
  defect?: string;
}

const count = z.int().min(0);

const recordSchema = z.looseObject({
  ...{ id: z.string(), before: z.string(), after: z.string() },
  retrievals: z.array(z.looseObject({ at: count, query: z.string(), passages: z.array(z.looseObject({})) })),
  reason: z.string().nullable(),
  answers: z.array(z.string()).optional(),
  usage: z.looseObject({ requests: count }).nullable(),
});

export const CORRECTED = kindOf<Corrected>('the corrected text of a passage', RECORDS_FILE, recordSchema);
