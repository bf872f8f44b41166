/** The detector that a service stands behind, over HTTP on loopback. */
import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { createCorrector } from '../../src/detector/corrector.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { ConfigError, InputError, ModelCallError } from '../../src/errors.ts';
import { methodsOf } from '../../src/service/methods.ts';
import type { ServiceOptions } from '../../src/service/service.ts';
import { describeDetector } from '../contract/detector.contract.ts';
import { type StubBehaviour, stubDetector } from '../run/stub-detector.ts';
import { brooke } from '../support/brooke.ts';
import { listening } from '../support/listening.ts';
import { listeningService } from '../support/listening-service.ts';

describeDetector('a detector of this process', async (config, options) => {
  const detector = createDetector(config, options);
  return { detector, close: detector.close };
});

describeDetector('a detector of a service', async (config, options) => {
  const corrector = createCorrector(config, options);
  const { url, close, failures } = await listeningService(methodsOf(corrector, corrector.detector));
  return {
    detector: createDetector({ url }),
    async close() {
      await close();
      await corrector.close();
      expect(failures).toEqual([]);
    },
  };
});

const PASSAGE = { ...brooke.passage, samples: brooke.samples };
const TOKEN = 'token-of-the-test';

async function stubbed(
  behaviour: StubBehaviour = {},
  options: Partial<ServiceOptions> = {},
): Promise<string> {
  const detector = stubDetector(resolveConfig({ preset: 'local' }), behaviour);
  const corrector = { ...createCorrector({ preset: 'local' }), detector };
  const { url, close } = await listeningService(methodsOf(corrector, detector), options);
  onTestFinished(close);
  return url;
}

/** Something else that answers. */
async function answering(listener: RequestListener): Promise<string> {
  const { url, close } = await listening(createServer(listener));
  onTestFinished(close);
  return `${url}behind/a/proxy`;
}

it('checks against references, and corrects, as is done here', async () => {
  const corrector = createCorrector({ preset: 'local' });
  const checker = createDetector({ preset: 'check' });
  const { url, close } = await listeningService(methodsOf(corrector, checker));
  onTestFinished(close);
  const passage = { ...PASSAGE, context: brooke.samples.slice(0, 1) };
  const remote = createDetector({ url, method: 'check' });
  expect(await remote.evaluate(passage)).toEqual(JSON.parse(JSON.stringify(await checker.evaluate(passage))));
  expect(await remote.describe()).toEqual(await checker.describe());
  const corrected = await createCorrector({ url }).correctPassage(PASSAGE);
  expect(corrected).toEqual(JSON.parse(JSON.stringify(await corrector.correctPassage(PASSAGE))));
  expect(corrected.corrected).toBe(brooke.passage.response.replace('1921', '1915'));
});

it('asks again, as often as it may, when the service has enough to do', async () => {
  let asked = 0;
  const url = await answering((_, answer) => {
    asked += 1;
    answer.writeHead(429, { 'retry-after': '0' }).end();
  });
  const refused = createDetector({ url, maxRetries: 3 }).evaluate(PASSAGE);
  await expect(refused).rejects.toMatchObject({ code: 'model-call', status: 429, retryable: true });
  expect(asked).toBe(4);
});

it('has all passages judged by a service that takes one at a time', async () => {
  const url = await stubbed({}, { concurrency: 1 });
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const passages = ids.map((id) => ({ ...PASSAGE, id }));
  const judged: string[] = [];
  for await (const { passage } of createDetector({ url }).evaluateAll(passages)) judged.push(passage.id);
  expect(judged).toEqual(ids);
});

it('shows its token, and says it nowhere else', async () => {
  const url = await stubbed({}, { token: TOKEN });
  expect((await createDetector({ url, token: TOKEN }).evaluate(PASSAGE)).label).toBe('factual');
  const wrong = createDetector({ url, token: `${TOKEN}-not` }).evaluate(PASSAGE);
  await expect(wrong).rejects.toMatchObject({ status: 401, retryable: false });
  await expect(wrong).rejects.not.toThrow(TOKEN);
});

