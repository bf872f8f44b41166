import { describe, expect, it } from 'vitest';
import { answerTo, areDenied, claimsOf } from '../../src/english/yes-no.ts';

const says = (question: string, text: string) => {
  const answer = answerTo(question, text);
  return answer === null ? null : answer.isYes ? 'yes' : 'no';
};

describe('answerTo', () => {
  it.each([
    // by the first word
    ['Is the honey safe for babies?', 'Yes.', 'yes'],
    ['Is the honey safe for babies?', 'No, wait a year.', 'no'],
    ['Can emus fly?', 'Certainly, over short distances.', 'yes'],
    ['Can I eat the mushroom?', "Don't.", 'no'],
    // by an echo
    ['Did the Vikings wear horned helmets?', 'They did.', 'yes'],
    ['Did the Vikings wear horned helmets?', "They didn't.", 'no'],
    ['Is the moon a planet?', 'It is not.', 'no'],
    // by the clause that says most of what is asked
    ['Can emus fly?', 'Emus can fly.', 'yes'],
    ['Can emus fly?', 'Emus are large birds, but they cannot fly.', 'no'],
    ['Are whales a sort of fish?', 'Whales are mammals rather than fish.', 'no'],
    ['Are whales a sort of mammal?', 'Whales are mammals rather than fish.', 'yes'],
    ['Did Ann Berg have a wife?', 'Ann Berg never got married.', 'no'],
    ['Did Ann Berg win the prize?', 'Ann Berg was awarded the prize in 1921.', 'yes'],
    // by the opposite
    ['Is the mushroom safe?', 'The mushroom is dangerous.', 'no'],
    ['Is the shop open on Sundays?', 'The shop is closed on Sundays.', 'no'],
    ['Is the shop open on Sundays?', 'The shop is not closed on Sundays.', 'yes'],
    // by the order of what is compared
    ['Is Venus hotter than Mercury?', 'Mercury is hotter than Venus.', 'no'],
    ['Is Venus hotter than Mercury?', 'Venus is hotter than Mercury.', 'yes'],
    ['Are terms of senators longer than those of judges?', 'Terms of senators are not longer.', 'no'],
    // where the tagger finds no noun, or no verb
    ['Is honey safe for babies?', 'Honey is not safe for babies.', 'no'],
    ['Are whales fish?', 'Whales are not fish.', 'no'],
    ['Did Ann Berg have a wife?', 'Ann Berg never married.', 'no'],
    // by the initials of a name
    ['Is Norway a member of the European Union?', 'Norway is a member of the EU.', 'yes'],
    ['Is Norway in the EU?', 'Norway is not in the European Union.', 'no'],
    // the clause goes before an opening that says otherwise only where they agree
    ['Can emus fly?', 'No, emus cannot fly.', 'no'],
  ])('%s %s: %s', (question, text, answer) => {
    expect(says(question, text)).toBe(answer);
  });

  it.each([
    // no question of yes or no, or one of two things, or denied
    ['Which birds can fly?', 'Emus can fly.'],
    ['Is it red or blue?', 'It is red.'],
    ['Can you tell me about emus?', 'Emus can fly.'],
    ["Isn't it red?", 'It is red.'],
    ['Emus fly.', 'Emus can fly.'],
    // what holds under a condition
    ['Can emus fly?', 'Emus can fly only if they jump.'],
    ['Is the shop open?', 'The shop is no longer open.'],
    // nothing of what is asked
    ['Can emus fly?', 'Emus are large birds.'],
    ['Can emus fly?', ''],
    // an echo is one alone
    ['Is the moon a planet?', 'It is round.'],
    ['Is the moon a planet?', 'Nobody asked.'],
  ])('has none: %s %s', (question, text) => {
    expect(says(question, text)).toBeNull();
  });

  it('gives the clause and its sentence', () => {
    const text = 'Emus are large. They have wings, but cannot fly.';
    const answer = answerTo('Can emus fly?', text);
    expect(answer && text.slice(answer.span.start, answer.span.end)).toBe('cannot fly.');
    expect(answer && text.slice(answer.sentence.start, answer.sentence.end)).toBe(
      'They have wings, but cannot fly.',
    );
  });

  it('gives the first sentence where no clause says what the opening does', () => {
    const text = 'Yes, in a way. Emus are birds.';
    const answer = answerTo('Can emus fly?', text);
    expect(answer && text.slice(answer.span.start, answer.span.end)).toBe('Yes, in a way.');
  });
});

