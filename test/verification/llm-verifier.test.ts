import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { createLlmVerifier } from '../../src/verification/llm-verifier.ts';
import type { VerificationSettings } from '../../src/verification/verifier.ts';
import { describeHostileTexts } from '../contract/hostile-texts.contract.ts';
import { describeFailingPrompts, describeVerifier } from '../contract/verifier.contract.ts';
import { blockOf, choices, FAILURES, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { inputWith, markByWords, SETTINGS, verificationInput } from '../support/verification.ts';

const BORN = ['Mara Quint', 'was born in', 'Leith'] as const;
const PAINTED = ['Mara Quint', 'painted', 'The Pier'] as const;
const input = verificationInput([BORN, PAINTED], [[BORN], [BORN, PAINTED]]);

const supports = (request: ChatRequest) => ({
  verdicts: blockOf(request, 'facts')
    .split('\n')
    .map((line, index) => ({
      number: index + 1,
      supported: blockOf(request, 'sample').includes(line.replace(/^\d+\. /, '')),
    })),
});

const ANALYST: Script = {
  'fact-filter': supports,
  'heqa-question': (request) => ({
    question: `Who ${blockOf(request, 'relation')} ${blockOf(request, 'tail')}?`,
  }),
  'tail-distractors': { facts: [{ number: 1, tails: ['Perth', 'Ayr'] }] },
  'judge-equal': markByWords,
};
const GENERATOR: Script = {
  'heqa-answer': { answer: 'Mara Quint' },
  'relation-answer': { relation: 'visited' },
  'tail-select': (request) => ({
    option: blockOf(request, 'options').split('\n').indexOf('1. Leith') === 0 ? 1 : 2,
  }),
};

async function setUp(settings: Partial<VerificationSettings> = {}, script: Script = {}) {
  const generator = scriptedChat({ ...GENERATOR, ...script });
  const analyst = scriptedChat({ ...ANALYST, ...script });
  const verifier = createLlmVerifier({
    generator,
    analyst,
    prompts: await loadPrompts(),
    settings: { ...SETTINGS, ...settings },
  });
  return { verifier, generator, analyst, chats: [generator, analyst], input };
}

describeVerifier('llm', setUp);

describe('createLlmVerifier', () => {
  it('filters facts, and puts each task to the right model', async () => {
    const { verifier, generator, analyst } = await setUp();
    const [born, painted] = await verifier.verify(input);
    expect([born?.inFactFilter, painted?.inFactFilter]).toEqual([true, false]);
    expect(born?.head).toMatchObject({ value: 1, asked: 'Who was born in Leith?' });
    expect(born?.relation).toMatchObject({ value: 0, asked: '(Mara Quint; [MASK]; Leith)' });
    expect(born?.tail.value).not.toBeNull();
    expect(painted?.tail).toMatchObject({
      reason: null,
      asked: '(Mara Quint; painted; ?): The Pier | Perth | Ayr | Leith',
    });

    const purposes = new Set(generator.requests.map(({ purpose }) => purpose));
    expect([...purposes].sort()).toEqual(['heqa-answer', 'relation-answer', 'tail-select']);
    expect(analyst.asked('fact-filter')).toHaveLength(4);
    // f_t holds the first triple only: it is context for the second, not for itself.
    expect(analyst.asked('heqa-question').map((request) => blockOf(request, 'known'))).toEqual([
      '(none)',
      '1. (Mara Quint; was born in; Leith)',
    ]);
  });

  it('rejects with the reason of an aborted signal', async () => {
    const { verifier } = await setUp();
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(verifier.verify(input, { signal })).rejects.toThrow('stop');
  });

  it('never has more than four requests under way', async () => {
    let [open, most] = [0, 0];
    const slow = (script: Script) => {
      const chat = scriptedChat(script);
      return {
        ...chat,
        async complete(request: ChatRequest) {
          most = Math.max(most, ++open);
          await new Promise((resolve) => setImmediate(resolve));
          open--;
          return chat.complete(request);
        },
      };
    };
    const options = { prompts: await loadPrompts(), settings: SETTINGS };
    await createLlmVerifier({ ...options, generator: slow(GENERATOR), analyst: slow(ANALYST) }).verify(input);
    expect(most).toBe(4);
  });
});

describeFailingPrompts(setUp, {
  'fact-filter': [],
  'heqa-question': ['head'],
  'heqa-answer': ['head'],
  'relation-answer': ['relation'],
  'tail-select': ['tail'],
  'judge-equal': ['head', 'relation'],
});

describe.each(FAILURES)('answers that are %s (%j)', (_reason, answer) => {
  const one = verificationInput([BORN], [[BORN]]);

  it('to the fact filter put no fact into it', async () => {
    const { verifier } = await setUp({}, { 'fact-filter': answer });
    expect(await verifier.verify(one)).toMatchObject([{ inFactFilter: false }]);
  });

  it('to the question for distractors leave the tail without options, and nothing else', async () => {
    const { verifier } = await setUp({}, { 'tail-distractors': answer });
    const [record] = await verifier.verify(one);
    expect(record?.tail).toMatchObject({ value: null, reason: 'no-distractors' });
    expect([record?.head.value, record?.relation.value]).toEqual([1, 0]);
  });
});

describe('a wrong number of answers', () => {
  it('scores those that came, and no more than were asked for', async () => {
    const headWith = async (answer: Script[string]) => {
      const { verifier } = await setUp({}, { 'heqa-answer': answer });
      return (await verifier.verify(input))[0]?.head;
    };
    const right = { answer: 'Mara Quint' };
    expect(await headWith(choices(right))).toMatchObject({ value: 1, reason: null });
    expect((await headWith(choices(...Array(9).fill(right))))?.draws).toHaveLength(SETTINGS.headDraws);
  });
});

describeHostileTexts('triples, samples, questions, answers and options', async (extra) => {
  const { verifier, generator, analyst } = await setUp(
    { headDraws: 1, relationDraws: 1, tailDraws: 1 },
    {
      'fact-filter': { verdicts: [{ number: 1, supported: true }] },
      'heqa-question': { question: `Who saw it? ${extra}` },
      'tail-distractors': { facts: [{ number: 1, tails: [`Perth ${extra}`, `Ayr ${extra}`] }] },
      'judge-equal': { verdicts: [{ number: 1, same: false }] },
      'heqa-answer': choices({ answer: `Ann ${extra}` }),
      'relation-answer': choices({ relation: `left ${extra}` }),
      'tail-select': { option: 1 },
    },
  );
  await verifier.verify(inputWith(extra));
  return [...generator.requests, ...analyst.requests];
});
