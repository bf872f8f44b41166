import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import type { TaskResult } from '../../src/passage.ts';
import { withBlindAnswers } from '../../src/verification/blind-answers.ts';
import { verification } from '../support/records.ts';
import { blockOf, choices, FAILURES, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { verificationInput } from '../support/verification.ts';

const prompts = await loadPrompts();

type Facts = Parameters<typeof verificationInput>[0];
const QUESTION = 'Tell me about Ada Marlow';
const BORN: Facts[number] = ['Ada Marlow', 'was born in', 'Leeds'];
const DIED: Facts[number] = ['Ada Marlow', 'died in', '1913'];

async function answer(facts: Facts, script: Script, draws = 1) {
  const [generator, model] = [scriptedChat(script), scriptedChat(script)];
  const input = verificationInput(facts, []);
  const rows = input.original.triples.map(({ id }) => verification(id));
  const context = { generator, judge: model, prompts, draws, temperature: 0.7, size: 25 };
  const verifier = withBlindAnswers({ id: 'inner', verify: async () => rows }, context);
  const passage = { ...input.passage, prompt: QUESTION };
  const verified = await verifier.verify({ ...input, passage });
  expect(verified.map(({ answered, ...row }) => row)).toEqual(rows);
  const result = (number: number) => verified[number - 1]?.answered as TaskResult;
  return { result, asked: generator.requests, marked: model.requests };
}

const answering = (...answers: [string | string[], number][]) => ({
  answers: answers.map(([own, confidence], index) => ({ number: index + 1, answers: own, confidence })),
});
const marking = (...verdicts: string[]) => ({
  verdicts: verdicts.map((verdict, index) => ({ number: index + 1, verdict })),
});
const shown = (request: ChatRequest | undefined, tag: string) =>
  blockOf(request as ChatRequest, tag).split('\n');

describe('blind answers', () => {
  it('are asked for with the question and without the tails, in one request', async () => {
    const { asked, marked, result } = await answer([BORN, DIED], {
      'blind-answers': answering(['Leeds', 90], ['1913', 80]),
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ n: 1, temperature: 0 });
    expect(blockOf(asked[0] as ChatRequest, 'question')).toBe(QUESTION);
    expect(shown(asked[0], 'facts')).toEqual([
      '1. (Ada Marlow; was born in; ?)',
      '2. (Ada Marlow; died in; ?) a year',
    ]);
    expect(marked).toEqual([]);
    expect([result(1).value?.toFixed(6), result(2).value?.toFixed(6)]).toEqual(['0.900000', '0.800000']);
    expect(result(1)).toMatchObject({
      asked: '(Ada Marlow; was born in; ?)',
      draws: [{ answer: 'Leeds', match: true, matchedBy: 'normalised', confidence: 0.9, outcome: 'same' }],
    });
  });

  it('that differ in words are marked by the judge in one request', async () => {
    const { marked, result } = await answer([BORN, DIED, ['Ada Marlow', 'was', 'botanist']], {
      'blind-answers': answering(['York', 90], ['14 May 1913', 70], [['Poet', 'painter'], 95]),
      'mark-answers': marking('excludes', 'Same', 'compatible'),
    });
    expect(marked).toHaveLength(1);
    expect(shown(marked[0], 'answers')).toEqual([
      '1. (Ada Marlow; was born in; ?) text: Leeds; answer: York',
      '2. (Ada Marlow; died in; ?) a year text: 1913; answer: 14 May 1913',
      '3. (Ada Marlow; was; ?) text: botanist; answer: Poet / painter',
    ]);
    expect(result(1).value).toBeCloseTo(0.1, 12);
    expect(result(2).value).toBeCloseTo(0.7, 12);
    expect(result(3)).toMatchObject({ value: null, reason: 'several-answers', draws: [{ match: null }] });
  });

  it('need no judge for a number, date or one of several that is the same, a wrong premise, or none', async () => {
    const { marked, result } = await answer(
      [
        ['Ada Marlow', 'was born on', '14 March 1879'],
        ['Ada Marlow', 'had', 'two daughters'],
        ['Ada Marlow', 'wrote', 'Plants of the North'],
        ['Ada Marlow', 'ruled', 'Prussia'],
        ['Ada Marlow', 'liked', 'tea'],
        ['Ada Marlow', 'feared', 'dogs'],
      ],
      {
        'blind-answers': answering(
          ['March 14, 1879', 90],
          [['2 daughters'], 90],
          [['Mosses', 'The Plants of the North'], 90],
          [['wrong premise'], 85],
          [['unknown'], 50],
          [[], 50],
        ),
      },
    );
    expect(marked).toEqual([]);
    for (const number of [1, 2, 3]) expect(result(number).draws).toMatchObject([{ outcome: 'same' }]);
    expect(result(4).value).toBeCloseTo(0.15, 12);
    expect(result(4).draws).toMatchObject([{ outcome: 'wrong-premise', match: false }]);
    for (const number of [5, 6])
      expect(result(number)).toMatchObject({
        value: null,
        reason: 'abstained',
        draws: [{ outcome: 'unknown' }],
      });
  });

  it('of several draws are averaged in log odds, those that do not tell left out', async () => {
    const { asked, marked, result } = await answer(
      [BORN],
      {
        'blind-answers': choices(
          answering(['Leeds', 80]),
          answering(['York', 50]),
          answering(['York', 50]),
          answering(['unknown', 90]),
        ),
        'mark-answers': marking('excludes'),
      },
      4,
    );
    expect(asked[0]).toMatchObject({ n: 4, temperature: 0.7 });
    expect(shown(marked[0], 'answers')).toHaveLength(1);
    // odds 4, 1 and 1: the cube root of 4
    const odds = 4 ** (1 / 3);
    expect(result(1).value).toBeCloseTo(odds / (1 + odds), 12);
    expect(result(1).draws.map(({ outcome }) => outcome)).toEqual([
      'same',
      'excludes',
      'excludes',
      'unknown',
    ]);
  });

  it('are one question for facts of one head and relation', async () => {
    const { asked, result } = await answer(
      [
        ['Ada Marlow', 'wrote', 'Plants of the North'],
        ['Ada Marlow', 'wrote', 'Mosses'],
      ],
      { 'blind-answers': answering([['Mosses', 'Ferns'], 90]), 'mark-answers': marking('compatible') },
    );
    expect(shown(asked[0], 'facts')).toEqual(['1. (Ada Marlow; wrote; ?)']);
    expect([result(1).reason, result(2).reason]).toEqual(['several-answers', null]);
  });

  it('are not asked for where the question, or head and relation, tell the tail', async () => {
    const { asked, result } = await answer(
      [
        ['Plants of the North', 'was written by', 'Ada Marlow'],
        ['The 1913 congress', 'took place in', '1913'],
      ],
      {},
    );
    expect(asked).toEqual([]);
    for (const number of [1, 2])
      expect(result(number)).toEqual({ value: null, reason: 'given-away', asked: null, draws: [] });
  });

  it('are asked for apart where questions name the tails of others, from three on', async () => {
    const works = ['Mosses', 'Ferns', 'Lichens'];
    const facts: Facts = works.flatMap(
      (work): Facts => [
        ['Ada Marlow', `wrote in ${work.length}`, `the book ${work}`],
        [work, 'won', `a ${work.toLowerCase()} prize`],
      ],
    );
    const all = { answers: [1, 2, 3].map((number) => ({ number, answers: ['unknown'], confidence: 50 })) };
    const { asked } = await answer(facts, { 'blind-answers': all });
    expect(asked.map((request) => shown(request, 'facts').length)).toEqual([3, 3]);
    const few = await answer(facts.slice(0, 2), { 'blind-answers': all });
    expect(few.asked).toHaveLength(1);
    expect([few.result(1).reason, few.result(2).reason].toSorted()).toEqual(['abstained', 'given-away']);
  });

  it.each(FAILURES)('are null where they, or their marks, are %s', async (reason, failure) => {
    const lost = await answer([BORN], { 'blind-answers': failure });
    expect(lost.result(1)).toMatchObject({ value: null, reason });
    const unmarked = await answer([BORN], {
      'blind-answers': answering(['York', 90]),
      'mark-answers': failure,
    });
    expect(unmarked.result(1)).toMatchObject({
      value: null,
      reason,
      draws: [{ answer: 'York', match: null }],
    });
  });

  it('never show a tail beside its question', async () => {
    const name = fc.constantFrom('Leeds', 'Ove Brandt', 'Mosses', 'Ferns', 'York', 'Tilda');
    const fact = fc.tuple(name, fc.constantFrom('met', 'is in', 'made'), name);
    const unknown = Array.from({ length: 12 }, (_, index) => ({
      ...{ number: index + 1, answers: ['unknown'], confidence: 50 },
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 12 }), async (facts) => {
        const { asked, result } = await answer(facts, { 'blind-answers': { answers: unknown } });
        for (const request of asked) {
          const lines = shown(request, 'facts');
          for (const [index, [head, relation, tail]] of facts.entries()) {
            const isAsked = lines.some((line) => line.includes(`(${head}; ${relation}; ?)`));
            if (isAsked && result(index + 1).reason === 'abstained')
              expect(lines.some((line) => line.includes(tail))).toBe(false);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('the question for a blind answer', () => {
  const blank = async (tail: string) => {
    const { asked } = await answer([['Ada Marlow', 'wrote', tail]], {
      'blind-answers': answering(['unknown', 50]),
    });
    return shown(asked[0], 'facts')[0];
  };

  it.each([
    ['1913', 'a year'],
    ['14 March 1879', 'a date'],
    ['March 14, 1879', 'a date'],
    ['27', 'a number'],
    ['330 metres', 'a number of metres'],
    ['two daughters', 'a number of daughters'],
    ['12 million people', 'a number of people'],
    ['1,200 square kilometres', 'a number of square kilometres'],
    ['5%', 'a percentage'],
    ['5 per cent', 'a percentage'],
  ])('hides the tail, and says of which kind %s is', async (tail, kind) => {
    expect(await blank(tail)).toBe(`1. (Ada Marlow; wrote; ?) ${kind}`);
  });

  it.each([
    ...['Leeds', 'Plants of the North', '30 Rock', '11 Academy Awards', 'the second daughter', 'second'],
    ...['about 300 metres', 'the spring of 1913', '19th century', 'one of the founders', '1914–1918'],
    ...['May', '"1914"', '“1984”'],
  ])('says nothing of a name, an ordinal, or a value with words around it: %s', async (tail) => {
    expect(await blank(tail)).toBe('1. (Ada Marlow; wrote; ?)');
  });
});
