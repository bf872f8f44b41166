import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { extentOf } from '../../src/run/passage-extent.ts';
import { plannedCalls } from '../../src/run/planned-calls.ts';

const words = (text: string) => text.split(' ').length;
const passage = {
  id: 'p',
  prompt: 'Who sang ?',
  response: 'Ann sang well. Bob did not. Cid slept all day.',
  claims: ['Ann sang.'],
  context: ['Ann sang.', Array.from({ length: 12_500 }, () => 'on').join(' ')],
};

/** `check` asks no model for anything but what is set here. */
const callsOf = (reference: object, own: object = passage) => {
  const config = resolveConfig({ preset: 'check', reference });
  return plannedCalls(extentOf({ ...passage, ...own }, config, words), config);
};

describe('the calls of checks against references', () => {
  it('are groups of statements, each against as many references as fit into one request', () => {
    // 3 sentences with 2 triples each, 3 sentences and 1 claim: 10 statements; 12,502 words: 3 requests a group.
    const [call, ...others] = callsOf({ checker: 'llm', spans: 'none', groupSize: 4 });
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      purpose: 'reference-check',
      model: 'judge',
      terms: [{ factor: 3, unit: '⌈s/4⌉' }],
      requests: 9,
      answerTokens: 3 * 10 * 40,
    });
    // Of each request 3 tokens of the question, a third of the references, 36 of tags, a third of what is checked.
    expect(call?.shownTokens).toBeCloseTo(9 * (3 + 12_502 / 3 + 36 + (6 * 15 + 10) / 3), 6);
  });

  it('are of triples alone where sentences are not checked', () => {
    const [call] = callsOf({ checker: 'llm', spans: 'none', groupSize: 4, sentences: false });
    expect(call).toMatchObject({ requests: 6, answerTokens: 3 * 6 * 40 });
  });

  it('are one for the spans of a response', () => {
    const [call] = callsOf({ spans: 'llm' });
    expect(call).toMatchObject({ purpose: 'spans', model: 'analyst', requests: 1 });
  });

  it('are none without a model or without a reference', () => {
    expect(callsOf({})).toEqual([]);
    expect(callsOf({ checker: 'llm', spans: 'llm' }, { context: [] })).toEqual([]);
  });
});
