import { describe, expect, it } from 'vitest';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { byModels, choicesOf, parseChoices } from '../../datasets/response-choices.ts';

const row = (id: string, change = {}) => ({
  ...{ id, prompt: 'Who?', context: ['Ada did.'], responses: ['Ada.', 'Eve.'] },
  ...change,
});
const parse = (...rows: unknown[]) =>
  parseChoices(rows.map((one) => JSON.stringify(one)).join('\n'), 'answers.jsonl');

describe('records of several responses', () => {
  it('become passages with the same prompt and context', () => {
    const shared = { prompt: 'Who?', context: ['Ada did.'] };
    expect(parse(row('a'))).toEqual([
      {
        id: 'a',
        candidates: [
          { passage: { ...shared, id: 'a/1', response: 'Ada.' }, label: null },
          { passage: { ...shared, id: 'a/2', response: 'Eve.' }, label: null },
        ],
      },
    ]);
  });

  it('may leave out what is null', () => {
    const [choice] = parse(row('a', { id: null, context: null, samples: null })) ?? [];
    expect(choice?.candidates[1]?.passage).toEqual({ id: 'line-1/2', prompt: 'Who?', response: 'Eve.' });
  });

  it.each([
    ['no responses', row('b', { responses: [] }), 'responses": must not be empty'],
    [
      'a response that is no text',
      row('b', { responses: ['x', 1] }),
      'responses.1": expected text, found a number',
    ],
    ['an id used twice', row('a'), 'id": "a" was used before'],
  ])('name line and field of %s', (_, wrong, field) => {
    expect(() => parse(row('a'), wrong)).toThrow(`answers.jsonl, line 2: field "${field}`);
  });

  it('are told from other files', () => {
    expect(parse({ id: 'a', prompt: 'p', response: 'r' })).toBeNull();
  });
});

describe('passages of a data set', () => {
  const passage = (id: string, context: string, model?: string): LabelledPassage => ({
    ...{ passage: { id, prompt: 'Who?', response: id, context: [context] }, label: 'factual' },
    ...(model && { model }),
  });
  const ids = (choices: ReturnType<typeof choicesOf>) =>
    choices.map(({ id, candidates }) => [id, candidates.map((one) => one.passage.id)]);

  it('are responses to the same prompt where prompt and context are equal', () => {
    const silent = { passage: { id: 'silent', prompt: 'Who?' }, label: null };
    const choices = choicesOf([passage('1', 'x'), passage('2', 'y'), passage('3', 'x'), silent]);
    expect(ids(choices)).toEqual([
      ['1', ['1', '3']],
      ['2', ['2']],
    ]);
  });

  it('may be those of some models only', () => {
    const choices = choicesOf([passage('1', 'x', 'a'), passage('2', 'x', 'b'), passage('3', 'y', 'b')]);
    expect(ids(byModels(choices, ['a']))).toEqual([['1', ['1']]]);
    expect(() => byModels(choices, ['c'])).toThrow('no response is by "c"; there are a, b');
  });
});
