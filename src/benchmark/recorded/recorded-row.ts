/** What every form of recorded scores is read into: what one method says of one passage. */
import type { Row } from '../../../datasets/row.ts';

export interface RecordedRow {
  method: string;
  /** The passage as the file names it. */
  id: string;
  /** The text that was scored, where the file holds it; null where the id alone must do. */
  text: string | null;
  /** Risk, high = hallucinated; null where there is none. */
  passage: number | null;
  /** One for each gold sentence; null or empty where the run skipped the passage. */
  sentences: (number | null)[] | null;
  /** One for each claim; null or empty where the run skipped the passage. */
  claims: (number | null)[] | null;
  /** Where it stands in the file, for errors. */
  row: Row;
  /** Inside the row, the field of the sentence scores and of the claim scores; else the row as a whole. */
  fields?: { sentences?: string[]; claims?: string[] };
}
