import { setTimeout as sleep } from 'node:timers/promises';
import { generateText, streamText, wrapLanguageModel } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import type { Detector } from '../../src/detector/detector-interface.ts';
import { ConfigError } from '../../src/errors.ts';
import { hallucinationGuard } from '../../src/guard/guard.ts';
import { guardMetadata } from '../../src/guard/guard-words.ts';
import { type GuardOptions, REFUSAL } from '../../src/guard/guard-settings.ts';
import type { Passage, PassageVerdict } from '../../src/passage.ts';
import { stubVerdict } from '../run/stub-detector.ts';

type GenerateResult = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const STOP = { unified: 'stop', raw: 'stop' } as const;

const answer = (text: string): GenerateResult => ({
  content: [{ type: 'text', text }],
  finishReason: STOP,
  usage: USAGE,
  warnings: [],
});

const detectorThat = (evaluate: (passage: Passage) => Promise<unknown>): Detector =>
  ({ evaluate }) as unknown as Detector;

/** Judges each sentence wrong that holds "wrong", and keeps the passages it was given. */
const judge = (seen: Passage[] = []): Detector =>
  detectorThat(async (passage) => {
    seen.push(passage);
    return stubVerdict(passage);
  });

/** A model that gives the answers one after the other; samples are asked at temperature 1. */
function modelOf(answers: string[], samples = 'It is.') {
  const own = [...answers];
  return new MockLanguageModelV3({
    doGenerate: async ({ temperature }) => answer(temperature === 1 ? samples : (own.shift() ?? 'none left')),
    doStream: async () => {
      const words = (own.shift() ?? 'none left').split(/(?<= )/);
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start' as const, warnings: [] },
          { type: 'text-start' as const, id: '1' },
          ...words.map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
          { type: 'text-end' as const, id: '1' },
          { type: 'finish' as const, finishReason: STOP, usage: USAGE },
        ]),
      };
    },
  });
}

const guarded = (model: MockLanguageModelV3, options: GuardOptions = {}) =>
  wrapLanguageModel({ model, middleware: hallucinationGuard({ detector: judge(), ...options }) });

async function generated(model: MockLanguageModelV3, options: GuardOptions = {}) {
  const result = await generateText({ model: guarded(model, options), prompt: 'Who?', maxRetries: 0 });
  const { text, finishReason, providerMetadata } = result;
  // biome-ignore lint/suspicious/noExplicitAny: metadata is JSON of any form
  return { text, finishReason, own: providerMetadata?.hallugraph as any };
}

async function streamed(model: MockLanguageModelV3, options: GuardOptions = {}) {
  const result = streamText({ model: guarded(model, options), prompt: 'Who?', maxRetries: 0 });
  const pieces: string[] = [];
  for await (const piece of result.textStream) pieces.push(piece);
  const [finishReason, metadata] = [await result.finishReason, await result.providerMetadata];
  // biome-ignore lint/suspicious/noExplicitAny: metadata is JSON of any form
  return { text: pieces.join(''), pieces, finishReason, own: metadata?.hallugraph as any };
}

const isLate = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => false), sleep(50).then(() => true)]);

/** Blocks the thread beyond a limit of 20 ms. */
const blocked = async <T>(value: T): Promise<T> => {
  for (const begun = performance.now(); performance.now() - begun < 40; );
  return value;
};

const CALL = { type: 'tool-call', toolCallId: '1', toolName: 't', input: '{}' } as const;
const WRONG = 'It is right. It is wrong.';
const NOTE =
  '\n\nThis may be wrong:\n- It is wrong (contradicted by 2 of 3 samples (1, 2): they give right, not wrong)';

