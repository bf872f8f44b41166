/** Records serialised as the lines of their files, in the thread that made them. */
import type { PassageVerdict, SentenceVerdict, TripleVerdict } from '../passage.ts';

export interface Recorded<R> {
  /** A lower bound of the counted size. */
  record: R;
  /** JSON in UTF-8, with its line break. */
  line: Uint8Array;
}

export const recorded = <R>(record: R): Recorded<R> => ({
  record,
  line: Buffer.from(`${JSON.stringify(record)}\n`),
});

export const recordIn = (line: Uint8Array) => JSON.parse(Buffer.from(line).toString());

/** The fields of a verdict used for counts. */
export interface CountedVerdict
  extends Pick<PassageVerdict, 'score' | 'label' | 'threshold' | 'abstention' | 'usage' | 'calls'> {
  passage: Pick<PassageVerdict['passage'], 'id'>;
  triples: readonly Pick<TripleVerdict, 'label'>[];
  sentences: readonly Pick<SentenceVerdict, 'label'>[];
}

/** Serialises a verdict, so that other threads need not hold it. */
export function recordedVerdict(verdict: PassageVerdict): Recorded<CountedVerdict> {
  const { passage, score, label, threshold, abstention, usage, calls } = verdict;
  const labelsOf = (rows: CountedVerdict['triples']) => rows.map((row) => ({ label: row.label }));
  return {
    record: {
      ...{ passage: { id: passage.id }, score, label, threshold, abstention, usage },
      ...(calls && { calls }),
      ...{ triples: labelsOf(verdict.triples), sentences: labelsOf(verdict.sentences) },
    },
    line: recorded(verdict).line,
  };
}
