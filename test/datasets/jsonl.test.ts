import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PASSAGE_FIELDS, passageRecord, readJsonLines } from '../../datasets/jsonl.ts';
import { parseDataset } from '../../datasets/open-dataset.ts';
import { InputError } from '../../src/errors.ts';
import { refusal } from './refusal.ts';

const parse = (text: string, source: string) => parseDataset(text, { source, format: 'jsonl' }).passages;
const line = (record: object) => JSON.stringify(record);
const minimal = (id: string) => ({ id, prompt: 'Who was Ada Lovelace?' });

async function collect(chunks: Iterable<Uint8Array | string>) {
  const passages = [];
  for await (const passage of readJsonLines(Readable.from(chunks), 'stdin')) passages.push(passage);
  return passages;
}

/** The bytes in pieces of `size`. */
function* inPieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

describe('passages as JSON Lines', () => {
  it('reads every field of a passage and keeps the label out of it', () => {
    const passage = {
      ...minimal('a'),
      response: 'A poet. A mathematician.',
      samples: ['A mathematician.', ''],
      context: ['A reference.'],
      sentences: [
        { start: 0, end: 7 },
        { start: 8, end: 24 },
      ],
    };
    const text = line({ ...passage, label: 'non-factual', note: 'ignored' });
    expect(parse(text, 'a.jsonl')).toEqual([{ passage, label: 'non-factual' }]);
  });

  it('understands fields in another case, and finds their lines in errors', () => {
    const record = { ID: 'a', Prompt: 'q', Response: 'r', Samples: ['s'], Label: 'factual' };
    const passage = { id: 'a', prompt: 'q', response: 'r', samples: ['s'] };
    expect(parseDataset(line(record), { source: 'a.jsonl', format: 'jsonl' })).toEqual({
      ...{ name: 'a.jsonl', format: 'jsonl' },
      passages: [{ passage, label: null }],
    });
    expect(parse(JSON.stringify([record]), 'a.json')[0]?.passage).toEqual(passage);
    const both = { ...record, prompt: 'mine' };
    expect(parse(line(both), 'a.jsonl')[0]?.passage.prompt).toBe('mine');
    const wrong = JSON.stringify([{ Prompt: 'q', Samples: 3 }], null, 1);
    expect(refusal(() => parse(wrong, 'a.json'))).toMatch(/^a\.json, line 4 .*"samples"/);
  });

  it('reads a prompt of several messages, and writes it again', () => {
    const prompt = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Who was Ada?' },
    ];
    const [labelled] = parse(line({ ...minimal('a'), prompt }), 'a.jsonl');
    expect(labelled?.passage.prompt).toEqual(prompt);
    if (labelled) expect(parse(line(passageRecord(labelled)), 'a.jsonl')).toEqual([labelled]);
  });

  it('reads gold spans, triples of another extractor, group, model and flaw, and writes them again', () => {
    const span = {
      ...{ start: 2, end: 6, type: 'conflict', degree: 'subtle' },
      ...{ implicitTrue: true, dueToNull: false },
    };
    const triple = { head: 'Ada', relation: 'was', tail: 'a poet', label: 'neutral' };
    const gold = { spans: [span], triples: [triple], group: 'g', model: 'm', flaw: 'truncated' };
    const record = { ...minimal('a'), response: 'A poet.', ...gold };
    const [labelled] = parse(line(record), 'a.jsonl');
    expect(labelled).toEqual({
      passage: { ...minimal('a'), response: 'A poet.' },
      label: null,
      ...gold,
    });
    expect(passageRecord(labelled as NonNullable<typeof labelled>)).toEqual({ ...record, label: null });
    const [short] = parse(line({ ...record, spans: [{ start: 0, end: 1, type: 'baseless' }] }), 'a.jsonl');
    expect(short?.spans?.[0]).toMatchObject({ degree: 'evident', implicitTrue: false, dueToNull: false });
  });

  it('calls a passage without an id by its place, and takes a whole number', async () => {
    const text = ['{"prompt":"a"}', '', '{"id":7,"prompt":"b"}', '{"prompt":"c"}'].join('\n');
    const ids = (passages: { passage: { id: string } }[]) => passages.map(({ passage }) => passage.id);
    expect(ids(parse(text, 'a.jsonl'))).toEqual(['line-1', '7', 'line-4']);
    expect(ids(await collect([text]))).toEqual(['line-1', '7', 'line-4']);
    expect(ids(parse('[{"prompt":"a"},{"prompt":"b"}]', 'a.json'))).toEqual(['row-1', 'row-2']);
    expect(ids(parse('{"prompt":"a"}', 'a.json'))).toEqual(['row-1']);
    expect(refusal(() => parse('{"prompt":"a"}\n{"id":"line-1","prompt":"b"}', 'a.jsonl'))).toContain(
      'a.jsonl, line 2: field "id": "line-1" was used before',
    );
  });

  it('leaves absent fields absent and the label null', () => {
    expect(parse(line(minimal('a')), 'a.jsonl')).toEqual([{ passage: minimal('a'), label: null }]);
  });

  it('takes a field that is null for missing', () => {
    const nulls = Object.fromEntries(PASSAGE_FIELDS.map((field) => [field, null]));
    const tokens = [{ text: 'R.', logprob: -1, top: null }];
    const spans = [{ start: 0, end: 1, type: 'conflict', degree: null, implicitTrue: null, dueToNull: null }];
    expect(parse(line({ ...nulls, prompt: 'p' }), 'a.jsonl')).toEqual([
      { passage: { id: 'line-1', prompt: 'p' }, label: null },
    ]);
    const [given] = parse(line({ ...minimal('a'), response: 'R.', tokens, spans }), 'a.jsonl');
    expect(given?.passage.tokens).toEqual([{ text: 'R.', logprob: -1 }]);
    expect(given?.spans).toEqual([
      { start: 0, end: 1, type: 'conflict', degree: 'evident', implicitTrue: false, dueToNull: false },
    ]);
  });

  it('reads labels of sentences, by label, by score or by both', () => {
    const sentences = [
      { start: 0, end: 2, label: 'factual' },
      { start: 2, end: 4, label: 'non-factual' },
      { start: 4, end: 6, score: 0 },
      { start: 6, end: 8, score: 0.25 },
      { start: 8, end: 10, label: 'factual', score: 0.25 },
    ];
    const spans = sentences.map(({ start, end }) => ({ start, end }));
    const text = line({ ...minimal('a'), response: '0123456789', sentences, group: 'mine' });
    expect(parse(text, 'a.jsonl')).toEqual([
      {
        passage: { ...minimal('a'), response: '0123456789', sentences: spans },
        label: null,
        sentences: [
          { span: spans[0], label: 'factual', score: 0 },
          { span: spans[1], label: 'non-factual', score: 1 },
          { span: spans[2], label: 'factual', score: 0 },
          { span: spans[3], label: 'non-factual', score: 0.25 },
          { span: spans[4], label: 'factual', score: 0.25 },
        ],
        group: 'mine',
      },
    ]);
  });

  it('reads claims with and without labels', () => {
    const claims = ['One.', { text: 'Two.', label: 'non-factual' }, { text: 'Three.', label: null }];
    const [labelled] = parse(line({ ...minimal('a'), claims }), 'a.jsonl');
    expect(labelled?.passage.claims).toEqual(['One.', 'Two.', 'Three.']);
    expect(labelled?.claims).toEqual([
      { text: 'One.', label: null },
      { text: 'Two.', label: 'non-factual' },
      { text: 'Three.', label: null },
    ]);
    const [bare] = parse(line({ ...minimal('a'), claims: ['One.'] }), 'a.jsonl');
    expect(bare).toEqual({ passage: { ...minimal('a'), claims: ['One.'] }, label: null });
  });

  it('reads tokens into the passage, and answers beside it', () => {
    const tokens = [{ text: 'A poet.', logprob: -0.5, top: [{ text: 'A', logprob: -0.5 }] }];
    const [one, other] = parse(
      [
        line({ ...minimal('a'), response: 'A poet.', tokens, answer: 'poet' }),
        line({ ...minimal('b'), answer: ['poet', 'poetess'] }),
      ].join('\n'),
      'a.jsonl',
    );
    expect(one?.passage.tokens).toEqual(tokens);
    expect(one?.passage).not.toHaveProperty('answer');
    expect([one?.answers, other?.answers]).toEqual([['poet'], ['poet', 'poetess']]);
    const positive = line({ ...minimal('a'), tokens: [{ text: 'A', logprob: 0.5 }] });
    expect(refusal(() => parse(positive, 'a.jsonl'))).toContain('tokens');
  });

  it('gives every labelled passage back from its record', () => {
    const label = fc.constantFrom('factual' as const, 'non-factual' as const);
    const claim = fc.record({ text: fc.constantFrom('One.', 'Two.'), label: fc.option(label) });
    const gold = fc.record({ label, score: fc.constantFrom(0, 0.3, 1) });
    const anyRecord = fc.record(
      {
        response: fc.constant('0123456789'),
        samples: fc.array(fc.string({ unit: 'grapheme' })),
        context: fc.array(fc.string({ unit: 'grapheme' })),
        claims: fc.array(claim),
        sentences: fc.tuple(gold, gold).map(([a, b]) => [
          { start: 0, end: 3, ...a },
          { start: 4, end: 10, ...b },
        ]),
        label: fc.option(label),
        group: fc.constantFrom('a', 'b c'),
        answer: fc.oneof(fc.constant('one'), fc.constant(['one', 'two'])),
        tokens: fc.constant([{ text: '0', logprob: -1, top: [{ text: '1', logprob: -2 }] }]),
      },
      { requiredKeys: ['response'] },
    );
    fc.assert(
      fc.property(anyRecord, (record) => {
        const [labelled] = parse(line({ ...minimal('a'), ...record }), 'a.jsonl');
        if (labelled === undefined) throw new Error('no passage');
        expect(parse(line(passageRecord(labelled)), 'a.jsonl')).toEqual([labelled]);
      }),
    );
  });

  it('accepts a byte order mark, CRLF, blank lines and U+2028 inside a string', () => {
    const text = `\uFEFF${line(minimal('a'))}\r\n\r\n  \n{"id":"b","prompt":"one\u2028two"}\r\n`;
    const ids = parse(text, 'a.jsonl').map(({ passage }) => passage.id);
    expect(ids).toEqual(['a', 'b']);
  });

  it('reads a line of one megabyte', () => {
    const response = 'word '.repeat(200_000);
    const [passage] = parse(line({ ...minimal('a'), response }), 'a.jsonl');
    expect(passage?.passage.response).toBe(response);
  });

  const USER = { role: 'user', content: 'a' };
  it.each<[string, string | object, string | null]>([
    ['a broken line', '{"id": "b",', null],
    ['a line that is no object', '["b"]', null],
    ['a missing prompt', '{"id": "b"}', 'prompt'],
    ['an id of the wrong type', { id: true }, 'id'],
    ['an id that is no whole number', { id: 7.5 }, 'id'],
    ['an empty id', { id: '' }, 'id'],
    ['an id of white space', { id: ' ' }, 'id'],
    ['an id used before', minimal('a'), 'id'],
    ['a prompt that is null', { prompt: null }, 'prompt'],
    ['a sample that is null', { samples: [null] }, 'samples.0'],
    ['a sample of the wrong type', { samples: ['s', 1] }, 'samples.1'],
    ['a lone surrogate', '{"id": "b", "prompt": "\\ud83d"}', 'prompt'],
    ['an unknown label', { label: 'wrong' }, 'label'],
    ['a score above 1', { sentences: [{ start: 0, end: 3, score: 2 }] }, 'sentences.0.score'],
    [
      'a sentence without a label beside one with',
      {
        sentences: [
          { start: 0, end: 1, score: 0 },
          { start: 1, end: 2 },
        ],
      },
      'sentences.1',
    ],
    ['a span beyond the response', { spans: [{ start: 0, end: 4, type: 'conflict' }] }, 'spans.0'],
    ['claims that are no list', { claims: 'c' }, 'claims'],
    ['an empty claim', { claims: ['c', ''] }, 'claims.1.text'],
    ['a claim that is null', { claims: [null] }, 'claims.0'],
    ['a claim of an unknown label', { claims: [{ text: 'c', label: 'Y' }] }, 'claims.0.label'],
    ['a prompt that is neither text nor list', { prompt: 7 }, 'prompt'],
    ['a message without content', { prompt: [{ role: 'user' }] }, 'prompt.0.content'],
    ['a message of an unknown role', { prompt: [USER, { role: 'tool', content: 'b' }] }, 'prompt.1.role'],
    [
      'a conversation that the assistant ended',
      { prompt: [USER, { role: 'assistant', content: 'b' }] },
      'prompt',
    ],
    ['a conversation without messages', { prompt: [] }, 'prompt'],
    ['a group of the wrong type', { group: 1 }, 'group'],
    ['a sentence outside the response', { sentences: [{ start: 0, end: 4 }] }, 'sentences.0'],
    [
      'sentences out of order',
      {
        sentences: [
          { start: 1, end: 2 },
          { start: 0, end: 1 },
        ],
      },
      'sentences.1',
    ],
    ['an empty sentence', { sentences: [{ start: 1, end: 1 }] }, 'sentences.0'],
    [
      'sentences without a response',
      '{"id":"b","prompt":"p","sentences":[{"start":0,"end":1}]}',
      'sentences.0',
    ],
  ])('names file, line and field of %s', (_, wrong, field) => {
    const given = typeof wrong === 'string' ? wrong : line({ ...minimal('b'), response: 'abc', ...wrong });
    const message = refusal(() => parse(`${line(minimal('a'))}\n\n${given}\n`, 'in/a.jsonl'));
    expect(message).toContain('in/a.jsonl, line 3:');
    if (field !== null) expect(message).toContain(`field "${field}"`);
  });

  it.each(['', '\n\r\n  ', '\uFEFF'])('refuses an empty file (%j)', (text) => {
    expect(refusal(() => parse(text, 'a.jsonl'))).toContain('a.jsonl');
  });

  it('keeps ids that are names of object properties', () => {
    const ids = ['__proto__', 'constructor', 'toString'];
    const text = ids.map((id) => line(minimal(id))).join('\n');
    expect(parse(text, 'a.jsonl').map(({ passage }) => passage.id)).toEqual(ids);
  });
});

