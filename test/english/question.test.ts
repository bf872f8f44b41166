import { describe, expect, it } from 'vitest';
import { readValues } from '../../src/local/contradiction/stated-values.ts';
import {
  actAsked,
  nameAsked,
  nameSurelyAsked,
  lastCapitalisedIn,
  asksForOne,
  questionOf,
  valueAsked,
} from '../../src/english/question.ts';

describe('the question of a prompt', () => {
  it('is its last sentence', () => {
    expect(questionOf('The lease runs two years. Who pays the repairs?')).toBe('Who pays the repairs?');
    expect(questionOf('')).toBe('');
  });

  it.each([
    ['Which organ produces insulin?', true],
    ['What is tahini made of?', true],
    ['Where does the Danube end?', true],
    ['Who organises the league?', true],
    ['Who was the first mayor of the city?', true],
    ['Tell me about Mars.', false],
    ['What is Bitcoin?', false],
    ['What is the Hubble Space Telescope?', false],
    ['Who was Ada Lovelace?', false],
    ['What is Toyota known for?', false],
    ['What happened to the Titanic?', false],
    ['How long is a marathon?', false],
    ['When was the tower built?', false],
  ])('asks for one thing, person or place: %s: %s', (question, expected) => {
    expect(asksForOne(question)).toBe(expected);
  });
});

it.each([
  ['Tell me about Vera.', 'Vera'],
  ['Who was Ada Lovelace?', 'Ada Lovelace'],
  ['When was the Eiffel Tower built?', 'Eiffel Tower'],
  ["What is Apple's revenue?", 'Apple'],
  ['Describe the Bay of Bengal', 'Bay of Bengal'],
  ['Compare Oslo and Rome; tell me about Rome.', 'Rome'],
  ['what is rust', null],
  ['How can I undo it? I’m lost.', null],
  ['Explain this.', null],
  ['', null],
])('nameAsked: %s', (prompt, name) => {
  expect(nameAsked(prompt)).toBe(name);
});

it.each([
  ['Who directed Jaws? I love Jaws!', 'Jaws'],
  ['Who directed Jaws, and who Alien?', 'Alien'],
  ['Who directed Jaws? And who Alien?', null],
  [
    'How do I clean silver?\nIf the passages do not tell, reply with "No answer". passage 1: Use Silvo.',
    null,
  ],
  ['who directed it', null],
])('nameSurelyAsked: %s', (prompt, name) => {
  expect(nameSurelyAsked(prompt)).toBe(name);
});

it.each([
  ['Who directed Alien?', 'direct'],
  ['Which company makes the game?', 'make'],
  ['Who was the director of Alien?', ''],
  ['When did it open?', ''],
  ['', ''],
])('actAsked: %s', (question, verb) => {
  expect(actAsked(question)).toBe(verb);
});

it.each([
  ['Tell me about Marie Curie.', 'Marie Curie'],
  ['Marie Curie', 'Marie Curie'],
  ['Florence biography', 'Florence'],
  ['Give practical information for visitors.', null],
  ['Summarise the opening hours.', null],
  ['List the fares.', null],
  ['How?', null],
  ['', null],
])('lastCapitalisedIn: %s', (prompt, name) => {
  expect(lastCapitalisedIn(prompt)).toBe(name);
});

describe('the value that a question asks for', () => {
  const asked = (question: string, text: string) => {
    const isAsked = valueAsked(question);
    const { values } = readValues(text, () => false);
    return isAsked && values.filter(({ mention }) => isAsked(mention)).map(({ mention }) => mention.text);
  };

  it.each([
    ['When was it built?', 'Built in 1889 by 300 men.', ['1889']],
    ['What time does the last boat leave?', 'At 21:40, in 2 hours.', ['21:40']],
    ['How many legs has it?', 'It has 8 legs, 2 eyes and 3 m of tail.', ['8']],
    ['How tall is it?', 'It is 20 m tall and 90 years old.', ['20']],
    ['What is the maximum daily dose?', 'Up to 4 g or 20 ml in 24 hours.', ['4', '20']],
    ["What's its melting point?", 'It melts at 30 °C after 2 hours.', ['30']],
    ['What is the use of a dose?', 'It is 4 g.', null],
    ['Who built it?', 'Built in 1889.', null],
    ['When you start it, what happens?', 'It ran from 1889.', null],
  ])('%s', (question, text, values) => {
    expect(asked(question, text)).toEqual(values);
  });
});
