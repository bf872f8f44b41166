/** Every command that asks models, by the built command line: killed, interrupted, refused, out of budget, replayed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { words } from './test-host.ts';
import { brooke } from '../support/brooke.ts';
import type { Handler, OpenAiServer } from '../support/openai-server.ts';
import { failure, startOpenAiServer, withTokens } from '../support/openai-server.ts';
import { startProgram } from '../support/program.ts';
import { simulate } from '../support/simulated-model.ts';
import { temporaryFolder, textIn } from '../support/temporary-folder.ts';

const KEY = 'sk-folders-never-shown';
const TEXT = brooke.passage.response;
const PASSAGES = ['a', 'b', 'c', 'd'];
const CHECKED = ['--preset', 'check', '--set', 'segmentation.extractor=llm'];

interface Scenario {
  name: string;
  args: string[];
  /** Files of records, in the order of the stages. */
  files: string[];
  /** A run that goes before. */
  before?: string[];
}

const SCENARIOS: Scenario[] = [
  {
    name: 'check --probe',
    args: [
      'check',
      'in.jsonl',
      '--probe',
      ...CHECKED.slice(2),
      ...words('--set reference.checker=llm -f jsonl'),
    ],
    files: ['records.jsonl', 'probes.jsonl'],
  },
  {
    name: 'correct',
    args: ['correct', 'in.jsonl', ...CHECKED, '-f', 'json'],
    files: ['records.jsonl', 'corrections.jsonl'],
  },
  {
    name: 'correct --run',
    before: ['evaluate', 'in.jsonl', ...CHECKED, '--no-cache', '-q', '-o', 'source'],
    args: ['correct', '--run', 'source', '--baseline', 'direct', '-f', 'markdown'],
    files: ['records.jsonl', 'corrections.jsonl'],
  },
  {
    name: 'select',
    args: ['select', 'choices.jsonl', ...CHECKED.slice(2), '-f', 'text'],
    files: ['records.jsonl'],
  },
  { name: 'rhd', args: ['rhd', 'asked.jsonl', '--ask'], files: ['records.jsonl'] },
  { name: 'sek', args: ['sek', 'asked.jsonl', '--corpus', 'corpus', '-f', 'json'], files: ['records.jsonl'] },
];

const corrected = TEXT.replace('1921', '1915');
const known = simulate({
  ...brooke.model,
  triples: new Map([
    ...brooke.model.triples,
    [
      corrected,
      [...(brooke.model.triples.get(TEXT) ?? []).slice(0, 3), ['Rupert Brooke', 'died in', '1915']],
    ],
  ]),
});

/** As the simulated model would, if it corrected: the one date it knows better. */
const CORRECTIONS: Record<string, (message: string) => unknown> = {
  'corrected-facts': (message) => ({
    facts: [...message.matchAll(/^(\d+)\. \((.*); (.*); (.*)\)$/gm)].map(
      ([, number, head, relation, tail]) => ({
        ...{ number: Number(number), known: true, head, relation },
        tail: tail === '1921' ? '1915' : tail,
      }),
    ),
  }),
  'replace-facts': (message) => ({
    sentence: (/<sentence-\w+>\n(.*)\n/.exec(message)?.[1] ?? '').replace('1921', '1915'),
  }),
  'direct-correction': () => ({ text: corrected }),
};

const answer: Handler = (request) => {
  const { response_format: format, logprobs, messages } = request.body;
  if (logprobs) {
    const isFirst = messages[0].role === 'user';
    return withTokens(
      request,
      isFirst
        ? [
            ['Brooke', 0.9],
            [' died in', 1],
            [' 1921', 0.3],
            ['.', 1],
          ]
        : [
            [' 1915', 0.9],
            ['.', 1],
          ],
    );
  }
  const correct = CORRECTIONS[format?.json_schema?.name];
  return correct ? JSON.stringify(correct(messages.at(-1).content)) : known(request);
};

let server: OpenAiServer;
/** What happens at a request, by its number from 1, before it is answered. */
let disturb: ((request: number) => ReturnType<Handler>) | undefined;
beforeAll(async () => {
  server = await startOpenAiServer({
    handler: async (request) => (await disturb?.(server.requests.length)) ?? answer(request),
  });
});
afterAll(() => server.close());

let cwd: string;
beforeEach(async () => {
  const context = [
    'Rupert Brooke was an English poet.',
    'Born in Rugby in 1887, Rupert Brooke died in 1915.',
  ];
  const rows = (fields: object) =>
    PASSAGES.map((id) => ({ id, prompt: `Who was Rupert Brooke (${id})?`, ...fields }));
  cwd = await temporaryFolder({
    'in.jsonl': rows({ response: TEXT, context }),
    'choices.jsonl': rows({ responses: [TEXT, corrected], context }),
    'asked.jsonl': rows({}),
    'corpus/brooke.txt': 'The poet Brooke died in 1915.',
  });
});

