import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { ModelCallError } from '../../src/errors.ts';
import { createLlmExtractor } from '../../src/triples/llm-extractor.ts';
import { createLocalExtractor } from '../../src/local/extract/local-extractor.ts';
import { describeExtractor } from '../contract/extractor.contract.ts';
import { describeHostileTexts } from '../contract/hostile-texts.contract.ts';
import { blockOf, type Script, scriptedChat } from '../support/scripted-chat.ts';

const prompts = await loadPrompts();

const fact = (head: string, relation: string, tail: string) => ({ head, relation, tail });
const BORN = fact('Mara Quint', 'was born in', 'Leith');
const STUDIED = fact('Mara Quint', 'studied in', 'Edinburgh');
const PAINTED = fact('Mara Quint', 'painted', 'The Pier');
const TEXT = 'Mara Quint was born in Leith. She studied in Edinburgh.';

async function extract(script: Script, { correct = true, text = TEXT } = {}) {
  const model = scriptedChat(script);
  const extractor = createLlmExtractor({ model, prompts, correct });
  const result = await extractor.extract({ id: 'original', text }, { prompt: 'Who was Mara Quint?' });
  return { model, result };
}

describeExtractor('llm', async () =>
  createLlmExtractor({
    model: scriptedChat({
      extract: { triples: [BORN, STUDIED, PAINTED] },
      correct: { triples: [BORN, PAINTED] },
    }),
    prompts,
    correct: true,
  }),
);
describeExtractor('local', async () => createLocalExtractor());

