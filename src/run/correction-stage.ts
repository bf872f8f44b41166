/** The corrections of a run, after its verdicts: `corrections.jsonl`, in the order of the verdicts. */
import { z } from 'zod';
import { createCorrector } from '../detector/corrector.ts';
import type { Correction, DirectCorrection } from '../detector/corrector-interface.ts';
import { ZERO_USAGE } from '../models/budget/usage.ts';
import type { PassageVerdict } from '../passage.ts';
import { recorded } from '../records/record-line.ts';
import type { CorrectPlan } from './manifest.ts';
import type { LaterStage } from './probe-stage.ts';
import { kindOf, type RecordKind, recordsIn, VERDICTS } from './records.ts';
import type { RunStage } from './stage.ts';

/** A correction whose verdicts on the new texts have another type. */
type WithAfter<After> = Omit<Correction, 'before' | 'after' | 'direct' | 'bySentences'> & {
  after: After;
  direct?: Omit<DirectCorrection, 'after'> & { after: After };
  bySentences?: Omit<DirectCorrection, 'after'> & { after: After };
};

/** A verdict is null where the text is unchanged, since `records.jsonl` has it. */
export type CorrectionRecord = WithAfter<PassageVerdict | null> & { defect?: string };

const list = z.array(z.unknown());
const after = z.unknown().refine((value) => value === null || VERDICTS.is(value));
const direct = z.looseObject({ corrected: z.string(), introduced: list, after }).optional();
const recordSchema = z.looseObject({
  ...{ id: z.string(), original: z.string(), corrected: z.string(), after, direct, bySentences: direct },
  ...{ changes: z.array(z.looseObject({ tripleId: z.string() })), introduced: list },
  usage: z.looseObject({ requests: z.int() }),
});

export const CORRECTIONS: RecordKind<CorrectionRecord> = {
  ...kindOf('the correction of a passage', 'corrections.jsonl', recordSchema),
  /** Costs of the correction and of the second detection. */
  costsOf: ({ direct, bySentences, ...record }) =>
    [record, record.after, direct?.after, bySentences?.after].flatMap((part) => part ?? []),
};

function mapAfter<A, B>({ direct, bySentences, ...rest }: WithAfter<A>, map: (after: A) => B): WithAfter<B> {
  return {
    ...{ ...rest, after: map(rest.after) },
    ...(direct && { direct: { ...direct, after: map(direct.after) } }),
    ...(bySentences && { bySentences: { ...bySentences, after: map(bySentences.after) } }),
  };
}

export const recordOfCorrection = ({ before, ...correction }: Correction): CorrectionRecord =>
  mapAfter(correction, (verdict): PassageVerdict | null => (verdict === before ? null : verdict));

/** @param verdicts those corrected, in order. @throws RunError naming an invalid line */
export async function readCorrections(
  folder: string,
  verdicts: AsyncIterable<PassageVerdict>,
): Promise<Correction[]> {
  const records = recordsIn(folder, CORRECTIONS);
  const corrections: Correction[] = [];
  for await (const before of verdicts) {
    const { value: record } = await records.next();
    if (record)
      corrections.push({
        ...mapAfter<PassageVerdict | null, PassageVerdict>(record, (verdict) => verdict ?? before),
        before,
      });
  }
  return corrections;
}

export const correctionStage = (
  { config, env, calls, threads, verdicts }: LaterStage,
  { below, run: _, ...plan }: CorrectPlan,
): RunStage<PassageVerdict, CorrectionRecord> => ({
  ...{ name: 'corrections', kind: CORRECTIONS, items: verdicts, idOf: ({ passage }) => passage.id },
  async open() {
    const options = { ...plan, below: below ?? undefined, env, threads };
    const corrector = createCorrector(config, { ...options, calls: { ...calls, continues: true } });
    return {
      async work(verdict, { signal, onProgress }) {
        onProgress({ passageId: verdict.passage.id, stage: 'corrections' });
        return recorded(recordOfCorrection(await corrector.correct(verdict, { signal })));
      },
      ...{ cachedDraws: corrector.detector.cachedDraws, close: corrector.close },
    };
  },
  failed: ({ passage: { id, response = '' } }, defect) => ({
    ...{ id, original: response, corrected: response, changes: [], introduced: [], after: null },
    ...{ rouge: null, usage: ZERO_USAGE, defect },
  }),
});
