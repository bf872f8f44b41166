/**
 * Estimates the calls of a run: the run itself is simulated with models that give typical answers and count
 * (typical-chat.ts). So the estimate covers everything the run does, and is as good as the answers are typical: real
 * models find more or fewer facts, and some of their answers have to be sent back.
 *
 * With many passages only some are simulated, spread evenly over all, and the result is scaled.
 */
import { memoize, once } from '../../common/memoize.ts';
import type { Config } from '../../config/schema.ts';
import type { Environment } from '../../files/user-cache.ts';
import { checkPassage } from '../check-passage.ts';
import { evaluatePassage } from '../detector.ts';
import { createParts } from '../parts.ts';
import { type Spending, spendingOf } from '../../models/budget/budget.ts';
import { costOf, type Price, priceOf } from '../../models/budget/pricing.ts';
import { tokenCounterFor } from '../../models/budget/token-count.ts';
import { addUsage, ZERO_USAGE } from '../../models/budget/usage.ts';
import type { CallSettings } from '../../models/chat-services.ts';
import type { Passage, PassageVerdict, Usage } from '../../passage.ts';
import { answersSingly, type CountedCall, typicalChat } from './typical-chat.ts';
import { evenly } from './typical-triples.ts';

export interface Cost {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars at full price; null where a price is unknown. */
  usd: number | null;
}

export interface PurposeEstimate extends Cost {
  purpose: string;
  model: string;
}

export interface RunEstimate extends Cost {
  protocol: Config['protocol'];
  passages: number;
  /** Number of simulated passages. */
  tried: number;
  samples: { given: number; toDraw: number };
  /** m over all passages, estimated. */
  triples: number;
  /** In the order in which they are asked. */
  purposes: PurposeEstimate[];
  /** For a service that returns one answer per request; null where that is so anyway. */
  ifOneAnswerARequest: Cost | null;
  /** Requests for as many facts, if each answer had to be asked for again; without those that fail. */
  atMost: number;
  /** Whether tokens were counted with the vocabulary of the models, or estimated. */
  exactCounts: boolean;
}

/** The parts of a simulated run: nothing is sent, stored or downloaded. */
export interface Trial {
  config: Config;
  env: Environment;
  calls: CallSettings;
  evaluate(passage: Passage): Promise<PassageVerdict>;
}

/**
 * The work on a passage.
 *
 * @param trial its calls count
 * @param free its calls do not count, for work done already
 * @returns triples of the response
 */
export type Attempt = (passage: Passage, trial: Trial, free: Trial) => Promise<number>;

const detect: Attempt = async (passage, { evaluate }) => {
  const { triples } = await evaluate(passage);
  return triples.length;
};

/** Maximum number of simulated passages. */
export const TRIED = 20;

/** @param env has the address of the service, which determines prices @param attempt default: that of a detector */
export async function estimateRun(
  passages: readonly Passage[],
  config: Config,
  env: Environment,
  attempt: Attempt = detect,
): Promise<RunEstimate> {
  const { count, exact } = await counterFor(config.models);
  const tried = evenly(passages, TRIED);
  const counted = new Map<string, CountedCall>();
  const onCall = (call: CountedCall) => {
    const { usage, singly, atMost } = counted.get(call.purpose) ?? NOT_ASKED;
    counted.set(call.purpose, {
      ...call,
      usage: addUsage(usage, call.usage),
      singly: addUsage(singly, call.singly),
      atMost: atMost + call.atMost,
    });
  };
  const how = { passages: tried, count };
  const trial = trialOf(config, env, (model) => typicalChat(model, { ...how, onCall }));
  const free = trialOf(config, env, (model) => typicalChat(model, { ...how, onCall: () => {} }));
  let triples = 0;
  for (const passage of tried) triples += await attempt(passage, trial, free);

  const share = tried.length === 0 ? 0 : passages.length / tried.length;
  const costs = [...counted.values()].map(({ purpose, model, usage, singly }) => {
    const price = priceOf(model, config.prices, env);
    const [cost, alone] = [usage, singly].map((one) => scaledCost(one, share, price)) as [Cost, Cost];
    return { purpose: { purpose, model: model.model, ...cost }, alone };
  });
  const purposes = costs.map(({ purpose }) => purpose);
  const isSingly = config.protocol === 'paper' || answersSingly(config.models.generator);
  return {
    ...{ protocol: config.protocol, ...totalOf(purposes), passages: passages.length, tried: tried.length },
    ...{ samples: sampleCounts(passages, config), triples: Math.round(triples * share), purposes },
    ifOneAnswerARequest: isSingly ? null : totalOf(costs.map(({ alone }) => alone)),
    atMost: Math.ceil(share * [...counted.values()].reduce((sum, { atMost }) => sum + atMost, 0)),
    exactCounts: exact,
  };
}

