/**
 * Verdicts of a model that is asked directly about the facts of a response.
 */
import type { ComponentScore } from './sample-evidence.ts';

/** The judge's verdict on one fact; its value is that of all draws, averaged in log odds. */
export interface FactJudgement extends ComponentScore {
  tripleId: string;
  /** Of the first draw; null where it gave no usable answer. */
  verdict: 'right' | 'wrong' | 'cannot-tell' | null;
  /** The correct value, where the first draw that calls it wrong names one. */
  instead: string | null;
  /**
   * Probability that the fact is right, in [0, 1], of each deciding draw: more than one where several were requested.
   */
  draws: number[];
}

/** What the judge states of a sentence: the probability that it holds no error, averaged in log odds over the draws. */
export interface StatedSupport extends ComponentScore {
  /** Of each draw that has one; absent in records of older versions. */
  draws?: number[];
}

/** The judge's verdict on a response. */
export interface PassageJudgement {
  /** The judge, as in the description of a run. */
  judge: string;
  /** Of each sentence of the response, in order; absent in records of older versions. */
  sentences?: StatedSupport[];
  facts: FactJudgement[];
  /** An answer that could not be used. */
  raw?: string;
}