describe('an answer', () => {
  it('passes with its verdict where no error was found', async () => {
    const seen: Passage[] = [];
    const model = modelOf(['It is right.']);
    const { text, own } = await generated(model, { detector: judge(seen) });
    expect(text).toBe('It is right.');
    expect(own).toMatchObject({ action: 'passed', label: 'factual', note: null, facts: [] });
    // three samples, and what the stub says of itself
    expect(own.usage).toEqual({ requests: 5, inputTokens: 40, outputTokens: 18 });
    expect(seen[0]).toMatchObject({
      prompt: [{ role: 'user', content: 'Who?' }],
      response: 'It is right.',
      samples: ['It is.', 'It is.', 'It is.'],
    });
    expect(model.doGenerateCalls.map(({ temperature }) => temperature)).toEqual([1, 1, 1, undefined]);
  });

  it('gets a note of what may be wrong', async () => {
    const { text, own } = await generated(modelOf([WRONG]));
    expect(text).toBe(WRONG + NOTE);
    expect(own).toMatchObject({
      action: 'annotated',
      label: 'hallucinated',
      facts: [{ text: 'It is wrong' }],
    });
    expect(own.sentences.map(({ state }: { state: string }) => state)).toHaveLength(0);
  });

  it('passes as it is where the verdict is all that is wanted', async () => {
    const { text, own } = await generated(modelOf([WRONG]), { policy: 'pass' });
    expect(text).toBe(WRONG);
    expect(own).toMatchObject({ action: 'passed', label: 'hallucinated' });
  });

  it('is refused, in words of the caller', async () => {
    const refused = await generated(modelOf([WRONG]), { policy: 'refuse' });
    expect(refused).toMatchObject({
      text: REFUSAL,
      finishReason: 'content-filter',
      own: { action: 'refused' },
    });
    const refusal = ({ triples }: PassageVerdict) => `${triples.length} facts`;
    expect((await generated(modelOf([WRONG]), { policy: 'refuse', refusal })).text).toBe('2 facts');
  });

  it('is given again, with the reasons, and drawn samples are used again', async () => {
    const model = modelOf([WRONG, 'It is right.']);
    const { text, own } = await generated(model, { policy: 'retry' });
    expect(text).toBe('It is right.');
    expect(own).toMatchObject({
      action: 'retried',
      retries: 1,
      label: 'factual',
      usage: { requests: 3 + 1 + 2 * 2 },
    });
    const [, said, review] = model.doGenerateCalls.at(-1)?.prompt ?? [];
    expect(said).toMatchObject({ role: 'assistant', content: [{ text: WRONG }] });
    expect(JSON.stringify(review)).toContain(
      'These parts are likely wrong:\\n- It is wrong (contradicted by',
    );
  });

  it('is annotated, or whatever else is wanted, where it stays wrong', async () => {
    const stays = () => modelOf([WRONG, 'It is wrong.', 'It is still wrong.']);
    const annotated = await generated(stays(), { policy: 'retry', retries: 2 });
    expect(annotated.text).toContain('It is still wrong.\n\nThis may be wrong:');
    expect(annotated.own).toMatchObject({ action: 'annotated', retries: 2 });
    const refused = await generated(stays(), { policy: 'retry', otherwise: 'refuse' });
    expect(refused).toMatchObject({ text: REFUSAL, own: { retries: 1 } });
  });

  it('is compared by another model, or with reference texts, where these are given', async () => {
    const sampler = modelOf([], 'Sampled.');
    const seen: Passage[] = [];
    await generated(modelOf(['It is right.']), { detector: judge(seen), sampler, samples: 2 });
    expect([seen[0]?.samples, sampler.doGenerateCalls.length]).toEqual([['Sampled.', 'Sampled.'], 2]);
    await generated(modelOf(['It is right.']), { detector: judge(seen), context: () => ['a text'] });
    expect([seen[1]?.samples, seen[1]?.context]).toEqual([undefined, ['a text']]);
  });

  it('is judged by the local preset unless another detector is given', async () => {
    const model = modelOf(
      ['Rupert Brooke was an English poet. He was born in Rugby in 1887. He died in 1921.'],
      'Rupert Brooke was an English poet who was born in Rugby in 1887. He died in 1915.',
    );
    const { text } = await generated(model, { detector: undefined });
    expect(text).toContain('This may be wrong:\n- Rupert Brooke died in 1921 (contradicted by all 3 samples');
  });
});

