import { beforeEach, describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { ProgressEvent } from '../../src/detector/detector-interface.ts';
import { ConfigError, InputError, ModelCallError } from '../../src/errors.ts';
import type { Passage, PassageVerdict } from '../../src/passage.ts';
import { brooke } from '../support/brooke.ts';
import { type Answer, failure, type OpenAiServer } from '../support/openai-server.ts';
import { quint } from '../support/quint.ts';
import { simulate } from '../support/simulated-model.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const KEY = 'sk-test-0123456789abcdef';

/** Eq. 3 over what both protocols measure. */
const BY_PARTS = {
  weights: { head: 0.4, relation: 0.2, tail: 0.2, consistency: 0.2, stated: 0 },
  facts: 'parts',
  passage: 'mean',
  threshold: { rule: 'fixed', triple: 0.5, passage: 0.5 },
} as const;

describe('a detector with a model service', () => {
  let server: OpenAiServer;
  beforeEach(async () => {
    server = await serveOpenAi({ handler: simulate(brooke.model) });
  });

  const detectorFor = (settings: Parameters<typeof createDetector>[0] = {}, judge = {}) =>
    createDetector(
      {
        preset: 'gca',
        cache: { enabled: false },
        sampling: { n: 3 },
        verification: { headDraws: 4, relationDraws: 4, tailDraws: 4 },
        ...settings,
        models: { generator: { model: 'generator' }, analyst: { model: 'analyst' }, ...judge },
      },
      { env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url } },
    );

  it('finds the planted error, and nothing else', async () => {
    const verdict = await detectorFor().evaluate(brooke.passage);
    expect(verdict.triples.map(({ triple, label }) => [triple.tail, label])).toEqual([
      ['English poet', 'factual'],
      ['Rugby', 'factual'],
      ['1887', 'factual'],
      ['1921', 'hallucinated'],
    ]);
    const wrong = verdict.triples.at(-1);
    const { span } = wrong?.triple ?? {};
    expect(brooke.passage.response.slice(span?.start, span?.end)).toBe('Brooke died in 1921');
    expect(wrong?.components).toMatchObject({
      head: { value: 0 },
      relation: { value: 0 },
      tail: { value: 0 },
      consistency: { value: 0 },
      numbers: { value: expect.any(Number) },
    });
    expect(wrong?.evidence.join('\n')).toContain('give "1915", not "1921"');
    expect(wrong?.evidence).toContain(
      'filling in "1921": 0 of 4 answers gave it, the others most often "1915"',
    );
  });

  /** Model and prompt of each request, in order. */
  const sent = () =>
    server.chatBodies().map((body) => `${body.model} ${body.response_format?.json_schema?.name ?? 'prompt'}`);

  it('has a judge of its own say what is equal and supported', async () => {
    const detector = detectorFor({}, { judge: { model: 'judge' } });
    await detector.evaluate(brooke.passage);
    const asked = sent().filter((one) => !one.startsWith('generator'));
    expect([...new Set(asked)].sort()).toEqual([
      'analyst reverse-questions',
      'analyst segment',
      'judge fact-support',
      'judge judge-pairs',
    ]);
    expect(await detector.describe()).toMatchObject({
      analyst: expect.stringContaining('analyst'),
      judge: expect.stringContaining('judge'),
    });
  });

  it('sends the prompts of the economical protocol to the models they are meant for', async () => {
    await detectorFor().evaluate(brooke.passage);
    expect([...new Set(sent())].sort()).toEqual([
      'analyst fact-support',
      'analyst judge-pairs',
      'analyst reverse-questions',
      'analyst segment',
      'generator heqa-answers',
      'generator prompt',
      'generator relation-answers',
      'generator tail-selections',
    ]);
    expect(server.chatBodies()[0]).toMatchObject({
      messages: [{ role: 'user', content: brooke.passage.prompt }],
      n: 3,
      temperature: 1,
    });
  });

  it("makes the authors' requests under the paper protocol, each for one answer", async () => {
    await detectorFor({ protocol: 'paper' }).evaluate(brooke.passage);
    const counts: Record<string, number> = {};
    for (const name of sent()) counts[name] = (counts[name] ?? 0) + 1;
    // n = 3 samples, m = 4 triples, N = 4 draws
    expect(counts).toEqual({
      'generator prompt': 3,
      'analyst extract': 4,
      'analyst correct': 4,
      'analyst fact-filter': 12,
      'analyst heqa-question': 4,
      'generator heqa-answer': 16,
      'analyst judge-equal': 32,
      'generator relation-answer': 16,
      'analyst tail-distractors': 4,
      'generator tail-select': 16,
    });
    expect(server.chatBodies().every(({ n }) => n === undefined)).toBe(true);
  });

  it.each([['brooke', brooke] as const, ['quint', quint] as const])(
    'needs a fraction of the requests and tokens for the same verdict (%s)',
    async (_, { passage, model }) => {
      const { env } = await serveOpenAi({ handler: simulate(model) });
      const evaluate = (protocol: 'economy' | 'paper') =>
        createDetector(
          { preset: 'gca', protocol, cache: { enabled: false }, scoring: { ...BY_PARTS } },
          { env },
        ).evaluate(passage);
      const [economy, paper] = [await evaluate('economy'), await evaluate('paper')];
      const tokens = ({ usage }: typeof paper) => usage.inputTokens + usage.outputTokens;
      expect(economy.usage.requests).toBeLessThanOrEqual(24);
      expect(tokens(economy)).toBeLessThan(tokens(paper) / 5);
      const verdictOf = ({ label, triples }: typeof paper) => [label, triples.map((one) => one.label)];
      expect(verdictOf(economy)).toEqual(verdictOf(paper));
    },
  );

  it('asks for the response too when there is none', async () => {
    const { passage } = await detectorFor({ verification: { by: 'none' } }).evaluate({
      id: 'x',
      prompt: brooke.passage.prompt,
    });
    expect(passage.response).toBe(brooke.samples[0]);
    expect(passage.samples).toEqual(brooke.samples);
  });

  it('gives equal verdicts for equal input, whatever the concurrency', async () => {
    const passages = ['a', 'b', 'c'].map((id) => ({ ...brooke.passage, id }));
    const run = async (concurrency: number) => {
      const verdicts = [];
      for await (const verdict of detectorFor().evaluateAll(passages, { concurrency }))
        verdicts.push(verdict);
      return JSON.stringify(verdicts);
    };
    const alone = await run(1);
    expect(await run(3)).toBe(alone);
    expect(JSON.parse(alone).map((verdict: { passage: Passage }) => verdict.passage.id)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(alone).not.toContain(KEY);
  });

  it('counts requests and tokens', async () => {
    const { usage } = await detectorFor().evaluate(brooke.passage);
    expect(usage.requests).toBe(server.chatBodies().length);
    expect(usage.inputTokens).toBeGreaterThan(1000);
    expect(usage.outputTokens).toBeGreaterThan(100);
  });

  it('switches each task off', async () => {
    const verification = { head: false, relation: false, factFilter: false, tailDraws: 2 };
    const verdict = await detectorFor({ verification }).evaluate(brooke.passage);
    expect(verdict.triples[0]?.components).toMatchObject({
      head: { value: null, reason: 'disabled' },
      relation: { value: null, reason: 'disabled' },
      tail: { value: 1 },
    });
    const names = server.chatBodies().map((body) => body.response_format?.json_schema?.name);
    expect(names).not.toContain('heqa-answers');
    expect(names).not.toContain('fact-support');
  });

  it('keeps a refusing sample out of the count, and a refusing response out of the score', async () => {
    const refusal = "I'm sorry, but I can't help with that.";
    const detector = detectorFor({ verification: { by: 'none' } });
    const partial = await detector.evaluate({ ...brooke.passage, samples: [...brooke.samples, refusal] });
    expect(partial.trace.segmentations.map(({ outcome }) => outcome)).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'refusal',
    ]);
    expect(partial.trace.consistency[0]?.votes).toHaveLength(3);
    const refused = await detector.evaluate({ ...brooke.passage, response: refusal });
    expect(refused).toMatchObject({ label: 'abstained', score: null, abstention: { reason: 'refusal' } });
  });

  it('follows the paper presets to the letter of Eq. 3', async () => {
    const detector = detectorFor({ preset: 'paper-phd', embedder: { provider: 'lexical' } });
    const { triples, label } = await detector.evaluate(brooke.passage);
    // samples 1 and 2 of 3 repeat "born in Rugby": C = 2 · 10/3, so F = .7·1 + .1·1 + .1·1 + .1·20/3
    expect(triples[1]).toMatchObject({ score: expect.closeTo(0.9 + 2 / 3, 9), label: 'undecided' });
    expect(label).toBe('undecided');
  });

  it('fails as a whole when the service does, without naming the key', async () => {
    server.enqueue(failure(401, { message: `Incorrect API key provided: ${KEY}` }));
    const error = await detectorFor()
      .evaluate(brooke.passage)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelCallError);
    expect(error).toMatchObject({ code: 'model-call', status: 401, retryable: false });
    expect(String((error as Error).stack)).not.toContain(KEY);
  });

  it('abstains on a passage whose own request is refused', async () => {
    server.enqueue(failure(400, { message: 'blocked by the content filter' }));
    const verdict = await detectorFor().evaluate({ id: 'x', prompt: brooke.passage.prompt });
    expect(verdict).toMatchObject({ label: 'abstained', score: null, abstention: { reason: 'failed' } });
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    const onProgress = ({ stage }: ProgressEvent) => {
      if (stage === 'verify') controller.abort(new Error('enough'));
    };
    const evaluation = detectorFor().evaluate(brooke.passage, { signal: controller.signal, onProgress });
    await expect(evaluation).rejects.toThrow('enough');
  });
});

