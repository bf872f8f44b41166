/** Commands that are tried many times in a folder of their own, beside a model service of this process, and how they end. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/program.ts';
import type { Host } from '../../src/run/host.ts';
import { brooke } from '../support/brooke.ts';
import { jsonLines } from '../support/json-lines.ts';
import {
  type Answer,
  completion,
  type OpenAiServer,
  type RecordedRequest,
  startOpenAiServer,
} from '../support/openai-server.ts';
import { simulate } from '../support/simulated-model.ts';

export interface DamageOutcome {
  name: string;
  tries: number;
  /** Status 0, and what is checked of the result holds. */
  well: number;
  /** Another status, with an error in words. */
  told: number;
  /** Status 70, an exception, a budget overspent or another result. */
  failed: number;
}

type Ending = keyof Pick<DamageOutcome, 'well' | 'told' | 'failed'>;

interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** A folder with an input, and a service that answers about it. */
interface Workplace {
  cwd: string;
  server: OpenAiServer;
  run(line: string, host?: Partial<Host>): Promise<Ended>;
}

export const asItIs = (answer: Answer): Answer => answer;

/** @param answered what the service gives in place of its answer @param use the folder is gone afterwards */
export async function inWorkplace<Result>(
  answered: (answer: Answer, request: RecordedRequest) => Answer,
  use: (workplace: Workplace) => Promise<Result>,
): Promise<Result> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'hallugraph-'));
  const answer = simulate(brooke.model);
  const server = await startOpenAiServer({
    async handler(request) {
      const texts = [await answer(request)].flat() as string[];
      return answered(completion(request, texts), request);
    },
  });
  const { passage, samples } = brooke;
  const passages = [0, 1, 2].map((index) => ({ ...passage, id: `p${index}`, samples }));
  await writeFile(path.join(cwd, 'in.jsonl'), jsonLines(passages));
  const env = {
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: server.url,
    HALLUGRAPH_CACHE: path.join(cwd, 'cache'),
  };
  const run = async (line: string, host: Partial<Host> = {}): Promise<Ended> => {
    let [stdout, stderr] = ['', ''];
    const streamTo = (add: (text: string) => void) =>
      new Writable({ write: (chunk, _encoding, done) => done(void add(String(chunk))) });
    const status = await runCommandLine(line.split(' '), {
      stdin: (async function* () {})(),
      stdout: streamTo((text) => (stdout += text)),
      stderr: streamTo((text) => (stderr += text)),
      ...{ env, cwd },
      now: () => new Date('2026-01-31T12:00:00Z'),
      onInterrupt: () => () => {},
      ...host,
    });
    return { status, stdout, stderr };
  };
  try {
    return await use({ cwd, server, run });
  } finally {
    await server.close();
    await rm(cwd, { recursive: true, force: true });
  }
}

export const GCA = 'evaluate in.jsonl --preset gca --set embedder.provider=lexical';

export function endingOf({ status, stderr }: Ended, isRight: boolean): Ending {
  if (status === 0) return isRight ? 'well' : 'failed';
  return status !== 70 && /\berror: \S/.test(stderr) ? 'told' : 'failed';
}

export async function tried(
  name: string,
  tries: number,
  one: (index: number) => Promise<Ending>,
): Promise<DamageOutcome> {
  const outcome = { name, tries, well: 0, told: 0, failed: 0 };
  for (let index = 0; index < tries; index++) outcome[await one(index).catch((): Ending => 'failed')] += 1;
  return outcome;
}