describe('an answer passes with a note', () => {
  it.each<[string, GuardOptions, string]>([
    [
      'when the time is used up',
      { timeoutMs: 20, detector: detectorThat(() => new Promise(() => {})) },
      'time limit',
    ],
    [
      'when the verdict is late, since it blocked the thread',
      { timeoutMs: 20, detector: detectorThat(async (passage) => stubVerdict(await blocked(passage))) },
      'time limit',
    ],
    [
      'when samples are late',
      { timeoutMs: 20, sampler: new MockLanguageModelV3({ doGenerate: () => new Promise(() => {}) }) },
      'time limit',
    ],
    ['when the budget has no room for samples', { budget: { requests: 2 } }, 'budget used up'],
    [
      'when the detector fails',
      { detector: detectorThat(() => Promise.reject(new Error('no model'))) },
      'failed: no model',
    ],
    [
      'when samples cannot be drawn',
      { sampler: new MockLanguageModelV3({ doGenerate: () => Promise.reject(new Error('down')) }) },
      'failed: down',
    ],
    ['when samples are empty', { sampler: modelOf([], ' ') }, 'no sample has any text'],
  ])('%s', async (_, options, note) => {
    const notes: (string | null)[] = [];
    const onVerdict = (_verdict: PassageVerdict | null, said: string | null) => notes.push(said);
    const { text, own } = await generated(modelOf([WRONG]), { policy: 'refuse', onVerdict, ...options });
    expect([text, own.action, own.note, own.label]).toEqual([WRONG, 'passed', note, null]);
    expect(notes).toEqual([note]);
  });

  it('when the time is used up, and requests for samples are aborted, but counted', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const sampler = new MockLanguageModelV3({
      doGenerate: ({ abortSignal }) => {
        signals.push(abortSignal);
        return new Promise(() => {});
      },
    });
    const { own } = await generated(modelOf([WRONG]), { timeoutMs: 1, sampler });
    expect(own).toMatchObject({ note: 'time limit', usage: { requests: 3 } });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
  });

  it('once tokens are used up, over all calls', async () => {
    const model = guarded(modelOf([WRONG, WRONG]), { budget: { tokens: 20 } });
    const once = async () => (await generateText({ model, prompt: 'Who?' })).text;
    expect(await once()).toBe(WRONG + NOTE);
    expect(await once()).toBe(WRONG);
  });

  it('once requests are used up, those of the detector included', async () => {
    // the stub says that it asked twice
    for (const [options, judged] of [
      [{ budget: { requests: 8 } }, 1],
      [{ budget: { requests: 9 } }, 2],
      [{ budget: { requests: 4 }, context: ['a text'] }, 2],
      [{ budget: { tokens: 20 }, context: ['a text'] }, 2],
    ] as const) {
      const notes: (string | null)[] = [];
      const model = guarded(modelOf([]), { ...options, onVerdict: (_, note) => notes.push(note) });
      for (let call = 0; call < 4; call++) await generateText({ model, prompt: 'Who?' });
      expect(notes).toEqual(Array.from(notes, (_, call) => (call < judged ? null : 'budget used up')));
    }
  });

  it('where it calls a tool, without a sample', async () => {
    const model = new MockLanguageModelV3({ doGenerate: { ...answer(''), content: [CALL] } });
    const params = { prompt: [], tools: [{ type: 'function' as const, name: 't', inputSchema: {} }] };
    const { content, providerMetadata } = await guarded(model).doGenerate(params);
    expect(content).toEqual([CALL]);
    expect([providerMetadata?.hallugraph?.note, model.doGenerateCalls.length]).toEqual(['no text', 1]);
  });

  it('but not when the caller aborts', async () => {
    const abort = new AbortController();
    const detector = detectorThat(() => new Promise(() => abort.abort(new Error('gone'))));
    const model = guarded(modelOf([WRONG]), { detector, timeoutMs: 200 });
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'q' }] }];
    await expect(model.doGenerate({ prompt, abortSignal: abort.signal })).rejects.toThrow('gone');
  });
});

