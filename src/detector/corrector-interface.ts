/** The corrector interface, and the records of a correction. */
import type { NotProposedReason, RefusedReason } from '../correction/change.ts';
import type { CheckedChange } from '../correction/correction-outcome.ts';
import type { Rouge } from '../correction/rouge.ts';
import type { CallRecord, PassageVerdict, UnnamedPassage, Usage } from '../passage.ts';
import type {
  DetectorOptions,
  EvaluateAllOptions,
  EvaluateOptions,
  LocalDetector,
} from './detector-interface.ts';

/** One passage before and after. */
export interface Correction {
  id: string;
  original: string;
  corrected: string;
  /** GraphCorrect as published; absent for the guarded variant. */
  method?: 'graphcorrect';
  /** One per flagged triple, replaced or not, with the verdicts before and after. */
  changes: CheckedChange[];
  /** Ids of newly flagged triples in `after`. */
  introduced: string[];
  before: PassageVerdict;
  /** The verdict on the corrected text; `before` itself where nothing was changed. */
  after: PassageVerdict;
  /** Between the two texts; null where nothing was changed. */
  rouge: Rouge | null;
  /** Of the calls that corrected, without those of detection. */
  usage: Usage;
  /** What they cost; absent where no model was asked. */
  calls?: CallRecord;
  /** The result of one direct prompt on the same text; absent where it was not requested. */
  direct?: DirectCorrection;
  /** The same for a prompt that names the sentences of the flagged facts. */
  bySentences?: DirectCorrection;
}

/** `corrected` is the original where the answer was unusable. */
export interface DirectCorrection extends Pick<Correction, 'corrected' | 'introduced' | 'after' | 'rouge'> {
  reason: NotProposedReason | RefusedReason | null;
  /** Whether it changed text outside the sentences that hold a flagged fact. */
  changedOutside: boolean;
}

export interface CorrectorOptions extends DetectorOptions {
  /**
   * `llm`: a model gives the value by the reference, where there is one, and rewrites the sentences. `text`: no model;
   * values come from the samples and are replaced where they stand word for word. Default: `llm` where the
   * configuration asks a model for anything.
   */
  replace?: 'llm' | 'text' | undefined;
  /** Corrects triples scored below this as well; default: those labelled hallucinated. */
  below?: number | undefined;
  /** Words that may change beside those of the facts, as a share of the words of their sentence. Default 0.3. */
  otherWords?: number | undefined;
  /** Whether one direct prompt is measured as well. Needs `llm`. */
  direct?: boolean | undefined;
  /** Whether a prompt that names the flagged sentences is measured as well. Needs `llm`. */
  bySentences?: boolean | undefined;
}

export interface Corrector {
  /** The detector before and after; it is closed with the corrector. */
  readonly detector: LocalDetector;
  readonly replace: 'llm' | 'text';
  /**
   * Corrects what a verdict flags.
   *
   * @param verdict with its trace, of this configuration's detector
   * @throws InputError for a verdict that is undecided, since its threshold rule needs the whole data set
   * @throws ModelCallError when a model service did not answer
   */
  correct(verdict: PassageVerdict, options?: EvaluateOptions): Promise<Correction>;
  /** Detects first. */
  correctPassage(passage: UnnamedPassage, options?: EvaluateOptions): Promise<Correction>;
  /** In input order. */
  correctAll(verdicts: Iterable<PassageVerdict>, options?: EvaluateAllOptions): AsyncIterable<Correction>;
  close(): Promise<void>;
}
