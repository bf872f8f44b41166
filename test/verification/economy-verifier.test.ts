import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { ModelCallError } from '../../src/errors.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import type { MissingReason } from '../../src/passage.ts';
import { createEconomyVerifier, type GroupSettings } from '../../src/verification/economy-verifier.ts';
import type { VerificationSettings } from '../../src/verification/verifier.ts';
import { describeVerifier } from '../contract/verifier.contract.ts';
import { HOSTILE, outsideBlocks } from '../support/hostile.ts';
import {
  blockOf,
  choices,
  type Script,
  type ScriptedAnswer,
  scriptedChat,
} from '../support/scripted-chat.ts';
import { namedEmbedder, SETTINGS, verificationInput } from '../support/verification.ts';

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
/** The numbered blocks of selections, each with its options. */
const selectionsIn = (request: ChatRequest) =>
  Array.from({ length: 9 }, (_, index) => linesOf(request, `questions-${index + 1}`)).filter(
    ([first]) => first !== '',
  );

const ANALYST: Script = {
  // both samples state the first fact
  'fact-support': (request) => ({
    verdicts: linesOf(request, 'facts').map((_, index) => ({
      number: `F${index + 1}`,
      supports: index === 0 ? ['S1', 'S2'] : [],
      contradicts: [],
    })),
  }),
  'heqa-questions': (request) => ({
    questions: forEach(linesOf(request, 'facts'), (fact) => ({
      question: `Who ${fact.split('; ').slice(1).join(' ').slice(0, -1)}?`,
    })),
  }),
  'tail-distractors': (request) => ({
    facts: forEach(linesOf(request, 'facts'), (fact) => ({
      tails: fact.includes('1960') ? ['1950', '1951', '1952'] : ['Perth', 'Ayr', 'Oban'],
    })),
  }),
  'judge-pairs': (request) => ({ verdicts: forEach(linesOf(request, 'answers'), () => ({ same: false })) }),
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
const DEFAULTS: GroupSettings = { groupSize: 8 };

async function setUp(settings: Settings = {}, script: Script = {}) {
  const generator = scriptedChat({ ...GENERATOR, ...script });
  const analyst = scriptedChat({ ...ANALYST, ...script });
  const verifier = createEconomyVerifier({
    generator,
    analyst,
    embedder: namedEmbedder({}),
    prompts: await loadPrompts(),
    settings: { ...SETTINGS, ...DEFAULTS, ...settings },
    concurrency: 2,
  });
  return { verifier, generator, analyst, input };
}

const countsOf = (requests: readonly ChatRequest[]) => {
  const counts: Record<string, number> = {};
  for (const { purpose } of requests) counts[purpose] = (counts[purpose] ?? 0) + 1;
  return counts;
};

describeVerifier('llm-economy', () => setUp());

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
    // Two groups where f_t holds a fact, so that each can be told those of the other.
    expect(countsOf(generator.requests)).toEqual({
      'heqa-answers': 2,
      'relation-answers': 2,
      'tail-selections': 2,
    });
    expect(countsOf(analyst.requests)).toEqual({
      'fact-support': 1,
      'heqa-questions': 2,
      'tail-distractors': 1,
      'judge-pairs': 1,
    });
    // "visited" was drawn twelve times and judged once a triple; heads are equal and need no judge.
    expect(linesOf(analyst.asked('judge-pairs')[0] as never, 'gaps')).toEqual([
      '(Mara Quint; ?; Leith)',
      '(Mara Quint; ?; The Pier)',
      '(Mara Quint; ?; 1960)',
    ]);
  });

  it('asks nothing for what is switched off', async () => {
    const { verifier, generator, analyst } = await setUp({
      factFilter: false,
      head: false,
      relation: false,
      tail: false,
    });
    const off = { value: null, reason: 'disabled', asked: null, draws: [] };
    expect(await verifier.verify(input)).toEqual(
      input.original.triples.map(({ id }) => ({
        tripleId: id,
        inFactFilter: false,
        head: off,
        relation: off,
        tail: off,
      })),
    );
    expect([...generator.requests, ...analyst.requests]).toEqual([]);
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

const FAILURES: [MissingReason, ScriptedAnswer][] = [
  ['refused', [{ text: 'No.', finishReason: 'refusal' }]],
  ['truncated', [{ text: '{"', finishReason: 'length' }]],
  ['unparsable', 'Hm.'],
  ['unparsable', '{}'],
  ['unparsable', []],
  ['call-failed', new ModelCallError('filtered', { retryable: false, status: 400 })],
];

/** The tasks that a failing prompt leaves without a score. */
const LOST: Record<string, ('head' | 'relation' | 'tail')[]> = {
  'fact-support': [],
  'heqa-questions': ['head'],
  'heqa-answers': ['head'],
  'relation-answers': ['relation'],
  'tail-selections': ['tail'],
  'judge-pairs': ['relation'],
};

describe.each(Object.keys(LOST))('when %s fails', (purpose) => {
  it.each(FAILURES)('a task has no score because %s (%j), and the rest goes on', async (reason, answer) => {
    const { verifier } = await setUp({}, { [purpose]: answer });
    for (const record of await verifier.verify(input)) {
      for (const task of ['head', 'relation', 'tail'] as const) {
        const isLost = LOST[purpose]?.includes(task);
        expect([task, record[task].reason]).toEqual([task, isLost ? reason : null]);
      }
    }
  });
});

describe('an item that is missing or malformed', () => {
  it('is asked for again once, and then lost for its triple only, with its text', async () => {
    const answers = [
      { number: 1, answer: 'Mara Quint' },
      { number: 2, name: 'Mara Quint' },
    ];
    const { verifier, generator } = await setUp(
      { factFilter: false, headDraws: 1 },
      { 'heqa-answers': { answers } },
    );
    const [born, painted, died] = await verifier.verify(input);
    expect(born?.head).toMatchObject({ value: 1, reason: null });
    expect(painted?.head).toMatchObject({ value: null, reason: 'unparsable' });
    expect(painted?.head.draws).toEqual([
      { answer: '{"number":2,"name":"Mara Quint"}', match: null, matchedBy: null },
    ]);
    expect(died?.head.draws[0]?.answer).toBe(JSON.stringify({ answers }));
    const [, again] = generator.asked('heqa-answers');
    expect(generator.asked('heqa-answers')).toHaveLength(2);
    expect(again?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(again?.messages.at(-1)?.content).toContain('Number 2 is missing or cannot be used. Number 3 is');
  });

  it('is taken from the second answer where that has it', async () => {
    const whole = forEach(['a', 'b', 'c'], () => ({ answer: 'Mara Quint' }));
    const { verifier } = await setUp(
      { factFilter: false, headDraws: 1 },
      { 'heqa-answers': (_, call) => ({ answers: call === 0 ? whole.slice(1) : whole }) },
    );
    expect((await verifier.verify(input)).map(({ head }) => head.value)).toEqual([1, 1, 1]);
  });
});

describe('hostile text in triples, samples, questions, answers and options', () => {
  async function requestsFor(extra: string): Promise<ChatRequest[]> {
    const model = {
      'fact-support': { verdicts: [{ number: 'F1', supports: ['S1'], contradicts: [] }] },
      'heqa-questions': { questions: [{ number: 1, question: `Who saw it? ${extra}` }] },
      'tail-distractors': { facts: [{ number: 1, tails: [`Perth ${extra}`, `Ayr ${extra}`] }] },
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
    await verifier.verify(
      verificationInput(
        [[`Mara ${extra}`, `was born in ${extra}`, `Leith ${extra}`]],
        [[[`Mara ${extra}`, `left ${extra}`, `Oban ${extra}`]]],
      ),
    );
    return [...generator.requests, ...analyst.requests];
  }

  it.each(HOSTILE)('%j stays inside its block', async (attack) => {
    const plain = new Map((await requestsFor('Q')).map((request) => [request.purpose, request]));
    const requests = await requestsFor(attack);
    expect(new Set(requests.map(({ purpose }) => purpose))).toEqual(new Set(plain.keys()));
    for (const { purpose, messages, schema } of requests) {
      const expected = plain.get(purpose);
      expect(messages[0]).toEqual(expected?.messages[0]);
      expect(schema).toEqual(expected?.schema);
      expect(messages).toHaveLength(2);
      expect(outsideBlocks(messages[1]?.content ?? '')).toBe(
        outsideBlocks(expected?.messages[1]?.content ?? ''),
      );
    }
  });
});
