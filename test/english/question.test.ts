import { describe, expect, it } from 'vitest';
import { asksFor, nameAsked, asksForOne, questionOf } from '../../src/english/question.ts';

describe('the question of a prompt', () => {
  it('is its last sentence', () => {
    expect(questionOf('The lease runs two years. Who pays the repairs?')).toBe('Who pays the repairs?');
    expect(questionOf('')).toBe('');
  });

  it.each([
    'Which organ produces insulin?',
    'What is tahini made of?',
    'Where does the Danube end?',
    'Who organises the league?',
    'Who was the first mayor of the city?',
  ])('asks for one thing, person or place: %s', (question) => {
    expect(asksForOne(question)).toBe(true);
  });

  it.each([
    'Tell me about Mars.',
    'What is Bitcoin?',
    'What is the Hubble Space Telescope?',
    'Who was Ada Lovelace?',
    'What is Toyota known for?',
    'What happened to the Titanic?',
    'How long is a marathon?',
    'When was the tower built?',
  ])('may be open, or ask for a number: %s', (question) => {
    expect(asksForOne(question)).toBe(false);
  });
});

describe('asksFor', () => {
  it.each([
    ['When did the hall open?', 'year'],
    ['Which year did the hall open?', 'year'],
    ['When did the hall open?', 'date'],
    ['On what day did the hall open?', 'date'],
    ['In which decade did the hall open?', 'decade'],
    ['In what century did the hall open?', 'century'],
    ['How tall is the tower?', 'quantity'],
    ['How many arches does it have?', 'quantity'],
    ['At what temperature does it melt?', 'quantity'],
    ['What is the average depth of the lake?', 'quantity'],
    ['What is the height of the tower?', 'quantity'],
    ['Where does the river end?', 'place'],
    ['Which prize did she win?', 'ordinal'],
    ['Which animal is it?', 'sort'],
    ['Which profession did she choose?', 'role'],
    ['Who founded the firm?', 'name'],
    ['Whose novel is it?', 'name'],
  ] as const)('%s asks for a %s', (question, kind) => {
    expect(asksFor(question, kind)).toBe(true);
  });

  it.each([
    ['Where does the river end?', 'year'],
    ['Which year did the hall open?', 'century'],
    ['How do I open it?', 'quantity'],
    ['How is it made?', 'quantity'],
    ['When did the hall open?', 'name'],
    ['Is it red?', 'sort'],
    // not told by what a question asks for
    ['Which people live there?', 'people'],
    // any text on the subject answers
    ['Who was Ada Lovelace?', 'name'],
    ['What happened when the hall opened?', 'year'],
    ['What do you know of the river?', 'place'],
    ['', 'name'],
  ] as const)('%s does not ask for a %s', (question, kind) => {
    expect(asksFor(question, kind)).toBe(false);
  });
});

describe('nameAsked', () => {
  it.each([
    ['Tell me about Vera.', 'Vera'],
    ['Who was Ada Lovelace?', 'Ada Lovelace'],
    ['When was the Eiffel Tower built?', 'Eiffel Tower'],
    ["What is Apple's revenue?", 'Apple'],
    ['Describe the Bay of Bengal', 'Bay of Bengal'],
    ['Compare Oslo and Rome; tell me about Rome.', 'Rome'],
    ['what is rust', null],
    ['Explain this.', null],
    ['', null],
  ])('%s', (prompt, name) => {
    expect(nameAsked(prompt)).toBe(name);
  });
});
