import type { Config } from '../config/schema.ts';
import type { PassageVerdict } from '../passage.ts';

export interface ComparedRun {
  /** The name of its folder. */
  name: string;
  command: string;
  version: string;
  config: Config;
  verdicts: readonly PassageVerdict[];
}

export interface Pair<T> {
  a: T;
  b: T;
}

export type VerdictPair = Pair<PassageVerdict>;
