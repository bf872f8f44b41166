/**
 * What a run would ask of the models, before it asks anything: requests, tokens and price by purpose, under the
 * protocol that is set and, as a total, the other one. Rough: how many triples there are is known only afterwards.
 */
import type { ChatModelConfig, Config } from '../config/schema.ts';
import { costOf, type Price, priceOf } from '../models/budget/pricing.ts';
import { tokenCounterFor } from '../models/budget/token-count.ts';
import { estimateTextTokens, promptTokens } from '../models/budget/token-estimate.ts';
import { type Prompt, type PromptSet, render } from '../models/prompt.ts';
import type { Passage } from '../passage.ts';
import { answersSingly, extentOf, type PassageExtent, sampleCounts } from './passage-extent.ts';
import { formulaOf, type PlannedCall, type Term } from './planned-call.ts';
import { plannedCalls } from './planned-calls.ts';

export interface Cost {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars at full price; null where a price is unknown. */
  usd: number | null;
}

export interface PurposeEstimate extends Cost {
  purpose: string;
  /** The model's name. */
  model: string;
  /** Requests a passage in n, m and g; where passages differ, of the first one that asks this. */
  formula: string;
}

export interface ProtocolEstimate extends Cost {
  protocol: Config['protocol'];
  /** Requests a passage, in the units of {@link PlannedCall} and g = max(⌈m/groupSize⌉, min(m, 2)). */
  formula: string;
}

export interface RunEstimate extends ProtocolEstimate {
  passages: number;
  samples: { given: number; toDraw: number };
  /** m over all passages, estimated. */
  triples: number;
  /** In the order in which they are asked. */
  purposes: PurposeEstimate[];
  other: ProtocolEstimate;
  /** Under the protocol that is set, should the service give one answer a request; null where that is so anyway. */
  ifOneAnswerARequest: Cost | null;
  /** Whether texts were counted with the vocabulary of the models, or guessed from their length. */
  exactCounts: boolean;
}

export interface EstimateContext {
  prompts: PromptSet;
  /** For the address of the service, on which prices depend. */
  env: Readonly<Record<string, string | undefined>>;
}

/** Requests of a run; no vocabulary is loaded and no prompt read. */
export function estimateRequests(passages: readonly Passage[], config: Config): number {
  const calls = passages.flatMap((passage) =>
    plannedCalls(extentOf(passage, config, estimateTextTokens), config),
  );
  return sumOf(calls, ({ requests }) => requests);
}

/** What a passage of a run asks. @param index its position among those estimated */
export type CallsOf = (extent: PassageExtent, config: Config, index: number) => PlannedCall[];

/** What passages would take under a configuration; a pure function of both. */
export type Estimator = (passages: readonly Passage[], config: Config, calls?: CallsOf) => RunEstimate;

/**
 * An estimator for configurations that ask the models of this one, at its prices. Each text is counted once, so that
 * variations of a configuration cost little.
 */
export async function openEstimator(config: Config, context: EstimateContext): Promise<Estimator> {
  const models = await modelsOf(config, context);
  return (passages, variation, calls = plannedCalls) =>
    estimateWith(passages, variation, { models, calls, ...context });
}

/** @param calls default: those of a detector */
export async function estimateRun(
  passages: readonly Passage[],
  config: Config,
  context: EstimateContext,
  calls: CallsOf = plannedCalls,
): Promise<RunEstimate> {
  const estimate = await openEstimator(config, context);
  return estimate(passages, config, calls);
}

function estimateWith(
  passages: readonly Passage[],
  config: Config,
  { calls, ...pricing }: Pricing & { calls: CallsOf },
): RunEstimate {
  const { models } = pricing;
  const extents = passages.map((passage) => extentOf(passage, config, models.generator.count));
  const estimate = (changes: Partial<Config> = {}, extent: Partial<PassageExtent> = {}) => {
    const asked = extents.map((own, index) => calls({ ...own, ...extent }, { ...config, ...changes }, index));
    return protocolEstimate(asked, pricing);
  };
  const { protocol } = config;
  const { purposes, ...own } = estimate();
  const otherProtocol = protocol === 'paper' ? 'economy' : 'paper';
  const { purposes: _, ...other } = estimate({ protocol: otherProtocol });
  const { purposes: __, formula: ___, ...singly } = estimate({}, { oneAnswerARequest: true });
  return {
    passages: passages.length,
    samples: sampleCounts(passages, config),
    triples: sumOf(extents, ({ triples }) => triples),
    protocol,
    ...own,
    purposes,
    other: { protocol: otherProtocol, ...other },
    ifOneAnswerARequest: protocol === 'paper' || answersSingly(config) ? null : singly,
    exactCounts: Object.values(models).every(({ exact }) => exact),
  };
}