it.each([
  ['a result', { 'content-type': 'text/event-stream' }, 200, 'data: '],
  ['events', { 'content-type': 'text/event-stream' }, 200, 'event: stage\ndata: {"stage":"a"}\n\n'],
  ['a page', { 'content-type': 'text/html' }, 200, '<p>'],
  ['an error', { 'content-type': 'application/problem+json' }, 400, '{"detail":"'],
  ['a description', { 'content-type': 'application/json' }, 200, '{"evaluate":"'],
])('ends the connection where %s has no end', async (name, headers, status, start) => {
  let ended = false;
  const url = await answering((_, answer) => {
    answer.writeHead(status, headers);
    const body = start.repeat(1000);
    const write = () => void (answer.destroyed || answer.write(body, () => setImmediate(write)));
    answer.on('close', () => {
      ended = true;
    });
    write();
  });
  const remote = createDetector({ url, maxAnswerBytes: 100_000 });
  const call = name === 'a description' ? remote.describe() : remote.evaluate(PASSAGE);
  await expect(call).rejects.toMatchObject({ code: 'model-call', retryable: false });
  await expect(call).rejects.toThrow('maxAnswerBytes (100000 bytes)');
  await expect.poll(() => ended).toBe(true);
});

it('sends nothing to another origin that it is redirected to', async () => {
  let reached = 0;
  const other = await answering((_, answer) => {
    reached += 1;
    answer.end();
  });
  const url = await answering((_, answer) => answer.writeHead(307, { location: `${other}?a=secret` }).end());
  const remote = createDetector({ url, token: TOKEN });
  for (const call of [() => remote.evaluate(PASSAGE), () => remote.describe()]) {
    await expect(call()).rejects.toMatchObject({ code: 'model-call', retryable: false, status: 307 });
    await expect(call()).rejects.toThrow(`to ${other}: give the address that it is at as url`);
  }
  expect(reached).toBe(0);
});

it('names the field that the service cannot read', async () => {
  const evaluated = createDetector({ url: await stubbed() }).evaluate({ ...PASSAGE, prompt: '\ud800' });
  await expect(evaluated).rejects.toThrow(InputError);
  await expect(evaluated).rejects.toMatchObject({ field: 'prompt' });
});

it('takes what is no answer of a service for one that failed', async () => {
  const { url: left, close } = await listening(createServer());
  await close();
  const nobody = createDetector({ url: left });
  await expect(nobody.evaluate(PASSAGE)).rejects.toThrow(/cannot be reached: connection refused/);
  await expect(nobody.describe()).rejects.toMatchObject({ retryable: true, status: null });

  const paths: (string | undefined)[] = [];
  const proxy = await answering(({ url }, answer) => {
    paths.push(url);
    answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  });
  await expect(createDetector({ url: proxy }).evaluate(PASSAGE)).rejects.toThrow(/status 502/);
  expect(paths).toEqual(['/behind/a/proxy/v1/evaluate?trace=true']);

  const breaking = await answering((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.write('event: stage\ndata: {"stage":"sample"}\n\n', () => answer.destroy());
  });
  const broken = createDetector({ url: breaking }).evaluate(PASSAGE);
  await expect(broken).rejects.toThrow(ModelCallError);
  await expect(broken).rejects.toMatchObject({ retryable: true });

  const other = await answering((_, answer) => answer.end('{"hello":"world"}'));
  await expect(createDetector({ url: other }).evaluate(PASSAGE)).rejects.toThrow(/not an answer of/);
});

it.each([
  [{ url: 'localhost:8080' }, /url/],
  [{ url: 'ftp://localhost' }, /url/],
  [{ url: 'http://user:s3cr3t@localhost' }, /token/],
  [{ url: 'http://localhost', token: 'two words' }, /token/],
  [{ url: 'http://localhost', maxRetries: -1 }, /maxRetries/],
  [{ url: 'http://localhost', preset: 'local' }, /preset: cannot be combined with url/],
])('refuses %j', (address, message) => {
  expect(() => createDetector(address)).toThrow(ConfigError);
  expect(() => createDetector(address)).toThrow(message);
  expect(() => createDetector(address)).not.toThrow(/s3cr3t|two words/);
});
