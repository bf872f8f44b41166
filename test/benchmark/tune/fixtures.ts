/** Records with components drawn at random, and short ways to write settings. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { componentSet } from '../../../src/benchmark/tune/component-set.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type {
  Component,
  ComponentScore,
  PassageVerdict,
  SampleVote,
  TaskResult,
} from '../../../src/passage.ts';
import { type Random, randomFor } from '../../../src/random.ts';
import { judge, type Scoring } from '../../../src/scoring/verdict.ts';
import { weights } from '../../support/scoring.ts';

/** Fixed thresholds of one half, no context, plain means. */
export const scoring = (own: Partial<Record<Component, number>>): Scoring => ({
  weights: weights(own),
  consistency: 'mean',
  conflictVote: false,
  context: 0,
  claimContext: 0,
  wholeSentence: 0,
  passage: 'mean',
  passageOf: 'triples',
  facts: 'parts',
  factThreshold: 0.35,
  combine: 'statements',
  threshold: { rule: 'fixed', triple: 0.5, passage: 0.5 },
});

const SENTENCE = 20;
const NO_USAGE = { requests: 0, inputTokens: 0, outputTokens: 0 };

interface Size {
  sentences: number;
  triples: number;
  claims: number;
  votes: number;
}

/** A passage of up to four sentences, six triples and three claims; some scores missing, some passages abstained on. */
export function randomVerdict(seed: number): PassageVerdict {
  const random = randomFor('random-size', seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const isAbstained = random() < 0.1;
  const size = { sentences: below(5), triples: below(7), claims: below(4), votes: 3 };
  return verdictOfSize(seed, size, isAbstained);
}

/** Records of the size of WikiBio, sentences labelled at random. */
export function wikiBioSized() {
  const size = { sentences: 8, triples: 21, claims: 0, votes: 20 };
  const verdicts = Array.from({ length: 119 }, (_, seed) => verdictOfSize(seed, size, false));
  const random = randomFor('wikibio-sized');
  const passages = verdicts.map(
    ({ passage, sentences }): LabelledPassage => ({
      passage,
      label: 'non-factual',
      sentences: sentences.map(({ span }) => {
        const isWrong = random() < 0.7;
        return { span, label: isWrong ? 'non-factual' : 'factual', score: Number(isWrong) };
      }),
    }),
  );
  return { passages, verdicts };
}

function verdictOfSize(seed: number, size: Size, isAbstained: boolean): PassageVerdict {
  const random = randomFor('random-verdict', seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const sentences = Array.from({ length: size.sentences }, (_, index) => ({
    start: index * SENTENCE,
    end: (index + 1) * SENTENCE - 1,
  }));
  const triples = Array.from({ length: size.triples }, (_, index) => ({
    id: `original/${index + 1}`,
    responseId: 'original',
    head: 'Ann',
    relation: 'made',
    tail: `thing ${below(4)}`,
    span: random() < 0.2 ? null : spanIn(below(size.sentences + 1)),
  }));
  const claims = Array.from({ length: size.claims }, () => `Ann made thing ${below(5)}`);
  const hasAgreement = random() < 0.8;
  const agreement = () => ({
    support: score(random),
    names: score(random),
    numbers: score(random),
    spread: score(random),
    unsupported: [],
  });
  const some = triples.filter(() => random() < 0.8);
  const check = () => ({ ...score(random), label: null, evidence: null, note: null });
  return judge(
    {
      passage: { id: `passage-${seed}`, prompt: 'p', response: 'r', samples: [], claims },
      sentences,
      usage: NO_USAGE,
      abstention: isAbstained ? { reason: 'no-samples', detail: 'none' } : null,
      trace: {
        segmentations: [{ responseId: 'original', outcome: 'ok', detail: null, triples, rejected: [] }],
        identity: { entities: [], relations: [] },
        consistency: some.map(({ id }) => ({ tripleId: id, votes: votes(random, size.votes) })),
        verification: some.map(({ id }) => ({
          tripleId: id,
          inFactFilter: false,
          head: task(random),
          relation: task(random),
          tail: task(random),
        })),
        agreement: hasAgreement
          ? {
              agreement: score(random),
              commonGround: score(random),
              triples: Object.fromEntries(triples.map(({ id }) => [id, agreement()])),
              sentences: sentences.map(agreement),
              claims: claims.map(agreement),
            }
          : null,
        ...(random() < 0.8 && {
          reference: {
            checker: 'lexical',
            triples: Object.fromEntries(triples.map(({ id }) => [id, check()])),
            sentences: sentences.map(check),
            claims: claims.map(check),
          },
        }),
        ...(random() < 0.8 && {
          uncertainty: {
            entities: [],
            triples: Object.fromEntries(triples.map(({ id }) => [id, score(random)])),
            sentences: sentences.map(() => score(random)),
          },
        }),
      },
    },
    resolveConfig({ preset: 'local' }).scoring,
  );
}

const score = (random: Random): ComponentScore =>
  random() < 0.3 ? { value: null, reason: 'not-applicable' } : { value: random(), reason: null };

const task = (random: Random): TaskResult => ({ ...score(random), asked: null, draws: [] });

const spanIn = (sentence: number) => ({ start: sentence * SENTENCE, end: sentence * SENTENCE + 10 });

const votes = (random: Random, most: number): SampleVote[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, (_, index) => ({
    responseId: `sample-${index + 1}`,
    repeated: random() < 0.5,
    risk: random() < 0.3,
    conflict: random() < 0.3,
    tripleId: null,
    tailSimilarity: null,
  }));

/**
 * Labelled passages of one sentence and one triple each, whose `support` follows the label with some noise, `tail`
 * the label turned round, and `spread` nothing.
 */
export function toyData(count: number, noise = 0.6) {
  const random = randomFor('toy-data', count);
  const passages: LabelledPassage[] = [];
  const verdicts: PassageVerdict[] = [];
  for (let index = 0; index < count; index++) {
    const isWrong = index % 3 === 0;
    const label = isWrong ? 'non-factual' : 'factual';
    const span = { start: 0, end: SENTENCE };
    const passage = { id: `p${index}`, prompt: 'p', response: 'r', samples: [], sentences: [span] };
    const value = (center: number) => ({
      value: Math.min(1, Math.max(0, center + noise * (random() - 0.5))),
      reason: null,
    });
    const none = { value: null, reason: 'not-applicable' as const };
    const support = value(isWrong ? 0.3 : 0.7);
    const spread = value(0.5);
    const own = { support, names: none, numbers: none, spread, unsupported: [] };
    const triple = { id: 'original/1', responseId: 'original', head: 'a', relation: 'b', tail: 'c', span };
    const empty = { value: null, reason: 'disabled' as const, asked: null, draws: [] };
    const tail = { ...value(isWrong ? 0.7 : 0.3), asked: null, draws: [] };
    passages.push({ passage, label, sentences: [{ span, label, score: isWrong ? 1 : 0 }] });
    verdicts.push(
      judge(
        {
          passage,
          sentences: [span],
          usage: NO_USAGE,
          abstention: null,
          trace: {
            segmentations: [
              { responseId: 'original', outcome: 'ok', detail: null, triples: [triple], rejected: [] },
            ],
            identity: { entities: [], relations: [] },
            consistency: [],
            verification: [{ tripleId: triple.id, inFactFilter: false, head: empty, relation: empty, tail }],
            agreement: {
              agreement: none,
              commonGround: none,
              triples: { [triple.id]: own },
              sentences: [own],
              claims: [],
            },
          },
        },
        scoring({ support: 1 }),
      ),
    );
  }
  return { passages, verdicts };
}

/** A component set of such data. */
export function toySet(count: number, noise?: number) {
  const { passages, verdicts } = toyData(count, noise);
  const config = resolveConfig({ preset: 'local' });
  return componentSet({ label: 'toy', config, passages, verdicts });
}
