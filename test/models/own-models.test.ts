/** Models of the caller's own, with all that stands around a model. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createCorrector } from '../../src/detector/corrector.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { DetectorOptions } from '../../src/detector/detector-interface.ts';
import { BudgetError, ConfigError, ModelCallError } from '../../src/errors.ts';
import { embedFunction } from '../../src/models/own-functions.ts';
import type { ChatMessage, Passage } from '../../src/passage.ts';
import { type Script, scriptedChat } from '../../src/testing/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROMPT: ChatMessage[] = [
  { role: 'system', content: 'Answer in two sentences.' },
  { role: 'user', content: 'What is Bergen?' },
  { role: 'assistant', content: 'A city in Norway. It has a harbour.' },
  { role: 'user', content: 'And Oslo?' },
];
const passage: Passage = {
  id: 'oslo',
  prompt: PROMPT,
  response: 'Oslo is the capital of Norway. Oslo was founded in 1050.',
};
const SAMPLES: Script = { sample: 'Oslo is the capital of Norway. Oslo was founded in 1040.' };

const detector = (config: ConfigInput, options: DetectorOptions) =>
  createDetector(
    { preset: 'gca', sampling: { n: 3 }, encoder: { kind: 'identity' }, ...config },
    { env: {}, ...options },
  );

describe('a chat model of the caller', () => {
  it('is asked for everything, under the messages of the prompt, with no key', async () => {
    const chat = scriptedChat(SAMPLES, { id: 'acme/chat' });
    const own = detector({ models: { analyst: { model: 'somebody else' } } }, { chat });
    const verdict = await own.evaluate(passage);
    expect(chat.asked('sample')[0]).toMatchObject({ messages: PROMPT, n: 3, temperature: 1 });
    const segment = chat.asked('segment')[0]?.messages.at(-1)?.content;
    expect(segment).toContain('System: Answer in two sentences.\n\nUser: What is Bergen?');
    expect(segment).toContain('Assistant: A city in Norway. It has a harbour.\n\nUser: And Oslo?');
    expect(verdict.usage.requests).toBe(chat.requests.length);
    const { generator, analyst, judge } = await own.describe();
    expect([generator, analyst, judge]).toEqual(['acme/chat', 'acme/chat', 'acme/chat']);
  });

  it.each([[async () => '{}'], [{ generatr: scriptedChat() }], [{ id: 'a' }], ['gpt-4'], [null]])(
    'is refused at once where it is none: %j',
    (chat) => {
      const message =
        'chat: expected a chat model, {id, complete}, or models by role: generator, analyst, judge';
      expect(() => detector({}, { chat: chat as never })).toThrow(new ConfigError(message));
      expect(() => detector({}, { chat: { analyst: chat as never } })).toThrow(ConfigError);
    },
  );

  it('may be one for each role', async () => {
    const [generator, analyst] = [scriptedChat(SAMPLES, { id: 'a/g' }), scriptedChat({}, { id: 'a/a' })];
    const own = detector({}, { chat: { generator, analyst } });
    await own.evaluate(passage);
    const purposes = (chat: typeof generator) => new Set(chat.requests.map(({ purpose }) => purpose));
    expect(purposes(generator)).toContain('sample');
    expect(purposes(analyst)).toContain('segment');
    expect([...purposes(generator)].filter((purpose) => purposes(analyst).has(purpose))).toEqual([]);
    expect(await own.describe()).toMatchObject({ generator: 'a/g', analyst: 'a/a', judge: 'a/a' });
    // the generator is the service of the configuration, for which there is no key
    await expect(detector({}, { chat: { analyst } }).evaluate(passage)).rejects.toThrow(/OPENAI_API_KEY/);
  });

  it('is asked again where it says that this may help, and draws are filled up', async () => {
    const chat = scriptedChat({
      sample: (_, call) =>
        call === 0
          ? new ModelCallError('busy', { retryable: true, retryAfterSeconds: 0 })
          : [{ text: `Oslo was founded in 104${call}.`, finishReason: 'stop' }],
    });
    const { trace } = await detector({}, { chat }).evaluate(passage);
    expect(chat.asked('sample').map(({ n }) => n)).toEqual([3, 3, 1, 1]);
    expect(trace.segmentations).toHaveLength(4);
    const broken = scriptedChat({ sample: new ModelCallError('no such model', { retryable: false }) });
    await expect(detector({}, { chat: broken }).evaluate(passage)).rejects.toThrow('no such model');
    expect(broken.requests).toHaveLength(1);
  });

  it('keeps to the requests in flight that the configuration allows', async () => {
    const chat = scriptedChat(SAMPLES);
    let [now, most] = [0, 0];
    const counted = {
      id: chat.id,
      complete: async (...asked: Parameters<typeof chat.complete>) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        return chat.complete(...asked).finally(() => now--);
      },
    };
    const own = detector({ models: { generator: { maxConcurrency: 2 } } }, { chat: counted });
    const passages = ['a', 'b', 'c', 'd'].map((id) => ({ ...passage, id }));
    await Promise.all(passages.map((one) => own.evaluate(one)));
    expect(most).toBe(2);
  });

  it('is counted by budgets, in requests and at the price of its id', async () => {
    const limited = (budget: object, prices = {}) => {
      const chat = scriptedChat(SAMPLES, { id: 'acme/chat' });
      return { chat, own: detector({ budget, prices }, { chat }) };
    };
    const requests = limited({ requests: 2 });
    await expect(requests.own.evaluate(passage)).rejects.toBeInstanceOf(BudgetError);
    expect(requests.chat.requests.length).toBeLessThanOrEqual(2);
    await expect(limited({ usd: 1 }).own.evaluate(passage)).rejects.toThrow(/prices\."acme\/chat"/);
    const priced = limited({ usd: 1 }, { 'acme/chat': { input: 1, output: 2 } });
    const { usage, calls } = await priced.own.evaluate(passage);
    expect(calls?.usd).toBeCloseTo((usage.inputTokens + 2 * usage.outputTokens) / 1e6, 9);
  });

  it('has its answers kept under its id', async () => {
    const cache = { enabled: true, dir: path.join(await temporaryFolder(), 'cache') };
    const evaluate = async (id: string) => {
      const chat = scriptedChat(SAMPLES, { id });
      const own = detector({ cache }, { chat });
      const { score } = await own.evaluate(passage);
      await own.close();
      return { asked: chat.requests.length, score };
    };
    const first = await evaluate('acme/one');
    expect(await evaluate('acme/one')).toEqual({ asked: 0, score: first.score });
    expect((await evaluate('acme/two')).asked).toBe(first.asked);
  });

  it('is asked by the corrector, too', async () => {
    const chat = scriptedChat(SAMPLES);
    const corrector = createCorrector(
      { sampling: { n: 3 }, encoder: { kind: 'identity' } },
      { chat, env: {} },
    );
    const { before } = await corrector.correctPassage(passage);
    expect(before.usage.requests).toBeGreaterThan(0);
  });

  it.each([
    ['without an id', { complete: async () => ({}) }, /chat: the generator/],
    ['without a method', { judge: { id: 'a/b' } }, /chat: the judge/],
  ])('is refused %s', (_, chat, message) => {
    expect(() => detector({}, { chat: chat as never })).toThrow(ConfigError);
    expect(() => detector({}, { chat: chat as never })).toThrow(message);
  });
});

describe('an embedder of the caller', () => {
  it('makes the vectors, at any length', async () => {
    const asked: string[] = [];
    const vectors = embedFunction('acme/vectors', async (texts) => {
      asked.push(...texts);
      return texts.map((text) => [text.length, 1, 2]);
    });
    const raw = {
      id: 'acme/raw',
      embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(3, 4)),
    };
    const given = { ...passage, samples: ['Oslo was founded in 1040.'] };
    const compared = { preset: 'local', consistency: { always: true } } as const;
    const own = createDetector(compared, { embed: vectors, env: {} });
    await own.evaluate(given);
    expect(asked).toContain('Oslo');
    expect(new Set(asked).size).toBe(asked.length);
    expect((await own.describe()).embedder).toBe('acme/vectors');
    await expect(createDetector(compared, { embed: raw, env: {} }).evaluate(given)).resolves.toBeDefined();
  });

  it('is refused where it is none', async () => {
    const own = createDetector({ preset: 'local' }, { embed: { id: 'x' } as never, env: {} });
    await expect(own.evaluate({ ...passage, samples: ['Oslo.'] })).rejects.toThrow(ConfigError);
  });
});
