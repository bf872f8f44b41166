import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { BudgetError, ConfigError } from '../../src/errors.ts';
import { type CallSettings, openChatServices } from '../../src/models/chat-services.ts';
import { stacked } from '../../src/models/chat-stack.ts';
import { describeChatModel } from '../contract/chat-model.contract.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { onThreeServices, serveOpenAi } from '../support/serve-openai.ts';

const ask = { messages: [{ role: 'user', content: 'Oslo?' }], purpose: 'test' } as const;

async function setUp(settings: object) {
  const server = await serveOpenAi({ ignoreN: true, handler: () => 'in Norway' });
  const folder = await temporaryFolder();
  const open = async (more: CallSettings = {}) => {
    const config = resolveConfig({
      models: { generator: { model: 'test-model', baseUrl: server.url } },
      cache: { enabled: true, dir: path.join(folder, 'cache') },
      ...settings,
    });
    const services = await openChatServices(config, {}, more);
    onTestFinished(() => services.close());
    return services;
  };
  return { server, folder, open };
}

describeChatModel('the model of a run, with a cache, a budget and a recording', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallugraph-stack-'));
  const opened: { close(): Promise<void> }[] = [];
  const models = await onThreeServices(async (url) => {
    const config = resolveConfig({
      models: { generator: { model: 'test-model', baseUrl: url, maxRetries: 0 } },
      cache: { enabled: true, dir: path.join(folder, 'cache') },
      budget: { usd: 100, tokens: 1e6, requests: 1000 },
      prices: { 'test-model': { input: 1, output: 1 } },
    });
    const services = await openChatServices(config, {}, { record: path.join(folder, new URL(url).port) });
    opened.push(services);
    return services.generator.forPassage('one');
  });
  const close = async () => {
    await Promise.all([models, ...opened].map((one) => one.close()));
    await rm(folder, { recursive: true, force: true });
  };
  return { ...models, close };
});

it('wraps a model in layers from the inside out', async () => {
  const layer = (name: string) => (below: { id: string; complete: never }) => ({
    ...below,
    id: `${name}(${below.id})`,
  });
  const model = stacked({ id: 'model', complete: undefined as never }, [
    layer('inner'),
    null,
    layer('outer'),
  ] as never);
  expect(model.id).toBe('outer(inner(model))');
});

it('has each layer do its part in its place', async () => {
  const { server, folder, open } = await setUp({});
  const record = path.join(folder, 'tape.jsonl');
  const first = await open({ record });
  const model = first.generator.forPassage('one');
  expect(model.id).toBe('openai/test-model');
  const { choices } = await model.complete({ ...ask, n: 3, temperature: 1 });
  // Filled up by single requests, which the meter counts.
  expect(choices.map(({ text }) => text)).toEqual(['in Norway', 'in Norway', 'in Norway']);
  expect(model.usage().requests).toBe(3);
  await first.close();

  const second = await open();
  const again = second.generator.forPassage('one');
  expect((await again.complete({ ...ask, n: 3, temperature: 1 })).choices).toEqual(choices);
  // Draws of another passage are others.
  await second.generator.forPassage('two').complete({ ...ask, temperature: 1 });
  expect([again.usage().requests, second.cachedDraws(), server.requests.length]).toEqual([0, 3, 4]);

  const replay = await open({ replay: record });
  const replayed = replay.generator.forPassage('one');
  expect((await replayed.complete({ ...ask, n: 3, temperature: 1 })).choices).toEqual(choices);
  expect([replayed.usage().requests, server.requests.length]).toEqual([3, 4]);
});

it('counts against a budget only what is not kept', async () => {
  const { open } = await setUp({ budget: { requests: 1 } });
  const { generator } = await open();
  await generator.forPassage('one').complete({ ...ask, temperature: 0 });
  await generator.forPassage('two').complete({ ...ask, temperature: 0 });
  const more = generator.forPassage('two').complete({ ...ask, temperature: 1 });
  await expect(more).rejects.toBeInstanceOf(BudgetError);
});

it('needs a key for a service that takes none but one', async () => {
  await expect(openChatServices(resolveConfig(), {})).rejects.toBeInstanceOf(ConfigError);
});

it('counts each retry against the budget', async () => {
  const server = await serveOpenAi({ handler: () => ({ delay: 2000 }) });
  const generator = { model: 'test-model', baseUrl: server.url, timeoutSeconds: 0.1, maxRetries: 3 };
  const config = resolveConfig({ models: { generator }, budget: { requests: 1 } });
  const services = await openChatServices(config, {});
  onTestFinished(() => services.close());
  await expect(services.generator.forPassage('one').complete(ask)).rejects.toBeInstanceOf(BudgetError);
  expect(server.requests).toHaveLength(1);
});