describe('samples that are still being drawn are aborted', () => {
  /** Samples that never come, and whether each was aborted. */
  function neverSampling() {
    const signals: (AbortSignal | undefined)[] = [];
    const sampler = new MockLanguageModelV3({
      doGenerate: ({ abortSignal }) => {
        signals.push(abortSignal);
        return new Promise(() => {});
      },
    });
    return { sampler, aborted: () => signals.map((signal) => signal?.aborted) };
  }
  const ALL = [true, true, true];
  const NONE = [false, false, false];

  it('when the answer fails', async () => {
    const down = () => Promise.reject(new Error('down'));
    const model = new MockLanguageModelV3({ doGenerate: down, doStream: down });
    for (const call of ['doGenerate', 'doStream'] as const) {
      const { sampler, aborted } = neverSampling();
      await expect(guarded(model, { sampler })[call]({ prompt: [] })).rejects.toThrow('down');
      expect(aborted()).toEqual(ALL);
    }
  });

  it('when a stream fails or breaks off', async () => {
    const start = { type: 'text-start' as const, id: '1' };
    const streams = [
      new ReadableStream({ start: (controller) => controller.error(new Error('down')) }),
      convertArrayToReadableStream([start]),
    ];
    for (const stream of streams) {
      const { sampler, aborted } = neverSampling();
      const model = guarded(new MockLanguageModelV3({ doStream: async () => ({ stream }) }), { sampler });
      const { stream: sent } = await model.doStream({ prompt: [] });
      await sent.pipeTo(new WritableStream()).catch(() => {});
      expect(aborted()).toEqual(ALL);
    }
  });

  it('when the reader of a stream goes away, also while it is judged', async () => {
    for (const parts of [0, 20]) {
      const { sampler, aborted } = neverSampling();
      const { stream } = await guarded(modelOf([WRONG]), { sampler }).doStream({ prompt: [] });
      const reader = stream.getReader();
      for (let part = 0; part < parts; part++) if (await isLate(reader.read())) break;
      expect(aborted()).toEqual(NONE);
      await reader.cancel();
      expect(aborted()).toEqual(ALL);
    }
  });

  it('when the guard is closed, and the answer passes', async () => {
    const { sampler, aborted } = neverSampling();
    const middleware = hallucinationGuard({ detector: judge(), sampler });
    const answered = wrapLanguageModel({ model: modelOf([WRONG]), middleware }).doGenerate({ prompt: [] });
    await sleep(20);
    expect(aborted()).toEqual(NONE);
    await middleware.close();
    expect(guardMetadata(await answered)).toMatchObject({ action: 'passed', note: 'the guard was closed' });
    expect(aborted()).toEqual(ALL);
  });
});

describe('a guard with references', () => {
  it('judges by them with the preset check', async () => {
    const context = ['Rupert Brooke was an English poet. He died in 1915.'];
    const model = modelOf(['Rupert Brooke was an English poet. He died in 1921.']);
    const result = await generateText({
      model: guarded(model, { detector: undefined, context }),
      prompt: 'Who?',
    });
    expect(result.text).toContain('This may be wrong:\n- ');
    expect(guardMetadata(result)).toMatchObject({ label: 'hallucinated', note: null });
    expect(model.doGenerateCalls).toHaveLength(1);
    expect(guardMetadata({})).toBe(null);
  });

  it('says where none are given for a call', async () => {
    const model = modelOf(['Rupert Brooke died in 1921.']);
    expect(await generated(model, { detector: undefined, context: () => [] })).toMatchObject({
      text: 'Rupert Brooke died in 1921.',
      own: {
        ...{ action: 'passed', label: 'abstained' },
        note: 'not judged: there is no reference text to check against',
      },
    });
  });
});

describe('functions of the caller that fail', () => {
  const fails = () => {
    throw new Error('oops');
  };

  it('are noted, and what they were to decide passes', async () => {
    expect((await generated(modelOf([WRONG]), { onVerdict: fails })).own).toMatchObject({
      ...{ action: 'annotated', note: 'failed: onVerdict: oops' },
    });
    expect(await generated(modelOf([WRONG]), { isWrong: fails })).toMatchObject({
      text: WRONG,
      own: { action: 'passed', label: 'hallucinated', note: 'failed: isWrong: oops' },
    });
    for (const get of [generated, streamed])
      expect(await get(modelOf([WRONG]), { policy: 'refuse', refusal: fails })).toMatchObject({
        text: REFUSAL,
        own: { action: 'refused', note: 'failed: refusal: oops' },
      });
    const bySentence = { streaming: 'sentence', isWrong: fails } as const;
    expect(await streamed(modelOf([WRONG]), bySentence)).toMatchObject({
      text: WRONG,
      own: { note: 'failed: isWrong: oops' },
    });
    const rejected = { onVerdict: async () => fails() };
    expect((await generated(modelOf([WRONG]), rejected)).own.note).toBe(null);
  });
});

