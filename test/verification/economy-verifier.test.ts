import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { ModelCallError } from '../../src/errors.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { createEconomyVerifier, type GroupSettings } from '../../src/verification/economy-verifier.ts';
import type { VerificationSettings } from '../../src/verification/verifier.ts';
import { describeHostileTexts } from '../contract/hostile-texts.contract.ts';
import { describeFailingPrompts, describeVerifier } from '../contract/verifier.contract.ts';
import { blockOf, choices, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { inputWith, SETTINGS, verificationInput } from '../support/verification.ts';

const BORN = ['Mara Quint', 'was born in', 'Leith'] as const;
const PAINTED = ['Mara Quint', 'painted', 'The Pier'] as const;
const DIED = ['Mara Quint', 'died in', '1960'] as const;
const input = verificationInput([BORN, PAINTED, DIED], [[BORN], [BORN, PAINTED]]);

const linesOf = (request: ChatRequest, tag: string) =>
  blockOf(request, tag)
    .split('\n')
    .map((line) => line.replace(/^F?\d+\. /, ''));
const forEach = (items: readonly string[], answer: (item: string, index: number) => object) =>
  items.map((item, index) => ({ number: index + 1, ...answer(item, index) }));
/** The questions of a selection, each with its options. */
const selectionsIn = (request: ChatRequest) =>
  blockOf(request, 'questions')
    .split('\n\n')
    .map((question) => question.split('\n').map((line) => line.replace(/^\d+[.)] /, '')));
/** The numbered answers that the judge is shown. */
const pairsIn = (request: ChatRequest) => blockOf(request, 'answers').match(/^\d+\. .*$/gm) ?? [];

const TAILS = [
  ['1960', '1950', '1951', '1952'],
  ['Leith', 'Perth', 'Ayr', 'Oban'],
  ['The Pier', 'The Net', 'The Wave', 'The Boat'],
] as const;
const ANALYST: Script = {
  // both samples state the first fact
  'fact-support': (request) => ({
    verdicts: linesOf(request, 'facts').map((_, index) => ({
      number: `F${index + 1}`,
      supports: index === 0 ? ['S1', 'S2'] : [],
      contradicts: [],
    })),
  }),
  'reverse-questions': (request) => ({
    facts: forEach(linesOf(request, 'facts'), (fact) => ({
      question: `Who ${fact.split('; ').slice(1).join(' ').slice(0, -1)}?`,
      answer: 'Mara Quint',
      kind: 'one',
      relation: true,
      tails: TAILS.find(([tail]) => fact.includes(tail))?.slice(1) ?? [],
    })),
  }),
  'judge-pairs': (request) => ({ verdicts: forEach(pairsIn(request), () => ({ same: false })) }),
};
const GENERATOR: Script = {
  'heqa-answers': (request) => ({
    answers: forEach(linesOf(request, 'questions'), () => ({ answer: 'Mara Quint' })),
  }),
  'relation-answers': (request) => ({
    relations: forEach(linesOf(request, 'facts'), () => ({ relation: 'visited' })),
  }),
  'tail-selections': (request) => ({
    selections: selectionsIn(request).map((lines, index) => ({
      number: index + 1,
      option: lines.slice(1).findIndex((option) => ['Leith', 'The Pier', '1950'].includes(option)) + 1,
    })),
  }),
};

type Settings = Partial<VerificationSettings & GroupSettings>;

async function setUp(settings: Settings = {}, script: Script = {}) {
  const generator = scriptedChat({ ...GENERATOR, ...script });
  const analyst = scriptedChat({ ...ANALYST, ...script });
  const verifier = createEconomyVerifier({
    generator,
    analyst,
    prompts: await loadPrompts(),
    settings: { ...SETTINGS, groupSize: 25, ...settings },
  });
  return { verifier, generator, analyst, chats: [generator, analyst], input };
}

const purposesOf = (requests: readonly ChatRequest[]) => requests.map(({ purpose }) => purpose);

