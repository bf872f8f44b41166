/**
 * GraphCorrect around a detector: detect, correct what is flagged, and detect again on the new text, with the same
 * samples, references and settings.
 */
import { pMapIterable } from 'p-map';
import { resolveConfig } from './config/resolve.ts';
import type { Config, ConfigInput } from './config/schema.ts';
import type { NotProposedReason, RefusedReason } from './correction/change.ts';
import { correctDirectly } from './correction/correct-directly.ts';
import { type CorrectionParts, correctText, flaggedTriples } from './correction/correct-text.ts';
import { correctedPassage } from './correction/corrected-passage.ts';
import { type CheckedChange, outcomeOf } from './correction/correction-outcome.ts';
import { type Rouge, rougeOf } from './correction/rouge.ts';
import { changedOutside, type Replacement, touchedUnits } from './correction/units.ts';
import {
  type Detector,
  type DetectorOptions,
  detectorWith,
  type EvaluateAllOptions,
  type EvaluateOptions,
} from './detector.ts';
import { ConfigError, InputError } from './errors.ts';
import { asksModels, type Parts, partsOnce, passagesAtOnce } from './parts.ts';
import type { CallRecord, Passage, PassageVerdict, Usage } from './passage.ts';
import { rescoreVerdict } from './scoring/verdict.ts';

/** One passage before and after. */
export interface Correction {
  /** Of the passage. */
  id: string;
  original: string;
  corrected: string;
  /** One for each flagged triple, replaced or not, with what detection says of it before and after. */
  changes: CheckedChange[];
  /** Ids of triples in `after` that are flagged for the first time. */
  introduced: string[];
  before: PassageVerdict;
  /** That of the corrected text; `before` itself where nothing was changed. */
  after: PassageVerdict;
  /** Between the two texts; null where nothing was changed. */
  rouge: Rouge | null;
  /** Of the calls that corrected, without those of detection. */
  usage: Usage;
  /** What they cost; absent where no model was asked. */
  calls?: CallRecord;
  /** What one direct prompt makes of the same text; absent where it was not asked for. */
  direct?: DirectCorrection;
  /** The same for a prompt that names the sentences of the flagged facts. */
  bySentences?: DirectCorrection;
}

export interface DirectCorrection {
  /** The original where the answer could not be used. */
  corrected: string;
  reason: NotProposedReason | RefusedReason | null;
  /** Whether it changed text outside the sentences that hold a flagged fact. */
  changedOutside: boolean;
  introduced: string[];
  after: PassageVerdict;
  rouge: Rouge | null;
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
  /** Whether one direct prompt is measured beside. Needs `llm`. */
  direct?: boolean | undefined;
  /** Whether a prompt that names the sentences of the flagged facts is measured beside. Needs `llm`. */
  bySentences?: boolean | undefined;
}

export interface Corrector {
  /** The detector before and after; it is closed with the corrector. */
  readonly detector: Detector;
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
  correctPassage(passage: Passage, options?: EvaluateOptions): Promise<Correction>;
  /** In input order. */
  correctAll(verdicts: Iterable<PassageVerdict>, options?: EvaluateAllOptions): AsyncIterable<Correction>;
  close(): Promise<void>;
}

export const OTHER_WORDS = 0.3;
export const GROUP_SIZE = { economy: 10, paper: 1 };

/**
 * @throws ConfigError when the configuration is not valid
 * @example
 * const corrector = createCorrector({ preset: 'local' });
 * const { corrected, changes } = await corrector.correctPassage({ id: 'curie', prompt, response, samples });
 */
export function createCorrector(input: ConfigInput = {}, options: CorrectorOptions = {}): Corrector {
  const { env = process.env, calls, below = null, otherWords = OTHER_WORDS } = options;
  const baselines = { direct: options.direct ?? false, bySentences: options.bySentences ?? false };
  const config = resolveConfig(input);
  const replace = options.replace ?? (asksModels(config) ? 'llm' : 'text');
  if (replace === 'text' && Object.values(baselines).includes(true))
    throw new ConfigError('a prompt for the whole text needs a model: replace by llm');
  const parts = partsOnce(config, env, { calls, chat: replace === 'llm' });
  const detector = detectorWith(config, parts);
  const settings = { below, otherWords, groupSize: GROUP_SIZE[config.protocol] };
  const correct = async (verdict: PassageVerdict, evaluation: EvaluateOptions = {}) => {
    if (verdict.label === 'undecided') {
      throw new InputError(
        `passage "${verdict.passage.id}" is undecided: its threshold needs the whole data set`,
      );
    }
    const loaded = await parts.load();
    return correctVerdict(verdict, { config, detector, settings, loaded, replace, baselines, evaluation });
  };
  return {
    detector,
    replace,
    correct,
    correctPassage: async (passage, evaluation) =>
      correct(await detector.evaluate(passage, evaluation), evaluation),
    correctAll: (verdicts, { concurrency = passagesAtOnce(config), ...evaluation } = {}) =>
      pMapIterable(verdicts, (verdict) => correct(verdict, evaluation), { concurrency }),
    close: detector.close,
  };
}

