/** What nobody writes by hand: read where it can be, refused in words where it cannot. */
import { gzipSync } from 'node:zlib';
import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../datasets/json-text.ts';
import { parseDataset } from '../../datasets/open-dataset.ts';
import { DATASET_FORMATS } from '../../datasets/dataset-formats.ts';
import { ragTruthPassages } from '../../datasets/ragtruth.ts';
import { readDocument } from '../../datasets/read-document.ts';
import { refusal } from './refusal.ts';

const DEPTH = 100_000;
const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const good = '{"id":"a","prompt":"p"}';

const read = (text: string, source = 'in.jsonl') => parseDataset(text, { source }).passages;
const idsOf = (text: string, source?: string) => read(text, source).map(({ passage }) => passage.id);

describe('a file that is nested deeply', () => {
  it.each(['auto', ...DATASET_FORMATS] as const)('is refused in words (%s)', (format) => {
    const objects = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
    for (const text of [deep, objects, `${deep}\n${deep}`, '['.repeat(DEPTH), `[${objects},\n?]`])
      expect(refusal(() => parseDataset(text, { source: 'in.json', format }))).toContain('in.json');
  });

  it('is read where the depth is in a field that nobody asked for', () => {
    expect(idsOf(`{"id":"a","prompt":"p","note":${deep}}`)).toEqual(['a']);
    expect(idsOf(`[${good},\n{"note":${deep},"id":"b","prompt":"p"}]`, 'in.json')).toEqual(['a', 'b']);
  });

  it('is placed where it is the wrong value', () => {
    const wrong = `[${good},\n{"id":"b",\n"prompt":${deep}}]`;
    expect(refusal(() => read(wrong, 'in.json'))).toBe(
      'in.json, line 3 (row 2): field "prompt.0": expected an object, found a list',
    );
  });

  it('is refused as a record of RAGTruth, which is written again as text', () => {
    const responses = '{"id":"r","source_id":"s","model":"m","labels":[],"response":"x"}';
    const source = `{"source_id":"s","task_type":"t","source_info":{"a":${deep}},"prompt":"p"}`;
    const rows = (text: string) => readDocument(text, 'source_info.jsonl');
    expect(refusal(() => ragTruthPassages(rows(responses), 'response.jsonl', rows(source)))).toBe(
      'source_info.jsonl, line 1: field "source_info": nested too deeply',
    );
  });
});

describe('control characters', () => {
  it.each([
    ['in broken JSON', `${good}\n\u001b[2J\u0007`, 'in.jsonl, line 2: not valid JSON', '\\u001b'],
    ['in an id used twice', '{"id":"\\u001b[2J","prompt":"p"}\n'.repeat(2), 'line 2: field "id"', '\\u001b'],
    ['of direction', '{"id":"\\u202eb","prompt":"p"}\n'.repeat(2), 'line 2: field "id"', '\\u202e'],
    ['as zeros', `${good}\n\u0000`, 'in.jsonl, line 2', '\\u0000'],
  ])('are written out in a message: %s', (_, text, place, shown) => {
    const said = refusal(() => read(text));
    expect(said).toContain(place);
    expect(said).toContain(shown);
    expect(said).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('are written out of the name of a list', () => {
    const text = '{"PHD-\\u001b[31m": [\n{"entity": "e"}]}';
    const said = refusal(() => read(text, 'phd.json'));
    expect(said).toContain('phd.json, line 2 (PHD-\\u001b[31m row 1): field "AI"');
  });

  it('are kept in the texts themselves', () => {
    expect(read('{"id":"a","prompt":"p","response":"\\u0000\\u001b"}')[0]?.passage.response).toBe('\0\u001b');
  });
});

it('does not repeat a long text in a message', () => {
  const line = `{"id":"${'x'.repeat(1_000_000)}","prompt":"p"}\n`;
  expect(refusal(() => read(line + line)).length).toBeLessThan(400);
});

describe('encodings', () => {
  it.each([
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${good}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(good, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(good, 'utf16le').swap16()],
    ['Latin-1', Buffer.from('{"id":"é"}', 'latin1')],
    ['a character cut in two', Buffer.from('{"id":"é"}').subarray(0, 8)],
  ])('%s is refused', (_, bytes) => {
    expect(refusal(() => decodeUtf8(bytes, 'in.jsonl'))).toBe(
      'in.jsonl: not UTF-8 text; save the file as UTF-8',
    );
  });

  it('a packed file is to be unpacked', () => {
    expect(refusal(() => decodeUtf8(gzipSync(good), 'in.jsonl.gz'))).toBe(
      'in.jsonl.gz: not UTF-8 text; it is packed by gzip: unpack it',
    );
  });

  it.each(['in.jsonl', 'in.json', 'in'])('a byte order mark and CRLF are read (%s)', (source) => {
    const list = source === 'in.json' ? `[${good}\r\n]\r\n` : `${good}\r\n\r\n`;
    expect(idsOf(decodeUtf8(Buffer.from(`\uFEFF${list}`), source), source)).toEqual(['a']);
    expect(idsOf(`\uFEFF${list}`, source)).toEqual(['a']);
  });
});

describe('values', () => {
  it.each([
    ['{"id":"a","prompt":"p","sentences":[{"start":0,"end":1e400}]}', 'sentences.0.end": too large'],
    ['{"id":"a","prompt":"p","sentences":[{"start":0,"end":1e300}]}', 'sentences.0.end"'],
    ['{"id":"a","prompt":"p","response":"\\ud83d"}', 'response": holds a lone surrogate'],
  ])('%s is refused', (text, words) => {
    expect(refusal(() => read(text))).toContain(`in.jsonl, line 1: field "${words}`);
  });

  it('the last of two fields of one name counts', () => {
    expect(read('{"id":"a","prompt":"p","id":"b"}')[0]?.passage.id).toBe('b');
  });

  it('fields named after properties of objects mean nothing', () => {
    const text = '{"__proto__":{"prompt":"p"},"constructor":1,"toString":[],"id":"a"}';
    expect(refusal(() => read(text))).toContain('field "prompt": missing');
    expect(({} as Record<string, unknown>).prompt).toBeUndefined();
    const [labelled] = read(`{"__proto__":{"response":"x"},${good.slice(1)}`);
    expect(labelled?.passage.response).toBeUndefined();
  });
});
