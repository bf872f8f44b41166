/** A small conversation with steps that rest on one another, and a model that is asked by batches in a folder. */

import { mapAll } from '../../src/common/map-all.ts';
import { batchChat } from '../../src/models/batch/batch-chat.ts';
import { runBatchRounds } from '../../src/models/batch/batch-chat-rounds.ts';
import { BatchFiles } from '../../src/models/batch/batch-files.ts';
import { openAiBatchService } from '../../src/models/batch/batch-service.ts';
import type { ResponseCache } from '../../src/models/cache/response-cache.ts';
import type { ChatModel, ChatRequest } from '../../src/models/chat-model.ts';
import { scopeChat } from '../../src/models/scoped-chat.ts';
import { chatSettings } from './settings.ts';

export const ENV = { OPENAI_API_KEY: 'sk-very-secret' };

export const question = (text: string, part: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [
    { role: 'system', content: 'Answer.' },
    { role: 'user', content: text },
  ],
  temperature: 0,
  purpose: 'test',
  ...part,
});

/** Samples, then something read from each of them, then draws about all; four levels deep. */
export async function converse(model: ChatModel, id: string): Promise<string[]> {
  const scoped = scopeChat(model, id);
  const ask = async (text: string, part: Partial<ChatRequest> = {}) =>
    (await scoped.complete(question(text, part))).choices.map((choice) => choice.text);
  const samples = await ask('Oslo?', { temperature: 1, n: 3 });
  const more = await ask('Oslo?', { temperature: 1 });
  const read = await mapAll(
    [...samples, ...more],
    (sample) => ask(`read ${sample}`, { schema: { name: 'reading', schema: { type: 'object' } } }),
    { concurrency: 1 },
  );
  const drawn = await ask(`all of ${read.flat().join()}`, { temperature: 1, seed: 7, n: 2 });
  return [...samples, ...more, ...read.flat(), ...drawn, ...(await ask('the same for all'))];
}

export interface ByBatch extends Partial<Parameters<typeof runBatchRounds>[0]> {
  url?: string;
  settings?: Parameters<typeof chatSettings>[0];
  limits?: Parameters<typeof BatchFiles.open>[1];
  cache?: ResponseCache;
  /** Whether the service at `url` is asked. */
  asks?: boolean;
}

/** Asks a model in rounds, with a folder of batches: what it came to, and the files that wait for an answer. */
export async function askInRounds<T>(
  folder: string,
  ask: (model: ChatModel) => Promise<T>,
  { url = 'http://nobody.example/v1', settings, limits, cache, asks = false, ...options }: ByBatch = {},
) {
  const config = chatSettings({ baseUrl: url, maxRetries: 0, ...settings });
  const files = await BatchFiles.open(folder, limits);
  const model = batchChat(config, { env: ENV, files, ...(cache && { cache }) });
  const service = openAiBatchService(config, { env: ENV });
  let result: T | undefined;
  const waiting = await runBatchRounds({
    files,
    evaluateRound: async () => {
      result = await ask(model);
    },
    ...(asks && { serviceFor: () => service }),
    sleep: async (_, signal) => signal?.throwIfAborted(),
    ...options,
  });
  return { waiting, files, result };
}

/** One run of the conversations with these ids: what each of them came to. */
export async function converseByBatch(folder: string, ids: readonly string[], options?: ByBatch) {
  const results = new Map<string, string[]>();
  const converseAll = (model: ChatModel) =>
    mapAll(
      ids.filter((id) => !results.has(id)),
      async (id) => void results.set(id, await converse(model, id)),
    );
  const { waiting, files } = await askInRounds(folder, converseAll, options);
  return { waiting, files, results: Object.fromEntries([...results].sort()) };
}
