/** Where the answers of a folder stand. Only the places of the lines are kept in memory. */
import { InputError } from '../../errors.ts';
import { linesOf, type Place, readLine, showPlace } from './batch-files-disk.ts';
import { type BatchOutcome, parseAnswer } from './batch-files-lines.ts';

interface Answered {
  /** The last failure, or the answer once there is one. */
  place: Place;
  isAnswer: boolean;
  failures: number;
}

export class BatchAnswers {
  readonly #answered = new Map<string, Answered>();
  #unknown = 0;

  /** Answers to requests that were never asked. */
  get unknown(): number {
    return this.#unknown;
  }

  /**
   * Takes in the lines of a file. A request that failed may be answered by a later file; one that was answered may
   * not be answered again.
   *
   * @throws InputError naming the line that is no answer, or answers for the second time
   */
  async add(file: string, isAsked: (id: string) => boolean): Promise<void> {
    const here = new Map<string, Place>();
    for await (const { text, place } of linesOf(file)) {
      const { id, outcome } = parseAnswer(text, showPlace(place));
      const before = this.#answered.get(id);
      const first = before?.isAnswer ? before.place : here.get(id);
      if (first) {
        throw new InputError(
          `${showPlace(place)}: a second answer to ${id}; the first is ${showPlace(first)}`,
        );
      }
      here.set(id, place);
      if (!isAsked(id)) this.#unknown += 1;
      else {
        const failures = (before?.failures ?? 0) + (outcome.failure ? 1 : 0);
        this.#answered.set(id, { place, isAnswer: outcome.failure === null, failures });
      }
    }
  }

  /** Whether a request that was asked so many times waits for its answer. */
  isOpen(id: string, times: number): boolean {
    const { isAnswer = false, failures = 0 } = this.#answered.get(id) ?? {};
    return !isAnswer && failures < times;
  }

  /** What came of a request; null where nothing did. */
  async find(id: string): Promise<BatchOutcome | null> {
    const answered = this.#answered.get(id);
    if (answered === undefined) return null;
    return parseAnswer(await readLine(answered.place), showPlace(answered.place)).outcome;
  }
}
