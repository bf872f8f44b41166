/** Spans as a program sees them that has registered a provider of OpenTelemetry's own SDK. */
import { context, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { failure } from '../support/openai-server.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
afterEach(() => exporter.reset());
afterAll(async () => {
  await provider.shutdown();
  trace.disable();
  context.disable();
});

const STAGES = ['sample', 'segment', 'compare', 'score'];
const passageOf = (id: string) => ({
  id,
  prompt: `Who was ${id}?`,
  response: 'Rupert Brooke was an English poet. He died in 1921.',
});
const ANSWER = 'Rupert Brooke was an English poet. He died in 1915.';

async function served(telemetry: ConfigInput['telemetry']) {
  const server = await serveOpenAi({ handler: () => ANSWER });
  const settings: ConfigInput = {
    ...{ preset: 'local', seed: 3, telemetry },
    sampling: { ask: true, n: 2, temperature: 0.5 },
    // one slot, so that a request is sent when that of another passage ends
    models: { generator: { model: 'test-model', maxConcurrency: 1, multipleChoices: 'no' } },
  };
  return { server, settings, env: server.env };
}

/** `parent > name` of all spans. */
function tree(spans: readonly ReadableSpan[]) {
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const nameOf = (span: ReadableSpan): string => {
    const id = span.attributes['hallugraph.passage.id'];
    return id === undefined ? span.name : String(id);
  };
  const pathOf = (span: ReadableSpan): string => {
    const parent = names.get(span.parentSpanContext?.spanId ?? '');
    return parent ? `${pathOf(parent)} > ${nameOf(span)}` : nameOf(span);
  };
  return spans.map(pathOf).sort();
}

const expected = (ids: string[]) =>
  ids
    .flatMap((id) => [
      id,
      ...STAGES.map((stage) => `${id} > ${stage}`),
      ...[1, 2].map(() => `${id} > sample > chat test-model`),
    ])
    .sort();

it('a passage, its stages and its requests, each below its own passage', async () => {
  const { settings, env } = await served('spans');
  const detector = createDetector(settings, { env });
  const verdicts = await Promise.all(['a', 'b', 'c'].map((id) => detector.evaluate(passageOf(id))));
  const spans = exporter.getFinishedSpans();
  expect(tree(spans)).toEqual(expected(['a', 'b', 'c']));
  expect(spans.find(({ attributes }) => attributes['hallugraph.passage.id'] === 'a')?.attributes).toEqual({
    'hallugraph.passage.id': 'a',
    'gen_ai.evaluation.name': 'hallucination',
    'gen_ai.evaluation.score.label': verdicts[0]?.label,
    'gen_ai.evaluation.score.value': verdicts[0]?.score,
  });
});

it('a request by the conventions for generative AI, and no text of it', async () => {
  const { settings, env, server } = await served('spans');
  await createDetector(settings, { env }).evaluate(passageOf('a'));
  const { kind, attributes } =
    exporter.getFinishedSpans().find(({ name }) => name === 'chat test-model') ?? {};
  const { hostname, port } = new URL(server.url);
  expect(kind).toBe(2); // client
  expect(attributes).toEqual({
    'hallugraph.purpose': 'sample',
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'test-model',
    'gen_ai.request.temperature': 0.5,
    'gen_ai.output.type': 'text',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': expect.any(Number),
    'gen_ai.usage.output_tokens': expect.any(Number),
    'server.address': hostname,
    'server.port': Number(port),
  });
  const all = JSON.stringify(
    exporter.getFinishedSpans().map((span) => [span.attributes, span.events, span.status]),
  );
  expect(all).not.toMatch(/Brooke|Who was|sk-test/);
});

it('prompts and answers where they are asked for, the key never', async () => {
  const { settings, env } = await served('content');
  await createDetector(settings, { env }).evaluate(passageOf('a'));
  const spans = exporter.getFinishedSpans();
  const { attributes } = spans.find(({ name }) => name === 'chat test-model') as ReadableSpan;
  expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'Who was a?' }] },
  ]);
  expect(JSON.parse(String(attributes['gen_ai.output.messages']))).toEqual([
    { role: 'assistant', parts: [{ type: 'text', content: ANSWER }], finish_reason: 'stop' },
  ]);
  expect(JSON.stringify(spans.map((span) => [span.attributes, span.status]))).not.toContain('sk-test');
});

it('a request that failed has its status, and what is sent again a span of its own', async () => {
  const { settings, env, server } = await served('spans');
  server.enqueue(failure(503, { message: 'Who was a? is too hard' }));
  await createDetector(settings, { env }).evaluate(passageOf('a'));
  const requests = exporter.getFinishedSpans().filter(({ name }) => name === 'chat test-model');
  expect(requests.map(({ attributes }) => attributes['error.type'])).toEqual(['503', undefined, undefined]);
  expect(requests[0]?.status).toEqual({ code: 2 });
});

it('a passage that failed ends with its stage', async () => {
  const { settings, env } = await served('spans');
  const detector = createDetector(settings, {
    env,
    chat: { id: 'acme/chat-2', complete: () => Promise.reject(new RangeError('no')) },
  });
  await expect(detector.evaluate(passageOf('a'))).rejects.toThrow('no');
  const spans = exporter.getFinishedSpans();
  expect(tree(spans)).toEqual(['a', 'a > sample', ...[1, 2].map(() => 'a > sample > chat chat-2')]);
  expect(spans[0]?.attributes).toMatchObject({ 'gen_ai.provider.name': 'acme', 'error.type': 'RangeError' });
  expect(spans.at(-1)?.attributes).toMatchObject({ 'error.type': 'RangeError' });
});

it('below what the program itself does, and the same from threads', async () => {
  const { settings, env } = await served('spans');
  const detector = createDetector(settings, { env, threads: 2 });
  await trace.getTracer('program').startActiveSpan('answer', async (span) => {
    await Promise.all(['a', 'b'].map((id) => detector.evaluate(passageOf(id))));
    span.end();
  });
  await detector.close();
  const paths = expected(['a', 'b']).map((path) => `answer > ${path}`);
  expect(tree(exporter.getFinishedSpans())).toEqual(['answer', ...paths].sort());
});

it('nothing unless asked for', async () => {
  const { settings, env } = await served(undefined);
  await createDetector(settings, { env }).evaluate(passageOf('a'));
  await createDetector({ ...settings, telemetry: 'off' }, { env }).evaluate(passageOf('a'));
  expect(exporter.getFinishedSpans()).toEqual([]);
});