const denies = (one: string, other: string) =>
  claimsOf(one).some((own) => claimsOf(other).some((its) => areDenied(own, its)));

describe('claimsOf', () => {
  it('tells who, what, and whether it is denied', () => {
    const [claim, ...others] = claimsOf('Emus cannot fly.');
    expect(others).toEqual([]);
    expect([...(claim?.subject ?? [])]).toEqual(['emu']);
    expect(claim?.predicate.map((words) => words.map(({ text }) => text))).toEqual([['fly']]);
    expect(claim?.isDenied).toBe(true);
  });

  it.each([
    'Ann Berg won nine medals.',
    'The shop is no longer open.',
    'Small animals are fine as long as nobody is bothered.',
    'It was first opened.',
    'A large bird of the plains.',
    'It is.',
    'Bold painters praised gentle clever rich old tall merchants.',
    // what is denied is no predicate
    'Stones with no free points get captured.',
    'She travelled without her knowledge.',
    'It absorbs heat from the outside air.',
    'The king does not reach a square that Berg attacks.',
    'She built it to stop signals being jammed.',
  ])('leaves out numbers, limits, and what has no verb, nothing or much to say: %s', (text) => {
    expect(claimsOf(text)).toEqual([]);
  });
});

it('answers by what is asked first, and takes an opening that softens a denial for one', () => {
  const question = 'Is it safe to eat raw dough?';
  expect(answerTo(question, 'Flour is a raw farm product.')).toBeNull();
  expect(answerTo(question, 'It is safe to eat.')?.isYes).toBe(true);
  expect(answerTo(question, 'Not really. Flour is raw.')?.isYes).toBe(false);
});

it.each([
  ['Emus can fly.', 'Emus cannot fly.', true],
  ['Emus can fly.', 'They cannot fly.', true],
  ['The mushroom is safe.', 'The mushroom is dangerous.', true],
  ['The soup is hot.', 'The soup is cold.', true],
  ['Whales are fish.', 'Whales are mammals, and they are not fish.', true],
  ['Ann Berg won the prize.', 'Ann Berg did not win the prize.', true],
  // another subject
  ['Emus can fly.', 'Kiwis cannot fly.', false],
  // both deny, or none
  ['Emus cannot fly.', 'Emus never fly.', false],
  ['Emus can fly.', 'Emus can run.', false],
  ['The mushroom is safe.', 'The mushroom is not dangerous.', false],
  // opposite acts may both have been done
  ['Ann Berg joined the club.', 'Ann Berg left the club.', false],
  // under a condition
  ['Emus can fly.', 'Emus cannot fly unless they jump.', false],
  // of no one thing
  ['The soup is hot.', 'It is cold.', false],
  ['The inlet valve is open.', 'The valve of the second pipe is not open.', false],
  ['It is hot soup.', 'The kitchen sold cold soup.', false],
  // of one word alone no other will do
  ['He died.', 'The king did not perish.', false],
  // how it was done
  ['The film was received by critics.', 'The film was not well received by critics.', false],
  // numbers, and what was
  ['The shop is open.', 'The shop is not open after 9.', false],
  ['The shop is open.', 'The shop is no longer open.', false],
])('areDenied: %s is denied by: %s: %s', (one, other, expected) => {
  expect(denies(one, other)).toBe(expected);
  expect(denies(other, one)).toBe(expected);
});

it('clauses of longer texts meet in two words at least', () => {
  const more = ' Emus are large birds.';
  expect(denies('They swim.', 'They do not swim.')).toBe(true);
  expect(denies(`They swim.${more}`, `They do not swim.${more}`)).toBe(false);
  expect(denies(`Emus swim.${more}`, `Emus do not swim.${more}`)).toBe(true);
});
