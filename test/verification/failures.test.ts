import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { createLlmVerifier } from '../../src/verification/llm-verifier.ts';
import {
  choices,
  FAILURES,
  type Script,
  type ScriptedAnswer,
  scriptedChat,
} from '../support/scripted-chat.ts';
import { markByWords, SETTINGS, verificationInput } from '../support/verification.ts';

const WORKING: Script = {
  'fact-filter': { verdicts: [{ number: 1, supported: true }] },
  'heqa-question': { question: 'Who came from the port?' },
  'tail-distractors': { facts: [{ number: 1, tails: ['Perth', 'Ayr'] }] },
  'judge-equal': markByWords,
  'heqa-answer': { answer: 'Ann Lee' },
  'relation-answer': { relation: 'left' },
  'tail-select': { option: 1 },
};

async function verifyWith(purpose: string, answer: ScriptedAnswer) {
  const model = scriptedChat({ ...WORKING, [purpose]: answer });
  const verifier = createLlmVerifier({
    generator: model,
    analyst: model,
    prompts: await loadPrompts(),
    settings: SETTINGS,
  });
  const BORN = ['Mara Quint', 'was born in', 'Leith'] as const;
  const [record] = await verifier.verify(verificationInput([BORN], [[BORN]]));
  return record;
}

/** The tasks that a failing prompt leaves without a score; the others keep theirs. */
const LOST: Record<string, ('head' | 'relation' | 'tail')[]> = {
  'fact-filter': [],
  'heqa-question': ['head'],
  'heqa-answer': ['head'],
  'relation-answer': ['relation'],
  'tail-select': ['tail'],
  'judge-equal': ['head', 'relation'],
};

describe.each(Object.keys(LOST))('when %s fails', (purpose) => {
  it.each(FAILURES)('a task has no score because %s (%j), and the rest goes on', async (reason, answer) => {
    const record = await verifyWith(purpose, answer);
    for (const task of ['head', 'relation', 'tail'] as const) {
      const isLost = LOST[purpose]?.includes(task);
      expect([task, record?.[task].reason]).toEqual([task, isLost ? reason : null]);
      expect(record?.[task].value === null).toBe(isLost);
    }
    expect(record?.inFactFilter).toBe(purpose !== 'fact-filter');
  });
});

describe('when tail-distractors fails', () => {
  it.each(FAILURES)('the tail has no options (%s, %j), and the rest goes on', async (_reason, answer) => {
    const record = await verifyWith('tail-distractors', answer);
    expect(record?.tail).toMatchObject({ value: null, reason: 'no-distractors' });
    expect([record?.head.value, record?.relation.value]).toEqual([0, 0]);
  });
});

describe('a wrong number of answers', () => {
  it('scores those that came, and no more than were asked for', async () => {
    const few = await verifyWith('heqa-answer', choices({ answer: 'Mara Quint' }));
    expect(few?.head).toMatchObject({ value: 1, reason: null });
    const many = await verifyWith('heqa-answer', choices(...Array(9).fill({ answer: 'Mara Quint' })));
    expect(many?.head.draws).toHaveLength(SETTINGS.headDraws);
  });
});
