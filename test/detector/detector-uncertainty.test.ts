/** Detection from token probabilities, by the whole detector. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { recordedTokens, type ScriptedToken, withTokens } from '../support/openai-server.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const SCRIPT: ScriptedToken[] = [
  ['Rupert', 0.9, { Robert: 0.1 }],
  [' Brooke', 0.95, {}],
  [' was', 1],
  [' born', 1],
  [' in', 1],
  [' Rugby', 0.8, { ' Leeds': 0.2 }],
  ['.', 1],
  [' Brooke', 0.9, {}],
  [' died', 1],
  [' in', 1],
  [' 1921', 0.3, { ' 1915': 0.29, ' 1918': 0.2 }],
  ['.', 1],
];
const RESPONSE = SCRIPT.map(([text]) => text).join('');
const tokens = recordedTokens(SCRIPT);
const passage = { id: 'brooke', prompt: 'Who was Rupert Brooke?' };

const detect = (settings: ConfigInput = {}, env: Record<string, string> = {}) =>
  createDetector({ preset: 'rhd', ...settings }, { env });

describe('RHD in the detector', () => {
  it('finds the improbable fact from supplied tokens, with no sample and no model', async () => {
    const verdict = await detect().evaluate({ ...passage, response: RESPONSE, tokens });
    expect(verdict.label).toBe('hallucinated');
    expect(verdict.triples.map(({ triple, label }) => [triple.tail, label])).toEqual([
      ['Rugby', 'factual'],
      ['1921', 'hallucinated'],
    ]);
    expect(verdict.sentences.map(({ label }) => label)).toEqual(['factual', 'hallucinated']);
    const { uncertainty } = verdict.trace;
    expect(uncertainty?.entities.map(({ text, hallucinated }) => [text, hallucinated])).toEqual([
      ['Rupert Brooke', false],
      ['Rugby', false],
      ['Brooke', false],
      ['1921', true],
    ]);
    expect(verdict.triples[1]?.components.tokens.value).toBeCloseTo(0.15 / 0.45, 12);
    expect(verdict.triples[1]?.evidence.join('\n')).toMatch(
      /the model was not sure of "1921": probability 0\.30, entropy at least \d\.\d\d nats/,
    );
    expect(verdict.usage.requests).toBe(0);
  });

  it('takes a sentence and the passage by their least entity, and thresholds from θ1', async () => {
    const doubted: ScriptedToken[] = [
      ...SCRIPT.slice(0, 6),
      [' in', 1],
      [' 1887', 0.2, { ' 1888': 0.19 }],
      ['.', 1],
    ];
    const response = doubted.map(([text]) => text).join('');
    const own = doubted.map(([text, p]) => ({ text, logprob: Math.log(p) }));
    const given = { ...passage, response, tokens: own };
    const verdict = await detect().evaluate(given);
    const flagged = verdict.triples.filter(({ label }) => label === 'hallucinated');
    expect(flagged.map(({ triple }) => triple.tail)).toContain('1887');
    expect(verdict.triples.length).toBeGreaterThan(flagged.length);
    expect([verdict.sentences[0]?.label, verdict.label]).toEqual(['hallucinated', 'hallucinated']);
    expect(verdict.score).toBeCloseTo(0.1 / 0.45, 12);
    const lower = await detect({ uncertainty: { minProbability: 0.19 } }).evaluate(given);
    expect([lower.label, ...lower.triples.map(({ label }) => label)]).not.toContain('hallucinated');
  });

  it('asks the service for response and tokens in one request, and for no samples', async () => {
    const server = await serveOpenAi({ handler: (request) => withTokens(request, SCRIPT) });
    const { env } = server;
    const detector = detect({ sampling: { ask: true }, cache: { enabled: false } }, env);
    const asked = await detector.evaluate(passage);
    const given = await detect().evaluate({ ...passage, response: RESPONSE, tokens });
    expect(asked.trace.uncertainty?.entities.map(({ text }) => text)).toEqual(
      given.trace.uncertainty?.entities.map(({ text }) => text),
    );
    expect(asked.label).toBe('hallucinated');
    expect(server.chatBodies()).toHaveLength(1);
    expect(server.chatBodies()[0]).toMatchObject({ logprobs: true, top_logprobs: 20 });
  });

  it('has no score for a passage without tokens, and says so', async () => {
    const verdict = await detect().evaluate({ ...passage, response: RESPONSE });
    expect(verdict).toMatchObject({ label: 'abstained', abstention: { reason: 'no-scores' } });
    expect(verdict.triples[0]?.components.tokens).toEqual({ value: null, reason: 'no-tokens' });
  });

  it('is a part beside others, and leaves out what is not enabled', async () => {
    const samples = ['Rupert Brooke was born in Rugby. Brooke died in 1915.'];
    const both = await createDetector({
      preset: 'local',
      uncertainty: { enabled: true },
      scoring: { weights: { tokens: 1 } },
    }).evaluate({ ...passage, response: RESPONSE, tokens, samples });
    expect(both.triples[1]?.components.tokens.value).toBeCloseTo(0.15 / 0.45, 12);
    expect(both.triples[1]?.components.support.value).not.toBeNull();
    const without = await createDetector({ preset: 'local' }).evaluate({
      ...{ ...passage, response: RESPONSE, tokens, samples },
    });
    expect(without.trace).not.toHaveProperty('uncertainty');
    expect(without.triples[1]?.components.tokens).toEqual({ value: null, reason: 'disabled' });
  });
});