const start = (args: readonly string[], env: NodeJS.ProcessEnv = { OPENAI_API_KEY: KEY }) =>
  startProgram(args, { cwd, env: { OPENAI_BASE_URL: server.url, HALLUGRAPH_CACHE: cwd, ...env } });

/** Runs a command to its end. @param at what happens at which request of it */
async function hallugraph(
  args: readonly string[],
  at?: (request: number, child: ChildProcess) => ReturnType<Handler>,
) {
  server.requests.length = 0;
  const { child, ended } = start(args);
  disturb = at && ((request) => at(request, child));
  const outcome = await ended;
  disturb = undefined;
  return { ...outcome, requests: server.requests.length };
}

const readRun = async (folder: string, file: string) => textIn(cwd, `${folder}/${file}`);
const manifestOf = async (folder: string) => JSON.parse(await readRun(folder, 'run.json'));

const formatOf = (args: readonly string[]): string[] => {
  const place = args.indexOf('-f');
  return place < 0 ? [] : args.slice(place, place + 2);
};

/** Everything that stands in the folder, as one text. */
async function everythingWritten(): Promise<string> {
  const entries = await readdir(cwd, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (
    await Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')))
  ).join('\n');
}

/** The request at which the process is told to end gets no answer: neither signal may wait for one. */
const killing =
  (signal: NodeJS.Signals, at: number) =>
  async (request: number, child: ChildProcess): Promise<undefined> => {
    if (request < at) return;
    child.kill(signal);
    await once(child, 'exit');
  };

const refusing = () => failure(401, { message: `bad key ${KEY}` });

it.each(SCENARIOS)(
  '$name goes on after whatever ended it, with the same bytes, and shows no key',
  {
    timeout: 900_000,
  },
  async ({ args, files, before }) => {
    const alone = ['--no-cache', '-j', '1'];
    const resume = [args[0] as string, '--resume', 'run', ...alone, ...formatOf(args)];
    const resumeLine = `  hallugraph ${args[0]} --resume run\n`;
    if (before) await hallugraph(before);
    const whole = await hallugraph([...args, ...alone, '--record', 'calls.jsonl', '--out', 'whole']);
    expect(whole).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^\d+ request.*Run saved in whole\n$/s),
    });
    expect(whole.requests).toBe((await manifestOf('whole')).summary.usage.requests);

    const third = Math.ceil(whole.requests / 3);
    const killed = await hallugraph([...args, ...alone, '--out', 'run'], killing('SIGKILL', third));
    expect(killed.status).toBeNull();
    expect(await manifestOf('run')).toMatchObject({ status: 'running' });

    const interrupted = await hallugraph(resume, killing('SIGINT', 2));
    expect(interrupted).toMatchObject({
      status: 130,
      stdout: '',
      stderr: expect.stringContaining(resumeLine),
    });
    const { status, summary } = await manifestOf('run');
    expect(status).toBe('interrupted');

    const spent = summary.usage.requests;
    const limit = spent + Math.ceil((whole.requests - spent) / 2);
    const stopped = await hallugraph([...resume, '--budget-requests', String(limit)]);
    expect(stopped).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(resumeLine) });
    expect(stopped.stderr).toContain(`the budget of ${limit} requests is used up`);
    expect(stopped.requests).toBeLessThanOrEqual(limit - spent);
    expect(await manifestOf('run')).toMatchObject({ status: 'budget' });

    const refused = await hallugraph(resume, refusing);
    expect(refused).toMatchObject({ status: 3, stdout: '', stderr: expect.stringContaining(resumeLine) });
    expect(await manifestOf('run')).toMatchObject({ status: 'failed', error: expect.anything() });

    const resumed = await hallugraph(resume);
    expect(resumed).toMatchObject({ status: 0, stdout: whole.stdout });
    const ended = await manifestOf('run');
    expect(ended).toMatchObject({
      status: 'done',
      error: null,
      summary: (await manifestOf('whole')).summary,
    });
    expect(await readdir(path.join(cwd, 'run'))).toEqual(await readdir(path.join(cwd, 'whole')));

    // What is not finished is asked again, what is finished is not.
    const perItem = Math.ceil(whole.requests / PASSAGES.length);
    const runs = [killed, interrupted, stopped, resumed];
    const asked = runs.reduce((sum, { requests }) => sum + requests, 0);
    expect(asked).toBeLessThanOrEqual(whole.requests + 3 * perItem);

    server.requests.length = 0;
    const replay = [...args, '-j', '1', '--replay', 'calls.jsonl', '--out', 'replayed'];
    const replayed = await start(replay, {}).ended;
    expect(replayed).toMatchObject({ status: 0, stdout: whole.stdout });
    expect(server.requests).toEqual([]);

    for (const file of files) {
      const written = await readRun('whole', file);
      expect(written.split('\n')).toHaveLength(1 + (args[0] === 'select' ? 2 : 1) * PASSAGES.length);
      expect(await readRun('run', file)).toBe(written);
      expect(await readRun('replayed', file)).toBe(written);
    }
    const shown = [...runs, refused, whole].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect([...shown, await everythingWritten()].join('\n')).not.toContain(KEY);
  },
);