interface Context {
  config: Config;
  detector: Detector;
  settings: CorrectionParts['settings'];
  loaded: Parts;
  replace: 'llm' | 'text';
  baselines: Record<'direct' | 'bySentences', boolean>;
  evaluation: EvaluateOptions;
}

async function correctVerdict(before: PassageVerdict, context: Context): Promise<Correction> {
  const { settings, loaded, replace, baselines, evaluation } = context;
  const { passage } = before;
  const own = loaded.forPassage(passage.id);
  const parts = { model: replace === 'llm' ? own.analyst : null, prompts: own.prompts, settings };
  const original = passage.response ?? '';
  const { text, changes, replacements } = await correctText(before, parts, evaluation);
  const after = await verdictOn(text, { before, replacements, context });
  const outcome = outcomeOf({ before, after, changes, replacements });
  const direct = baselines.direct && (await directCorrection(before, parts, context, null));
  const bySentences =
    baselines.bySentences &&
    (await directCorrection(before, parts, context, flaggedSentences(before, settings)));
  const calls = own.calls();
  return {
    id: passage.id,
    original,
    corrected: text,
    ...outcome,
    before,
    after,
    rouge: text === original ? null : rougeOf(original, text),
    usage: own.usage(),
    ...(calls && { calls }),
    ...(direct && { direct }),
    ...(bySentences && { bySentences }),
  };
}

/** The verdict on the new text, under the thresholds that gave the first one. */
async function verdictOn(
  text: string,
  {
    before,
    replacements,
    context,
  }: { before: PassageVerdict; replacements: readonly Replacement[]; context: Context },
): Promise<PassageVerdict> {
  const { config, detector, evaluation } = context;
  if (text === before.passage.response || before.passage.response === undefined) return before;
  const after = await detector.evaluate(correctedPassage(before.passage, text, replacements), evaluation);
  const { threshold } = before;
  if (config.scoring.threshold.rule === 'fixed' || threshold === null) return after;
  return rescoreVerdict(after, {
    ...config.scoring,
    threshold: { rule: 'fixed', triple: threshold, passage: threshold },
  });
}

/** Those that state a flagged fact, as they stand in the text. */
function flaggedSentences(before: PassageVerdict, settings: CorrectionParts['settings']): string[] {
  const flagged = flaggedTriples(before, settings).map(({ triple }) => triple);
  const units = touchedUnits(
    flagged,
    before.sentences.map(({ span }) => span),
  );
  return units.map(({ start, end }) => (before.passage.response ?? '').slice(start, end));
}

/**
 * Only where something is flagged, as it is with GraphCorrect.
 *
 * @param sentences those the model is told of; null where it is told of none
 */
async function directCorrection(
  before: PassageVerdict,
  { model, prompts, settings }: CorrectionParts,
  context: Context,
  sentences: string[] | null,
): Promise<DirectCorrection> {
  const original = before.passage.response ?? '';
  const flagged = flaggedTriples(before, settings).map(({ triple }) => triple);
  const unchanged = {
    corrected: original,
    changedOutside: false,
    introduced: [],
    after: before,
    rouge: null,
  };
  if (flagged.length === 0 || sentences?.length === 0 || model === null)
    return { ...unchanged, reason: null };
  const asking = { model, prompts, sentences };
  const { text, reason } = await correctDirectly(before.passage, asking, context.evaluation);
  if (text === null || text === original) return { ...unchanged, reason };
  const replacements = [{ start: 0, end: original.length, text }];
  const after = await verdictOn(text, { before, replacements, context });
  const spans = before.sentences.map(({ span }) => span);
  return {
    corrected: text,
    reason,
    changedOutside: changedOutside(original, text, touchedUnits(flagged, spans)),
    introduced: outcomeOf({ before, after, changes: [], replacements }).introduced,
    after,
    rouge: rougeOf(original, text),
  };
}

/** Corrects one passage and lets go of what it needed: {@link createCorrector} for several. */
export async function correctPassage(
  passage: Passage,
  input: ConfigInput = {},
  options: CorrectorOptions = {},
): Promise<Correction> {
  const corrector = createCorrector(input, options);
  try {
    return await corrector.correctPassage(passage);
  } finally {
    await corrector.close();
  }
}
