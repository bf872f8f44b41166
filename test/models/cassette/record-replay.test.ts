import { appendFile, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { CassetteError, ModelCallError } from '../../../src/errors.ts';
import { modelIdentity } from '../../../src/models/cache/cache-key.ts';
import { Cassette, type CassetteMode } from '../../../src/models/cassette/cassette.ts';
import { recordChat, replayChat } from '../../../src/models/cassette/cassette-chat.ts';
import type { ChatModel, ChatRequest } from '../../../src/models/chat-model.ts';
import { question } from '../../support/batch-conversation.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { scopeChat } from '../../../src/models/scoped-chat.ts';
import { failure } from '../../support/openai-server.ts';
import { chatSettings } from '../../support/settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

const KEY = 'sk-very-secret';

async function record(url: string, file: string, mode: CassetteMode = 'new') {
  const config = chatSettings({ baseUrl: url, maxRetries: 0 });
  const cassette = await Cassette.open(file, mode);
  const adapter = createOpenAiChat(config, { env: { OPENAI_API_KEY: KEY } });
  return { cassette, model: recordChat(adapter, { identity: modelIdentity(config, url), cassette }) };
}

async function replay(file: string, changes: Parameters<typeof chatSettings>[0] = {}) {
  const cassette = await Cassette.open(file, 'read');
  onTestFinished(() => cassette.close());
  const config = chatSettings(changes);
  const identity = modelIdentity(config, 'https://nobody.example/v1');
  return replayChat({ id: `openai/${config.model}`, identity, cassette });
}

/** A run of three passages with requests of all kinds; two of the prompts are equal. */
async function perform(model: ChatModel): Promise<unknown> {
  const passage = async (id: string, prompt: string) => {
    const scoped = scopeChat(model, id);
    const sampling = question(prompt, { temperature: 1, purpose: 'sample' });
    return [
      await Promise.all([1, 2, 3].map((n) => scoped.complete({ ...sampling, n }))),
      await scoped.complete(question(prompt, { seed: 4, temperature: 1, n: 2, purpose: 'answer' })),
      await scoped.complete(question('the same for all')),
    ];
  };
  return Promise.all([passage('p1', 'Oslo?'), passage('p2', 'Oslo?'), passage('p3', 'Rome?')]);
}

/** Never the same answer twice, and in an order of its own. */
function moody() {
  let answers = 0;
  return serveOpenAi({
    handler: async ({ body }) => {
      answers += body.n ?? 1;
      const texts = Array.from({ length: body.n ?? 1 }, (_, index) => `answer ${answers - index}`);
      await sleep((answers * 7) % 20);
      return texts;
    },
  });
}

it('replays a run as it was, with nobody to ask', async () => {
  const file = path.join(await temporaryFolder(), 'run.jsonl');
  const server = await moody();
  const { model, cassette } = await record(server.url, file);
  const recorded = await perform(model);
  await cassette.close();
  const requests = server.requests.length;
  expect(JSON.stringify(await perform(await replay(file)))).toBe(JSON.stringify(recorded));
  expect(JSON.stringify(await perform(await replay(file)))).toBe(JSON.stringify(recorded));
  expect(server.requests).toHaveLength(requests);
});

it('leaves equal files for equal runs, whatever came first', async () => {
  const folder = await temporaryFolder();
  let run = 0;
  const server = await serveOpenAi({
    handler: async ({ body }) => {
      await sleep(((body.n ?? 1) * 13 + run * 29 + JSON.stringify(body).length) % 31);
      return undefined;
    },
  });
  const files = [];
  for (run = 0; run < 3; run++) {
    const file = path.join(folder, `${run}.jsonl`);
    const { model, cassette } = await record(server.url, file);
    await perform(model);
    await cassette.close();
    files.push(await readFile(file, 'utf8'));
  }
  expect(new Set(files).size).toBe(1);
  expect(files[0]?.split('\n')).toHaveLength(3 * 5 + 1);
  expect(await readdir(folder)).toEqual(['0.jsonl', '1.jsonl', '2.jsonl']);
});

it('goes on after a kill: the torn line is cut, and nothing recorded is asked again', async () => {
  const folder = await temporaryFolder();
  const server = await moody();
  const first = await record(server.url, path.join(folder, 'whole.jsonl'));
  const oslo = await first.model.complete(question('Oslo?'));
  // What is there when the process is killed within its next line.
  const file = path.join(folder, 'killed.jsonl');
  await copyFile(path.join(folder, 'whole.jsonl'), file);
  await appendFile(file, '{"key":"torn');
  await first.cassette.close();
  const second = await record(server.url, file, 'continue');
  expect(await second.model.complete(question('Oslo?'))).toEqual(oslo);
  const rome = await second.model.complete(question('Rome?'));
  const osloAgain = await second.model.complete(question('Oslo?'));
  expect(server.requests).toHaveLength(3);
  await second.cassette.close();

  const replayed = await replay(file);
  expect(await replayed.complete(question('Rome?'))).toEqual(rome);
  expect(await replayed.complete(question('Oslo?'))).toEqual(oslo);
  expect(await replayed.complete(question('Oslo?'))).toEqual(osloAgain);
});

it('records the refusal of a request, not the failure of a service', async () => {
  const file = path.join(await temporaryFolder(), 'run.jsonl');
  const server = await serveOpenAi();
  const { model, cassette } = await record(server.url, file);
  server.enqueue(failure(400, { message: 'content policy' }), failure(503));
  const refused = await model.complete(question('bad')).catch((error: unknown) => error);
  await expect(model.complete(question('down'))).rejects.toBeInstanceOf(ModelCallError);
  await cassette.close();
  const replayed = await replay(file);
  const again = await replayed.complete(question('bad')).catch((error: unknown) => error);
  expect(again).toBeInstanceOf(ModelCallError);
  expect(again).toMatchObject({
    message: (refused as ModelCallError).message,
    status: 400,
    retryable: false,
  });
  await expect(replayed.complete(question('down'))).rejects.toBeInstanceOf(CassetteError);
});

it('overwrites no recording, and names one that is not there', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'run.jsonl');
  await writeFile(file, '');
  await expect(Cassette.open(file, 'new')).rejects.toBeInstanceOf(CassetteError);
  await expect(Cassette.open(path.join(folder, 'none'), 'read')).rejects.toThrow(
    /none.*no such file or directory/,
  );
  await expect(Cassette.open(path.join(folder, 'no/folder'), 'continue')).rejects.toThrow(
    /no such file or directory/,
  );
});