describeVerifier('llm-economy', setUp);

describe('createEconomyVerifier', () => {
  it('scores the tasks of all triples in a few requests of each model', async () => {
    const { verifier, generator, analyst } = await setUp();
    const records = await verifier.verify(input);
    expect(records.map(({ inFactFilter }) => inFactFilter)).toEqual([true, false, false]);
    expect(records[0]?.statements?.map(({ says }) => says)).toEqual(['repeats', 'repeats']);
    expect(records[2]?.statements?.map(({ says }) => says)).toEqual(['silent', 'silent']);
    expect(records.map(({ head, relation, tail }) => [head.value, relation.value, tail.value])).toEqual([
      [1, 0, 1],
      [1, 0, 1],
      [1, 0, 0],
    ]);
    expect(records[0]).toMatchObject({
      head: { asked: 'Who was born in Leith?', draws: Array(4).fill({ matchedBy: 'normalised' }) },
      relation: { asked: '(Mara Quint; [MASK]; Leith)' },
      tail: { asked: '(Mara Quint; was born in; ?): Leith | Perth | Ayr | Oban' },
    });
    expect(records[2]?.tail.draws[0]).toEqual({ answer: '1950', match: false, matchedBy: null });
    expect(purposesOf(generator.requests)).toEqual(['heqa-answers', 'relation-answers', 'tail-selections']);
    expect(generator.requests.map(({ n, temperature }) => [n, temperature])).toEqual(Array(3).fill([4, 1]));
    expect(purposesOf(analyst.requests)).toEqual(['fact-support', 'reverse-questions', 'judge-pairs']);
    // "visited" was drawn twelve times and judged once a relation; heads are equal and need no judge.
    expect(blockOf(analyst.asked('judge-pairs')[0] as never, 'answers').split('\n')).toEqual([
      '(Mara Quint; [MASK]; Leith)',
      'expected: was born in',
      '1. visited',
      '(Mara Quint; [MASK]; The Pier)',
      'expected: painted',
      '2. visited',
      '(Mara Quint; [MASK]; 1960)',
      'expected: died in',
      '3. visited',
    ]);
  });

  it('gives the same records whatever the size of a group and the requests at once', async () => {
    const recordsFor = async (settings: Settings) => (await setUp(settings)).verifier.verify(input);
    const valuesOf = (records: Awaited<ReturnType<typeof recordsFor>>) =>
      records.map(({ head, relation, tail }) => [head.value, relation.value, tail.value]);
    expect(valuesOf(await recordsFor({ groupSize: 1 }))).toEqual(valuesOf(await recordsFor({})));
  });

  it('rejects with the reason of an aborted signal, and lets broken machinery through', async () => {
    const { verifier } = await setUp();
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(verifier.verify(input, { signal })).rejects.toThrow('stop');
    const down = new ModelCallError('down', { retryable: false, status: 503 });
    const { verifier: broken } = await setUp({}, { 'relation-answers': down });
    await expect(broken.verify(input)).rejects.toBe(down);
  });
});

describeFailingPrompts(setUp, {
  'fact-support': [],
  'reverse-questions': ['head', 'relation', 'tail'],
  'heqa-answers': ['head'],
  'relation-answers': ['relation'],
  'tail-selections': ['tail'],
  'judge-pairs': ['relation'],
});

