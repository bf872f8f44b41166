import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { givesAway, verifyHead, verifyRelation, verifyTails } from '../../src/verification/paper-tasks.ts';
import { triples } from '../support/records.ts';
import { blockOf, choices, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { markByWords, taskContext } from '../support/verification.ts';

const [triple, known] = triples('original', [
  ['Mara Quint', 'painted', 'The Pier'],
  ['Mara Quint', 'was born in', 'Leith'],
]) as [never, never];

async function verify(analystScript: Script, generatorScript: Script) {
  const analyst = scriptedChat(analystScript);
  const generator = scriptedChat(generatorScript);
  const result = await verifyHead(triple, [known], await taskContext(generator, analyst));
  return { result, analyst, generator };
}

describe('verifyHead', () => {
  it('phrases a question, draws N_A answers in one request, and counts those that match', async () => {
    const { result, analyst, generator } = await verify(
      {
        'heqa-question': { question: 'Who painted The Pier?' },
        'judge-equal': markByWords,
      },
      {
        'heqa-answer': (_, call) =>
          call > 0
            ? 'Hm!'
            : choices({ answer: 'Mara Quint' }, { answer: 'Ann Lee' }, { answer: 'mara quint' }, 'Hm.'),
      },
    );
    expect(result).toMatchObject({ value: 2 / 3, reason: null, asked: 'Who painted The Pier?' });
    expect(result.draws.map(({ answer, match }) => [answer, match])).toEqual([
      ['Mara Quint', true],
      ['Ann Lee', false],
      ['mara quint', true],
      ['Hm.', null],
    ]);
    expect(blockOf(analyst.requests[0] as never, 'known')).toBe('1. (Mara Quint; was born in; Leith)');
    // The unreadable answer was asked for again, once.
    expect(generator.requests).toHaveLength(2);
    expect(generator.requests[0]).toMatchObject({ n: 4, temperature: 1 });
    expect(JSON.stringify(generator.requests[0]?.messages)).not.toContain('Quint');
  });

  it('asks for another question when the first names the answer, and gives up after the second', async () => {
    const leaking = { question: 'What did Mara Quint paint?' };
    const good = { question: 'Who painted The Pier?' };
    const answers = { 'heqa-answer': { answer: 'Mara Quint' } };
    const mended = await verify(
      { 'heqa-question': (_, call) => (call === 0 ? leaking : good), 'judge-equal': markByWords },
      answers,
    );
    expect(mended.result).toMatchObject({ value: 1, asked: good.question });
    expect(blockOf(mended.analyst.requests[1] as never, 'rejected')).toBe(`1. ${leaking.question}`);

    const lost = await verify({ 'heqa-question': leaking }, answers);
    expect(lost.result).toEqual({ value: null, reason: 'no-question', asked: leaking.question, draws: [] });
    expect(lost.analyst.requests).toHaveLength(2);
    expect(lost.generator.requests).toHaveLength(0);
  });

  it('has no score, but the reason, without a question or without answers', async () => {
    const question = { 'heqa-question': { question: 'Who painted The Pier?' } };
    expect((await verify({ 'heqa-question': 'Hm.' }, {})).result).toMatchObject({
      value: null,
      reason: 'unparsable',
    });
    const refusing = [{ text: 'No.', finishReason: 'refusal' as const }];
    const { result } = await verify(question, { 'heqa-answer': refusing });
    expect(result).toMatchObject({ value: null, reason: 'refused', asked: 'Who painted The Pier?' });
  });
});

describe('givesAway', () => {
  const fact = (head: string, tail = 'The Pier') => ({ head, relation: 'painted', tail });
  it.each([
    ['What did Mara Quint paint?', fact('Mara Quint'), true],
    ['What did MÁRA QUINT’s brush paint?', fact('Mara Quint'), true],
    ['What did Quint, whose first name is Mara, paint?', fact('Mara Quint'), true],
    ['What did Quint paint?', fact('Mara Quint'), true],
    ['Who painted The Pier?', fact('Mara Quint'), false],
    ['What did Mara paint?', fact('Mara Quint'), true],
    ['Which university owns The Pier?', fact('University of Leith'), false],
    ['Which county lies beside Lincoln County?', fact('Washington County', 'Lincoln County'), false],
    ['What is the capital of the country?', fact('The capital'), true],
    ['Which city is it?', fact('—'), false],
  ])('%s', (question, triple, expected) => {
    expect(givesAway(question, triple)).toBe(expected);
  });
});

describe('verifyRelation', () => {
  it('masks the relation, draws N_p predictions, and counts those that mean the same', async () => {
    const relations = ['was born in', 'came from', 'died in', 'died in'].map((relation) => ({ relation }));
    const generator = scriptedChat({ 'relation-answer': choices(...relations) });
    const analyst = scriptedChat({
      'judge-equal': (_, call) => ({ verdicts: [{ number: 1, same: call < 2 }] }),
    });
    const result = await verifyRelation(known, [triple], await taskContext(generator, analyst));
    expect(result).toMatchObject({ value: 2 / 4, reason: null, asked: '(Mara Quint; [MASK]; Leith)' });
    expect(result.draws.map(({ matchedBy }) => matchedBy)).toEqual(['judge', 'judge', null, null]);
    expect(generator.requests[0]).toMatchObject({ n: 4, temperature: 1 });
    expect(JSON.stringify(generator.requests[0]?.messages[1])).not.toContain('was born in');
    expect(blockOf(generator.requests[0] as never, 'known')).toBe('1. (Mara Quint; painted; The Pier)');
    // Every prediction is judged in a call of its own, equal ones too.
    expect(analyst.requests.map((request) => blockOf(request, 'candidates'))).toEqual([
      '1. was born in',
      '1. came from',
      '1. died in',
      '1. died in',
    ]);
    expect(blockOf(analyst.requests[0] as never, 'expected')).toBe('was born in');
  });

  it('draws at a temperature of its own where one is set', async () => {
    const generator = scriptedChat({ 'relation-answer': { relation: 'was born in' } });
    const analyst = scriptedChat({ 'judge-equal': { verdicts: [{ number: 1, same: true }] } });
    const context = await taskContext(generator, analyst);
    await verifyRelation(known, [], {
      ...context,
      settings: { ...context.settings, relationTemperature: 0 },
    });
    expect(generator.requests.map(({ temperature }) => temperature)).toEqual([0]);
  });
});

const [born, died] = triples('original', [
  ['Mara Quint', 'was born in', 'Leith'],
  ['Mara Quint', 'died in', '1960'],
]) as [never, never];
const questions = [
  { triple: born, distractors: ['Perth', 'Ayr', 'Elgin'] },
  { triple: died, distractors: ['1958', '3'] },
];

const optionsOf = (request: ChatRequest) =>
  blockOf(request, 'options')
    .split('\n')
    .map((line) => line.replace(/^\d+\. /, ''));
const numberOf = (request: ChatRequest, option: string) => ({
  option: optionsOf(request).indexOf(option) + 1,
});

async function select(answer: Script[string], { seed = 7, tailDraws = 8 } = {}) {
  const generator = scriptedChat({ 'tail-select': answer });
  const context = { ...(await taskContext(generator, scriptedChat({}), { settings: { tailDraws } })), seed };
  return { results: await verifyTails(questions, context), generator };
}

describe('verifyTails', () => {
  it('counts the draws that select the original, wherever it stands', async () => {
    let call = 0;
    const { results, generator } = await select((request) => {
      const wanted = optionsOf(request).includes('Leith') ? 'Leith' : call++ % 4 === 0 ? '1960' : '1958';
      return numberOf(request, wanted);
    });
    expect(results.map(({ value, reason }) => [value, reason])).toEqual([
      [1, null],
      [2 / 8, null],
    ]);
    expect(results[0]?.asked).toBe('(Mara Quint; was born in; ?): Leith | Perth | Ayr | Elgin');
    expect(results[1]?.draws[1]).toEqual({ answer: '1958', match: false, matchedBy: null });
    expect(generator.requests).toHaveLength(16);
    for (const request of generator.requests) expect(request).toMatchObject({ n: 1, temperature: 1 });
  });

  it('shuffles by seed, triple and draw, and by nothing else', async () => {
    const orders = async (seed: number) => {
      const { generator } = await select({ option: 1 }, { seed });
      return generator.requests.map(optionsOf);
    };
    const first = await orders(7);
    expect(await orders(7)).toEqual(first);
    expect(await orders(8)).not.toEqual(first);
    expect(new Set(first.slice(0, 8).map((order) => order.join())).size).toBeGreaterThan(3);
    for (const order of first.slice(0, 8))
      expect([...order].sort()).toEqual(['Ayr', 'Elgin', 'Leith', 'Perth']);
  });

  it('gives every draw a request of its own, even in the same order', async () => {
    const { generator } = await select({ option: 1 });
    expect(new Set(generator.requests.map(({ seed }) => seed)).size).toBe(16);
  });

  it('reads numbers and texts of options, and nothing else', async () => {
    const read = async (answer: Script[string]) => (await select(answer, { tailDraws: 1 })).results;
    const both = (request: ChatRequest, by: (wanted: string) => object | string) =>
      by(optionsOf(request).includes('Leith') ? 'Leith' : '1960');
    const values = (results: Awaited<ReturnType<typeof read>>) => results.map(({ value }) => value);
    expect(values(await read((request) => both(request, (wanted) => ({ option: wanted }))))).toEqual([1, 1]);
    expect(values(await read((request) => both(request, (wanted) => wanted)))).toEqual([1, 1]);
    expect(
      values(
        await read((request) => both(request, (wanted) => `${numberOf(request, wanted).option}. ${wanted}`)),
      ),
    ).toEqual([1, 1]);
    // A number is a place in the list, even where it is also the text of an option.
    const { results, generator } = await select({ option: 3 }, { tailDraws: 1 });
    expect(results.map(({ draws }) => draws[0]?.answer)).toEqual(
      generator.requests.map((request) => optionsOf(request)[2]),
    );
    expect(values(await read({ option: 9 }))).toEqual([null, null]);
    expect((await read('None of these.'))[0]).toMatchObject({ value: null, reason: 'unparsable' });
  });

  it('has no score without distractors, and asks nothing', async () => {
    const generator = scriptedChat({});
    const [result] = await verifyTails(
      [{ triple: born, distractors: [] }],
      await taskContext(generator, scriptedChat({})),
    );
    expect(result).toEqual({
      value: null,
      reason: 'no-distractors',
      asked: '(Mara Quint; was born in; ?)',
      draws: [],
    });
  });
});
