/**
 * The detection pipeline: sample -> segment -> check -> graph -> compare -> verify -> score.
 *
 * Each step makes one plain record; the records of a passage are its trace.
 */
import { abstainOn, asksJudge, isUsable, otherEvidence, reasonToAbstain } from '../records/abstention.ts';
import { slotsOf } from '../consistency/reader-slots.ts';
import type { WithThresholds } from '../config/thresholds.ts';
import { measureAgreement } from '../local/agreement.ts';
import { measureNeutralAgreement } from '../local/neutral/neutral-agreement.ts';
import { completePassage } from '../models/complete-passage.ts';
import type { EvaluateOptions, Stage } from './detector-interface.ts';
import type { Parts } from './parts.ts';
import {
  type Abstention,
  type CompletePassage,
  EMPTY_TRACE,
  type Passage,
  type PassageAgreement,
  type PassageVerdict,
  type Segmentation,
  type Span,
  sampleTexts,
  type Trace,
} from '../passage.ts';
import { indexIdentity } from '../graph/identity.ts';
import { measureReference } from '../reference/measure-reference.ts';
import { scorePassage } from '../scoring/verdict.ts';
import { neutralSentences } from '../text/neutral-text.ts';
import type { FactSupport } from '../verification/fact-support.ts';
import { compareGraphs } from './compare-graphs.ts';
import { comparesGraphs, fillsSlots, identifiesMentions } from './config-uses.ts';
import { alignedByReader, judgedResponse, type ListedResponse, listFacts } from './judged-facts.ts';
import { identifyMentions, readResponses, readsSamples } from './read-responses.ts';
import { promptText } from '../text/conversation.ts';
import { classifyEnglish, classifyResponse } from '../triples/readable-text.ts';
import { statementSpans } from '../english/statements.ts';
import { measureUncertainty, TOP_LOGPROBS } from '../uncertainty/measure-uncertainty.ts';

interface Context {
  config: WithThresholds;
  parts: ReturnType<Parts['forPassage']>;
  options: EvaluateOptions;
}

/** @param input as returned by `checkPassage` */
export async function evaluatePassage(input: Passage, context: Context): Promise<PassageVerdict> {
  const { config, parts, options } = context;
  const begin: Begin = (stage) => {
    options.signal?.throwIfAborted();
    options.onProgress?.({ passageId: input.id, stage });
  };

  begin('sample');
  const sampling = {
    ...config.sampling,
    ...(config.uncertainty.enabled && { logprobs: TOP_LOGPROBS }),
    isAnswer: (response: string) => classifyResponse(response) === null,
  };
  const complete = await completePassage(input, parts.generator, sampling, options).catch(abstainOn);
  const found =
    'abstention' in complete
      ? complete
      : await examine(complete, begin, context).catch((error: unknown) => ({
          passage: complete,
          ...abstainOn(error),
        }));

  begin('score');
  return scorePassage(
    {
      ...{ passage: input, sentences: [], trace: { ...EMPTY_TRACE }, ...found },
      ...parts.costs(),
      withSpans: config.reference.spans !== 'none',
    },
    config.scoring,
  );
}

type Begin = (stage: Stage) => void;

/** The records of a passage before scoring. */
interface Findings {
  passage: CompletePassage;
  sentences: readonly Span[];
  trace: Trace;
  abstention: Abstention | null;
}

async function examine(passage: CompletePassage, begin: Begin, context: Context): Promise<Findings> {
  begin('segment');
  const { segmentations, judgement: listed } = await segment(passage, context);
  const [original, ...all] = segmentations as [Segmentation, ...Segmentation[]];
  const { language } = original;
  const splitSentences = language === undefined ? statementSpans : neutralSentences;
  const sentences = passage.sentences ?? splitSentences(passage.response);
  const samples = all.filter((sample, index) => isUsable(sample, passage.samples[index] ?? '', language));
  const unusable = all.filter((sample) => !samples.includes(sample));
  const other = otherEvidence(passage, context.config);
  const areRated = sentences.some((_, index) => listed?.sentences?.[index]?.value != null);
  const evidence = { ...other, ofSentences: other.ofSentences || areRated };
  const abstention = reasonToAbstain({ original, samples, unusable }, evidence);
  if (abstention !== null) {
    return { passage, sentences, trace: { ...EMPTY_TRACE, segmentations }, abstention };
  }
  const checkable = { passage, sentences, original, begin };
  const checked = await checkAlone(checkable, context);
  const { options } = context;
  const { factJudge } = context.parts;
  // Facts that the judge has not listed itself.
  const judged = () => factJudge?.judge(judgedResponse(passage, sentences), original.triples, options);
  const judgement = listed ?? (await judged()) ?? null;
  const compared =
    samples.length > 0 || factJudge !== null
      ? await compareAndVerify({ ...checkable, samples }, context)
      : null;
  const { filled = [], ...comparison } = compared ?? {};
  const slots = new Map(filled.map((sample) => [sample.responseId, sample]));
  return {
    passage,
    sentences,
    trace: {
      ...EMPTY_TRACE,
      segmentations: segmentations.map((one) => slots.get(one.responseId) ?? one),
      ...comparison,
      ...(judgement && { judgement }),
      ...checked,
    },
    abstention,
  };
}

