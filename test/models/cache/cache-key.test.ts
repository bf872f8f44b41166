import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  isNumbered,
  isRepeatable,
  modelIdentity,
  requestKey,
} from '../../../src/models/cache/cache-key.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import { chatSettings } from '../../support/settings.ts';

const URL = 'https://models.example/v1';
const identity = modelIdentity(chatSettings(), URL);

const messages = fc.array(
  fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: fc.string() }),
  { minLength: 1, maxLength: 3 },
);
const requests: fc.Arbitrary<ChatRequest> = fc
  .record(
    {
      messages,
      temperature: fc.constantFrom(0, 0.5, 1),
      seed: fc.integer(),
      schema: fc.record({ name: fc.string(), schema: fc.dictionary(fc.string(), fc.jsonValue()) }),
      scope: fc.string(),
      purpose: fc.string(),
      n: fc.integer({ min: 1, max: 10 }),
    },
    { requiredKeys: ['messages', 'purpose'] },
  )
  .map((request) => request as ChatRequest);

/** The same value with the keys of every object in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe('the key of a request', () => {
  it('is 64 hexadecimal digits', () => {
    const request: ChatRequest = { messages: [{ role: 'user', content: 'q' }], purpose: 'p' };
    expect(requestKey(identity, request)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('changes neither with the order of keys nor with members that are undefined', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const same = { ...(reversed(request) as ChatRequest), unknown: undefined };
        expect(requestKey(identity, same)).toBe(requestKey(identity, request));
      }),
    );
  });

  it.each<[string, (request: ChatRequest) => ChatRequest]>([
    ['a message', (r) => ({ ...r, messages: [...r.messages, { role: 'user', content: '' }] })],
    ['a text', (r) => ({ ...r, messages: r.messages.map((m) => ({ ...m, content: `${m.content} ` })) })],
    ['a role', (r) => ({ ...r, messages: r.messages.map((m) => ({ ...m, role: other(m.role) })) })],
    ['the temperature', (r) => ({ ...r, temperature: (r.temperature ?? 0) + 0.1 })],
    ['the seed', (r) => ({ ...r, seed: (r.seed ?? 0) + 1 })],
    ['the schema', (r) => ({ ...r, schema: { name: r.schema?.name ?? '', schema: { own: r } } })],
    ['its name', (r) => ({ ...r, schema: { name: `${r.schema?.name}.`, schema: r.schema?.schema ?? {} } })],
  ])('changes with %s', (_, change) => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(requestKey(identity, change(request))).not.toBe(requestKey(identity, request));
      }),
    );
  });

  it('does not change with purpose, number of draws and first draw', () => {
    fc.assert(
      fc.property(requests, fc.string(), fc.nat(), (request, purpose, firstDraw) => {
        const same = { ...request, purpose, n: 3, firstDraw };
        expect(requestKey(identity, same)).toBe(requestKey(identity, request));
      }),
    );
  });

  it('changes with the scope for sampling without a seed, and for nothing else', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const [a, b] = ['a', 'b'].map((scope) => requestKey(identity, { ...request, scope }));
        expect(a === b).toBe(request.temperature === 0 || request.seed !== undefined);
      }),
    );
  });

  it('changes with service, model and whatever setting may change an answer', () => {
    const request: ChatRequest = { messages: [{ role: 'user', content: 'q' }], purpose: 'p' };
    const keys = [
      identity,
      modelIdentity(chatSettings({ model: 'other' }), URL),
      modelIdentity(chatSettings({ structuredOutput: 'none' }), URL),
      modelIdentity(chatSettings({ maxOutputTokens: 7 }), URL),
      modelIdentity({ ...chatSettings(), novelty: 1 } as never, URL),
      modelIdentity(chatSettings(), 'https://models.example/v2'),
      modelIdentity(chatSettings(), 'https://models.example:8443/v1'),
      modelIdentity(chatSettings(), null),
    ].map((one) => requestKey(one, request));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('does not change with how a service is reached', () => {
    const patient = chatSettings({
      requestsPerMinute: 7,
      usdPerMinute: 7,
      timeoutSeconds: 1,
      maxRetries: 9,
      apiKeyEnv: 'OTHER_KEY',
      multipleChoices: 'no',
    });
    expect(modelIdentity(patient, 'http://user:secret@models.example/v1/?key=secret')).toEqual(identity);
  });
});

const other = (role: string) => (role === 'user' ? 'system' : 'user');

describe('which draws are the same', () => {
  it.each([
    [{ temperature: 0 }, true, true],
    [{ temperature: 1, seed: 0 }, true, true],
    [{ temperature: 1 }, false, false],
    [{}, false, false],
    [{ temperature: 1, scope: 's' }, false, true],
  ])('%j', (part, repeatable, numbered) => {
    const request: ChatRequest = { messages: [], purpose: 'p', ...part };
    expect([isRepeatable(request), isNumbered(request)]).toEqual([repeatable, numbered]);
  });
});

it('canonical JSON has sorted keys, all values of JSON and no undefined', () => {
  const value = { b: [{ d: 1, c: null }], a: 'x"', e: undefined };
  expect(canonicalJson(value)).toBe('{"a":"x\\"","b":[{"c":null,"d":1}]}');
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(json)));
    }),
  );
});