describe('createLlmExtractor', () => {
  it('finds all facts or says that the answer was cut off, wherever it ends', async () => {
    const answer = `\`\`\`json\n${JSON.stringify({ triples: [BORN, STUDIED] }, null, 1)}`;
    for (let end = 1; end < answer.length; end++) {
      const { result } = await extract({ extract: answer.slice(0, end) }, { correct: false });
      expect(result.outcome).toBe('failed');
    }
    const { result } = await extract({ extract: answer }, { correct: false });
    expect(result.triples).toHaveLength(2);
  });

  it('extracts, sends the list back with the text, and takes the corrected list', async () => {
    const { model, result } = await extract({
      extract: { triples: [BORN, PAINTED] },
      correct: { triples: [BORN, STUDIED] },
    });
    expect(result).toEqual({
      responseId: 'original',
      outcome: 'ok',
      detail: null,
      triples: [
        { id: 'original/1', responseId: 'original', ...BORN, span: { start: 0, end: 28 } },
        { id: 'original/2', responseId: 'original', ...STUDIED, span: { start: 34, end: 54 } },
      ],
      rejected: [{ raw: '(Mara Quint; painted; The Pier)', reason: 'dropped-by-correction' }],
    });
    expect(model.requests.map(({ purpose, temperature, n }) => [purpose, temperature, n])).toEqual([
      ['extract', 0, 1],
      ['correct', 0, 1],
    ]);
    const [, correction] = model.requests;
    expect(blockOf(correction as never, 'response')).toBe(TEXT);
    expect(blockOf(correction as never, 'triples')).toBe(
      '1. (Mara Quint; was born in; Leith)\n2. (Mara Quint; painted; The Pier)',
    );
  });

  it('tells triples that others stand for from those that are gone', async () => {
    const { result } = await extract({
      extract: {
        triples: [
          fact('Mara Quint', 'studied in', 'Paris'),
          fact('Quint', 'was born', 'in Leith, Scotland'),
          PAINTED,
        ],
      },
      correct: { triples: [STUDIED, BORN, fact('Mara Quint', 'was born in', 'Scotland')] },
    });
    expect(result.rejected).toEqual([
      { raw: '(Mara Quint; studied in; Paris)', reason: 'replaced-by-correction' },
      { raw: '(Quint; was born; in Leith, Scotland)', reason: 'replaced-by-correction' },
      { raw: '(Mara Quint; painted; The Pier)', reason: 'dropped-by-correction' },
    ]);
  });

  it('does not send the list back when told not to', async () => {
    const { model, result } = await extract({ extract: { triples: [BORN] } }, { correct: false });
    expect(result.triples).toHaveLength(1);
    expect(model.requests).toHaveLength(1);
  });

  it("by GraphEval's rules reads the text alone, and takes the list as it is", async () => {
    const answer = { entities: ['Mara Quint', 'Leith', 'Ayr'], references: [], triples: [BORN] };
    const model = scriptedChat({ 'grapheval-extract': answer });
    const extractor = createLlmExtractor({ model, prompts, correct: true, rules: 'grapheval' });
    const result = await extractor.extract({ id: 'original', text: TEXT }, { prompt: 'The whole context.' });
    expect(extractor.id).toMatch(/^grapheval\//);
    expect(result).toMatchObject({ outcome: 'ok', rejected: [], triples: [BORN] });
    expect(JSON.stringify(model.requests)).not.toContain('The whole context.');
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    ['not readable', 'Looks good!'],
    ['cut off', [{ text: '{"triples":[', finishReason: 'length' }]],
    ['empty', { triples: [] }],
    ['refused', [{ text: 'No.', finishReason: 'refusal' }]],
    ['without a choice', []],
    ['refused by the service', new ModelCallError('filtered', { retryable: false, status: 400 })],
  ] as [string, Script[string]][])(
    'keeps the extracted list when the correction is %s',
    async (_, correct) => {
      const { result } = await extract({ extract: { triples: [BORN] }, correct });
      expect(result.outcome).toBe('ok');
      expect(result.triples.map(({ tail }) => tail)).toEqual(['Leith']);
      expect(result.detail).not.toBeNull();
    },
  );

  it('says why there are no triples', async () => {
    const outcomes = async (answer: Script[string]) => {
      const { model, result } = await extract({ extract: answer });
      expect(model.asked('correct')).toHaveLength(0);
      expect(result.triples).toEqual([]);
      expect(result.detail).not.toBeNull();
      return [result.outcome, result.rejected.map(({ reason }) => reason)];
    };
    expect(await outcomes({ triples: [] })).toEqual(['no-triples', []]);
    expect(await outcomes({ triples: [fact('She', 'met', 'Bob')] })).toEqual([
      'no-triples',
      ['pronoun-head'],
    ]);
    expect(await outcomes('I see no facts here.')).toEqual(['failed', ['not-a-triple']]);
    expect(await outcomes('')).toEqual(['failed', []]);
    expect(await outcomes([{ text: 'No.', finishReason: 'refusal' }])).toEqual(['failed', []]);
    expect(await outcomes([{ text: '{"triples":[', finishReason: 'length' }])).toEqual(['failed', []]);
    expect(await outcomes([])).toEqual(['failed', []]);
    expect(await outcomes(new ModelCallError('too long', { retryable: false, status: 413 }))).toEqual([
      'failed',
      [],
    ]);
  });

  it('asks no model about a response that cannot be read', async () => {
    const { model } = await extract({}, { text: "I'm sorry, I cannot help with that." });
    expect(model.requests).toHaveLength(0);
  });

  it('lets broken machinery through', async () => {
    const error = new ModelCallError('bad key', { retryable: false, status: 401 });
    await expect(extract({ extract: error })).rejects.toBe(error);
  });
});

describeHostileTexts('a response, a prompt or a triple', async (extra) => {
  const text = `${TEXT} ${extra}`;
  // A longer part makes no triple.
  const triples = [{ ...BORN, tail: `Leith ${extra.slice(0, 900)}` }];
  const model = scriptedChat({ extract: { triples }, correct: { triples } });
  const extractor = createLlmExtractor({ model, prompts, correct: true });
  const result = await extractor.extract({ id: 'original', text }, { prompt: extra });
  expect(result.triples.map(({ head }) => head)).toEqual(['Mara Quint']);
  expect(model.requests.map((request) => blockOf(request, 'response'))).toEqual([text, text]);
  return model.requests;
});
