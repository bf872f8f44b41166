/** The requests of one purpose that a passage is expected to take, and assumptions on the length of what is asked. */

/** `factor` times a unit: `1`, `n`, `m`, `n·m`, `⌈m/8⌉`, `g`. */
export interface Term {
  factor: number;
  unit: string;
}

export interface PlannedCall {
  /** Name of the prompt; `respond` and `sample` put the passage's own. */
  purpose: string;
  model: 'generator' | 'analyst' | 'judge';
  /**
   * Requests as a sum, in n (samples), m (triples), g (groups of triples with facts known to
   * them) and s (statements checked).
   */
  terms: readonly Term[];
  requests: number;
  /** Tokens of what is inserted into the prompt, over all requests. */
  shownTokens: number;
  /** Tokens of all answers. */
  answerTokens: number;
}

/** Tokens of the parts of prompts and answers, as the vocabulary of GPT-4o counts typical ones. */
export const TOKENS = {
  triple: 15,
  /** A triple in an answer, as JSON. */
  tripleAnswer: 22,
  question: 20,
  /** A name or relation in an answer. */
  answer: 12,
  /** A judgement or selection in an answer. */
  verdict: 10,
  /** A verdict on a statement in an answer, with the words it rests on. */
  checkAnswer: 40,
  /** An option of a selection, in a prompt or an answer. */
  option: 7,
  /** A number in a list of an answer. */
  number: 2,
  /** The tags around one of several texts in a prompt. */
  block: 36,
} as const;

/** Share of the triples that are told as known facts of the others. */
export const KNOWN_SHARE = 0.5;

/** Requests that are asked `times` for each of `units`, with the tokens shown in one of them. */
export interface Repeated extends Pick<PlannedCall, 'purpose' | 'model' | 'answerTokens'> {
  times?: number;
  units: number;
  /** The units in the formula: `m`, `⌈m/8⌉`. */
  unit: string;
  shown: number;
}

export function repeated({ times = 1, units, unit, shown, ...call }: Repeated): PlannedCall {
  const requests = times * units;
  return {
    ...call,
    terms: [{ factor: times, unit }],
    requests,
    shownTokens: requests * shown,
  };
}

/** A sum as people write it, with equal units put together: `2 + 3·n + n·m`. */
export function formulaOf(terms: readonly Term[]): string {
  const units = [...new Set(terms.map(({ unit }) => unit))].sort(
    (a, b) => Number(b === '1') - Number(a === '1'),
  );
  const sums = units.map((unit) => {
    const own = terms.filter((term) => term.unit === unit);
    return { unit, factor: own.reduce((sum, { factor }) => sum + factor, 0) };
  });
  const texts = sums.map(({ unit, factor }) => {
    if (unit === '1') return `${factor}`;
    return factor === 1 ? unit : `${factor}·${unit}`;
  });
  return texts.join(' + ') || '0';
}
