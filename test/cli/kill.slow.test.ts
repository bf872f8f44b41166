/** The built command line killed over and over, at points drawn by chance, and taken up again each time. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { PassageVerdict } from '../../src/passage.ts';
import { type Random, randomFor } from '../../src/common/random.ts';
import { brooke } from '../support/brooke.ts';
import {
  type OpenAiServer,
  type RecordedRequest,
  type Reply,
  startOpenAiServer,
} from '../support/openai-server.ts';
import { startProgram } from '../support/program.ts';
import { simulate } from '../support/simulated-model.ts';
import { temporaryFolder, textIn } from '../support/temporary-folder.ts';
import { succeeded } from './test-host.ts';

const KILLS = 16;
const PASSAGES = 32;
/** Requests in flight at once: no more than these are asked again after a kill. */
const SLOTS = 2;
const SAMPLES = 2;
const CONFIG = `
preset: gca
models: { generator: { maxConcurrency: ${SLOTS} } }
cache: { dir: answers }
sampling: { n: ${SAMPLES} }
encoder: { kind: identity }
verification: { headDraws: 2, relationDraws: 2, tailDraws: 2 }
`;

/** @returns a folder with input and settings, and an answer cache of its own */
async function workplace(server: OpenAiServer): Promise<string> {
  const passages = Array.from({ length: PASSAGES }, (_, index) => ({ ...brooke.passage, id: `p${index}` }));
  return temporaryFolder({
    'in.jsonl': passages,
    '.env': server.dotenv,
    'hallugraph.config.yaml': CONFIG,
  });
}

const start = (cwd: string, args: readonly string[]) =>
  startProgram(['evaluate', ...args, '--quiet', '--format', 'jsonl'], {
    cwd,
    env: { HALLUGRAPH_CACHE: cwd },
  });

/** Begins the run, or goes on with it where there is something to go on with. */
async function argumentsFor(cwd: string): Promise<string[]> {
  const run = path.join(cwd, 'run');
  const isBegun = await access(path.join(run, 'run.json')).then(
    () => true,
    () => false,
  );
  return isBegun ? ['--resume', 'run'] : ['in.jsonl', '--out', 'run'];
}

/**
 * Kills some milliseconds after a request drawn by chance; or soon after the start, at the first request at the latest.
 *
 * @returns whether the run was still going on
 */
async function killAtRandom(cwd: string, requests: readonly unknown[], random: Random): Promise<boolean> {
  const before = requests.length;
  const isEarly = random() < 0.2;
  const wanted = before + 1 + (isEarly ? 0 : Math.floor(random() * 8));
  const latest = isEarly ? random() * 1000 : Number.POSITIVE_INFINITY;
  const { child, ended } = start(cwd, await argumentsFor(cwd));
  const began = performance.now();
  while (requests.length < wanted && child.exitCode === null && performance.now() - began < latest)
    await sleep(2);
  if (!isEarly) await sleep(random() * 30);
  child.kill('SIGKILL');
  return (await ended).status === null;
}

/** Simulates the model; the rest of some draws gets the last texts, so that every passage has the same samples. */
function answerOf(): (request: RecordedRequest) => Reply | undefined {
  const answer = simulate(brooke.model);
  return ({ body, ...request }) => {
    const draws: number = body?.n ?? 1;
    const isSampling = body?.response_format === undefined;
    return answer({ ...request, body: isSampling ? { ...body, seed: SAMPLES - draws } : body });
  };
}

/** Whether a request asks for some of the answers to another: a kill between two of them leaves fewer to ask for. */
function isRestOf(body: string, whole: string): boolean {
  const [rest, all] = [body, whole].map((one) => {
    const { n = 1, seed: _, ...asked } = JSON.parse(one);
    return { n, asked: JSON.stringify(asked) };
  }) as [{ n: number; asked: string }, { n: number; asked: string }];
  return rest.asked === all.asked && rest.n < all.n;
}

const linesOf = async (cwd: string): Promise<string[]> => {
  const text = await textIn(cwd, 'run/records.jsonl').catch(() => '');
  return text.split('\n').slice(0, -1);
};

/** Without what the answers cost: those from the cache cost nothing. */
const verdictsOf = async (cwd: string): Promise<string[]> =>
  (await linesOf(cwd)).map((line) => {
    const { usage: _, calls: __, ...verdict } = JSON.parse(line) as PassageVerdict;
    return JSON.stringify(verdict);
  });

it('asks again only what was in flight, and ends with the same verdicts, each once', {
  timeout: 900_000,
}, async () => {
  const answer = answerOf();
  const bodies: string[] = [];
  const server = await startOpenAiServer({
    async handler(request) {
      bodies.push(JSON.stringify(request.body));
      await sleep(5);
      return answer(request);
    },
  });
  const whole = await workplace(server);
  const { status } = await start(whole, ['in.jsonl', '--out', 'run']).ended;
  expect(status).toBe(0);
  const needed = bodies.splice(0);

  const cwd = await workplace(server);
  const random = randomFor(0, 'kills');
  const made: string[] = [];
  let recorded = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    expect(await killAtRandom(cwd, bodies, random)).toBe(true);
    made.push(...bodies.splice(0));
    const ids = (await verdictsOf(cwd)).map((line) => JSON.parse(line).passage.id);
    expect(ids).toEqual(Array.from(ids, (_, index) => `p${index}`));
    expect(ids.length).toBeGreaterThanOrEqual(recorded);
    recorded = ids.length;
  }
  await succeeded(start(cwd, await argumentsFor(cwd)).ended);
  made.push(...bodies);
  await server.close();

  // A kill loses what is in flight and nothing else; no request is one that the run alone did not make.
  expect(made.filter((body) => !needed.some((whole) => body === whole || isRestOf(body, whole)))).toEqual([]);
  expect(made.length).toBeLessThanOrEqual(needed.length + SLOTS * KILLS);
  expect(recorded).toBeGreaterThan(0);
  expect(await verdictsOf(cwd)).toEqual(await verdictsOf(whole));
});
