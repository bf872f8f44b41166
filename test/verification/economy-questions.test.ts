import { describe, expect, it } from 'vitest';
import { type PreparedTriple, prepareTriples } from '../../src/verification/economy-questions.ts';
import type { VerificationSettings } from '../../src/verification/verifier.ts';
import { blockOf, type ScriptedAnswer, scriptedChat } from '../support/scripted-chat.ts';
import { taskContext, verificationInput } from '../support/verification.ts';

const { original, identity } = verificationInput(
  [
    ['Mara Quint', 'was born in', '1901'],
    ["Mara Quint's book", 'is about', 'Leith'],
    ['Mara Quint', 'painted', 'The Pier'],
    ['Mara Quint', 'painted', 'The Harbour'],
  ],
  [],
);
const { triples } = original;

const GOOD = {
  question: 'Which Scottish painter was born in 1901?',
  answer: 'Mara Quint',
  kind: 'one',
  relation: true,
  tails: ['1899', '1907', '1911', '1912'],
};

async function prepare(
  answer: ScriptedAnswer,
  { size = 25, settings = {} as Partial<VerificationSettings> } = {},
) {
  const analyst = scriptedChat({ 'reverse-questions': answer });
  const context = await taskContext(scriptedChat({}), analyst, { settings });
  const input = { triples, identity, size };
  return { prepared: await prepareTriples(input, context), analyst };
}

/** What is asked of the first triple, or why it is not. */
async function first(item: object, index = 0) {
  const facts = triples.map((_, at) => ({ number: at + 1, ...GOOD, ...(at === index ? item : {}) }));
  const { prepared } = await prepare({ facts });
  const { head, relation, tail } = prepared[index] as PreparedTriple;
  return {
    head: head.value ?? head.instead?.reason,
    relation: relation.value ?? relation.instead?.reason,
    tail: tail.value ?? tail.instead?.reason,
  };
}

