import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { ModelCallError } from '../../src/errors.ts';
import { createLocalExtractor } from '../../src/local/extract/local-extractor.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { createGroupExtractor } from '../../src/triples/group-extractor.ts';
import { createLlmExtractor } from '../../src/triples/llm-extractor.ts';
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

const SAMPLES = ['sample-1', 'sample-2'].map((id) => ({ id, text: TEXT }));
const read = (number: number, triples: unknown[]) => ({ number, triples });

function extractorFor(
  answer: Script[string],
  { groupSize = 5, correct = null as Script[string] | null } = {},
) {
  const model = scriptedChat({ segment: answer, ...(correct !== null && { correct }) });
  return { model, extractor: createGroupExtractor({ model, prompts, correct: correct !== null, groupSize }) };
}

async function extractOne(answer: Script[string], text = TEXT) {
  const { model, extractor } = extractorFor(answer);
  const result = await extractor.extract({ id: 'original', text }, { prompt: 'Who was Mara Quint?' });
  return { model, result, tails: result.triples.map(({ tail }) => tail) };
}

const blocksIn = ({ messages }: ChatRequest) =>
  (messages[1]?.content.match(/<responses-\d+-[0-9a-f]{12}>/g) ?? []).length;

describeExtractor('group', async () =>
  createGroupExtractor({
    model: scriptedChat({
      segment: { responses: [read(1, [BORN, STUDIED, PAINTED])] },
      correct: { triples: [BORN, PAINTED] },
    }),
    prompts,
    correct: true,
    groupSize: 5,
  }),
);