describe('an item that is missing or malformed', () => {
  const broken = {
    answers: [
      { number: 1, answer: 'Mara Quint' },
      { number: 2, name: 'Mara Quint' },
      { number: 'three', answer: 'Mara Quint' },
      { number: 17, answer: 'Ann Lee' },
    ],
  };

  it('is asked for again once where there is a single draw, and then lost for its triple only', async () => {
    const { verifier, generator } = await setUp({ headDraws: 1 }, { 'heqa-answers': broken });
    const [born, painted, died] = await verifier.verify(input);
    expect(born?.head).toMatchObject({ value: 1, reason: null });
    expect(painted?.head).toMatchObject({ value: null, reason: 'unparsable' });
    expect(painted?.head.draws).toEqual([
      { answer: '{"number":2,"name":"Mara Quint"}', match: null, matchedBy: null },
    ]);
    expect(died?.head.draws[0]?.answer).toBe(JSON.stringify(broken));
    const [, again] = generator.asked('heqa-answers');
    expect(generator.asked('heqa-answers')).toHaveLength(2);
    expect(again?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(again?.messages.at(-1)?.content).toContain('Number 2 is missing or cannot be used. Number 3 is');
  });

  it('is taken from the second answer where that has it', async () => {
    const whole = forEach(['a', 'b', 'c'], () => ({ answer: 'Mara Quint' }));
    const { verifier } = await setUp(
      { headDraws: 1 },
      { 'heqa-answers': (_, call) => ({ answers: call === 0 ? whole.slice(1) : whole }) },
    );
    expect((await verifier.verify(input)).map(({ head }) => head.value)).toEqual([1, 1, 1]);
  });

  it('is left to the other draws where there are several', async () => {
    const other = { answers: forEach(['a', 'b', 'c'], () => ({ answer: 'none' })) };
    const { verifier, generator } = await setUp({ headDraws: 2 }, { 'heqa-answers': choices(broken, other) });
    expect((await verifier.verify(input)).map(({ head }) => head.value)).toEqual([1 / 2, 0, 0]);
    expect(generator.asked('heqa-answers')).toHaveLength(1);
  });
});

describe('options beyond those of the triple', () => {
  it('count against it, or abstain', async () => {
    const choose = (...options: (string | number)[]) => ({
      selections: options.map((option, index) => ({ number: index + 1, option })),
    });
    const chosen = choices(choose(5, 7, 7), choose('none of these', 7, '8'), choose('7) I cannot say', 6, 0));
    const { verifier } = await setUp({ tailDraws: 3 }, { 'tail-selections': chosen });
    const records = await verifier.verify(input);
    expect(records.map(({ tail: { value, reason } }) => [value, reason])).toEqual([
      [0, null],
      [0, null],
      [null, 'unparsable'],
    ]);
    expect(records[0]?.tail.draws).toEqual([
      { answer: 'none of these', match: false, matchedBy: null },
      { answer: 'none of these', match: false, matchedBy: null },
      { answer: 'I cannot say', match: null, matchedBy: null },
    ]);
    const { verifier: mute } = await setUp({ tailDraws: 1 }, { 'tail-selections': choose(7, 7, 7) });
    for (const { tail } of await mute.verify(input)) {
      expect(tail).toMatchObject({ value: null, reason: 'abstained' });
    }
  });
});

describeHostileTexts('triples, samples, questions, answers and options', async (extra) => {
  const model = {
    'fact-support': { verdicts: [{ number: 'F1', supports: ['S1'], contradicts: [] }] },
    'reverse-questions': {
      facts: [
        {
          ...{ number: 1, question: `Who saw it? ${extra}`, answer: '', kind: 'one', relation: true },
          tails: ['Perth', 'Ayr', 'Oban'].map((town) => `${town} ${extra}`),
        },
      ],
    },
    'judge-pairs': {
      verdicts: [
        { number: 1, same: false },
        { number: 2, same: false },
      ],
    },
    'heqa-answers': choices({ answers: [{ number: 1, answer: `Ann ${extra}` }] }),
    'relation-answers': choices({ relations: [{ number: 1, relation: `left ${extra}` }] }),
    'tail-selections': { selections: [{ number: 1, option: 1 }] },
  };
  const { verifier, generator, analyst } = await setUp(
    { headDraws: 1, relationDraws: 1, tailDraws: 1 },
    model,
  );
  await verifier.verify(inputWith(extra));
  return [...generator.requests, ...analyst.requests];
});