const NOT_ASKED = { usage: ZERO_USAGE, singly: ZERO_USAGE, atMost: 0 };

/** The expected spending of one passage; none in dollars where a price is unknown. */
export async function estimateSpending(
  passage: Passage,
  config: Config,
  env: Environment,
): Promise<Spending> {
  return spendingOf(await estimateRun([passage], config, env));
}

/** As in the run, but without loading, sending or storing anything. */
function trialOf(config: Config, env: Environment, instead: NonNullable<CallSettings['instead']>): Trial {
  const { reference, encoder, cache } = config;
  const calls = { instead };
  const light: Config = {
    ...config,
    cache: { ...cache, enabled: false },
    embedder: { ...config.embedder, provider: 'lexical' },
    encoder: { ...encoder, kind: 'identity' },
    recordEncoders: [],
    reference: { ...reference, checker: isLocalModel(reference.checker) ? 'lexical' : reference.checker },
    uncertainty: { ...config.uncertainty, entities: 'compromise' },
    scoring: { ...config.scoring, threshold: { rule: 'fixed', triple: 0.5, passage: 0.5 } },
    budget: {},
  };
  const load = once(() => createParts(light, env, { calls }));
  return {
    ...{ config: light, env, calls },
    async evaluate(passage) {
      const { config: made, forPassage } = await load();
      const parts = forPassage(passage.id);
      return evaluatePassage(checkPassage(passage), { config: made, parts, options: {} });
    },
  };
}

const isLocalModel = (checker: Config['reference']['checker']): boolean =>
  checker === 'nli' || checker === 'align';

/** The token counter of the generator, which caches texts: most of them are system prompts. */
async function counterFor({ generator, analyst, judge }: Config['models']) {
  const models = [generator, analyst ?? generator, judge ?? analyst ?? generator];
  const [counter, ...others] = await Promise.all(models.map(({ model }) => tokenCounterFor(model)));
  return {
    count: memoize((text) => counter?.count(text) ?? 0),
    exact: [counter, ...others].every((one) => one?.exact),
  };
}

function scaledCost(usage: Usage, share: number, price: Price | null): Cost {
  const scaled = {
    requests: Math.round(usage.requests * share),
    inputTokens: Math.round(usage.inputTokens * share),
    outputTokens: Math.round(usage.outputTokens * share),
  };
  return { ...scaled, usd: price && costOf(price, scaled) };
}

/** The sum; no price where one is unknown. */
export function totalOf(costs: readonly Cost[]): Cost {
  const isPriced = costs.every(({ usd }) => usd !== null);
  return {
    ...costs.reduce<Usage>(addUsage, ZERO_USAGE),
    usd: isPriced ? costs.reduce((sum, { usd }) => sum + (usd ?? 0), 0) : null,
  };
}

/** Samples of the passages in use, and those to be drawn. */
export function sampleCounts(
  passages: readonly Passage[],
  { sampling: { ask, n, limit } }: Config,
): { given: number; toDraw: number } {
  const given = passages.map(({ samples = [] }) => samples.length);
  const used = given.reduce((sum, count) => sum + Math.min(count, limit), 0);
  return { given: used, toDraw: ask ? n * given.filter((count) => count === 0).length : 0 };
}
