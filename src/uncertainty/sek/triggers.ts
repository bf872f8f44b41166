/** When to retrieve, with which query, and where the rewrite begins. */

import type { CallOptions } from '../../models/chat-model.ts';
import type { EntityRecogniser } from '../../models/entity-recogniser.ts';
import type { Span } from '../../passage.ts';
import { type PlacedToken, tokensIn } from '../align-tokens.ts';
import { measureEntities, type UncertaintySettings } from '../measure-uncertainty.ts';
import type { Draft } from './draft.ts';

export interface Trigger {
  /** The text is kept up to here. */
  cut: number;
  query: string;
  /** The uncertain part. */
  because: string;
}

/** The first place at or behind `from` where to retrieve; null where the text is clean. */
export type FindTrigger = (draft: Draft, from: number, options?: CallOptions) => Promise<Trigger | null>;

/**
 * DRAD (Su et al. 2024, §3.2): the first entity that RHD takes for a hallucination. The query is what stands `window`
 * tokens before and behind it, without the entity itself; the text is cut at its first token.
 */
export function entityTrigger(
  recogniser: EntityRecogniser,
  { settings, window }: { settings: UncertaintySettings; window: number },
): FindTrigger {
  return async ({ text, placed }, from, options) => {
    const spans = (await recogniser.recognise(text, options)).filter(({ start }) => start >= from);
    const entities = measureEntities({ response: text, placed, spans }, settings);
    const first = entities.find(({ hallucinated }) => hallucinated);
    if (!first) return null;
    const query = surroundings({ text, placed }, first.span, window);
    const cut = Math.max(from, tokensIn(placed, first.span)[0]?.span.start ?? first.span.start);
    return { cut, query, because: first.text };
  };
}

function surroundings({ text, placed }: Draft, { start, end }: Span, window: number): string {
  const before = placed.filter(({ span }) => span.end <= start).slice(-window);
  const behind = placed.filter(({ span }) => span.start >= end).slice(0, window);
  const left = text.slice(before[0]?.span.start ?? start, start);
  const right = text.slice(end, behind.at(-1)?.span.end ?? end);
  return `${left} ${right}`.replace(/\s+/g, ' ').trim();
}

/**
 * Forward-looking retrieval by token probability (FLARE, Jiang et al. 2023; TPR in DRAD): the first sentence with a
 * token less probable than θ. The query is the sentence without those tokens; the text is cut where it begins.
 */
export function tokenTrigger(threshold: number, sentencesOf: (text: string) => readonly Span[]): FindTrigger {
  const isUnsure = ({ logprob }: PlacedToken): boolean => Math.exp(logprob) < threshold;
  return async ({ text, placed }, from) => {
    for (const sentence of sentencesOf(text).filter(({ start }) => start >= from)) {
      const tokens = tokensIn(placed, sentence);
      const unsure = tokens.filter(isUnsure);
      if (unsure.length === 0) continue;
      const words = ({ span }: PlacedToken) => text.slice(span.start, span.end);
      const sure = tokens.filter((token) => !isUnsure(token)).map(words);
      return {
        cut: sentence.start,
        query: sure.join('').replace(/\s+/g, ' ').trim(),
        because: unsure.map(words).join(' ').trim(),
      };
    }
    return null;
  };
}
