/**
 * A guarded variant of GraphCorrect (Sansford et al. 2024) on one verdict: another value for each flagged triple,
 * then only this information replaced in the sentences that state it. Results that cannot be verified are refused. As
 * published on request: graph-correct.ts.
 */
import pMap from 'p-map';
import { askOnce, textAnswer } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { PassageVerdict, Span, Triple, TripleVerdict } from '../passage.ts';
import { showTriple, type TripleParts } from '../triples/triple-parts.ts';
import type { RefusedReason, TripleChange } from './change.ts';
import { faultOf, type Rewritten } from './check-replacement.ts';
import { type GraphCorrected, graphCorrect } from './graph-correct.ts';
import { proposeFromReference } from './propose-from-reference.ts';
import { type Proposed, proposeWithoutModel } from './propose-without-model.ts';
import { replaceInText } from './replace-text.ts';
import type { Replacement, Unit } from './rewritable-parts.ts';
import { changedOutside, touchedUnits, withReplacements } from './rewritable-parts.ts';

export interface CorrectionParts {
  /** Null: values are taken from the samples and replaced where they occur literally. */
  model: ChatModel | null;
  prompts: PromptSet;
  settings: CorrectionSettings;
  /** Changes that must not be made, by triple id, and why: detection did not confirm them. */
  withheld?: ReadonlyMap<string, RefusedReason>;
}

export interface CorrectionSettings {
  /** Triples scored below are corrected as well, whatever their label; null for none. */
  below: number | null;
  /** How many words beside those of the facts may change, as a share of the words of the sentence. */
  otherWords: number;
  /** Maximum triples per call. */
  groupSize: number;
  /** Whether references are used as published (graph-correct.ts). Default: not. */
  asPublished?: boolean;
}

export interface CorrectedText extends GraphCorrected {
  replacements: Replacement[];
  /** Set for GraphCorrect as published. */
  method?: 'graphcorrect';
}

const SENTENCES_AT_ONCE = 4;

export const flaggedTriples = (
  { triples }: PassageVerdict,
  { below }: Pick<CorrectionSettings, 'below'>,
): TripleVerdict[] =>
  triples.filter(
    ({ label, score }) => label === 'hallucinated' || (below !== null && score !== null && score < below),
  );

/** An unusable answer does not throw. @throws ModelCallError when a service did not answer */
export async function correctText(
  verdict: PassageVerdict,
  parts: CorrectionParts,
  options?: CallOptions,
): Promise<CorrectedText> {
  const { response = '', context = [] } = verdict.passage;
  const { model, prompts, settings, withheld } = parts;
  const flagged = flaggedTriples(verdict, settings).map(({ triple }) => triple);
  if (flagged.length === 0) return { text: response, changes: [], replacements: [] };
  const references = context.filter((text) => text.trim() !== '');
  if (settings.asPublished && model !== null && references.length > 0) {
    const input = { text: response, triples: flagged, references };
    const corrected = await graphCorrect(input, { model, prompts }, options);
    const whole = { start: 0, end: response.length, text: corrected.text };
    const replacements = corrected.text === response ? [] : [whole];
    return { ...corrected, replacements, method: 'graphcorrect' };
  }
  const proposals = await propose(verdict, { flagged, references }, parts, options);
  const sentences = verdict.sentences.map(({ span }) => span);
  const proposed = flagged.filter(
    ({ id }) => proposals.get(id)?.proposal.value != null && !withheld?.has(id),
  );
  const units = touchedUnits(proposed, sentences);
  const rewrite = (unit: Unit) => rewriteUnit(unit, { verdict, response, proposals, parts }, options);
  const rewritten = await pMap(units, rewrite, { concurrency: SENTENCES_AT_ONCE });
  const refused = new Map(rewritten.flatMap((unit) => [...unit.refused]));
  const replacements = rewritten.flatMap(({ replacement }) => (replacement ? [replacement] : []));
  const text = withReplacements(response, replacements);
  const isOutside = changedOutside(response, text, units);
  const located = new Set(units.flatMap(({ tripleIds }) => tripleIds));
  const refusalOf = (id: string): RefusedReason | null =>
    withheld?.get(id) ??
    (located.has(id) ? (isOutside ? 'outside-changed' : (refused.get(id) ?? null)) : 'not-located');
  return {
    text: isOutside ? response : text,
    replacements: isOutside ? [] : replacements,
    changes: flagged.map((triple) =>
      changeOf(triple, proposals.get(triple.id) as Proposed, refusalOf(triple.id)),
    ),
  };
}

/** By triple id: from the reference where there are one and a model, else without a model. */
async function propose(
  verdict: PassageVerdict,
  { flagged, references }: { flagged: readonly Triple[]; references: readonly string[] },
  { model, prompts, settings }: CorrectionParts,
  options?: CallOptions,
): Promise<ReadonlyMap<string, Proposed>> {
  if (model !== null && references.length > 0) {
    const question = { triples: flagged, references, size: settings.groupSize };
    const read = await proposeFromReference(question, { model, prompts }, options);
    return new Map([...read].map(([id, proposal]) => [id, { source: 'reference', proposal }]));
  }
  const proposedFor = proposeWithoutModel(verdict);
  return new Map(flagged.map((triple) => [triple.id, proposedFor(triple)]));
}

