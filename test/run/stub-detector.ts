/** A detector without a method: each sentence of a response is one triple, hallucinated where it holds "wrong". */
import type { Config } from '../../src/config/schema.ts';
import type { LocalDetector } from '../../src/detector/detector-interface.ts';
import { recordedVerdict } from '../../src/records/record-line.ts';
import {
  type Agreement,
  COMPONENTS,
  type Component,
  type ComponentScore,
  type Passage,
  type PassageVerdict,
  type Trace,
  type TripleVerdict,
} from '../../src/passage.ts';

/** Of which the second is wrong. */
export const PASSAGES: Passage[] = [1, 2, 3, 4].map((number) => ({
  id: `p${number}`,
  prompt: 'q',
  response: `A is ${number === 2 ? 'wrong' : 'right'}.`,
}));

const NO_USAGE = { requests: 0, inputTokens: 0, outputTokens: 0 };

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

export function stubVerdict(passage: Passage): PassageVerdict {
  const triples = sentencesOf(passage.response ?? '').map((span, index) => stubTriple(passage, span, index));
  const wrong = triples.filter(({ label }) => label === 'hallucinated').length;
  const score = triples.length === 0 ? null : 1 - wrong / triples.length;
  const label = score === null ? 'abstained' : score < 0.75 ? 'hallucinated' : 'factual';
  return {
    passage,
    score,
    label,
    probability: null,
    abstention: score === null ? { reason: 'empty', detail: 'the response is empty' } : null,
    unsure: null,
    threshold: 0.75,
    coverage: { triples: score === null ? null : 1, sentences: score === null ? null : 1 },
    triples,
    sentences: [],
    claims: [],
    usage: { ...NO_USAGE, requests: 2, inputTokens: 10, outputTokens: 3 },
    trace: stubTrace(triples),
  };
}

/** Enough for scoring again: the triples, and their agreement with samples as the only part. */
function stubTrace(triples: readonly TripleVerdict[]): Trace {
  const none: ComponentScore = { value: null, reason: 'not-applicable' };
  const agreements = triples.map(({ triple, components: { support } }) => {
    const agreement: Agreement = { support, numbers: none, spread: none, unsupported: [] };
    return [triple.id, agreement];
  });
  const original = {
    responseId: 'original',
    detail: null,
    rejected: [],
    triples: triples.map(({ triple }) => triple),
  };
  return {
    segmentations: [{ ...original, outcome: triples.length === 0 ? 'empty' : 'ok' }],
    identity: { entities: [], relations: [] },
    consistency: [],
    verification: [],
    agreement: {
      agreement: none,
      commonGround: none,
      triples: Object.fromEntries(agreements),
      sentences: [],
      claims: [],
    },
  };
}

function stubTriple(passage: Passage, span: { start: number; end: number }, index: number): TripleVerdict {
  const words = (passage.response ?? '').slice(span.start, span.end).replace(/\.$/, '').split(' ');
  const isWrong = words.includes('wrong');
  const part = (name: Component): ComponentScore =>
    name === 'numbers'
      ? { value: null, reason: 'not-applicable' }
      : { value: isWrong ? 0.1 : 0.9, reason: null };
  return {
    triple: {
      id: `original/${index + 1}`,
      responseId: 'original',
      head: words[0] ?? '',
      relation: words[1] ?? '',
      tail: words.slice(2).join(' '),
      span,
    },
    score: isWrong ? 0.1 + index / 100 : 0.9,
    label: isWrong ? 'hallucinated' : 'factual',
    probability: null,
    components: Object.fromEntries(
      COMPONENTS.map((name) => [name, part(name)]),
    ) as TripleVerdict['components'],
    reasons: [],
    evidence: isWrong
      ? ['contradicted by 2 of 3 samples (1, 2): they give right, not wrong', 'few samples mention "wrong"']
      : [],
  };
}

function sentencesOf(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/\S[^.]*\.?/g)].map(({ 0: sentence, index }) => ({
    start: index,
    end: index + sentence.length,
  }));
}