it('names the line that is none of a recording', async () => {
  const file = path.join(await temporaryFolder(), 'run.jsonl');
  await writeFile(file, 'nonsense\n');
  await expect(Cassette.open(file, 'read')).rejects.toThrow(`${file}:1: not a recorded request (not JSON)`);
  await writeFile(file, '{"key": "k"}\n');
  await expect(Cassette.open(file, 'read')).rejects.toThrow(`${file}:1: not a recorded request`);
});

it('replays a recording of a service without its address, but not of another model', async () => {
  const file = path.join(await temporaryFolder(), 'run.jsonl');
  const server = await serveOpenAi();
  const { model, cassette } = await record(server.url, file);
  const answer = await model.complete(question('Oslo?'));
  await cassette.close();
  const elsewhere = await replay(file, { baseUrl: 'http://elsewhere.example/v9' });
  expect(await elsewhere.complete(question('Oslo?'))).toEqual(answer);
  const other = await replay(file, { model: 'other' });
  await expect(other.complete(question('Oslo?'))).rejects.toThrow(
    'model: recorded openai/test-model, asked openai/other',
  );
});

it('says what a recording lacks, and how the closest request in it differs', async () => {
  const file = path.join(await temporaryFolder(), 'run.jsonl');
  const server = await serveOpenAi();
  const { model, cassette } = await record(server.url, file);
  await model.complete(question('Where is the old town of Rome?'));
  await model.complete(question('Where is the old town of Oslo?', { temperature: 0.5, n: 2 }));
  await cassette.close();
  const replayed = await replay(file);
  const missOf = async (request: ChatRequest) => {
    const error = await replayed.complete(request).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CassetteError);
    return (error as Error).message;
  };

  expect(await missOf(question('Where is the old town of Romulus?'))).toBe(
    `the recording has no answer to a request for "test" of openai/test-model. The closest request recorded for it differs in
- message 2 (user) from character 29: recorded "e?", asked "ulus?"`,
  );
  expect(await missOf(question('Where is the old town of Oslo?', { temperature: 0.7, n: 2 }))).toContain(
    'differs in\n- temperature: recorded 0.5, asked 0.7',
  );
  expect(await missOf(question('Where is the old town of Oslo?', { seed: 3, n: 2 }))).toContain(
    'differs in\n- temperature: recorded 0.5, asked 0\n- seed: recorded none, asked 3',
  );
  expect(await missOf(question('Oslo?', { purpose: 'heqa/answer' }))).toContain(
    'nothing was recorded for "heqa/answer"',
  );
  const schema = { name: 's', schema: {} };
  expect(await missOf(question('Where is the old town of Rome?', { schema }))).toContain(
    '- schema: recorded none, asked s',
  );
  await replayed.complete(question('Where is the old town of Rome?'));
  expect(await missOf(question('Where is the old town of Rome?'))).toContain('was recorded once');
});
