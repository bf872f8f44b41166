import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/models/ask.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import type { TaskResult } from '../../src/passage.ts';
import { createAnswerJudge } from '../../src/verification/equality.ts';
import { blockOf, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { namedEmbedder, taskContext } from '../support/verification.ts';

const given = (...texts: string[]): Asked<string>[] =>
  texts.map((text) => ({ value: text, reason: null, raw: text }));
const lost = (reason: 'refused' | 'truncated'): Asked<string> => ({ value: null, reason, raw: '…' });

async function judge(expected: string, answers: Asked<string>[], script: Script = {}, named = {}) {
  const analyst = scriptedChat(script);
  const embedder = namedEmbedder(named);
  const context = await taskContext(scriptedChat({}), analyst, { embedder });
  const question = { asked: 'Who?', answers, expected, context: '(?; painted; The Pier)' };
  const [result] = await createAnswerJudge(context.judge, 40)([question]);
  return { result: result as TaskResult, analyst, embedder };
}

describe('createAnswerJudge', () => {
  it('needs neither embedder nor analyst for equal normal forms', async () => {
    const { result, analyst, embedder } = await judge(
      'Mara Quint',
      given('Mara Quint', 'MARA QUINT.', 'the Mara Quint'),
    );
    expect(result).toMatchObject({ value: 1, reason: null, asked: 'Who?' });
    expect(result.draws.map(({ matchedBy }) => matchedBy)).toEqual([
      'normalised',
      'normalised',
      'normalised',
    ]);
    expect(analyst.requests).toHaveLength(0);
    expect(embedder.texts).toHaveLength(0);
  });

  it('takes a cosine above the threshold, and asks the analyst once for each other wording', async () => {
    const verdicts = [
      { number: 1, same: true },
      { number: 2, same: false },
    ];
    const { result, analyst } = await judge(
      'Mara Quint',
      given('M. Quint', 'Quint, Mara', 'Ann Lee', 'ann lee', 'Mara Quint', 'Ann Lee'),
      { 'judge-pairs': { verdicts } },
      { 'Mara Quint': [1, 0, 0], 'M. Quint': [0.95, 0.3122, 0], 'Quint, Mara': [0.9, 0.4359, 0] },
    );
    expect(result.draws).toEqual([
      { answer: 'M. Quint', match: true, matchedBy: 'embedding' },
      { answer: 'Quint, Mara', match: true, matchedBy: 'judge' },
      { answer: 'Ann Lee', match: false, matchedBy: null },
      { answer: 'ann lee', match: false, matchedBy: null },
      { answer: 'Mara Quint', match: true, matchedBy: 'normalised' },
      { answer: 'Ann Lee', match: false, matchedBy: null },
    ]);
    expect(result.value).toBe(3 / 6);
    expect(analyst.requests).toHaveLength(1);
    expect(blockOf(analyst.requests[0] as never, 'answers')).toBe('1. Quint, Mara\n2. Ann Lee');
  });

  it('takes no embedding for equal where the numbers differ', async () => {
    const { result } = await judge(
      '1912',
      given('1913'),
      { 'judge-pairs': { verdicts: [{ number: 1, same: false }] } },
      { '1912': [1, 0, 0], '1913': [1, 0, 0] },
    );
    expect(result.value).toBe(0);
  });

  it('takes no embedding for equal where one alone is negated', async () => {
    const { result } = await judge(
      'was born in',
      given('was not born in', "wasn't born in"),
      {
        'judge-pairs': {
          verdicts: [
            { number: 1, same: false },
            { number: 2, same: false },
          ],
        },
      },
      { 'was born in': [1, 0, 0], 'was not born in': [1, 0, 0], "wasn't born in": [1, 0, 0] },
    );
    expect(result.value).toBe(0);
  });

  it('loses one judgement, not all, to an item that cannot be read', async () => {
    const verdicts = [{ number: 1, same: 'perhaps' }, 'Hm.', { number: 2, same: 'No.' }];
    const { result } = await judge('Ada', given('Bo', 'Cy'), { 'judge-pairs': { verdicts } });
    expect(result.draws.map(({ match }) => match)).toEqual([null, false]);
  });

  it('leaves unread and unjudged answers out of the score', async () => {
    const script = { 'judge-pairs': { verdicts: [{ number: 2, same: 'no' }] } };
    const { result } = await judge('Ada', [...given('Bo', 'Cy', 'Ada'), lost('refused')], script);
    expect(result.draws.map(({ match }) => match)).toEqual([null, false, true, null]);
    expect(result).toMatchObject({ value: 1 / 2, reason: null });
  });

  it('has no score, but the commonest reason, when nothing could be judged', async () => {
    const { result } = await judge('Ada', [lost('truncated'), lost('refused'), lost('refused')]);
    expect(result).toMatchObject({ value: null, reason: 'refused' });
    const refusing = { 'judge-pairs': [{ text: 'No.', finishReason: 'refusal' as const }] };
    expect((await judge('Ada', given('Bo'), refusing)).result).toMatchObject({
      value: null,
      reason: 'refused',
    });
    const mumbling = { 'judge-pairs': 'Hm.' };
    expect((await judge('Ada', given('Bo'), mumbling)).result).toMatchObject({
      value: null,
      reason: 'unparsable',
    });
  });

  it('puts what is left of all questions in one call, and judges each wording once and for all', async () => {
    const analyst = scriptedChat({
      'judge-pairs': (request: ChatRequest) => ({
        verdicts: blockOf(request, 'answers')
          .split('\n')
          .map((line, index) => ({ number: index + 1, same: line.endsWith('M. Quint') })),
      }),
    });
    const context = await taskContext(scriptedChat({}), analyst);
    const judgeAll = createAnswerJudge(context.judge, 2);
    const question = (expected: string, ...answers: string[]) => ({
      asked: 'Who?',
      answers: given(...answers),
      expected,
      context: '(?; painted; The Pier)',
    });
    const first = await judgeAll([question('Mara Quint', 'M. Quint', 'Bo'), question('Ada', 'Bo', 'bo')]);
    expect(first.map(({ value }) => value)).toEqual([1 / 2, 0]);
    // Three wordings, at most two a call, as evenly as they go.
    expect(analyst.requests.map((request) => blockOf(request, 'answers').split('\n').length)).toEqual([1, 2]);
    const second = await judgeAll([
      question('Mara Quint', 'M. Quint', 'Bo', 'Cy'),
      question('Ada', 'Bo', 'bo', 'Ada'),
    ]);
    expect(second.map(({ value }) => value)).toEqual([1 / 3, 1 / 3]);
    expect(analyst.requests).toHaveLength(3);
    expect(blockOf(analyst.requests[2] as never, 'answers')).toBe('1. Cy');
  });

  it('keeps what the analyst said where it gave no judgement', async () => {
    const { result } = await judge('Ada', given('Bo'), { 'judge-pairs': 'Hm, hm.' });
    expect(result).toMatchObject({ value: null, reason: 'unparsable', raw: 'Hm, hm.' });
  });
});
