import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/models/ask.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import type { TaskResult } from '../../src/passage.ts';
import {
  type FreeAnswers,
  judgeAnswers,
  PAIRS_AT_ONCE,
  settle,
} from '../../src/verification/economy-judge.ts';
import { blockOf, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { taskContext } from '../support/verification.ts';

const given = (...texts: string[]): Asked<string>[] =>
  texts.map((text) => ({ value: text, reason: null, raw: text }));
const lost = (reason: 'refused' | 'truncated'): Asked<string> => ({ value: null, reason, raw: '…' });
const row = (expected: string | string[], answers: Asked<string>[], asked = 'Who?'): FreeAnswers => ({
  ...{ task: 'head', asked, answers },
  expected: [expected].flat(),
});

async function judge(rows: FreeAnswers[], script: Script = {}) {
  const model = scriptedChat(script);
  const { prompts } = await taskContext(scriptedChat({}), model);
  return { results: await judgeAnswers(rows, { judge: model, prompts }), model };
}
const pairsIn = (request: ChatRequest | undefined) => blockOf(request as ChatRequest, 'answers').split('\n');
const same = (...verdicts: unknown[]) => ({
  'judge-pairs': { verdicts: verdicts.map((one, index) => ({ number: index + 1, same: one })) },
});

describe('settle', () => {
  it.each([
    ['MARA QUINT.', 'Mara Quint', 'same'],
    ['the painter', 'a painter', 'same'],
    ['painters', 'painter', 'same'],
    ['founded', 'founds', 'same'],
    ['wrote', 'has written', 'open'],
    ['is born in', 'was born in', 'same'],
    ['was born in', 'was not born in', 'open'],
    ['is used as', 'is used by', 'open'],
    ['1990s', '1990', 'open'],
    ['hardly', 'hard', 'open'],
    ['began in', 'ended in', 'open'],
    ['None.', 'Mara Quint', 'against'],
    ['none of these', 'Mara Quint', 'against'],
    ['Nobody', 'Nobody', 'same'],
    ['unknown', 'Mara Quint', 'abstains'],
    ["I don't know.", 'Mara Quint', 'abstains'],
    ['N/A', 'Mara Quint', 'abstains'],
    ['', 'Mara Quint', 'abstains'],
    ['…', '…', 'abstains'],
  ] as const)('%j for %j: %s', (answer, expected, outcome) => {
    expect(settle(answer, [expected])).toBe(outcome);
    expect(settle(answer, ['another', expected])).toBe(outcome);
  });
});

describe('judgeAnswers', () => {
  it('asks nobody where all is settled; "none" counts, "unknown" does not', async () => {
    const { results, model } = await judge(
      [
        row('Mara Quint', given('mara quint', 'none', 'unknown', 'the Mara Quint')),
        row('Ada', given('unknown', "don't know")),
        row('Ada', given('wrong question')),
      ],
      same(false),
    );
    expect(results[0]).toMatchObject({ value: 2 / 3, reason: null });
    expect(results[0]?.draws).toEqual([
      { answer: 'mara quint', match: true, matchedBy: 'normalised' },
      { answer: 'none', match: false, matchedBy: null },
      { answer: 'unknown', match: null, matchedBy: null },
      { answer: 'the Mara Quint', match: true, matchedBy: 'normalised' },
    ]);
    expect(results[2]).toMatchObject({ value: 0, reason: null });
    expect(model.requests.map((request) => pairsIn(request))).toEqual([
      ['Who?', 'expected: Ada', "1. don't know"],
    ]);
  });

  it('has no score where every answer abstains', async () => {
    const { results } = await judge([row('Ada', given('unknown', 'I cannot say'))]);
    expect(results[0]).toMatchObject({ value: null, reason: 'abstained' });
    expect(results[0]?.draws).toHaveLength(2);
  });

  it('shows each question once and each pair once, whoever asks, and any of several expected will do', async () => {
    const masked = '(Mara Quint; [MASK]; Leith)';
    const { results, model } = await judge(
      [
        row('Mara Quint', given('M. Quint', 'Bo', 'bo'), 'Who painted The Pier?'),
        row('Mara Quint', given('Bo', 'M. Quint'), 'Who was born in Leith?'),
        { ...row(['was born in', 'left'], given('grew up in', 'left'), masked), task: 'relation' },
      ],
      same(true, false, false),
    );
    expect(model.requests.map(pairsIn)).toEqual([
      [
        'Who painted The Pier?',
        'expected: Mara Quint',
        '1. M. Quint',
        '2. Bo',
        masked,
        'expected: was born in / left',
        '3. grew up in',
      ],
    ]);
    expect(results.map(({ value }) => value)).toEqual([1 / 3, 1 / 2, 1 / 2]);
    expect(results[1]?.draws).toEqual([
      { answer: 'Bo', match: false, matchedBy: null },
      { answer: 'M. Quint', match: true, matchedBy: 'judge' },
    ]);
  });

  it(`puts up to ${PAIRS_AT_ONCE} pairs into one request`, async () => {
    const answers = Array.from({ length: PAIRS_AT_ONCE + 1 }, (_, index) => `Bo ${index}`);
    const verdicts = Array.from({ length: PAIRS_AT_ONCE }, () => false);
    const all = await judge([row('Ada', given(...answers.slice(1)))], same(...verdicts));
    expect(all.model.requests).toHaveLength(1);
    const more = await judge([row('Ada', given(...answers))], same(...verdicts));
    expect(more.model.requests.map((request) => pairsIn(request).length)).toEqual([32, 33]);
    expect(more.results[0]).toMatchObject({ value: 0 });
    expect(more.results[0]?.draws).toHaveLength(PAIRS_AT_ONCE + 1);
  });

  it('loses one judgement, not all, to an item that cannot be read', async () => {
    const verdicts = [
      { number: 1, same: 'perhaps' },
      'Hm.',
      { number: '2', same: 'No.' },
      { number: 7, same: true },
    ];
    const { results } = await judge([row('Ada', given('Bo', 'Cy'))], { 'judge-pairs': { verdicts } });
    expect(results[0]?.draws.map(({ match }) => match)).toEqual([null, false]);
    expect(results[0]).toMatchObject({ value: 0, raw: '{"number":1,"same":"perhaps"}' });
  });

  it('leaves unread and unjudged answers out of the score', async () => {
    const script = { 'judge-pairs': { verdicts: [{ number: 2, same: 'no' }] } };
    const { results } = await judge([row('Ada', [...given('Bo', 'Cy', 'Ada'), lost('refused')])], script);
    expect(results[0]?.draws.map(({ match }) => match)).toEqual([null, false, true, null]);
    expect(results[0]).toMatchObject({ value: 1 / 2, reason: null });
  });

  it('has no score, but the commonest reason, when nothing could be judged', async () => {
    const reasonOf = async (answers: Asked<string>[], script: Script = {}) =>
      (await judge([row('Ada', answers)], script)).results[0] as TaskResult;
    const refusing = { 'judge-pairs': [{ text: 'No.', finishReason: 'refusal' as const }] };
    expect(await reasonOf([lost('truncated'), lost('refused'), lost('refused')])).toMatchObject({
      ...{ value: null, reason: 'refused' },
    });
    expect(await reasonOf(given('Bo'), refusing)).toMatchObject({
      value: null,
      reason: 'refused',
      raw: 'No.',
    });
    expect(await reasonOf(given('Bo'), { 'judge-pairs': 'Hm.' })).toMatchObject({
      ...{ value: null, reason: 'unparsable', raw: 'Hm.' },
    });
  });
});
