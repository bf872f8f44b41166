/** `budget.degrade`: the steps that make a run cheaper, and validation of their order. */
import { COMPONENTS, type Component, TASKS, type Task } from '../passage.ts';

/** Parts that can be switched off. */
const PARTS = [...TASKS, 'answered'] as const;
type Part = (typeof PARTS)[number];

/** Fewer samples, fewer draws of the reverse tasks, and each of these, or the blind answers, switched off. */
export const DEGRADE_STEPS = ['samples', 'draws', ...PARTS] as const;
export type DegradeStep = (typeof DEGRADE_STEPS)[number];

/** Minimum of samples and draws: two of them have no majority. */
export const LEAST = 3;

interface Degradable {
  budget: {
    degrade: readonly DegradeStep[];
    usd?: number | undefined;
    tokens?: number | undefined;
    requests?: number | undefined;
  };
  sampling: { ask: boolean; n: number; limit?: number | undefined };
  segmentation: { extractor: string };
  verification: Record<Part, boolean> & Record<`${Task}Draws`, number> & { by: string; factFilter: boolean };
  scoring: { weights: Readonly<Record<Component, number>> };
}

/** What is wrong with the list, naming the step; null where it is valid. */
export function faultOfOrder(config: Degradable): string | null {
  const { degrade: order, usd, tokens, requests } = config.budget;
  if (order.length === 0) return null;
  if ([usd, tokens, requests].every((limit) => limit === undefined)) {
    return 'needs a limit to keep to: set budget.usd, budget.tokens or budget.requests';
  }
  const twice = order.find((step, index) => order.indexOf(step) < index);
  if (twice !== undefined) return `${twice} is listed twice`;
  const faults = order.map((step) => ({ step, fault: FAULTS[step](config) }));
  const found = faults.find(({ fault }) => fault !== null);
  if (found) return `${found.step} saves nothing: ${found.fault}`;
  return hasWeightLeft(config) ? null : `without ${order.join(', ')} no part of the score has a weight`;
}

const FAULTS: Record<DegradeStep, (config: Degradable) => string | null> = {
  samples: faultOfSamples,
  draws: ({ verification }) => {
    if (verification.by !== 'llm') return notAsked(verification);
    const isMore = TASKS.some((task) => verification[task] && verification[`${task}Draws`] > LEAST);
    return isMore ? null : `no task that is on draws more than ${LEAST} times`;
  },
  head: (config) => faultOfPart('head', config),
  relation: (config) => faultOfPart('relation', config),
  tail: (config) => faultOfPart('tail', config),
  answered: (config) => faultOfPart('answered', config),
};

function faultOfSamples({ sampling, segmentation, verification }: Degradable): string | null {
  const { ask, n, limit } = sampling;
  const drawn = ask ? n : 0;
  const { by, factFilter } = verification;
  const isRead = segmentation.extractor === 'llm' || (by === 'llm' && factFilter);
  if (drawn === 0 && !isRead) return 'no model is asked for samples, or shown any';
  const given = isRead ? (limit ?? Number.POSITIVE_INFINITY) : 0;
  return Math.max(drawn, given) > LEAST ? null : `no more than ${LEAST} are used`;
}

function faultOfPart(part: Part, { verification }: Degradable): string | null {
  if (verification.by !== 'llm') return notAsked(verification);
  return verification[part] ? null : `verification.${part} is off`;
}

const notAsked = ({ by }: { by: string }): string => `verification.by is ${by}, so that no model is asked`;

/** Whether a part with a weight remains once all those of the list are off. */
function hasWeightLeft({ budget: { degrade: order }, verification, scoring }: Degradable): boolean {
  const isPart = (name: string) => PARTS.some((part) => part === name);
  const isOff = (name: Component) =>
    PARTS.some((part) => part === name && (order.includes(part) || !verification[part]));
  if (!order.some(isPart)) return true;
  return COMPONENTS.some((name) => scoring.weights[name] > 0 && !isOff(name));
}
