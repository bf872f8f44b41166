import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { createLlmVerifier } from '../../src/verification/llm-verifier.ts';
import { HOSTILE, outsideBlocks } from '../support/hostile.ts';
import { choices, scriptedChat } from '../support/scripted-chat.ts';
import { SETTINGS, verificationInput } from '../support/verification.ts';

/** The requests of one verification in which every text from outside carries `extra`. */
async function requestsFor(extra: string): Promise<ChatRequest[]> {
  const model = scriptedChat({
    'fact-filter': { verdicts: [{ number: 1, supported: true }] },
    'heqa-question': { question: `Who saw it? ${extra}` },
    'tail-distractors': { facts: [{ number: 1, tails: [`Perth ${extra}`, `Ayr ${extra}`] }] },
    'judge-equal': { verdicts: [{ number: 1, same: false }] },
    'heqa-answer': choices({ answer: `Ann ${extra}` }),
    'relation-answer': choices({ relation: `left ${extra}` }),
    'tail-select': { option: 1 },
  });
  const settings = { ...SETTINGS, headDraws: 1, relationDraws: 1, tailDraws: 1 };
  const verifier = createLlmVerifier({
    generator: model,
    analyst: model,
    prompts: await loadPrompts(),
    settings,
  });
  const input = verificationInput(
    [[`Mara ${extra}`, `was born in ${extra}`, `Leith ${extra}`]],
    [[[`Mara ${extra}`, `left ${extra}`, `Oban ${extra}`]]],
  );
  await verifier.verify(input);
  return model.requests;
}

describe('hostile text in triples, samples, questions, answers and options', () => {
  it.each(HOSTILE)('%j stays inside its block', async (attack) => {
    const plain = await requestsFor('Q');
    const requests = await requestsFor(attack);
    const byPurpose = new Map(plain.map((request) => [request.purpose, request]));
    expect(new Set(requests.map(({ purpose }) => purpose))).toEqual(new Set(byPurpose.keys()));
    for (const { purpose, messages, schema } of requests) {
      const expected = byPurpose.get(purpose);
      expect(messages[0]).toEqual(expected?.messages[0]);
      expect(schema).toEqual(expected?.schema);
      expect(messages).toHaveLength(2);
      expect(outsideBlocks(messages[1]?.content ?? '')).toBe(
        outsideBlocks(expected?.messages[1]?.content ?? ''),
      );
    }
  });
});
