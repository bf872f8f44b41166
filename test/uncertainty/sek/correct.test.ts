/** SEK and its rival timings over HTTP, with a service that answers by what stands in the prompt. */
import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../../prompts/loader.ts';
import { splitSentences } from '../../../src/english/sentences.ts';
import { createCompromiseRecogniser } from '../../../src/models/compromise-entities.ts';
import type { UncertaintySettings } from '../../../src/uncertainty/measure-uncertainty.ts';
import type { CorrectionInput, SekRewriteParts, Timing } from '../../../src/uncertainty/sek/correct.ts';
import { correctByRetrieval } from '../../../src/uncertainty/sek/correct.ts';
import { createPassageSearch, cutPassages } from '../../../src/uncertainty/sek/passages.ts';
import { entityTrigger, tokenTrigger } from '../../../src/uncertainty/sek/triggers.ts';
import { HOSTILE, outsideBlocks } from '../../support/hostile.ts';
import type { Handler, RecordedRequest, ScriptedToken } from '../../support/openai-server.ts';
import { completion, failure, withTokens } from '../../support/openai-server.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { chatSettings } from '../../support/settings.ts';

const QUESTION = 'Who was Rupert Brooke?';
/** Tokens with their probabilities. */
const written = (probabilities: Record<string, number>): ScriptedToken[] => Object.entries(probabilities);
const FIRST = written({
  ...{ Rupert: 0.9, ' Brooke': 0.9, ' was a poet.': 1 },
  ...{ ' He': 1, ' died': 1, ' in': 1, ' 1921': 0.2, ' at': 1, ' home': 0.9, '.': 1 },
});
const RESPONSE = FIRST.map(([text]) => text).join('');
const tokens = FIRST.map(([text, p]) => ({ text, logprob: Math.log(p) }));
const DOCUMENTS = [
  { id: 'brooke', title: 'Rupert Brooke', text: 'The poet died in 1915 on the way to Gallipoli.' },
  { id: 'rugby', title: null, text: 'Rugby is a town.' },
];

const settings: UncertaintySettings = { minProbability: 0.45 };

interface Wanted {
  timing?: Timing;
  handler?: Handler;
  input?: Partial<CorrectionInput>;
  limit?: number;
  documents?: typeof DOCUMENTS;
}

async function correct({ timing = 'drad', handler, input = {}, limit = 20, documents = DOCUMENTS }: Wanted) {
  const server = await serveOpenAi({ ...(handler && { handler }) });
  const config = chatSettings({ baseUrl: server.url, maxRetries: 0 });
  const parts: SekRewriteParts = {
    ...{ timing, limit, passages: 3, logprobs: 5, sentencesOf: splitSentences },
    model: createOpenAiChat(config, { env: {} }),
    prompts: await loadPrompts(),
    search: await createPassageSearch(cutPassages(documents)),
    findTrigger:
      timing === 'token'
        ? tokenTrigger(0.45, splitSentences)
        : entityTrigger(createCompromiseRecogniser(), { settings, window: 3 }),
  };
  const given = { prompt: QUESTION, response: RESPONSE, tokens };
  const correction = await correctByRetrieval({ ...given, ...input }, parts);
  return { correction, bodies: server.chatBodies() };
}

const isContinuation = ({ body }: RecordedRequest) => body.messages[0].role === 'system';
/** Goes on with these tokens, one list a request; answers the question with FIRST. */
function script(...answers: ScriptedToken[][]): Handler {
  const left = [...answers];
  return (request) => withTokens(request, isContinuation(request) ? (left.shift() ?? []) : FIRST);
}
const userOf = (body: { messages: { content: string }[] }) => body.messages.at(-1)?.content ?? '';

