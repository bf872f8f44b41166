/** Keys, headers, and user, password and query of an address stand in nothing that is written or printed. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { openAiService } from '../../src/models/openai/openai-client.ts';
import { toModelCallError, withoutSecrets } from '../../src/models/openai/openai-errors.ts';
import { startBatchServer } from '../support/batch-server.ts';
import { brooke } from '../support/brooke.ts';
import { type Fault, FAULTS } from '../support/faults.ts';
import { type Answer, failure, type RecordedRequest, startOpenAiServer } from '../support/openai-server.ts';
import { simulate } from '../support/simulated-model.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { type Outcome, run, words } from './test-host.ts';

const PLANTED = {
  key: 'planted-key-0a1b',
  header: 'planted-header-2c3d',
  token: 'planted/token+4e5f==',
  user: 'planted-user-6g7h',
  password: 'planted:pass@8i9j',
  query: 'planted query&0k1l',
};
const LOGIN = Buffer.from(`${PLANTED.user}:${PLANTED.password}`).toString('base64');
const FORMS = [...Object.values(PLANTED), LOGIN].flatMap((value) => [value, encodeURIComponent(value)]);

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryFolder({ 'in.jsonl': [brooke.passage] });
});

/** An address with all that it may hold. */
function withSecrets(address: string): string {
  const url = new URL(address);
  url.username = PLANTED.user;
  url.password = PLANTED.password;
  url.searchParams.set('tenant', PLANTED.query);
  return url.href;
}

const environment = (url: string) => ({
  OPENAI_API_KEY: PLANTED.key,
  OPENAI_BASE_URL: withSecrets(url),
  MY_HEADER: PLANTED.header,
  MY_TOKEN: PLANTED.token,
  HALLUGRAPH_DEBUG: '1',
  HALLUGRAPH_CACHE: path.join(cwd, 'cache'),
});
const HEADERS = `{ X-Header: "\${MY_HEADER}", Cookie: "Token \${MY_TOKEN}" }`;
const SETTINGS = ['sampling.n=3', 'verification.headDraws=2', 'verification.relationDraws=2']
  .concat('verification.tailDraws=2', 'models.generator.maxRetries=0')
  .concat(`models.generator.headers=${HEADERS}`)
  .flatMap((setting) => ['--set', setting]);

/** The fault with everything secret that the service was sent in its words. */
function echoing(
  answer: Answer,
  { headers, path: asked }: Pick<RecordedRequest, 'headers' | 'path'>,
): Answer {
  // The first 300 characters are quoted.
  const words = `${Object.values(PLANTED).join(' ')} ${LOGIN} ${asked} ${JSON.stringify(headers)}`;
  const body = answer.body as { error?: { message: string } } | undefined;
  if (!body?.error) return answer;
  return { ...answer, body: { error: { ...body.error, message: `${words} ${body.error.message}` } } };
}

