/** The service through a client that is made from its own description, by a generator that knows nothing else of it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generate } from 'openapi-typescript-codegen';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createCorrector } from '../../src/detector/corrector.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { methodsOf } from '../../src/service/methods.ts';
import { brooke } from '../support/brooke.ts';
import { listeningService } from '../support/listening-service.ts';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const TOKEN = 'token-of-the-test';

/** The compiler refuses a field that is not described. */
const PROGRAM = `
import { ApiError, HallugraphClient } from './client/index';

const passage = ${JSON.stringify({ ...brooke.passage, samples: brooke.samples, context: brooke.samples.slice(0, 1) })};
const { BASE, TOKEN } = process.env as Record<string, string>;
const { default: api } = new HallugraphClient({ BASE, TOKEN });
const refusalOf = (call: Promise<unknown>): Promise<ApiError> => call.then(() => Promise.reject(), (error) => error);

const { label, score, triples } = await api.evaluate({ ...passage, id: null, tokens: null });
const wrong = triples.filter((one) => one.label === 'hallucinated');
const checked = await api.check(passage, true);
const { corrected, before, after } = await api.correct(passage);
const refused = await refusalOf(api.evaluate({ ...passage, samples: [1 as unknown as string] }));
const stranger = await refusalOf(new HallugraphClient({ BASE }).default.evaluate(passage));
const { evaluate } = await api.describe();

console.log(JSON.stringify({
  label, rated: score !== null, wrong: wrong.map(({ triple, evidence }) => [triple.tail, evidence.length > 0]),
  checked: checked.label, corrected, labels: [before.label, after.label],
  refused: [refused.status, refused.message, refused.body.field], stranger: [stranger.status, stranger.message],
  extractor: evaluate.extractor, health: await api.health(), ready: await api.ready(),
  counted: (await api.metrics()).includes('hallugraph_passages_total{method="check",label="hallucinated"} 1'),
}));
`;

it('is driven by a client generated from its description, compiled and run', {
  timeout: 120_000,
}, async () => {
  const corrector = createCorrector({ preset: 'local' });
  const methods = methodsOf(corrector, createDetector({ preset: 'check' }));
  const { url, close, failures } = await listeningService(methods, { token: TOKEN });
  onTestFinished(close);
  const folder = await temporaryFolder({ 'package.json': '{"type":"module"}', 'program.ts': PROGRAM });
  await generate({
    input: (await (await fetch(new URL('openapi.json', url))).json()) as object,
    ...{ output: path.join(folder, 'client'), clientName: 'HallugraphClient', httpClient: 'fetch' },
  });
  const env = { ...process.env, BASE: url.replace(/\/$/, ''), TOKEN };
  const run = (args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder, env });
  const language = '--strict --target es2022 --module esnext --lib es2023,dom,dom.iterable'.split(' ');
  const types = ['--types', 'node', '--typeRoots', `${MODULES}@types`];
  await run([`${MODULES}typescript/bin/tsc`, '--noEmit', ...language, ...types, 'program.ts']);
  const { stdout } = await run([`${MODULES}tsx/dist/cli.mjs`, 'program.ts']);
  expect(JSON.parse(stdout)).toEqual({
    label: 'hallucinated',
    rated: true,
    wrong: [['1921', true]],
    checked: 'hallucinated',
    corrected: brooke.passage.response.replace('1921', '1915'),
    labels: ['hallucinated', 'factual'],
    refused: [400, 'The passage is invalid', 'samples.0'],
    stranger: [401, 'A bearer token is needed'],
    extractor: expect.stringContaining('local'),
    health: { status: 'ok' },
    ready: { status: 'ready' },
    counted: true,
  });
  expect(failures).toEqual([]);
});
