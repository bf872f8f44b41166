import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { verifyTails } from '../../src/verification/paper-ftste.ts';
import { triples } from '../support/records.ts';
import { blockOf, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { taskContext } from '../support/verification.ts';

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

async function verify(answer: Script[string], { seed = 7, tailDraws = 8 } = {}) {
  const generator = scriptedChat({ 'tail-select': answer });
  const context = { ...(await taskContext(generator, scriptedChat({}), { settings: { tailDraws } })), seed };
  return { results: await verifyTails(questions, context), generator };
}

describe('verifyTails', () => {
  it('counts the draws that select the original, wherever it stands', async () => {
    let call = 0;
    const { results, generator } = await verify((request) => {
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
      const { generator } = await verify({ option: 1 }, { seed });
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
    const { generator } = await verify({ option: 1 });
    expect(new Set(generator.requests.map(({ seed }) => seed)).size).toBe(16);
  });

  it('reads numbers and texts of options, and nothing else', async () => {
    const read = async (answer: Script[string]) => (await verify(answer, { tailDraws: 1 })).results;
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
    const { results, generator } = await verify({ option: 3 }, { tailDraws: 1 });
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
