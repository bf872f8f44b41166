/** What all baselines that ask a chat model do with bad answers, broken services and hostile text. */
import { describe, expect, it } from 'vitest';
import { ASK_BASELINES } from '../../../src/benchmark/baselines/ask-model.ts';
import type { BaselineDefinition, BaselineInput } from '../../../src/benchmark/baselines/baseline.ts';
import { FACTSELFCHECK_BASELINES } from '../../../src/benchmark/baselines/factselfcheck.ts';
import { REVERSE_VALIDATION_BASELINES } from '../../../src/benchmark/baselines/reverse-validation.ts';
import { SELF_CONTRADICTION_BASELINE } from '../../../src/benchmark/baselines/self-contradiction.ts';
import { SELFCHECK_PROMPT_BASELINE } from '../../../src/benchmark/baselines/selfcheck-prompt.ts';
import { SEMANTIC_ENTROPY_BASELINE } from '../../../src/benchmark/baselines/semantic-entropy.ts';
import { ModelCallError } from '../../../src/errors.ts';
import type { Segmentation } from '../../../src/passage.ts';
import { HOSTILE, outsideBlocks } from '../../support/hostile.ts';
import { completion, failure, type Reply } from '../../support/openai-server.ts';
import {
  type AskedOf,
  carrying,
  quint,
  type ServiceScript,
  startService,
  verdicts,
} from './baseline-service.ts';

const BASELINES: readonly BaselineDefinition[] = [
  ...ASK_BASELINES,
  SELFCHECK_PROMPT_BASELINE,
  SEMANTIC_ENTROPY_BASELINE,
  ...REVERSE_VALIDATION_BASELINES,
  SELF_CONTRADICTION_BASELINE,
  ...FACTSELFCHECK_BASELINES,
];

/** The same verdict on all items of a list. */
const allOf =
  (tag: string, field: string, value: unknown) =>
  ({ list }: AskedOf) =>
    verdicts(
      field,
      list(tag).map(() => value),
    );

/** Every prompt of these baselines, answered well; answers carry `extra`. */
function answering(extra: string): ServiceScript {
  return {
    'ask-passage': () => ({
      probability: 50,
      errors: [{ words: `Leith ${extra}`, instead: extra, confidence: 70 }],
    }),
    'ask-sentences': (asked) => ({ probability: 50, ...allOf('sentences', 'probability', 40)(asked) }),
    'ask-facts': (asked) => ({ probability: 50, ...allOf('facts', 'probability', 40)(asked) }),
    'selfcheck-prompt': allOf('statements', 'supported', 'no'),
    'fact-in-graph': allOf('statements', 'supported', false),
    'fact-in-text': allOf('statements', 'supported', false),
    'response-facts': () => ({ facts: [`She painted. ${extra}`] }),
    'fact-questions': () => ({
      questions: [{ question: `What did she do? ${extra}`, answer: `paint ${extra}` }],
    }),
    'short-answer': () => ({ answer: `draw ${extra}` }),
    'subquestion-answer': () => ({ answer: `draw ${extra}` }),
    'same-meaning': () => verdicts('equals', [1, 2]),
    'reverse-question': () => ({ entity: `Zzyzx ${extra}`, question: `Who painted harbours?` }),
    'entity-requirements': () => ({ entity: 'Zzyzx', requirements: [`painted harbours ${extra}`] }),
    'entity-match': () => ({ answer: `Edith Vane ${extra}` }),
    'judge-equal': () => verdicts('same', [false]),
    'alternative-statement': () => ({ sentence: `She drew. ${extra}` }),
    'judge-contradiction': () => ({ explanation: extra, contradiction: true }),
  };
}

const always = (reply: (asked: AskedOf) => Reply): ServiceScript =>
  Object.fromEntries(Object.keys(answering('')).map((name) => [name, reply]));

const completed = (text: string, how: Parameters<typeof completion>[2]) => (asked: AskedOf) =>
  completion(asked as never, [text], how);

