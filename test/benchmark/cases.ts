/** Labelled passages and verdicts for the tests of the benchmark, from as little as says what they differ in. */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { MethodScores } from '../../src/benchmark/method-scores.ts';
import { EMPTY_TRACE, type PassageVerdict } from '../../src/passage.ts';

export interface Case {
  id: string;
  positive: boolean | null;
  support: number | null;
  /** Gold sentence scores and the supports the verdict gives them, both of sentences ten characters long. */
  sentences?: { gold: 0 | 0.5 | 1; support: number | null }[];
  /** Gold labels of claims, null without one, and the supports the verdict gives them. */
  claims?: { positive: boolean | null; support: number | null }[];
  group?: string;
}

const spanAt = (index: number) => ({ start: index * 10, end: index * 10 + 9 });

const goldLabel = (positive: boolean | null) =>
  positive === null ? null : positive ? 'non-factual' : 'factual';

export function labelled({ id, positive, sentences, claims, group }: Case): LabelledPassage {
  return {
    passage: {
      id,
      prompt: 'p',
      response: 'r',
      ...(claims && { claims: claims.map((_, index) => `c${index}`) }),
    },
    label: goldLabel(positive),
    ...(sentences && {
      sentences: sentences.map(({ gold }, index) => ({
        span: spanAt(index),
        label: gold === 0 ? ('factual' as const) : ('non-factual' as const),
        score: gold,
      })),
    }),
    ...(claims && {
      claims: claims.map((claim, index) => ({ text: `c${index}`, label: goldLabel(claim.positive) })),
    }),
    ...(group !== undefined && { group }),
  };
}

/** Probabilities are 1 − support. */
export function verdict(
  { id, support, sentences = [], claims = [] }: Case,
  threshold: number | null = 0.5,
): PassageVerdict {
  const judged = (score: number | null) =>
    ({
      score,
      label: score === null ? 'abstained' : score < (threshold ?? 0) ? 'hallucinated' : 'factual',
      probability: score === null ? null : 1 - score,
    }) as const;
  return {
    ...judged(support),
    passage: { id, prompt: 'p', response: 'r' },
    abstention: support === null ? { reason: 'no-triples', detail: '' } : null,
    unsure: null,
    threshold,
    coverage: { triples: null, sentences: null },
    triples: [],
    sentences: sentences.map((sentence, index) => ({
      ...judged(sentence.support),
      span: spanAt(index),
      source: 'triples',
      tripleIds: [],
    })),
    claims: claims.map((claim, index) => ({
      ...judged(claim.support),
      text: `c${index}`,
      source: 'claim',
    })),
    usage: { requests: 2, inputTokens: 10, outputTokens: 3 },
    trace: { ...EMPTY_TRACE },
  };
}

/** A method that scores passages only, by id. */
export const passageMethod = (
  method: string,
  risks: Record<string, number | null>,
  threshold: number | null = null,
): MethodScores => ({
  method,
  origin: 'baseline',
  scores: Object.entries(risks).map(([id, passage]) => ({
    ...{ id, passage, sentences: null, claims: null, usage: null },
    reason: passage === null ? 'none' : null,
  })),
  thresholds: { passage: threshold, sentence: null, claim: null },
});
