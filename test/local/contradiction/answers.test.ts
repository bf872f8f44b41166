import { describe, expect, it } from 'vitest';
import {
  answeredByAll,
  answeredOtherwise,
  answersTurned,
  clausesTurned,
} from '../../../src/local/contradiction/answers.ts';
import { marked, read } from './marked.ts';

const prompt = 'What is the capital of Australia?';
function instead(own: string, other: string) {
  const { value, text } = marked(own);
  const found = answeredOtherwise(value, { prompt, response: text, sample: read(other) });
  return found?.mention.text ?? null;
}

describe('answeredOtherwise', () => {
  it('holds one answer against another, whether it is a sentence or not', () => {
    expect(instead('[Sydney]', 'Canberra')).toBe('Canberra');
    expect(instead('The capital of Australia is [Sydney].', 'Canberra.')).toBe('Canberra');
    expect(instead('[Sydney].', 'It is Canberra.')).toBe('Canberra');
  });

  it('takes nothing that the question names, nor one of several, for an answer', () => {
    expect(instead('The capital of [Australia] is Sydney.', 'Canberra')).toBeNull();
    expect(instead('[Sydney]', 'Canberra or Melbourne')).toBeNull();
  });

  it('leaves sentences to their clauses', () => {
    expect(instead('Its capital is [Sydney].', 'Its capital is Canberra.')).toBeNull();
  });
});

describe('answeredByAll', () => {
  const HEARTS = 'How many hearts does an octopus have?';
  const given = (asked: string, [response, ...others]: readonly string[]) => {
    const { value, text } = marked(response as string);
    return answeredByAll(asked, text, others.map(read))(value).map((answer) => answer?.mention.text ?? null);
  };

  it('is what the samples agree on, of what is asked for, however they say it', () => {
    const hearts = ['An octopus has [five] hearts.', 'Three! The blood is blue.', 'They have three of them.'];
    expect(given(HEARTS, hearts)).toEqual(['Three', 'three']);
    const others = ['It is 979 m high.', 'It is 979 metres.', 'It is in Peru.'];
    const tall = ['The tower is [865] metres tall.', ...others];
    expect(given('How tall is the tower?', tall)).toEqual(['979', '979', null]);
  });

  it('is nothing where one alone gives a value, or they differ', () => {
    expect(given(HEARTS, ['It has [five] hearts.', 'Three.', 'They are small.'])).toEqual([null, null]);
    expect(given(HEARTS, ['It has [five] hearts.', 'Three.', 'Four.'])).toEqual([null, null]);
  });

  it('is nothing for a clause that tells of something else, or the same value in another unit', () => {
    const opened = ['Work on the tower began in [1887].', 'It opened in 1889.', 'In 1889.'];
    expect(given('When did the tower open?', opened)).toEqual([null, null]);
    const run = ['A marathon is [26.2] miles long.', 'It is 42.195 kilometres.', '42.195 km.'];
    expect(given('How long is a marathon?', run)).toEqual([null, null]);
  });

  it('is nothing where the prompt asks for no value', () => {
    expect(given('Who is it?', ['It has [five] hearts.', 'Three.', 'Three.'])).toEqual([null, null]);
  });
});

describe('answersTurned', () => {
  const QUESTION = 'The emu is a bird. Can emus fly?';
  const answers = (response: string, samples: readonly string[], asked = QUESTION) =>
    answersTurned(asked, response, samples).map((found) =>
      found.map(({ kind, value, instead }) => `${kind}: ${instead}, not ${value}`),
    );

  it('holds yes against no, and no against yes', () => {
    const no = 'No, they are too heavy.';
    expect(answers('Emus can fly.', [no, 'Emus cannot fly.'])).toEqual([
      [`negation: ${no}, not Emus can fly.`],
      ['negation: Emus cannot fly., not Emus can fly.'],
    ]);
    expect(answers(no, ['Yes.'])).toEqual([[`negation: Yes., not ${no}`]]);
  });

  it('places both', () => {
    const response = 'Emus are large. Emus can fly.';
    const sample = 'Emus are birds. They run, but cannot fly.';
    const [[found] = []] = answersTurned(QUESTION, response, [sample]);
    expect(found?.verbs.map(({ start, end }) => response.slice(start, end))).toEqual(['Emus can fly.']);
    expect(found && sample.slice(found.quote.start, found.quote.end)).toBe('They run, but cannot fly.');
  });

  it.each([
    ['one sample says the same', 'Emus can fly.', ['No.', 'Yes.'], QUESTION],
    ['the response has no answer', 'Emus are large.', ['No.', 'No.'], QUESTION],
    ['the samples have none', 'Emus can fly.', ['Emus are large.', 'They run.'], QUESTION],
    ['it is no question of yes or no', 'Emus can fly.', ['No.', 'Emus cannot fly.'], 'Which birds can fly?'],
    ['nothing is asked', 'Emus can fly.', ['No.', 'Emus cannot fly.'], ''],
  ])('has nothing where %s', (_, response, samples, asked) => {
    expect(answers(response, samples, asked)).toEqual([[], []]);
  });
});

describe('clausesTurned', () => {
  const turned = (response: string, samples: readonly string[]) =>
    clausesTurned(response, samples).map((found) =>
      found.map(({ kind, value, instead }) => `${kind}: ${instead} not ${value}`),
    );

  it.each([
    ['Leith is larger than Perth.', 'Perth is larger than Leith.', 'order'],
    ['The price rose.', 'The price went down.', 'order'],
    ['The soup is tasty.', 'The soup is not tasty.', 'negation'],
  ])('%s is turned by: %s', (response, sample, kind) => {
    expect(turned(response, [sample, response, 'It rained.'])).toEqual([
      [`${kind}: ${sample} not ${response}`],
      [],
      [],
    ]);
  });

  it('takes the first clause of a sample that turns one, and each clause that is turned', () => {
    const response = 'The price rose. The wage fell.';
    const sample = 'The wage went up. The price fell. The price dropped.';
    expect(turned(response, [sample])).toEqual([
      ['order: The price fell. not The price rose.', 'order: The wage went up. not The wage fell.'],
    ]);
  });

  it('leaves long texts to their grammar', () => {
    const rose = 'The price rose. '.repeat(101);
    expect(clausesTurned(rose, ['The price fell. '.repeat(100)])).toEqual([[]]);
    expect(clausesTurned(rose, ['The price fell. '.repeat(99)])[0]).toHaveLength(101);
  });
});
