/** The common form of recorded scores: one method's scores for one passage. */
import type { Row } from '../../../datasets/row.ts';

export interface RecordedRow {
  method: string;
  /** The passage as the file names it. */
  id: string;
  /** The text that was scored; null where the file holds none and the id must do. */
  text: string | null;
  /** Risk, high = hallucinated. */
  passage: number | null;
  /** One for each gold sentence; null or empty where the run skipped the passage. */
  sentences: (number | null)[] | null;
  /** One for each claim; null or empty where the run skipped the passage. */
  claims: (number | null)[] | null;
  /** Position in the file, for errors. */
  row: Row;
  /** The fields of the sentence and claim scores within the row; default: the row as a whole. */
  fields?: { sentences?: string[]; claims?: string[] };
}
