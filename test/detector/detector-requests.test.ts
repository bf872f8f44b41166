/** What a passage takes under the economy protocol. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { Passage } from '../../src/passage.ts';
import { marlow } from '../support/marlow.ts';
import { completion, type Handler } from '../support/openai-server.ts';
import { quint } from '../support/quint.ts';
import { simulate } from '../support/simulated-model.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

async function requestsFor(passage: Passage, handler: Handler, settings: ConfigInput = {}) {
  const server = await serveOpenAi({ handler });
  const { env } = server;
  const detector = createDetector({ cache: { enabled: false }, ...settings }, { env });
  const verdict = await detector.evaluate(passage);
  const bodies = server.chatBodies();
  const shown: string[] = bodies.flatMap(({ messages }) =>
    messages.map(({ content }: { content: string }) => content),
  );
  const names: string[] = bodies.map((body) => body.response_format?.json_schema?.name ?? 'sample');
  return { verdict, names: names.sort(), characters: shown.join('').length };
}

describe('under the economy protocol', () => {
  it('12 facts and 3 samples take at most 10 requests and 24,500 characters of prompts', async () => {
    const passage = { ...marlow.passage, samples: marlow.samples };
    const draws = { headDraws: 3, relationDraws: 3, tailDraws: 3 };
    const { verdict, names, characters } = await requestsFor(passage, marlow.handler, {
      preset: 'gca',
      verification: draws,
    });
    expect(verdict.triples).toHaveLength(12);
    expect(names).toEqual([
      ...['fact-support', 'heqa-answers', 'judge-pairs', 'relation-answers', 'reverse-questions'],
      ...['segment', 'segment', 'tail-selections', 'tail-selections', 'tail-selections'],
    ]);
    expect(characters).toBeLessThanOrEqual(24_500);
  });

  it('7 facts with the same wrong tails, and 10 samples, drawn too, take at most 12 requests', async () => {
    const { verdict, names } = await requestsFor(quint.passage, simulate(quint.model), {
      preset: 'gca',
    });
    expect(verdict.triples).toHaveLength(7);
    expect(verdict.trace.segmentations).toHaveLength(11);
    expect(names.length).toBeLessThanOrEqual(12);
    expect(new Set(names).size).toBe(8);
  });
});

it.each(['gca', 'lean'] as const)(
  'a model that refuses to read the response is asked once under %s',
  async (preset) => {
    const passage = { ...marlow.passage, samples: Array.from({ length: 12 }, () => marlow.samples).flat() };
    const refusing: Handler = (request) => completion(request, ["I'm sorry, but I can't help with that."]);
    const { verdict, names } = await requestsFor(passage, refusing, { preset });
    expect(names).toEqual(['segment']);
    expect(verdict.abstention).toMatchObject({
      reason: 'failed',
      detail: expect.stringContaining('refused'),
    });
  },
);

it('a response that declines takes no request, whatever its samples', async () => {
  const passage = {
    ...marlow.passage,
    response: "I'm sorry, I can't help with that.",
    samples: marlow.samples,
  };
  const { verdict, names } = await requestsFor(passage, marlow.handler, { preset: 'gca' });
  expect([names, verdict.abstention?.reason]).toEqual([[], 'refusal']);
});

describe('where facts are judged', () => {
  it('one request, two with samples, within 9,000 characters', async () => {
    expect((await requestsFor(marlow.passage, marlow.handler)).names).toEqual(['judge-facts']);
    const passage = { ...marlow.passage, samples: marlow.samples };
    const { verdict, names, characters } = await requestsFor(passage, marlow.handler);
    expect(verdict.triples).toHaveLength(12);
    expect(names).toEqual(['fact-support', 'judge-facts']);
    expect(characters).toBeLessThanOrEqual(9_000);
  });

  it('all are asked about blindly under thorough: two more requests, within 11,000 characters', async () => {
    const thorough: ConfigInput = { preset: 'thorough' };
    const alone = await requestsFor(marlow.passage, marlow.handler, thorough);
    expect(alone.names).toEqual(['blind-answers', 'judge-facts', 'mark-answers']);
    const passage = { ...marlow.passage, samples: marlow.samples };
    const { verdict, names, characters } = await requestsFor(passage, marlow.handler, thorough);
    expect(verdict.triples).toHaveLength(12);
    expect(names).toEqual(['blind-answers', 'fact-support', 'judge-facts', 'mark-answers']);
    expect(verdict.trace.verification.every(({ answered }) => answered !== undefined)).toBe(true);
    expect(characters).toBeLessThanOrEqual(11_000);
  });

  it('a judged error makes its passage hallucinated', async () => {
    const { verdict } = await requestsFor(quint.passage, simulate(quint.model));
    expect(verdict.label).toBe('hallucinated');
  });
});