/** Everything that was printed, and every file but those that the test wrote. */
async function everything(outcomes: readonly Outcome[]): Promise<string> {
  const names = (await readdir(cwd, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/^(in\.jsonl|hallugraph\.config\..*)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files = await Promise.all(names.map((name) => readFile(name, 'latin1')));
  return [...outcomes.map(({ stdout, stderr }) => stdout + stderr), ...names, ...files].join('\n');
}

async function expectNoSecret(outcomes: readonly Outcome[]): Promise<string> {
  const all = await everything(outcomes);
  expect(FORMS.filter((secret) => all.includes(secret))).toEqual([]);
  return all;
}

const NONE: Fault = { name: 'no fault', answer: {}, times: 0, recovers: true };
describe('secrets of a run', () => {
  it.each([NONE, ...FAULTS])('are in nothing it leaves: $name', async (fault) => {
    const model = simulate(brooke.model);
    let count = 0;
    const server = await startOpenAiServer({
      handler: (request) =>
        fault.answer !== null && count++ < fault.times
          ? echoing(fault.answer, request)
          : model({ ...request, path: '/chat/completions' }),
    });
    if (fault.answer === null) await server.close();
    else onTestFinished(() => server.close());
    const host = { cwd, env: environment(server.url), createDetector };
    const patience = `models.generator.timeoutSeconds=${fault.name.includes('hang') ? 0.3 : 20}`;
    const evaluate = (...args: string[]) => run(['evaluate', ...args, '--format', 'json', '--trace'], host);
    const recording = words('in.jsonl --out run --record tape.jsonl');
    const begun = await evaluate(...recording, ...SETTINGS, '--set', patience);
    const resumed = begun.status === 0 ? begun : await evaluate('--resume', 'run');
    const report = await run(['rescore', 'run', '--out', 'again', '--format', 'markdown'], host);
    const shown = await run(['config', 'show', '--sources', ...SETTINGS], host);
    if (fault === NONE) {
      expect([begun.status, report.status, shown.status]).toEqual([0, 0, 0]);
      expect(server.requests[0]?.headers).toMatchObject({
        ...{ authorization: `Basic ${LOGIN}`, 'x-header': PLANTED.header, cookie: `Token ${PLANTED.token}` },
      });
      expect(server.requests[0]?.path).toContain(encodeURIComponent(PLANTED.query));
    }
    const all = await expectNoSecret([begun, resumed, report, shown]);
    expect(all).toContain('MY_HEADER');
  });

  it.each(['a line', 'a file', 'a batch'])('are in no file of a batch: a fault of %s', async (what) => {
    const answers = simulate(brooke.model);
    const server = await startBatchServer({
      looks: 0,
      answer: (line) =>
        what === 'a line'
          ? echoing(failure(500), { headers: PLANTED, path: LOGIN })
          : (answers({ ...line, path: '/chat/completions', headers: {} }) as string[]),
      fault: ({ path: asked }) =>
        what === 'a file' && asked === '/files'
          ? echoing(failure(400), { headers: PLANTED, path: LOGIN })
          : undefined,
      end: () =>
        what === 'a batch'
          ? { status: 'failed', errors: [{ code: 'bad', message: Object.values(PLANTED).join(' ') }] }
          : { status: 'completed' },
    });
    onTestFinished(() => server.close());
    const host = { cwd, env: environment(server.url), createDetector };
    const args = ['evaluate', 'in.jsonl', '--batch', '--out', 'run', ...SETTINGS];
    const outcome = await run(args, host);
    expect(outcome.status).not.toBe(0);
    await expectNoSecret([outcome]);
  });
});

const generator = (settings: object) => ({ models: { generator: settings } });
const MISPLACED: [string, object][] = [
  ['a header', generator({ headers: { 'X-Title': PLANTED.header } })],
  ['a header beside a variable', generator({ headers: { 'X-Title': `${PLANTED.header} \${HOME}` } })],
  ['headers that are a text', generator({ headers: PLANTED.header })],
  ['a header in a list', generator({ headers: { 'X-Title': [PLANTED.header] } })],
  ['the name of a variable', generator({ apiKeyEnv: PLANTED.key })],
  ['user and password', generator({ baseUrl: withSecrets('http://localhost:1/v1') })],
  ['a query', generator({ baseUrl: `http://localhost:1/v1?${PLANTED.query}` })],
  ['an address that is none', generator({ baseUrl: PLANTED.key })],
  ['of an embedder', { embedder: { baseUrl: withSecrets('http://localhost:1/v1') } }],
];

describe('a secret that a config holds is refused and not shown', () => {
  const WRITTEN: [string, (config: object) => Promise<string[]>][] = [
    ['yaml', (config) => file('yaml', JSON.stringify(config))],
    ['json', (config) => file('json', JSON.stringify(config, null, 2))],
    ['ts', (config) => file('ts', `export default ${JSON.stringify(config)} satisfies object;`)],
    [
      '--set',
      async (config) => ['--set', `${Object.keys(config)[0]}=${JSON.stringify(Object.values(config)[0])}`],
    ],
  ];
  async function file(extension: string, text: string): Promise<string[]> {
    await writeFiles(cwd, { [`hallugraph.config.${extension}`]: text });
    return [];
  }

  for (const [form, write] of WRITTEN) {
    it.each(MISPLACED)(`${form}: %s`, async (_, config) => {
      const flags = await write(config);
      const host = { cwd, env: { HALLUGRAPH_DEBUG: '1' }, createDetector };
      for (const command of ['config show', 'config validate', 'evaluate in.jsonl']) {
        const outcome = await run([...words(command), ...flags], host);
        expect(outcome.status).toBe(2);
        await expectNoSecret([outcome]);
      }
    });
  }

  it.each([
    ['--set', '--set=models.generator.headers..X=planted-key-0a1b'],
    ['--set', `--set=models.generator.headers.X-Title=${PLANTED.header}`],
  ])('%s %s', async (_, flag) => {
    const outcome = await run(['config', 'show', flag], { cwd, env: {} });
    expect(outcome.status).toBe(2);
    await expectNoSecret([outcome]);
  });

  it('an alias without its anchor', async () => {
    await file('yaml', `models: { generator: { headers: *${PLANTED.header} } }`);
    const outcome = await run('config show', { cwd, env: { HALLUGRAPH_DEBUG: '1' } });
    expect(outcome.status).toBe(2);
    await expectNoSecret([outcome]);
  });

  it('a variable of settings', async () => {
    const env = { HALLUGRAPH_MODELS__GENERATOR__BASE_URL: withSecrets('http://localhost:1/v1') };
    const outcome = await run('config show', { cwd, env });
    expect(outcome.status).toBe(2);
    await expectNoSecret([outcome]);
  });
});

describe('whatever a service says', () => {
  const secret = fc.stringMatching(/^[!-~]{4,24}$/).filter((text) => !/\[key]|^[a-z ]+$/i.test(text));

  it('holds none of the secrets it was sent', async () => {
    const sdk = await import('openai');
    await fc.assert(
      fc.property(secret, secret, secret, fc.string(), (key, header, query, words) => {
        const url = new URL('http://localhost:1/v1');
        url.searchParams.set('q', query);
        const service = openAiService(
          {
            ...{ apiKeyEnv: 'KEY', timeoutSeconds: 1, maxRetries: 0, maxAnswerBytes: 1e6 },
            headers: { X: `\${HEADER}` },
          },
          { KEY: key, HEADER: header, OPENAI_BASE_URL: url.href },
        );
        const message = `${words}${key} ${header}${words} ${query} ${encodeURIComponent(query)}`;
        const error = new sdk.APIError(418, { message }, undefined, new Headers());
        const said = toModelCallError(error, { service, sdk, model: 'm', purpose: 'p' }).message;
        for (const one of [key, header, query]) {
          expect(withoutSecrets(message, service.secrets)).not.toContain(one);
          expect(said.split('p: model "m" at http://localhost:1/v1').join('')).not.toContain(one);
        }
      }),
    );
  });
});