describe('prepareTriples', () => {
  it('takes the spare tail in the place of one that cannot be an option', async () => {
    expect((await first({ tails: ['1899', '1901', '1907', '1911'] })).tail).toEqual(['1899', '1907', '1911']);
    expect((await first({ tails: ['1899', '1907', '1911', '1912'] })).tail).toEqual(['1899', '1907', '1911']);
  });

  it('shows all facts in one request', async () => {
    const facts = triples.map((_, index) => ({ number: index + 1, ...GOOD }));
    const { prepared, analyst } = await prepare({ facts });
    expect(analyst.requests).toHaveLength(1);
    const [request] = analyst.requests as [never];
    expect(blockOf(request, 'facts').split('\n')[1]).toBe("2. (Mara Quint's book; is about; Leith)");
    expect(blockOf(request, 'parts')).toBe('question, answer, kind, relation, tails');
    expect(analyst.requests[0]).toMatchObject({ temperature: 0, n: 1 });
    // As many as are set
    expect(analyst.requests[0]?.messages[1]?.content).toMatch(/: 3$/);
    expect(prepared[0]).toEqual({
      triple: triples[0],
      head: { value: { question: GOOD.question, answer: 'Mara Quint' }, instead: null },
      relation: { value: true, instead: null },
      tail: { value: ['1899', '1907', '1911'], instead: null },
    });
  });

  it('asks in even chunks above the limit, and for the parts that are wanted', async () => {
    const { analyst } = await prepare({ facts: [] }, { size: 3, settings: { head: false, tail: false } });
    const shown = analyst.requests.filter(({ messages }) => messages.length === 2);
    expect(shown.map((request) => blockOf(request, 'facts').split('\n').length)).toEqual([2, 2]);
    expect(shown.map((request) => blockOf(request, 'parts'))).toEqual(['relation', 'relation']);
  });

  it.each([
    [{ kind: 'several', question: '' }, 'several-answers'],
    [{ kind: ' Several', question: 'Which painter is Scottish?' }, 'several-answers'],
    [{ kind: 'named', question: '' }, 'names-itself'],
    [{ kind: 'no-name', question: '' }, 'no-question'],
    [{ question: ' ' }, 'no-question'],
    [{ question: 'What is Quint?' }, 'names-itself'],
    [{ question: 7 }, 'unparsable'],
    [{ question: undefined }, 'unparsable'],
    [{ kind: 'hm' }, { question: GOOD.question, answer: 'Mara Quint' }],
    [
      { kind: undefined, answer: undefined },
      { question: GOOD.question, answer: 'Mara Quint' },
    ],
    [{ question: 'Which  painter\nswam?' }, { question: 'Which painter swam?', answer: 'Mara Quint' }],
    // Only words of the head answer for it.
    [{ answer: 'Quint' }, { question: GOOD.question, answer: 'Quint' }],
    [{ answer: 'Ann Lee' }, { question: GOOD.question, answer: 'Mara Quint' }],
  ])('a head of %j: %j', async (item, expected) => {
    expect(await first(item)).toMatchObject({
      head: expected,
      relation: true,
      tail: ['1899', '1907', '1911'],
    });
  });

  it('takes the name that a question asks for as the answer', async () => {
    const item = { question: 'Whose book is about Leith?', answer: 'Mara Quint' };
    expect((await first(item, 1)).head).toEqual(item);
  });

  it.each([
    [true, true],
    ['yes', true],
    [false, 'undecidable'],
    ['No.', 'undecidable'],
    ['perhaps', 'unparsable'],
    [null, 'unparsable'],
  ])('a relation that is %j: %j', async (relation, expected) => {
    expect((await first({ relation })).relation).toEqual(expected);
  });

  it.each([
    [
      ['1899', 1907, '1911'],
      ['1899', '1907', '1911'],
    ],
    // Equal to the original or to one another, another form, no text: what is left is offered, and none is made up.
    [
      ['1901', '1899', '1899.', '1907'],
      ['1899', '1907'],
    ],
    [
      ['1899', '12 May 1907', '1911'],
      ['1899', '1911'],
    ],
    [
      ['1899', null, { tail: '1907' }, '1911'],
      ['1899', '1911'],
    ],
    [['1899'], ['1899']],
    [['1901', '12 May 1907'], 'no-distractors'],
    [[], 'no-distractors'],
    ['1899', 'unparsable'],
    [undefined, 'unparsable'],
  ])('tails %j: %j', async (tails, expected) => {
    expect((await first({ tails })).tail).toEqual(expected);
  });

  it('offers no tail that another fact gives to the same head and relation, and none inside another', async () => {
    const tails = ['the harbour', 'The Mill', 'The Old Mill', 'The Weir'];
    expect((await first({ tails }, 2)).tail).toEqual(['The Mill', 'The Weir']);
    const more = ['The Mill', 'The Weir', 'The Quay', 'The Ferry'];
    expect((await first({ tails: more }, 2)).tail).toEqual(['The Mill', 'The Weir', 'The Quay']);
  });

  it('does with as few wrong tails as are set', async () => {
    const facts = triples.map((_, index) => ({ number: index + 1, ...GOOD, tails: ['1899'] }));
    const { prepared } = await prepare({ facts }, { settings: { distractors: 1 } });
    expect(prepared[0]?.tail.value).toEqual(['1899']);
  });

  it('loses the facts that an answer leaves out, or numbers otherwise, after asking once more', async () => {
    const facts = [{ number: 'one', ...GOOD }, { number: '2', ...GOOD }, { number: 9, ...GOOD }, 'Hm.', 3];
    const { prepared, analyst } = await prepare({ facts });
    expect(
      prepared.map(({ head, relation, tail }) =>
        [head, relation, tail].map(({ instead }) => instead?.reason),
      ),
    ).toEqual([
      ['unparsable', 'unparsable', 'unparsable'],
      [undefined, undefined, 'no-distractors'],
      ['unparsable', 'unparsable', 'unparsable'],
      ['unparsable', 'unparsable', 'unparsable'],
    ]);
    expect(analyst.requests).toHaveLength(2);
  });

  it.each([
    ['refused', [{ text: 'No.', finishReason: 'refusal' as const }]],
    ['unparsable', 'Hm.'],
    ['unparsable', { facts: 'none' }],
  ])('has nothing to ask where the answer is %s (%j)', async (reason, answer) => {
    const { prepared } = await prepare(answer);
    for (const { head, relation, tail } of prepared) {
      for (const part of [head, relation, tail]) expect(part.instead).toMatchObject({ value: null, reason });
    }
  });
});