async function segment(
  passage: CompletePassage,
  { config, parts, options }: Context,
): Promise<ListedResponse> {
  if (config.segmentation.extractor === 'judge' && parts.factJudge !== null) {
    return listFacts(passage, parts.factJudge, options);
  }
  const read = readsSamples(passage, config) ? passage : { ...passage, samples: [] };
  return { segmentations: await readResponses(read, parts, options), judgement: null };
}

/** Checks of the response without its samples. */
type Checks = Pick<Trace, 'reference' | 'uncertainty' | 'spans'>;

interface Checkable {
  passage: CompletePassage;
  sentences: readonly Span[];
  original: Segmentation;
  begin: Begin;
}

/** The response by itself: against its references, and by the probabilities of its tokens. */
async function checkAlone(
  { passage, sentences, original, begin }: Checkable,
  { config, parts, options }: Context,
): Promise<Checks> {
  const { checker, spanDetector, recogniser } = parts;
  if (checker === null && spanDetector === null && recogniser === null) return {};
  begin('check');
  const statements = { passage, sentences, triples: original.triples };
  const { prompt, response, context: references = [], tokens } = passage;
  const question = promptText(prompt);
  const generated = { response, tokens, sentences, triples: original.triples };
  const [reference, spans, uncertainty] = await Promise.all([
    checker && measureReference(statements, { checker, settings: config.reference }, options),
    spanDetector?.detect({ question, response, references }, options),
    recogniser && measureUncertainty(generated, { recogniser, settings: config.uncertainty }, options),
  ]);
  return { ...(reference && { reference }), ...(spans && { spans }), ...(uncertainty && { uncertainty }) };
}

interface Comparable extends Checkable {
  /** The usable ones. */
  samples: Segmentation[];
}

/** The part of a trace from the comparison with samples. */
interface Comparison extends Omit<Trace, 'segmentations' | 'judgement' | keyof Checks> {
  /** The samples with the triples that a reader found in them, where they were not segmented. */
  filled?: Segmentation[];
}

async function compareAndVerify(input: Comparable, { config, parts, options }: Context): Promise<Comparison> {
  const { passage, sentences, original, begin } = input;
  if (original.language !== undefined) return compareWithoutGrammar(input);
  const support = await supportOf(input, { config, parts, options });
  const aligned =
    config.segmentation.extractor === 'judge' ? alignedByReader(original, input.samples, support) : null;
  const samples = aligned?.samples ?? input.samples;

  const isIdentified = identifiesMentions(config);
  if (isIdentified) begin('graph');
  const identifying = { embedder: parts.embedder, settings: config.graph };
  const { vectors, index } = isIdentified
    ? await identifyMentions([original, ...samples], identifying, options)
    : NOTHING_IDENTIFIED;

  begin('compare');
  const compared =
    aligned !== null
      ? { consistency: aligned.consistency }
      : comparesGraphs(config)
        ? await compareGraphs({ original, samples, index, vectors }, { config, parts })
        : { consistency: EMPTY_TRACE.consistency };
  // by words of English
  const isReadable = config.agreement.enabled && samples.length > 0;
  const agreement =
    isReadable && (await classifyEnglish(passage.response))?.language === undefined
      ? measureAgreement({
          prompt: promptText(passage.prompt),
          response: passage.response,
          sentences,
          triples: original.triples,
          claims: passage.claims ?? [],
          ...textsOf(samples, passage),
          isMutual: asksJudge(config),
        })
      : null;

  if (parts.verifier !== null) begin('verify');
  const known = support.length > 0 ? { support } : {};
  const verifiable = { passage, original, samples, identity: index, seed: config.seed, ...known };
  const verification = (await parts.verifier?.verify(verifiable, options)) ?? [];
  return {
    ...{ identity: index.identity, ...compared, verification, agreement },
    ...(aligned && { filled: aligned.samples }),
    ...(agreement && fillsSlots(config) && { filled: slotsByWords(input, agreement) }),
  };
}

/** What the samples state of the facts by their words. */
function slotsByWords({ original, samples }: Comparable, { triples }: PassageAgreement): Segmentation[] {
  const facts = original.triples.map((triple) => ({
    triple,
    statements: triples[triple.id]?.statements ?? [],
  }));
  return samples.map((sample) => slotsOf(sample, facts));
}

const NOTHING_IDENTIFIED = {
  vectors: new Map<string, Float32Array>(),
  index: indexIdentity(EMPTY_TRACE.identity),
};

/** For a language that is read without grammar: no graph, and no questions. */
function compareWithoutGrammar({ passage, sentences, original, samples, begin }: Comparable): Comparison {
  begin('compare');
  const { identity, consistency, verification } = EMPTY_TRACE;
  const { response, claims = [] } = passage;
  const { triples } = original;
  const texts = textsOf(samples, passage);
  const agreement = measureNeutralAgreement({ response, sentences, triples, claims, ...texts });
  return { identity, consistency, verification, agreement };
}

/** The samples' statements on each fact: read by the judge where facts are judged, else by the verifier. */
async function supportOf(
  { passage, original: { triples }, samples }: Comparable,
  { config, parts: { factJudge }, options }: Context,
): Promise<FactSupport[]> {
  if (factJudge === null || samples.length === 0 || !config.verification.factFilter) return [];
  return factJudge.compare({ passage, triples, samples }, options);
}

function textsOf(samples: readonly Segmentation[], passage: CompletePassage) {
  const texts = sampleTexts(passage.samples);
  const sampleIds = samples.map(({ responseId }) => responseId);
  return { sampleIds, samples: sampleIds.map((id) => texts.get(id) as string) };
}