describe('createGroupExtractor', () => {
  it('finds all facts or says that the answer was cut off, wherever it ends', async () => {
    const answer = JSON.stringify({ responses: [read(1, [BORN, STUDIED])] });
    for (let end = 1; end < answer.length; end++) {
      const { result } = await extractOne(answer.slice(0, end));
      expect(result.outcome).toBe('failed');
      expect(result.detail).toMatch(/truncated|unparsable/);
    }
    expect((await extractOne(answer)).tails).toEqual(['Leith', 'Edinburgh']);
  });

  it('takes the list as it is, in one request', async () => {
    const { model, result } = await extractOne({ responses: [read(1, [BORN, STUDIED])] });
    expect(result).toEqual({
      responseId: 'original',
      outcome: 'ok',
      detail: null,
      triples: [
        { id: 'original/1', responseId: 'original', ...BORN, span: { start: 0, end: 28 } },
        { id: 'original/2', responseId: 'original', ...STUDIED, span: { start: 34, end: 54 } },
      ],
      rejected: [],
    });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]).toMatchObject({ n: 1, temperature: 0 });
  });

  it('sends each list back with its text where it is to be corrected', async () => {
    const { model, extractor } = extractorFor(
      { responses: [read(1, [BORN, PAINTED]), read(2, [BORN])] },
      { correct: (_, call) => (call === 0 ? { triples: [BORN, STUDIED] } : 'Hm.') },
    );
    const [first, second] = (await extractor.extractAll?.(SAMPLES, { prompt: 'Who?' })) ?? [];
    expect(first?.triples.map(({ tail }) => tail)).toEqual(['Leith', 'Edinburgh']);
    expect(first?.rejected).toEqual([
      { raw: '(Mara Quint; painted; The Pier)', reason: 'dropped-by-correction' },
    ]);
    expect(second?.triples.map(({ tail }) => tail)).toEqual(['Leith']);
    expect(second?.detail).toContain('could not be used');
    expect(model.asked('segment')).toHaveLength(1);
    expect(blockOf(model.asked('correct')[0] as never, 'response')).toBe(TEXT);
  });

  it('reads the original alone and short samples together, as many as set', async () => {
    const { model, extractor } = extractorFor(
      (request) => ({ responses: Array.from({ length: blocksIn(request) }, (_, k) => read(k + 1, [BORN])) }),
      { groupSize: 3 },
    );
    const long = `${TEXT} ${'She lived by the sea and painted it. '.repeat(300)}`;
    const samples = [TEXT, ' ', TEXT, TEXT, long, TEXT].map((text, k) => ({ id: `sample-${k + 1}`, text }));
    const responses = [{ id: 'original', text: TEXT }, ...samples];
    const all = await extractor.extractAll?.(responses, { prompt: 'Who?' });
    expect(all?.map(({ responseId, outcome }) => [responseId, outcome])).toEqual(
      responses.map(({ id }) => [id, id === 'sample-2' ? 'empty' : 'ok']),
    );
    // original; samples 1, 3, 4; the long one; the last, for which there is no room beside it
    expect(model.requests.map(blocksIn).sort()).toEqual([1, 1, 1, 3]);
  });

  it('reads a group in halves when its answer is too long', async () => {
    const { model, extractor } = extractorFor((request) =>
      blocksIn(request) > 1
        ? [{ text: '{"responses": [', finishReason: 'length' }]
        : { responses: [read(1, [BORN])] },
    );
    const all = (await extractor.extractAll?.(SAMPLES, { prompt: 'Who?' })) ?? [];
    expect(all.map(({ responseId, outcome }) => [responseId, outcome])).toEqual([
      ['sample-1', 'ok'],
      ['sample-2', 'ok'],
    ]);
    // once together, once again with what was wrong, then one by one
    expect(model.requests.map(blocksIn)).toEqual([2, 2, 1, 1]);
  });

  it('loses one response, not all, to an item that is missing after a second try', async () => {
    const { model, extractor } = extractorFor({ responses: [read(2, [STUDIED])] });
    const [first, second] = (await extractor.extractAll?.(SAMPLES, { prompt: 'Who?' })) ?? [];
    expect(first).toMatchObject({ outcome: 'failed', triples: [] });
    expect(first?.detail).toMatch(/^extraction: unparsable: the model answered .*studied in/);
    expect(first?.raw).toContain('studied in');
    expect(second).toMatchObject({ outcome: 'ok' });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('Number 1 is missing');
  });

  it('says why there are no triples, and lets broken machinery through', async () => {
    const outcome = async (answer: Script[string]) => {
      const { result } = await extractOne(answer);
      return [result.outcome, result.detail, result.raw];
    };
    expect(await outcome({ responses: [read(1, [])] })).toEqual([
      'no-triples',
      'no fact was found',
      undefined,
    ]);
    expect(await outcome({ responses: [read(1, [fact('She', 'met', 'Bob')])] })).toEqual([
      'no-triples',
      'none of 1 candidates is usable',
      undefined,
    ]);
    expect(await outcome('I see none.')).toEqual([
      'failed',
      expect.stringMatching(/^extraction: unparsable: the model answered "I see none."; .*structuredOutput/),
      'I see none.',
    ]);
    expect(await outcome([{ text: '{"resp', finishReason: 'length' }])).toEqual([
      'failed',
      expect.stringMatching(/^extraction: truncated: .*maxOutputTokens/),
      '{"resp',
    ]);
    const tooLong = new ModelCallError('too long', { retryable: false, status: 413 });
    expect(await outcome(tooLong)).toEqual(['failed', 'too long', undefined]);
    const down = new ModelCallError('down', { retryable: false, status: 503 });
    await expect(extractOne(down)).rejects.toBe(down);
  });
});

describeHostileTexts('a prompt or in samples that share a request', async (extra) => {
  const { model, extractor } = extractorFor({ responses: [read(1, [BORN]), read(2, [BORN])] });
  const text = `${TEXT} ${extra}`;
  await extractor.extractAll?.(
    ['sample-1', 'sample-2'].map((id) => ({ id, text })),
    { prompt: extra },
  );
  const [request] = model.requests as [ChatRequest];
  // The longest text needs a call of its own.
  expect(blockOf(request, text.length > 3000 ? 'responses-1' : 'responses-2')).toBe(text);
  return [request];
});
