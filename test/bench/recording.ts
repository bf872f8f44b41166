/**
 * Makes the recorded run of the sample passages: `npm run recording -- FOLDER`.
 *
 * What datasets/samples/answers.jsonl holds no answer to is written to FOLDER/requests.jsonl, a line each:
 * `{id, n, temperature, messages}`. Somebody answers in FOLDER/answers.jsonl, by lines `{id, texts}` with n texts, and
 * the command is run again; requests that rest on answers come later. Once nothing is open, the recording holds the
 * calls of this run and no others, with tokens counted as gpt-4o counts them.
 *
 * The run is that of the preset thorough, which asks all that default asks, and of the plain questions that `bench` asks
 * beside it.
 *
 * With --reworded, a request whose prompt has other words, but asks for the same of the same data, keeps the answers it
 * had: for a change that would not have changed them, which somebody has to judge.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BASELINES } from '../../src/benchmark/baselines/baseline-registry.ts';
import { PLAIN_QUESTIONS } from '../../src/benchmark/baselines/ask-model.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { PendingError } from '../../src/errors.ts';
import { promptTokens } from '../../src/models/budget/token-estimate.ts';
import { tokenCounterFor } from '../../src/models/budget/token-count.ts';
import { modelIdentity } from '../../src/models/cache/cache-key.ts';
import { type AskedEntry, askedEntry, parseEntry } from '../../src/models/cassette/cassette-entry.ts';
import type { ChatModel, ChatRequest } from '../../src/models/chat-model.ts';
import { recordChat } from '../../src/models/cassette/cassette-chat.ts';
import { Cassette } from '../../src/models/cassette/cassette.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { baselineStage } from '../../src/run/baseline-stage.ts';
import { openDataset } from '../../datasets/index.ts';
import { loadPrompts } from '../../prompts/loader.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../datasets/samples');
const RECORDING = path.join(SAMPLES, 'answers.jsonl');

const [folder, flag] = process.argv.slice(2);
if (folder === undefined || (flag !== undefined && flag !== '--reworded')) {
  throw new Error('usage: npm run recording -- FOLDER [--reworded]');
}
await mkdir(folder, { recursive: true });

const linesOf = async (file: string): Promise<string[]> =>
  existsSync(file) ? (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '') : [];

const config = resolveConfig({ preset: 'thorough' });
const { generator } = config.models;
const { count } = await tokenCounterFor('gpt-4o');
const named = { id: generator.model, identity: modelIdentity(generator, null) };

/** Of a request, without its seed: that of a draw is cut to what services take before it arrives here. */
function idOf({ scope, firstDraw, n, request: { temperature, messagesSha256 } }: AskedEntry): string {
  const asked = JSON.stringify([scope, firstDraw, n, temperature, messagesSha256]);
  return createHash('sha256').update(asked).digest('hex').slice(0, 12);
}

/** What is asked of which data, whatever the words around it. */
const dataOf = ({ purpose, messages, n = 1 }: Pick<ChatRequest, 'purpose' | 'messages' | 'n'>) => {
  const { content = '' } = messages[1] ?? {};
  const blocks = [...content.matchAll(/<([a-z0-9-]+)-([0-9a-f]{12})>\n([\s\S]*?)\n<\/\1-\2>/g)];
  return JSON.stringify([purpose, n, messages.length, blocks.map(([, tag, , text]) => [tag, text])]);
};

/** Texts by the id of their request, and by its data. */
const answers = new Map<string, string[]>();
const reworded = new Map<string, string[]>();
for (const line of await linesOf(RECORDING)) {
  const entry = parseEntry(line, RECORDING);
  if (entry.answer === null) continue;
  const texts = entry.answer.choices.map(({ text }) => text);
  answers.set(idOf(entry), texts);
  if (flag) reworded.set(dataOf({ ...entry.request, n: entry.n }), texts);
}
for (const line of await linesOf(path.join(folder, 'answers.jsonl'))) {
  const { id, texts } = JSON.parse(line) as { id: string; texts: string[] };
  answers.set(id, texts);
}

const open = new Map<string, object>();
const byHand: ChatModel = {
  id: generator.model,
  async complete(request: ChatRequest) {
    const { messages, n = 1, temperature, purpose } = request;
    const id = idOf(askedEntry(named, request));
    const texts = answers.get(id) ?? reworded.get(dataOf(request));
    if (texts === undefined) {
      open.set(id, { id, purpose, n, temperature, messages });
      throw new PendingError(`${purpose} has no answer yet`);
    }
    if (texts.length !== n) throw new Error(`${id} (${purpose}) needs ${n} texts and has ${texts.length}`);
    const outputTokens = texts.reduce((sum, text) => sum + count(text), 0);
    return {
      choices: texts.map((text) => ({ text, finishReason: 'stop' as const })),
      usage: { requests: 1, inputTokens: promptTokens(messages, count), outputTokens },
    };
  },
};

const record = path.join(folder, 'recording.jsonl');
await rm(record, { force: true });
const detector = createDetector(config, { chat: byHand, calls: { record }, env: {} });
const { passages } = await openDataset({ path: path.join(SAMPLES, 'passages.jsonl') });
const verdicts = await allAnswered(passages.map(({ passage }) => detector.evaluate(passage)));
await detector.close();
await askPlainly(verdicts);

/** What has all its answers. @throws what failed for another reason than an answer to come */
async function allAnswered<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(work);
  const failure = ends.find((end) => end.status === 'rejected' && !(end.reason instanceof PendingError));
  if (failure?.status === 'rejected') throw failure.reason;
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

async function askPlainly(verdicts: readonly PassageVerdict[]): Promise<void> {
  const cassette = await Cassette.open(record, 'continue');
  const chat = recordChat(byHand, { identity: named.identity, cassette });
  const none = { nli: null, tokens: null, chunkTokens: 0 };
  const parts = { generator: chat, analyst: chat, prompts: await loadPrompts(), ...none };
  const signal = new AbortController().signal;
  for (const definition of BASELINES.filter(({ id }) => PLAIN_QUESTIONS.includes(id))) {
    const { seed } = config;
    const stage = baselineStage({
      definition,
      seed,
      parts: async () => parts,
      verdicts: async () => verdicts,
    });
    const { work } = await stage.open();
    await allAnswered(verdicts.map((verdict) => work(verdict, { signal, onProgress: () => {} })));
  }
  await cassette.close();
}

const requests = path.join(folder, 'requests.jsonl');
await writeFile(requests, [...open.values()].map((request) => `${JSON.stringify(request)}\n`).join(''));
if (open.size > 0) console.log(`${open.size} requests wait in ${requests}`);
else {
  const lines = (await linesOf(record)).map((line) => parseEntry(line, record));
  const id = `openai/${generator.model}`;
  const whole = lines.map((entry) => ({ ...entry, request: { ...entry.request, model: id } }));
  await writeFile(RECORDING, whole.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  console.log(`${RECORDING} is whole: ${lines.length} requests`);
}
