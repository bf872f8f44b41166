/** A detector without a method: each sentence of a response is one triple, hallucinated where it holds "wrong". */
import type { Config } from '../../src/config/schema.ts';
import type { LocalDetector } from '../../src/detector/detector-interface.ts';
import { type JudgedFact, verdictOf } from '../support/verdicts.ts';
import { recordedVerdict } from '../../src/records/record-line.ts';
import {
  type Agreement,
  COMPONENTS,
  type ComponentScore,
  type Passage,
  type PassageVerdict,
  type TripleVerdict,
} from '../../src/passage.ts';

/** Of which the second is wrong. */
export const PASSAGES: Passage[] = [1, 2, 3, 4].map((number) => ({
  id: `p${number}`,
  prompt: 'q',
  response: `A is ${number === 2 ? 'wrong' : 'right'}.`,
}));

export interface StubBehaviour {
  /** Called before each verdict; may wait or throw. */
  before?: (passage: Passage, signal: AbortSignal | undefined) => Promise<void> | void;
  /** What it says its backend is. */
  backend?: string;
}

export function stubDetector(
  config: Config,
  { before, backend = 'stub' }: StubBehaviour = {},
): LocalDetector {
  const evaluate: LocalDetector['evaluate'] = async (given, { signal, onProgress } = {}) => {
    const passage = { ...given, id: given.id ?? 'passage' } as Passage;
    signal?.throwIfAborted();
    onProgress?.({ passageId: passage.id, stage: 'sample' });
    await before?.(passage, signal);
    return stubVerdict(passage);
  };
  return {
    config,
    evaluate,
    record: async (passage, options) => recordedVerdict(await evaluate(passage, options)),
    async *evaluateAll(passages, options) {
      for await (const passage of passages) yield await evaluate(passage, options);
    },
    cachedDraws: async () => 0,
    close: async () => {},
    describe: async () => ({
      generator: null,
      analyst: null,
      judge: null,
      extractor: 'stub',
      embedder: 'stub',
      encoder: 'stub',
      backend,
      backendNotes: [],
      verifier: null,
      prompts: {},
    }),
  };
}

/** With enough for scoring again: the triples, and their agreement with samples as the only part. */
export function stubVerdict(passage: Passage): PassageVerdict {
  const facts = (passage.response?.match(/\S[^.]*\.?/g) ?? []).map(factIn);
  const judged = verdictOf(passage, facts);
  const triples = judged.triples.map((one) => ({
    ...one,
    components: partsOf(one),
    evidence: one.label === 'hallucinated' ? CONTRADICTED : [],
  }));
  const agreements = triples.map(({ triple, components: { support } }) => {
    const agreement: Agreement = { support, numbers: NONE, spread: NONE, unsupported: [] };
    return [triple.id, agreement];
  });
  const isEmpty = facts.length === 0;
  const wrong = facts.filter(({ label }) => label === 'hallucinated').length;
  const score = isEmpty ? null : 1 - wrong / facts.length;
  return {
    ...judged,
    score,
    label: score === null ? 'abstained' : score < 0.75 ? 'hallucinated' : 'factual',
    abstention: isEmpty ? { reason: 'empty', detail: 'the response is empty' } : null,
    threshold: 0.75,
    coverage: isEmpty ? { triples: null, sentences: null } : { triples: 1, sentences: 1 },
    triples,
    sentences: [],
    usage: { requests: 2, inputTokens: 10, outputTokens: 3 },
    trace: {
      ...judged.trace,
      segmentations: judged.trace.segmentations.map((one) => ({ ...one, outcome: isEmpty ? 'empty' : 'ok' })),
      agreement: {
        ...{ agreement: NONE, commonGround: NONE, sentences: [], claims: [] },
        triples: Object.fromEntries(agreements),
      },
    },
  };
}

const NONE: ComponentScore = { value: null, reason: 'not-applicable' };

const CONTRADICTED = [
  'contradicted by 2 of 3 samples (1, 2): they give right, not wrong',
  'few samples mention "wrong"',
];

function factIn(sentence: string, index: number): JudgedFact {
  const [head = '', relation = '', ...tail] = sentence.replace(/\.$/, '').split(' ');
  const isWrong = [relation, ...tail].includes('wrong');
  return {
    ...{ fact: [head, relation, tail.join(' ')], stated: sentence },
    ...{ score: isWrong ? 0.1 + index / 100 : 0.9, label: isWrong ? 'hallucinated' : 'factual' },
  };
}

function partsOf({ label }: TripleVerdict): TripleVerdict['components'] {
  const part: ComponentScore = { value: label === 'hallucinated' ? 0.1 : 0.9, reason: null };
  const parts = COMPONENTS.map((name) => [name, name === 'numbers' ? NONE : part]);
  return Object.fromEntries(parts);
}