describe('a text that is not judged is refused where that is wanted', () => {
  const failing = detectorThat(() => Promise.reject(new Error('no model')));
  const onFailure = 'refuse';

  it('whatever the policy, in one piece or as a stream', async () => {
    for (const get of [generated, streamed])
      for (const policy of ['pass', 'annotate', 'retry', 'refuse'] as const)
        expect(await get(modelOf([WRONG]), { detector: failing, onFailure, policy })).toMatchObject({
          ...{ text: REFUSAL, finishReason: 'content-filter' },
          own: { action: 'refused', label: null, note: 'failed: no model' },
        });
    const bySentence = { detector: failing, onFailure, streaming: 'sentence' } as const;
    expect((await streamed(modelOf([WRONG]), bySentence)).text).toBe(REFUSAL);
  });

  it('in words of the caller, and not where it is judged', async () => {
    const own = { detector: failing, onFailure, refusal: 'Not now.' } as const;
    expect((await generated(modelOf([WRONG]), own)).text).toBe('Not now.');
    const ofVerdict = { ...own, refusal: ({ label }: PassageVerdict) => label };
    expect((await generated(modelOf([WRONG]), ofVerdict)).text).toBe(REFUSAL);
    expect((await generated(modelOf(['It is right.']), { onFailure })).text).toBe('It is right.');
    expect((await generated(modelOf([WRONG]), { onFailure })).text).toBe(WRONG + NOTE);
  });

  it('for what abstains, but for an answer that declines, a tool call and data', async () => {
    const abstaining = (reason: string) =>
      detectorThat(async (passage) => ({
        ...{ ...stubVerdict(passage), label: 'abstained', triples: [] },
        abstention: { reason, detail: 'why' },
      }));
    const { text, own } = await generated(modelOf([WRONG]), { detector: abstaining('failed'), onFailure });
    expect([text, own.note]).toEqual([REFUSAL, 'not judged: why']);
    const declined = { detector: abstaining('refusal'), onFailure } as const;
    expect((await generated(modelOf(['I do not know.']), declined)).text).toBe('I do not know.');
    const model = new MockLanguageModelV3({ doGenerate: { ...answer(''), content: [CALL] } });
    expect((await guarded(model, { onFailure }).doGenerate({ prompt: [] })).content).toEqual([CALL]);
    const data = guarded(modelOf(['{}']), { onFailure });
    const { content } = await data.doGenerate({ prompt: [], responseFormat: { type: 'json' } });
    expect(content).toEqual([{ type: 'text', text: '{}' }]);
  });
});