describe('a detector without a model', () => {
  const passage = { ...brooke.passage, samples: brooke.samples };

  it('finds the planted error from the samples alone', async () => {
    const stages: string[] = [];
    const detector = createDetector({ preset: 'local' }, { env: {} });
    const verdict = await detector.evaluate(passage, { onProgress: ({ stage }) => stages.push(stage) });
    const worst = verdict.triples.reduce((a, b) => ((a.score ?? 1) <= (b.score ?? 1) ? a : b));
    expect(worst.triple.tail).toContain('1921');
    expect(worst.label).toBe('hallucinated');
    expect(verdict.usage.requests).toBe(0);
    expect(stages).toEqual(['sample', 'segment', 'compare', 'score']);
  });

  it('compares graphs that have no weight where they are asked for, and all else is the same', async () => {
    const evaluate = (settings: ConfigInput) =>
      createDetector({ preset: 'local', ...settings }, { env: {} }).evaluate(passage);
    const without = await evaluate({});
    const whole = await evaluate({ consistency: { always: true } });
    expect(without.trace.consistency).toEqual([]);
    expect(whole.trace.consistency).toHaveLength(whole.triples.length);
    expect(without.triples.map(({ components }) => components.consistency)).toEqual(
      without.triples.map(() => ({ value: null, reason: 'disabled' })),
    );
    const rest = ({ trace, triples, sentences, ...own }: PassageVerdict) => ({
      ...own,
      sentences,
      trace: { ...trace, consistency: [], identity: null, segmentations: trace.segmentations[0] },
      triples: triples.map(({ components, ...fact }) => ({ ...fact, ...components, consistency: null })),
    });
    expect(rest(without)).toEqual(rest(whole));
    expect((await evaluate({ scoring: { weights: { consistency: 0.1 } } })).trace.consistency).toEqual(
      whole.trace.consistency,
    );
  });

  it('gives a sample the facts that it repeats, and those it contradicts with its own value', async () => {
    const { trace } = await createDetector({ preset: 'local' }, { env: {} }).evaluate({
      id: 'ada',
      prompt: 'Who was Ada Marlow?',
      response: 'Ada Marlow was born in Leith. She died in 1932.',
      samples: ['Ada Marlow was born in Leith and died in 1935.', 'Ada Marlow painted the sea.', ''],
    });
    expect(trace.identity).toEqual({ entities: [], relations: [] });
    expect(
      trace.segmentations.map(({ outcome, triples }) => [
        outcome,
        ...triples.map(({ id, tail }) => [id, tail]),
      ]),
    ).toEqual([
      ['ok', ['original/1', 'Leith'], ['original/2', '1932']],
      ['ok', ['sample-1/1', 'Leith'], ['sample-1/2', '1935']],
      ['ok'],
      ['empty'],
    ]);
  });

  it('records what other encoders make of the same vectors, on request', async () => {
    const evaluate = (settings: ConfigInput) =>
      createDetector({ preset: 'local', consistency: { always: true }, ...settings }, { env: {} }).evaluate(
        passage,
      );
    const plain = await evaluate({});
    expect(plain.trace.encoders).toBeUndefined();
    const { trace, ...rest } = await evaluate({ recordEncoders: ['rgcn', 'gcn', 'identity'] });
    const { encoders, ...others } = trace;
    expect({ ...rest, trace: others }).toEqual(plain);
    expect(encoders?.rgcn?.consistency).toEqual(plain.trace.consistency);
    for (const kind of ['gcn', 'identity'] as const) {
      const alone = await evaluate({ encoder: { kind } });
      expect(encoders?.[kind]?.consistency).toEqual(alone.trace.consistency);
    }
    const [withGraph, without] = [encoders?.rgcn?.neighbours, encoders?.identity?.neighbours];
    expect(withGraph?.mean).toBeGreaterThan(without?.mean ?? 1);
    expect(without?.min).toBeLessThanOrEqual(without?.mean ?? 0);
  });

  it('abstains without samples, and needs a response', async () => {
    const detector = createDetector({ preset: 'local' }, { env: {} });
    const alone = await detector.evaluate(brooke.passage);
    expect(alone).toMatchObject({ label: 'abstained', abstention: { reason: 'no-samples' } });
    await expect(detector.evaluate({ id: 'x', prompt: 'p' })).rejects.toThrow(InputError);
  });

  it('does not count samples that say nothing', async () => {
    const detector = createDetector({ preset: 'local', consistency: { always: true } }, { env: {} });
    const { trace } = await detector.evaluate({ ...passage, samples: ['', 'x', ...passage.samples] });
    expect(trace.segmentations).toHaveLength(6);
    expect(trace.consistency[0]?.votes.map(({ responseId }) => responseId)).toEqual([
      'sample-3',
      'sample-4',
      'sample-5',
    ]);
  });

  it.each([
    ['a response that is no text', { response: 5 }],
    ['a sample that is no text', { samples: ['a', 1] }],
    ['a sentence outside the response', { sentences: [{ start: 0, end: 1000 }] }],
  ])('refuses %s', async (_, wrong) => {
    const detector = createDetector({ preset: 'local' }, { env: {} });
    await expect(detector.evaluate({ ...passage, ...wrong } as Passage)).rejects.toThrow(InputError);
  });

  it('takes a conversation for the prompt, and names the message that is none', async () => {
    const detector = createDetector({ preset: 'local' }, { env: {} });
    const ask = (...last: object[]) => [{ role: 'system', content: 'Be brief.' }, ...last];
    const { triples } = await detector.evaluate({
      ...passage,
      prompt: ask({ role: 'user', content: passage.prompt }),
    } as Passage);
    expect(triples).not.toEqual([]);
    const wrong = { ...passage, prompt: ask({ role: 'user', text: 'x' }) } as unknown as Passage;
    await expect(detector.evaluate(wrong)).rejects.toThrow(/"[^"]+": prompt\.1\.content: /);
    const unasked = { ...passage, prompt: ask() } as Passage;
    await expect(detector.evaluate(unasked)).rejects.toThrow(/prompt: the last message has to be the user's/);
  });

  it('says what it is made of', async () => {
    const describe = (settings: ConfigInput) =>
      createDetector({ preset: 'local', ...settings }, { env: {} }).describe();
    expect(await describe({})).toMatchObject({
      generator: null,
      analyst: null,
      prompts: {},
      backend: 'none',
    });
    const { backend } = await describe({ consistency: { always: true } });
    expect(['tensorflow', 'wasm', 'cpu']).toContain(backend);
  });

  it('refuses a configuration that is none, at once', () => {
    expect(() => createDetector({ scoring: { context: 2 } })).toThrow(ConfigError);
  });
});

describe('a detector whose embedding service', () => {
  const ofTwo = async (answer: Answer) => {
    const server = await serveOpenAi();
    const embedder = { provider: 'openai', model: 'vectors', baseUrl: server.url } as const;
    const detector = createDetector(
      { preset: 'local', embedder, consistency: { always: true } },
      { env: {} },
    );
    const passage = { prompt: 'q', response: 'Ada was born in 1815.', samples: ['Ada was born in 1816.'] };
    server.enqueue(answer);
    const failed = await detector.evaluate({ id: 'a', ...passage });
    return { failed, next: await detector.evaluate({ id: 'b', ...passage }), server };
  };

  it('gives vectors of unequal lengths fails the passage, and says so', async () => {
    const data = [3, 2, 3, 3].map((length, index) => ({ index, embedding: Array(length).fill(1) }));
    const { failed, next, server } = await ofTwo({ body: { data } });
    const detail = `embeddings: model "vectors" at ${server.url}: the answer cannot be used: vectors of unequal lengths: 3, 2.`;
    expect(failed).toMatchObject({
      ...{ score: null, label: 'abstained', abstention: { reason: 'failed', detail }, triples: [] },
    });
    expect(next.abstention).toBeNull();
  });

  it('refuses a text fails the passage, and no other', async () => {
    const { failed, next } = await ofTwo(failure(400, { message: 'too long' }));
    expect(failed.abstention).toMatchObject({
      reason: 'failed',
      detail: expect.stringContaining('too long'),
    });
    expect(next.abstention).toBeNull();
  });
});
