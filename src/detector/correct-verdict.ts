/** GraphCorrect for one verdict: the text is corrected, and detection is repeated. */
import type { Config } from '../config/schema.ts';
import { correctDirectly } from '../correction/correct-directly.ts';
import {
  type CorrectedText,
  type CorrectionParts,
  correctText,
  flaggedTriples,
} from '../correction/correct-text.ts';
import type { RefusedReason } from '../correction/change.ts';
import { type Outcome, outcomeOf } from '../correction/correction-outcome.ts';
import { rougeOf } from '../correction/rouge.ts';
import {
  changedOutside,
  correctedPassage,
  type Replacement,
  touchedUnits,
} from '../correction/rewritable-parts.ts';
import type { Correction, DirectCorrection } from './corrector-interface.ts';
import type { Detector, EvaluateOptions } from './detector-interface.ts';
import type { Parts } from './parts.ts';
import type { PassageVerdict } from '../passage.ts';
import { rescoreVerdict } from '../scoring/verdict.ts';

interface Context {
  config: Config;
  detector: Detector;
  settings: CorrectionParts['settings'];
  loaded: Parts;
  replace: 'llm' | 'text';
  baselines: Record<'direct' | 'bySentences', boolean>;
  evaluation: EvaluateOptions;
}

export async function correctVerdict(before: PassageVerdict, context: Context): Promise<Correction> {
  const { settings, loaded, replace, baselines } = context;
  const { passage } = before;
  const own = loaded.forPassage(passage.id);
  const parts = { model: replace === 'llm' ? own.analyst : null, prompts: own.prompts, settings };
  const original = passage.response ?? '';
  const { text, method, after, ...outcome } = await checkedText(before, parts, context);
  const direct = baselines.direct && (await directCorrection(before, parts, context, null));
  const bySentences =
    baselines.bySentences &&
    (await directCorrection(before, parts, context, flaggedSentences(before, settings)));
  return {
    id: passage.id,
    original,
    corrected: text,
    ...(method && { method }),
    ...outcome,
    before,
    after,
    rouge: text === original ? null : rougeOf(original, text),
    ...own.costs(),
    ...(direct && { direct }),
    ...(bySentences && { bySentences }),
  };
}

interface CheckedText extends Outcome {
  text: string;
  after: PassageVerdict;
  method?: CorrectedText['method'];
}

/**
 * The corrected text and its verdict. Without a model, changes that detection does not confirm are reverted until
 * none is left to revert: so no replaced fact is flagged, and no other newly flagged.
 */
async function checkedText(
  before: PassageVerdict,
  parts: CorrectionParts,
  context: Context,
): Promise<CheckedText> {
  const withheld = new Map<string, RefusedReason>();
  for (;;) {
    const corrected = await correctText(before, { ...parts, withheld }, context.evaluation);
    const { text, changes, replacements, method } = corrected;
    const after = await verdictOn(text, { before, replacements, context });
    const outcome = outcomeOf({ before, after, changes, replacements });
    const faults = parts.model === null ? faultsOf(outcome) : [];
    if (faults.length === 0) return { text, after, ...outcome, ...(method && { method }) };
    for (const [id, reason] of faults) withheld.set(id, reason);
  }
}

/** The changes to revert, by triple id: those still flagged, else all where something is newly flagged. */
function faultsOf({ changes, introduced }: Outcome): [id: string, reason: RefusedReason][] {
  const replaced = changes.filter(({ status }) => status === 'replaced');
  const still = replaced.filter(({ after }) => after?.label === 'hallucinated');
  if (still.length > 0) return still.map(({ tripleId }) => [tripleId, 'still-contradicted']);
  return introduced.length === 0 ? [] : replaced.map(({ tripleId }) => [tripleId, 'others-contradicted']);
}

/** The verdict on the new text, under the thresholds that gave the first one. */
async function verdictOn(
  text: string,
  corrected: { before: PassageVerdict; replacements: readonly Replacement[]; context: Context },
): Promise<PassageVerdict> {
  const { before, replacements, context } = corrected;
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

function flaggedSentences(before: PassageVerdict, settings: CorrectionParts['settings']): string[] {
  const flagged = flaggedTriples(before, settings).map(({ triple }) => triple);
  const units = touchedUnits(
    flagged,
    before.sentences.map(({ span }) => span),
  );
  return units.map(({ start, end }) => (before.passage.response ?? '').slice(start, end));
}

/**
 * Only where something is flagged, as with GraphCorrect.
 *
 * @param sentences named in the prompt; null for none
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