interface Model {
  name: string;
  price: Price | null;
  count(text: string): number;
  exact: boolean;
}

type Models = Record<PlannedCall['model'], Model>;

async function modelsOf({ models, prices }: Config, { env }: EstimateContext): Promise<Models> {
  const describe = async (model: ChatModelConfig): Promise<Model> => {
    const { count, exact } = await tokenCounterFor(model.model);
    return { name: model.model, price: priceOf(model, prices, env), count: countedOnce(count), exact };
  };
  const generator = await describe(models.generator);
  const analyst = models.analyst ? await describe(models.analyst) : generator;
  return { generator, analyst, judge: models.judge ? await describe(models.judge) : analyst };
}

/** The same counter, which remembers its texts. */
function countedOnce(count: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? count(text);
    known.set(text, tokens);
    return tokens;
  };
}

interface Pricing {
  models: Models;
  prompts: PromptSet;
}

/** @param calls of each passage */
function protocolEstimate(
  calls: readonly (readonly PlannedCall[])[],
  pricing: Pricing,
): Omit<ProtocolEstimate, 'protocol'> & { purposes: PurposeEstimate[] } {
  const names = [...new Set(calls.flat().map(({ purpose }) => purpose))];
  const byPurpose = names.map((name) =>
    calls.map((ofPassage) => ofPassage.filter(({ purpose }) => purpose === name)),
  );
  const purposes = byPurpose.map((own) => purposeEstimate(own, pricing));
  return { purposes, formula: formulaOf(byPurpose.flatMap(firstTerms)), ...totalOf(purposes) };
}

/** Of the first passage that asks anything. */
function firstTerms(calls: readonly (readonly PlannedCall[])[]): Term[] {
  const first = calls.find((ofPassage) => ofPassage.length > 0) ?? [];
  return first.flatMap(({ terms }) => terms);
}

/** @param calls of each passage for one purpose, one of them at least */
function purposeEstimate(
  calls: readonly (readonly PlannedCall[])[],
  { models, prompts }: Pricing,
): PurposeEstimate {
  const all = calls.flat();
  const { purpose, model } = all[0] as PlannedCall;
  const { name, price, count } = models[model];
  const requests = sumOf(all, (call) => call.requests);
  const frame = frameTokens(purpose, prompts, count);
  const inputTokens = Math.round(requests * frame + sumOf(all, ({ shownTokens }) => shownTokens));
  const outputTokens = Math.round(sumOf(all, ({ answerTokens }) => answerTokens));
  const usd = price && costOf(price, { inputTokens, outputTokens });
  const formula = formulaOf(firstTerms(calls));
  return { purpose, model: name, formula, requests, inputTokens, outputTokens, usd };
}

/** Tokens of a prompt with nothing inserted; of the passage's own prompt, what surrounds it. */
function frameTokens(purpose: string, prompts: PromptSet, count: (text: string) => number): number {
  const prompt = prompts.all.find(({ name }) => name === purpose);
  return promptTokens(prompt ? emptied(prompt) : [{ role: 'user', content: '' }], count);
}

const emptied = (prompt: Prompt) =>
  render(prompt, Object.fromEntries(prompt.variables.map((name) => [name, ''])));

function totalOf(costs: readonly Cost[]): Cost {
  const isPriced = costs.every(({ usd }) => usd !== null);
  return {
    requests: sumOf(costs, ({ requests }) => requests),
    inputTokens: sumOf(costs, ({ inputTokens }) => inputTokens),
    outputTokens: sumOf(costs, ({ outputTokens }) => outputTokens),
    usd: isPriced ? sumOf(costs, ({ usd }) => usd ?? 0) : null,
  };
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
