/**
 * Verdicts of a model that is asked directly about the facts of a response, and which facts were asked about further.
 */
import type { ComponentScore, MissingReason } from './sample-evidence.ts';

/** The judge's verdict on one fact. */
export interface FactJudgement {
  tripleId: string;
  /** Of the first draw; null where it gave no usable answer. */
  verdict: 'right' | 'wrong' | 'cannot-tell' | null;
  /** The correct value, where the first draw that calls it wrong names one. */
  instead: string | null;
  /**
   * Probability that the fact is right, in [0, 1], of each deciding draw: more than one where several were requested.
   */
  draws: number[];
  /** That of all draws, averaged in log odds; null where none decides. */
  value: number | null;
  /** Why there is no value. */
  reason: MissingReason | null;
}

/** The judge's verdict on a response. */
export interface PassageJudgement {
  /** The judge, as in the description of a run. */
  judge: string;
  /** Probability that the response holds no error, as the judge states it. */
  whole: ComponentScore;
  facts: FactJudgement[];
  /** An answer that could not be used. */
  raw?: string;
}

/**
 * Why a fact was asked about blindly after its judgement: its probability lay between the bounds, the verdict on the
 * passage hangs on it, it is in the random sample of decided facts, or all facts are asked about.
 */
export type AskedFor = 'undecided' | 'carries-verdict' | 'control' | 'all';
