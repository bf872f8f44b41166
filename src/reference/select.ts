/**
 * Suppression by detection (RAGTruth, Niu et al. 2024): of several responses to one prompt, chooses the one with the
 * fewest hallucinated spans, or only one without any.
 */
import type { Random } from '../common/random.ts';
import { mean } from '../statistics/summary.ts';

/** The detector's result for one response. */
export interface Candidate {
  /** Spans found; null where the response could not be judged. */
  spans: number | null;
  /** Support of the response; null where there is none. */
  score: number | null;
}

export interface SelectionRule {
  /** Choose nothing rather than a response with a span. */
  onlyClean: boolean;
}

/**
 * Position of the choice: the fewest spans, one of equals by chance. A response that could not be judged comes after all
 * others, and is never clean. Null where nothing may be chosen.
 *
 * @param random seeded; read where several have the fewest
 */
export function selectResponse(
  candidates: readonly Pick<Candidate, 'spans'>[],
  { onlyClean }: SelectionRule,
  random: Random,
): number | null {
  const counts = candidates.map(({ spans }) => spans ?? Number.POSITIVE_INFINITY);
  const least = Math.min(...counts);
  if (candidates.length === 0 || (onlyClean && least !== 0)) return null;
  const best = [...counts.keys()].filter((position) => counts[position] === least);
  return best.length === 1 ? (best[0] as number) : (best[Math.floor(random() * best.length)] as number);
}

export interface LabelledChoice {
  responses: readonly { hallucinated: boolean; model: string | null }[];
  /** Position of the choice; null where nothing was chosen. */
  chosen: number | null;
}

/** Hallucination rates: shares of responses that are hallucinated, in [0, 1]; null without a response. */
export interface Suppression {
  prompts: number;
  chosen: number;
  /** Of a response drawn by chance, expected: the mean over prompts of the share of their responses. */
  random: number | null;
  /** Of the responses chosen. */
  selected: number | null;
  /** selected ÷ random − 1, in [−1, ∞): −0.4 means 40 % fewer; null without a rate, or where random is 0. */
  change: number | null;
  /** By model, in order of occurrence. */
  models: { model: string; n: number; rate: number }[];
}

/** The effect of the choice on the hallucination rate. Prompts without a response are left out. */
export function suppression(choices: readonly LabelledChoice[]): Suppression {
  const asked = choices.filter(({ responses }) => responses.length > 0);
  const made = asked.flatMap(({ responses, chosen }) => (chosen === null ? [] : (responses[chosen] ?? [])));
  const random = mean(asked.map(({ responses }) => rateOf(responses) as number));
  const selected = rateOf(made);
  const all = asked.flatMap(({ responses }) => responses);
  const models = [...new Set(all.flatMap(({ model }) => model ?? []))];
  return {
    prompts: asked.length,
    chosen: made.length,
    random,
    selected,
    change: selected === null || !random ? null : selected / random - 1,
    models: models.map((model) => {
      const own = all.filter((response) => response.model === model);
      return { model, n: own.length, rate: rateOf(own) as number };
    }),
  };
}

const rateOf = (responses: readonly { hallucinated: boolean }[]): number | null =>
  mean(responses.map(({ hallucinated }) => (hallucinated ? 1 : 0)));
