/** Two runs that are compared. */
import type { Config } from '../config/schema.ts';
import type { PassageVerdict } from '../passage.ts';

/** A run as far as it is compared. */
export interface ComparedRun {
  /** As it is called: its folder. */
  name: string;
  command: string;
  version: string;
  config: Config;
  verdicts: readonly PassageVerdict[];
}

/** A value in both runs. */
export interface Pair<T> {
  a: T;
  b: T;
}

/** A passage of both runs. */
export type VerdictPair = Pair<PassageVerdict>;
