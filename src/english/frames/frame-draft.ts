/** A clause while it is read. */
import type { Token } from '../tokens.ts';
import type { Frame, Part } from './frame.ts';

type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

export interface Draft extends Mutable<Frame> {
  adjuncts: Part[];
  asides: Part[];
  /** Whether its subject is still to come: "Completed in 1930, the tower ..." */
  waits: boolean;
}

export const partOf = (role: Part['role'], tokens: readonly Token[], word = ''): Part => ({
  role,
  word,
  tokens,
});