const FAULTS: [string, string, (asked: AskedOf) => Reply][] = [
  ['refused', 'refused', completed('No.', { refusal: 'No.' })],
  ['filtered', 'refused', completed('{', { finishReason: 'content_filter' })],
  ['unreadable', 'unparsable', () => 'I am not sure what you mean.'],
  ['of another form', 'unparsable', () => '{"verdict": true}'],
  ['cut off', 'truncated', completed('{"verdicts": [', { finishReason: 'length' })],
  ['blamed on the request', 'call-failed', () => failure(400, { message: 'too long' })],
];

describe('a baseline with nothing to score', () => {
  const { trace, ...input } = quint();
  const [original, ...samples] = trace.segmentations;
  const withFacts = (...segmentations: (Segmentation | undefined)[]): BaselineInput => ({
    ...input,
    trace: { ...trace, segmentations: segmentations.filter((one) => one !== undefined) },
  });
  const noTriples = withFacts(original && { ...original, triples: [] }, ...samples);

  it.each<[string, string, BaselineInput]>([
    ['ask-passage-samples', 'no-samples', quint({ samples: [' '] })],
    ['selfcheck-prompt', 'no-samples', quint({ samples: ['', ' '] })],
    ['selfcheck-prompt', 'no-sentences', quint({ response: '' })],
    ['self-contradiction', 'no-sentences', quint({ response: '' })],
    ['rv-qg', 'empty', quint({ response: ' ' })],
    ['factselfcheck-kg', 'no-triples', noTriples],
    ['factselfcheck-kg', 'no-triples', withFacts()],
    ['factselfcheck-kg', 'no-samples', withFacts(original)],
  ])('%s: %s, and asks nothing', async (id, reason, given) => {
    const service = await startService({});
    const definition = BASELINES.find((one) => one.id === id) as BaselineDefinition;
    expect(await definition.score(given, service.parts)).toMatchObject({ passage: null, reason });
    expect(service.count()).toBe(0);
  });
});

describe.each(BASELINES.map((baseline) => [baseline.id, baseline] as const))('%s', (_, definition) => {
  it.each(FAULTS)('has no score where every answer is %s, and says so', async (_name, reason, reply) => {
    const service = await startService(always(reply));
    const scores = await definition.score(quint(), service.parts);
    expect(scores).toMatchObject({ passage: null, reason });
    expect((scores.sentences ?? []).every((score) => score === null)).toBe(true);
    expect(JSON.parse(JSON.stringify(scores))).toEqual(scores);
  });

  it.each([
    ['does not know the key', 401],
    ['is down', 503],
  ])('throws where the service %s', async (_name, status) => {
    const service = await startService(always(() => failure(status)));
    await expect(definition.score(quint(), service.parts)).rejects.toBeInstanceOf(ModelCallError);
  });

  it('stops when it is told to', async () => {
    const service = await startService(answering('Q'));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(definition.score(quint(), service.parts, { signal })).rejects.toThrow('enough');
    expect(service.count()).toBe(0);
  });

  it('gives equal scores and sends equal requests for equal input', async () => {
    const runs = [await startService(answering('Q')), await startService(answering('Q'))];
    const scores = await Promise.all(runs.map(({ parts }) => definition.score(carrying('Q'), parts)));
    expect(scores[0]?.passage).not.toBeNull();
    expect(scores[1]).toEqual(scores[0]);
    const sent = runs.map(({ server }) =>
      server
        .chatBodies()
        .map((body) => JSON.stringify(body))
        .sort(),
    );
    expect(sent[1]).toEqual(sent[0]);
  });

  it.each(HOSTILE)('keeps %j inside its block', async (attack) => {
    const outside = async (extra: string) => {
      const service = await startService(answering(extra));
      const input = carrying(extra);
      const { sentences: _sentences, claims: _claims, ...bare } = input.passage;
      await definition.score(input, service.parts);
      await definition.score({ ...input, passage: bare }, service.parts);
      return service.server
        .chatBodies()
        .map(({ messages: [system, user, ...more], response_format }) =>
          JSON.stringify([system, outsideBlocks(user.content), more, response_format]),
        )
        .sort();
    };
    expect(await outside(attack)).toEqual(await outside('Q'));
  });
});