describe('streamed JSON Lines', () => {
  it('gives the same as the whole text, wherever the stream is cut', async () => {
    const records = fc.uniqueArray(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((id) => /\S/.test(id)),
      { minLength: 1, maxLength: 8 },
    );
    const separator = fc.constantFrom('\n', '\r\n', '\n\n', '\n \r\n');
    await fc.assert(
      fc.asyncProperty(records, separator, fc.integer({ min: 1, max: 40 }), async (ids, end, size) => {
        const text = ids.map((id) => line({ id, prompt: `é ${id} 😀`, response: id })).join(end);
        const streamed = await collect(inPieces(Buffer.from(text), size));
        expect(streamed).toEqual(parse(text, 'a.jsonl'));
      }),
    );
  });

  it('yields the passages before a wrong line', async () => {
    const seen: string[] = [];
    const read = async () => {
      const chunks = [`${line(minimal('a'))}\n`, '{"id": 1}\n'];
      for await (const { passage } of readJsonLines(Readable.from(chunks), 'stdin')) seen.push(passage.id);
    };
    await expect(read()).rejects.toThrow(InputError);
    expect(seen).toEqual(['a']);
  });

  it.each([
    [{ tokens: [{ text: 'x', logprob: 0.5 }] }, 'tokens.0.logprob": expected at most 0, found 0.5'],
    [{ sentences: [{ start: -1, end: 1 }] }, 'sentences.0.start": expected at least 0, found -1'],
    [{ answer: 5 }, 'answer": expected text or a list, found a number'],
    [{ answer: ['  '] }, 'answer.0": must not be empty'],
    [{ answer: ['x', 5] }, 'answer.1": expected text, found a number'],
  ])('says in plain words what is wrong with %j', (fields, words) => {
    expect(refusal(() => parse(line({ ...minimal('a'), response: 'x', ...fields }), 'in.jsonl'))).toBe(
      `in.jsonl, line 1: field "${words}`,
    );
  });

  it('names the line that is not UTF-8', async () => {
    const latin1 = Buffer.from(`${line(minimal('a'))}\n{"id":"b","prompt":"caf\xe9"}\n`, 'latin1');
    await expect(collect([latin1])).rejects.toThrow(/stdin, line 2:/);
  });

  it('refuses an empty stream', async () => {
    await expect(collect([])).rejects.toThrow(InputError);
  });
});

describe('passages as a JSON document', () => {
  it.each([
    ['the line of a wrong field', '[\n{"id":"a","prompt":"p"},\n{"id":"b",\n"prompt":7}\n]', 4],
    ['the line of a row with a missing field', '[\n{"id":"a","prompt":"p"},\n\n{"id":"b"}\n]', 4],
    ['the line of a repeated id', '[\n{"id":"a","prompt":"p"},\n{"prompt":"p",\n"id":"a"}]', 4],
    ['the line of a syntax error', '[\n{"id":"a","prompt":"p"},\n{"id":"b",}\n]', 3],
    ['the last line with content of a cut file', '[\n{"id":"a","prompt":"p"},\n', 2],
  ])('names %s', (_, text, lineNumber) => {
    expect(refusal(() => parse(text, 'a.json'))).toContain(`a.json, line ${lineNumber}`);
  });

  it('counts the rows of a list from 1', () => {
    expect(refusal(() => parse('[{"id":"a","prompt":"p"}, {"id":"b"}]', 'a.json'))).toContain('row 2');
  });

  it.each(['', ' ', '[]', '3', 'null', '"text"'])('refuses %j', (text) => {
    expect(refusal(() => parse(text, 'a.json'))).toContain('a.json');
  });
});
