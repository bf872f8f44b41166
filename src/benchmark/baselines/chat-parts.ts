/** What the baselines share, above all those that ask a chat model. */
import { type Asked, ask, askOnce, type Question } from '../../models/ask.ts';
import type { CallOptions } from '../../models/chat-model.ts';
import type { PromptVariables } from '../../models/prompt.ts';
import type { Span, Triple } from '../../passage.ts';
import { mean } from '../../statistics/summary.ts';
import { byPlace } from '../../text/by-place.ts';
import type { BaselineDefinition, BaselineInput, BaselineParts, BaselineScores } from './baseline.ts';

/** The models of a baseline, asked by the name of a prompt; for one passage. */
export interface Chat {
  analyse<T>(prompt: string, variables: PromptVariables, parse: Read<T>): Promise<Asked<T>>;
  draw<T>(prompt: string, variables: PromptVariables, parse: Read<T>, how: Drawn): Promise<Asked<T>[]>;
}

type Read<T> = (text: string) => T | null;
type Drawn = Required<Pick<Question<unknown>, 'n' | 'temperature' | 'seed'>>;

/** @param parts of a baseline that needs `chat`; the caller has checked that they are present */
export function chatOf(
  { generator, analyst, prompts }: Pick<BaselineParts, 'generator' | 'analyst' | 'prompts'>,
  options?: CallOptions,
): Chat {
  if (generator === null || analyst === null) throw new Error('a baseline that asks a model has none');
  return {
    analyse: (name, variables, parse) =>
      askOnce(analyst, { prompt: prompts.get(name), variables, parse }, options),
    draw: (name, variables, parse, how) =>
      ask(generator, { prompt: prompts.get(name), variables, parse, ...how }, options),
  };
}

export const chatBaseline =
  (score: (input: BaselineInput, chat: Chat) => Promise<BaselineScores>): BaselineDefinition['score'] =>
  (input, parts, options) =>
    score(input, chatOf(parts, options));

export function withoutScores(reason: string, trace?: unknown): BaselineScores {
  return { passage: null, sentences: null, claims: null, reason, ...(trace === undefined ? {} : { trace }) };
}

/** Scores whose passage score is the mean of `parts`; `reason` counts where none of them has a score. */
export function meanScores(
  parts: readonly (number | null)[],
  rest: Omit<BaselineScores, 'passage'>,
): BaselineScores {
  const passage = mean(parts);
  return { ...rest, passage, reason: passage === null ? rest.reason : null };
}

/** Positions of the triples located in each sentence, by the middle of their span, so that each counts once. */
export const triplesBySentence = (triples: readonly Triple[], sentences: readonly Span[]): number[][] =>
  sentences.map(byPlace([...triples.keys()], (index) => (triples[index] as Triple).span));