interface RewriteContext {
  verdict: PassageVerdict;
  response: string;
  proposals: ReadonlyMap<string, Proposed>;
  parts: CorrectionParts;
}

interface RewrittenUnit {
  /** Null where the unit is unchanged. */
  replacement: Replacement | null;
  /** By triple id. */
  refused: Map<string, RefusedReason>;
}

async function rewriteUnit(
  unit: Unit,
  { verdict, response, proposals, parts }: RewriteContext,
  options?: CallOptions,
): Promise<RewrittenUnit> {
  const before = response.slice(unit.start, unit.end);
  const changes = verdict.triples.flatMap(({ triple }) => {
    const value = unit.tripleIds.includes(triple.id) ? proposals.get(triple.id)?.proposal.value : null;
    return value == null ? [] : [{ tripleId: triple.id, triple, span: triple.span ?? unit, ...value }];
  });
  const others = othersIn(unit, verdict);
  const factsOf = (rows: typeof changes) =>
    rows.map((change) => ({ old: change.triple as TripleParts, new: change.parts }));
  const refuseAll = (reason: RefusedReason) =>
    new Map(unit.tripleIds.map((id): [string, RefusedReason] => [id, reason]));
  const { model, prompts, settings } = parts;
  const limit = settings.otherWords;
  if (model !== null) {
    const asked = { before, facts: factsOf(changes), others };
    const { text, reason } = await replaceByModel(asked, { model, prompts, limit }, options);
    if (text === null) return { replacement: null, refused: refuseAll(reason) };
    return { replacement: { ...unit, text }, refused: new Map() };
  }
  const { text, refused } = replaceInText(unit, response, changes);
  const made = changes.filter(({ tripleId }) => !refused.has(tripleId));
  if (made.length === 0) return { replacement: null, refused };
  const fault = faultOf({ before, after: text, facts: factsOf(made), others }, limit);
  if (fault !== null) return { replacement: null, refused: new Map([...refuseAll(fault), ...refused]) };
  return { replacement: { ...unit, text }, refused };
}

/** Facts of the unit that must remain. */
function othersIn(unit: Unit, { triples }: PassageVerdict): TripleParts[] {
  const touches = (span: Span | null) => span !== null && span.start < unit.end && span.end > unit.start;
  return triples
    .map(({ triple }) => triple)
    .filter(({ id, span }) => touches(span) && !unit.tripleIds.includes(id));
}

/** @param refusal why the proposal is not in the text; null where it is */
function changeOf(
  { id, head, relation, tail }: Triple,
  { source, proposal }: Proposed,
  refusal: RefusedReason | null,
): TripleChange {
  const change = { tripleId: id, old: { head, relation, tail } };
  if (proposal.value !== null) {
    const status = refusal === null ? 'replaced' : 'refused';
    return { ...change, new: proposal.value.parts, source, status, reason: refusal };
  }
  const { reason, given } = proposal;
  return {
    ...change,
    new: null,
    source: reason === 'nothing-to-go-by' ? null : source,
    status: 'not-proposed',
    reason,
    ...(given && { given }),
  };
}

const FAULTS: Partial<Record<RefusedReason, string>> = {
  unchanged: 'The sentence is unchanged.',
  'old-value-kept': 'It still states an old fact.',
  'new-value-missing': 'A new fact is not stated in it.',
  'other-facts-lost': 'Other information of the sentence is lost.',
  'too-much-changed': 'It changes more than the old facts.',
};

/**
 * GraphCorrect, second step: a model gets the sentence (or several that share a fact), the old and the new triples, and
 * replaces this information alone; the result is checked. The reference and the rest of the text are not part of the
 * prompt. @throws ModelCallError
 */
async function replaceByModel(
  { before, facts, others }: Omit<Rewritten, 'after'>,
  { model, prompts, limit }: { model: ChatModel; prompts: PromptSet; limit: number },
  options?: CallOptions,
): Promise<{ text: string; reason: null } | { text: null; reason: RefusedReason }> {
  const fault = (after: string) => faultOf({ before, after, facts, others }, limit);
  const asked = await askOnce(
    model,
    {
      prompt: prompts.get('replace-facts'),
      variables: {
        sentence: before,
        oldFacts: facts.map(({ old }) => showTriple(old)),
        newFacts: facts.map((fact) => showTriple(fact.new)),
      },
      parse: textAnswer('sentence'),
      faults: (after) => {
        const reason = fault(after);
        return reason === null ? [] : [FAULTS[reason] ?? 'It is not the sentence that was asked for.'];
      },
    },
    options,
  );
  if (asked.value === null) return { text: null, reason: asked.reason };
  const reason = fault(asked.value);
  return reason === null ? { text: asked.value, reason } : { text: null, reason };
}