describe('a stream', () => {
  it('that breaks off sends no text that was not judged where it may be refused', async () => {
    const broken = () =>
      new MockLanguageModelV3({
        doStream: async () => ({
          stream: convertArrayToReadableStream([
            { type: 'text-start' as const, id: '1' },
            { type: 'text-delta' as const, id: '1', delta: 'It is wrong.' },
            { type: 'error' as const, error: new Error('gone') },
          ]),
        }),
      });
    const sent = async (options: GuardOptions) => {
      const { stream } = await guarded(broken(), options).doStream({ prompt: [] });
      const types: string[] = [];
      for await (const { type } of stream) types.push(type);
      return types;
    };
    expect(await sent({ policy: 'refuse' })).toEqual(['error']);
    expect(await sent({ policy: 'retry', otherwise: 'refuse' })).toEqual(['error']);
    expect(await sent({ onFailure: 'refuse' })).toEqual(['error']);
    expect(await sent({ policy: 'retry' })).toEqual(['text-start', 'text-delta', 'error']);
  });

  it('goes on as it comes, and is judged at its end', async () => {
    const { text, pieces, own } = await streamed(modelOf([WRONG]));
    expect(text).toBe(WRONG + NOTE);
    expect(pieces.length).toBeGreaterThan(5);
    expect(own).toMatchObject({ action: 'annotated', facts: [{ text: 'It is wrong' }] });
  });

  it('is held where it may be given in another form', async () => {
    expect(await streamed(modelOf([WRONG]), { policy: 'refuse' })).toMatchObject({
      ...{ text: REFUSAL, pieces: [REFUSAL], finishReason: 'content-filter' },
    });
    const retried = await streamed(modelOf([WRONG, 'It is right.']), { policy: 'retry' });
    expect(retried).toMatchObject({ text: 'It is right.', own: { action: 'retried' } });
    expect((await streamed(modelOf(['It is right.']), { policy: 'refuse' })).text).toBe('It is right.');
  });

  it('is judged sentence by sentence', async () => {
    const text = 'It is right. It is wrong. It is over.';
    const annotated = await streamed(modelOf([text]), { streaming: 'sentence' });
    expect(annotated.pieces.map((piece) => piece.trim().split('\n')[0])).toEqual([
      ...['It is right.', 'It is wrong.', 'It is over.'],
    ]);
    expect(annotated.text).toContain('It is wrong.\n\nThis may be wrong:\n- It is wrong');
    expect(annotated.own.action).toBe('annotated');
    const refused = await streamed(modelOf([text]), { streaming: 'sentence', policy: 'refuse' });
    expect(refused.text).toBe(`It is right. ${REFUSAL}`);
    expect(refused).toMatchObject({ finishReason: 'content-filter', own: { action: 'refused' } });
  });

  it('keeps the label of what is judged for its new sentences, unless an error is in others', async () => {
    const text = 'It is wrong. It is right. ';
    const labels: string[] = [];
    const isWrong = ({ label }: PassageVerdict) => labels.push(label) < 0;
    await streamed(modelOf([text]), { streaming: 'sentence', isWrong });
    const detector = detectorThat(async (passage) => ({ ...stubVerdict(passage), label: 'unsure' }));
    await streamed(modelOf(['It is right.']), { streaming: 'sentence', isWrong, detector });
    expect(labels).toEqual(['hallucinated', 'factual', 'unsure']);
  });

  it('keeps its last verdict, with a note that later sentences have none', async () => {
    const verdicts = [stubVerdict];
    const detector = detectorThat(async (passage) => {
      const verdictOf = verdicts.shift();
      if (verdictOf === undefined) throw new Error('down');
      return verdictOf(passage);
    });
    const { own } = await streamed(modelOf(['It is wrong. It is right.']), {
      ...{ streaming: 'sentence', detector },
    });
    expect(own).toMatchObject({ action: 'annotated', label: 'hallucinated', note: 'failed: down' });
  });

  it('passes where the guard cannot judge it', async () => {
    for (const streaming of ['end', 'sentence'] as const) {
      const { text, own } = await streamed(modelOf([WRONG]), { streaming, budget: { requests: 0 } });
      expect([text, own.note]).toEqual([WRONG, 'budget used up']);
    }
  });
});

it.each<[GuardOptions, string]>([
  [
    { streaming: 'sentence', policy: 'retry' },
    'guard: streaming: sentences that were sent cannot be retried',
  ],
  [{ samples: -1 }, 'guard: samples'],
  [{ policy: 'block' as 'refuse' }, 'guard: policy'],
  [{ timeoutMs: 0 }, 'guard: timeoutMs'],
  [{ timeout: 5 } as GuardOptions, 'guard: timeout: unknown option; did you mean timeoutMs?'],
  [
    { budget: { request: 5 } } as GuardOptions,
    'guard: budget.request: unknown option; did you mean requests?',
  ],
  [{ retries: 'x' as never }, 'guard: retries: expected a number'],
  [{ context: 'a text' as never }, 'guard: context: expected a list of texts'],
  [{ samples: 0 }, 'guard: detector: it has nothing to judge by: samples is 0, and there is no context'],
  [
    { context: ['a text'], detector: { preset: 'local' } },
    'guard: detector: it has nothing to judge by: samples is 0, and its settings read no context',
  ],
  [null as never, 'guard: expected an object'],
])('refuses options that cannot be used: %j', (options, message) => {
  const make = () => hallucinationGuard(options);
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(message);
});
