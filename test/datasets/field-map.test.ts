import { describe, expect, it } from 'vitest';
import { parseDataset } from '../../datasets/open-dataset.ts';
import { parseChoices } from '../../datasets/response-choices.ts';
import { InputError } from '../../src/errors.ts';

const record = { q: { text: 'Who?' }, choices: [{ text: 'A poet.' }], 'a.b': 'x', answer: 'poet', id: 7 };
const read = (value: unknown, map: Record<string, string>, source = 'in.jsonl') =>
  parseDataset(JSON.stringify(value), { source, map }).passages;

describe('fields of other names', () => {
  it('are found by name or by a way into lists and objects', () => {
    const map = { prompt: 'q.text', response: 'choices.0.text', group: 'a.b' };
    expect(read(record, map)).toEqual([
      {
        ...{ passage: { id: '7', prompt: 'Who?', response: 'A poet.' }, label: null },
        ...{ group: 'x', answers: ['poet'] },
      },
    ]);
  });

  it('mean nothing else than what they are mapped to', () => {
    const [labelled] = read(record, { prompt: 'q.text', response: 'answer' });
    expect(labelled?.passage.response).toBe('poet');
    expect(labelled).not.toHaveProperty('answers');
  });

  it('can change places', () => {
    const [labelled] = read({ prompt: 'r', response: 'p' }, { prompt: 'response', response: 'prompt' });
    expect(labelled?.passage).toEqual({ id: 'line-1', prompt: 'p', response: 'r' });
  });

  it.each([
    [
      { response: 'anwser' },
      'in.json, line 1 (row 1): --map response=anwser: there is no "anwser"; there are "q", "choices", "a.b", "answer", "id"',
    ],
    [
      { response: 'q.name' },
      'in.json, line 1 (row 1): field "q": --map response=q.name: there is no "q.name"; there are "text"',
    ],
    [
      { response: 'id.text' },
      'in.json, line 1 (row 1): field "id": --map response=id.text: there is no "id.text"',
    ],
    [{ response: 'constructor' }, '--map response=constructor: there is no "constructor"'],
    [{ response: 'choices' }, 'field "response": expected text, found a list'],
  ])('are named where they are not there: %j', (map, said) => {
    const wrong = () => read([record], { prompt: 'q.text', ...map }, 'in.json');
    expect(wrong).toThrow(InputError);
    expect(wrong).toThrow(said);
  });

  it('are placed where they stand', () => {
    const text = '[{"prompt": "p",\n"own":\n{"text":\n5}}]';
    expect(() => parseDataset(text, { source: 'in.json', map: { response: 'own.text' } })).toThrow(
      'in.json, line 4 (row 1): field "response": expected text, found a number',
    );
  });

  it('go with passages of the own form alone', () => {
    const phd = () => parseDataset('[]', { source: 'in.json', format: 'phd', map: { response: 'AI' } });
    expect(phd).toThrow(InputError);
  });

  it('are those of choices, too', () => {
    const text = JSON.stringify({ q: 'Who?', answers: ['A.', 'B.'] });
    const [choice] = parseChoices(text, 'in.jsonl', { prompt: 'q', responses: 'answers' }) ?? [];
    expect(choice?.candidates.map(({ passage }) => passage)).toEqual([
      { id: 'line-1/1', prompt: 'Who?', response: 'A.' },
      { id: 'line-1/2', prompt: 'Who?', response: 'B.' },
    ]);
  });
});
