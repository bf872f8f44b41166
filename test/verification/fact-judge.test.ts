import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { statementSpans } from '../../src/english/statements.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { createFactJudge } from '../../src/verification/fact-judge.ts';
import { blockOf, FAILURES, type Script, scriptedChat } from '../support/scripted-chat.ts';

const prompts = await loadPrompts();

const TEXT = 'Mara Quint was born in Leith. She studied in Edinburgh.';
const SENTENCES = [
  { start: 0, end: 29 },
  { start: 30, end: 55 },
];
const RESPONSE = { question: 'Who was Mara Quint?', text: TEXT, sentences: SENTENCES };
const BORN = { head: 'Mara Quint', relation: 'was born in', tail: 'Leith' };
const STUDIED = { head: 'Mara Quint', relation: 'studied in', tail: 'Edinburgh' };
const right = (confidence = 90) => ({ verdict: 'right', instead: '', confidence });
const wrong = (instead: string, confidence = 80) => ({ verdict: 'wrong', instead, confidence });
const unknown = { verdict: 'cannot-tell', instead: '', confidence: 60 };

/** A sentence of an answer with its facts. */
const judged = (number: number, probability: unknown, ...facts: object[]) => ({ number, facts, probability });
const listing = (...sentences: ReturnType<typeof judged>[]): Script => ({ 'judge-facts': { sentences } });

function judgeWith(script: Script, draws = 1) {
  const model = scriptedChat(script);
  return { model, judge: createFactJudge({ model, prompts, draws, temperature: 1 }) };
}