describe('SEK', () => {
  it('cuts at the uncertain entity and goes on with passages of what stands around it', async () => {
    const { correction, bodies } = await correct({
      handler: script(written({ ' 1915': 0.9, ' at sea': 0.9, '.': 1 })),
    });
    expect(correction).toMatchObject({
      before: RESPONSE,
      after: 'Rupert Brooke was a poet. He died in 1915 at sea.',
      reason: null,
    });
    expect(correction.retrievals).toEqual([
      {
        at: 'Rupert Brooke was a poet. He died in'.length,
        because: '1921',
        query: 'He died in at home.',
        passages: [{ id: 'brooke#1', title: 'Rupert Brooke', score: expect.any(Number) }],
        removed: ' 1921 at home.',
        written: ' 1915 at sea.',
      },
    ]);
    expect(bodies).toHaveLength(1);
    expect(userOf(bodies[0])).toContain('Rupert Brooke\nThe poet died in 1915');
    expect(userOf(bodies[0])).toMatch(/<beginning-\w+>\nRupert Brooke was a poet\. He died in\n/);
    expect(bodies[0]).toMatchObject({ logprobs: true, top_logprobs: 5, temperature: 0 });
  });

  it('revises no sentence twice, but those that come after', async () => {
    const handler = script(
      written({ ' 1916': 0.1, '. He is in': 1, ' Leeds': 0.1, '.': 1 }),
      written({ ' Rugby': 0.1, '.': 1 }),
    );
    const { correction } = await correct({ handler });
    expect(correction.after).toBe('Rupert Brooke was a poet. He died in 1916. He is in Rugby.');
    expect(correction.retrievals.map(({ because }) => because)).toEqual(['1921', 'Leeds']);
    expect(correction.reason).toBeNull();
  });

  it('stops at the limit, and says so', async () => {
    const handler: Handler = (request) =>
      withTokens(request, written({ ' 1916': 0.1, '. He is in': 1, ' Leeds': 0.1, '.': 1 }));
    const { correction } = await correct({ handler, limit: 3 });
    expect(correction.retrievals).toHaveLength(3);
    expect(correction.reason).toBe('limit');
  });

  it('leaves a clean text alone and asks nobody', async () => {
    const sure = tokens.map((token) => ({ ...token, logprob: -0.01 }));
    const { correction, bodies } = await correct({ input: { tokens: sure } });
    expect(correction).toEqual({ before: RESPONSE, after: RESPONSE, retrievals: [], reason: null });
    expect(bodies).toEqual([]);
  });

  it('asks for the response with its tokens where there is none', async () => {
    const { correction, bodies } = await correct({
      handler: script(written({ ' 1915': 0.9, '.': 1 })),
      input: { response: undefined, tokens: undefined },
    });
    expect(correction).toMatchObject({
      before: RESPONSE,
      after: 'Rupert Brooke was a poet. He died in 1915.',
    });
    expect(bodies[0]).toMatchObject({ messages: [{ role: 'user', content: QUESTION }], logprobs: true });
  });

  it.each([
    ['no-tokens', { tokens: undefined }],
    ['unaligned-tokens', { tokens: [{ text: 'else', logprob: -1 }] }],
  ])('says %s', async (reason, input) => {
    const { correction, bodies } = await correct({ input });
    expect(correction).toEqual({ before: RESPONSE, after: RESPONSE, retrievals: [], reason });
    expect(bodies).toEqual([]);
  });

  it.each<[string, Handler, number]>([
    ['refused', (request) => completion(request, ['I cannot.'], { refusal: 'I cannot.' }), 1],
    ['call-failed', () => failure(400, { message: 'content filter' }), 0],
  ])('keeps the text where the model does not go on: %s', async (reason, handler, count) => {
    const { correction } = await correct({ handler });
    expect(correction).toMatchObject({ after: RESPONSE, reason });
    expect(correction.retrievals).toHaveLength(count);
  });

  it('keeps the sentence where nothing is written', async () => {
    const { correction } = await correct({ handler: script([[' ', 1]]) });
    expect(correction).toMatchObject({ after: RESPONSE, reason: null });
    expect(correction.retrievals).toHaveLength(1);
  });

  it.each(HOSTILE)('lets neither question nor corpus out of its block (%j)', async (attack) => {
    const asked = async (extra: string) => {
      const documents = [{ id: 'a', title: `T ${extra}`, text: `He died at home. ${extra}` }];
      const input = { prompt: `Who? ${extra}` };
      const { bodies } = await correct({ handler: script([[' 1915.', 0.9]]), input, documents });
      return outsideBlocks(userOf(bodies[0])).replace(/<passages-\d+\/>\s*/g, '<passages/> ');
    };
    expect((await asked(attack)).replace(/(<passages\/> )+/, '<passages/> ')).toBe(await asked('x'));
  });
});

describe('other timings', () => {
  it('none retrieves never', async () => {
    const { correction, bodies } = await correct({ timing: 'none' });
    expect(correction).toEqual({ before: RESPONSE, after: RESPONSE, retrievals: [], reason: null });
    expect(bodies).toEqual([]);
  });

  it('once retrieves with the question and writes the whole answer', async () => {
    const { correction, bodies } = await correct({ timing: 'once', handler: script([['A poet.', 0.1]]) });
    expect(correction).toMatchObject({ before: RESPONSE, after: 'A poet.', reason: null });
    expect(correction.retrievals).toMatchObject([{ at: 0, because: null, query: QUESTION }]);
    expect(bodies).toHaveLength(1);
  });

  it('sentence retrieves before each, with the one before it', async () => {
    const handler = script(
      [['He was a poet. He lived.', 1]],
      [[' He died in 1915. More.', 1]],
      [[' That is all.', 1]],
    );
    const { correction } = await correct({ timing: 'sentence', handler });
    expect(correction.after).toBe('He was a poet. He died in 1915. That is all.');
    expect(correction.retrievals.map(({ query, written }) => [query, written])).toEqual([
      [QUESTION, 'He was a poet.'],
      ['He was a poet.', ' He died in 1915.'],
      ['He died in 1915.', ' That is all.'],
    ]);
  });

  it('token retrieves with the sentence less its improbable tokens, and writes it anew', async () => {
    const { correction } = await correct({
      timing: 'token',
      handler: script(written({ 'He died in': 0.9, ' 1915': 0.1, '.': 1 })),
    });
    expect(correction.after).toBe('Rupert Brooke was a poet. He died in 1915.');
    expect(correction.retrievals).toMatchObject([
      { at: 26, because: '1921', query: 'He died in at home.', removed: 'He died in 1921 at home.' },
    ]);
  });
});