describe('a fact judge', () => {
  it('lists and judges the facts of each sentence, and the sentences, in one request', async () => {
    const { model, judge } = judgeWith(
      listing(judged(1, 80, { ...BORN, ...wrong('Kirkcaldy') }), judged(2, 5, { ...STUDIED, ...right() })),
    );
    const { segmentation, judgement } = await judge.read(RESPONSE);
    expect(segmentation).toMatchObject({ outcome: 'ok', triples: [BORN, STUDIED] });
    expect(
      segmentation.triples.map(({ id, span }) => [id, span && TEXT.slice(span.start, span.end)]),
    ).toEqual([
      ['original/1', expect.stringContaining('Leith')],
      ['original/2', expect.stringContaining('Edinburgh')],
    ]);
    expect(judgement?.sentences?.map(({ value }) => value?.toFixed(6))).toEqual(['0.200000', '0.950000']);
    expect(judgement?.facts).toMatchObject([
      { tripleId: 'original/1', verdict: 'wrong', instead: 'Kirkcaldy', reason: null },
      { tripleId: 'original/2', verdict: 'right', instead: null, reason: null },
    ]);
    expect(judgement?.facts.map(({ value }) => value?.toFixed(6))).toEqual(['0.200000', '0.900000']);
    expect(model.requests).toHaveLength(1);
    expect(blockOf(model.requests[0] as ChatRequest, 'sentences')).toBe(
      '1. Mara Quint was born in Leith.\n2. She studied in Edinburgh.',
    );
  });

  it('takes no part and no value of many characters', async () => {
    const long = 'Leith and '.repeat(150_000);
    const parts = { head: long, relation: long, tail: long };
    const { judge } = judgeWith(
      listing(judged(1, 80, { ...parts, ...wrong(long) }, { ...BORN, ...wrong(long) })),
    );
    const { segmentation, judgement } = await judge.read(RESPONSE);
    expect(segmentation).toMatchObject({ triples: [BORN], rejected: [{ reason: 'too-long' }] });
    expect(judgement?.facts).toMatchObject([{ verdict: 'wrong', instead: null, reason: null }]);
  });

  it('places a fact in its sentence, even where the words stand in another or in none', async () => {
    const { judge } = judgeWith(
      listing(
        judged(1, 5, { ...STUDIED, ...right() }),
        judged(2, 5, { ...BORN, relation: 'read', tail: 'law', ...right() }),
        judged(9, 5, { ...BORN, ...right() }),
      ),
    );
    const { segmentation } = await judge.read(RESPONSE);
    expect(segmentation.triples.map(({ span }) => span)).toEqual([
      ...SENTENCES,
      { start: 0, end: TEXT.indexOf('.') },
    ]);
  });

  it('shows a cell or list item after the words that it stands under', async () => {
    const text = '# Works\n\n- Plants of the North\n\n| Name | Born |\n|---|---|\n| Ada | 1902 |';
    const { judge, model } = judgeWith(listing());
    await judge.read({ ...RESPONSE, text, sentences: statementSpans(text) });
    expect(blockOf(model.requests[0] as ChatRequest, 'sentences')).toBe(
      '1. Works: Plants of the North\n2. Ada, Born: 1902',
    );
  });

  it('has no value where it cannot tell, or where a verdict cannot be read, and keeps the fact', async () => {
    const unread = { ...STUDIED, verdict: 'perhaps', instead: '', confidence: 40 };
    const { judge } = judgeWith(listing(judged(2, 'low', { ...BORN, ...unknown }, unread)));
    const { judgement } = await judge.read(RESPONSE);
    expect(judgement?.facts).toMatchObject([
      { verdict: 'cannot-tell', value: null, reason: 'abstained' },
      { verdict: null, value: null, reason: 'unparsable' },
    ]);
    const none = { value: null, reason: 'unparsable', draws: [] };
    expect(judgement?.sentences).toEqual([none, none]);
  });

  it('keeps the ratings of sentences where it lists no fact that can be used', async () => {
    const long = { ...BORN, tail: 'Leith and '.repeat(150_000), ...right() };
    for (const facts of [[], [long]]) {
      const { judge, model } = judgeWith(listing(judged(1, 80, ...facts)), 2);
      const { segmentation, judgement } = await judge.read(RESPONSE);
      expect([segmentation.outcome, judgement?.facts]).toEqual(['no-triples', []]);
      expect(judgement?.sentences?.map(({ value }) => value?.toFixed(6))).toEqual(['0.200000', undefined]);
      expect(model.requests).toHaveLength(1);
    }
  });

  it('is a failed segmentation where nothing can be read, and asks nothing of an empty text or a refusal', async () => {
    const { judge, model } = judgeWith({ 'judge-facts': 'I would rather not.' });
    const { segmentation, judgement } = await judge.read(RESPONSE);
    expect([segmentation.outcome, judgement]).toEqual(['failed', null]);
    const asked = model.requests.length;
    expect((await judge.read({ ...RESPONSE, text: ' ' })).segmentation.outcome).toBe('empty');
    expect(model.requests).toHaveLength(asked);
  });

  it('averages the log odds of further draws, which judge the same facts and sentences by number', async () => {
    const { judge, model } = judgeWith(
      {
        ...listing(judged(1, 20, { ...BORN, ...right(80) })),
        'judge-listed-facts': {
          facts: [{ number: 1, ...right(50) }],
          sentences: [
            { number: 1, probability: 50 },
            { number: 2, probability: 10 },
          ],
        },
      },
      3,
    );
    const { judgement } = await judge.read(RESPONSE);
    // odds 4, 1 and 1: the cube root of 4
    const odds = 4 ** (1 / 3);
    expect(judgement?.facts[0]?.draws).toHaveLength(3);
    for (const one of [judgement?.facts[0], judgement?.sentences?.[0]])
      expect(one?.value).toBeCloseTo(odds / (1 + odds), 9);
    expect(judgement?.sentences?.[1]).toMatchObject({ draws: [0.9, 0.9] });
    expect(model.requests.map(({ n }) => n)).toEqual([1, 2]);
    expect(blockOf(model.requests[1] as ChatRequest, 'facts')).toBe('1. (Mara Quint; was born in; Leith)');
  });

  const listed = [BORN, STUDIED].map((parts, index) => ({
    ...parts,
    ...{ id: `original/${index + 1}`, responseId: 'original', span: null },
  }));

  it('judges facts that were listed before', async () => {
    const { judge } = judgeWith({
      'judge-listed-facts': {
        facts: [{ number: 2, ...wrong('') }],
        sentences: [{ number: 2, probability: 75 }],
      },
    });
    const judgement = await judge.judge(RESPONSE, listed);
    expect(judgement.facts).toMatchObject([
      { verdict: null, reason: 'unparsable' },
      { verdict: 'wrong', instead: null },
    ]);
    expect(judgement.sentences).toMatchObject([{ reason: 'unparsable' }, { draws: [0.25] }]);
  });

  it.each(FAILURES)('is null throughout where the judge %s', async (reason, answer) => {
    const { judge } = judgeWith({ 'judge-listed-facts': answer });
    const { facts, sentences } = await judge.judge(RESPONSE, listed);
    expect(facts).toMatchObject([
      { value: null, reason },
      { value: null, reason },
    ]);
    const none = { value: null, reason, draws: [] };
    expect(sentences).toEqual([none, none]);
  });
});
