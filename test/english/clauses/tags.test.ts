import { expect, it } from 'vitest';
import { readText } from '../../../src/english/tokens.ts';
import { correctTags, joinNames } from '../../../src/english/clauses/tags.ts';

const tagsOf = (text: string, prompt = '') =>
  Object.fromEntries(
    joinNames(correctTags(readText(text).sentences.flat()), prompt).map(({ text, pos }) => [text, pos]),
  );

it.each([
  ['Its ownership system and borrow checker guarantee memory safety.', { borrow: 'NOUN', guarantee: 'VERB' }],
  ['About 52,000 drivers use the app.', { use: 'VERB' }],
  ['A late book costs fifty cents.', { book: 'NOUN', costs: 'VERB' }],
  ['The front of the heart pumps blood to the lungs.', { pumps: 'VERB', blood: 'NOUN' }],
  ['Vaylo charges drivers a fee.', { charges: 'VERB', drivers: 'NOUN' }],
  ['The repair cost 12,000 kroner.', { repair: 'NOUN', cost: 'VERB' }],
  ['About 30,000 people visit it every year.', { visit: 'VERB' }],
  ['Triton circles Uranus.', { circles: 'VERB' }],
  ['The path circles.', { circles: 'NOUN' }],
  ['Each side fields 11 players.', { side: 'NOUN', fields: 'VERB' }],
  ['In a vacuum, light moves at great speed.', { light: 'NOUN', moves: 'VERB' }],
  ['Kilimanjaro, a dormant volcano, rises to 5,895 metres.', { rises: 'VERB' }],
  ['Leith surrounds Perth, a town governed from Oslo, on all sides.', { surrounds: 'VERB' }],
  ['The light turns red after a minute.', { turns: 'VERB' }],
  ['The revenue came to €1.2bn.', { to: 'ADP' }],
  ['Kahlo, a painter, married Diego Rivera.', { married: 'VERB' }],
  ['They live in China and feed almost entirely on leaves.', { feed: 'VERB' }],
  ['The newly built Brasília is the capital.', { built: 'ADJ' }],
  ['Around a quarter of all species are beetles.', { Around: 'ADV' }],
  ['Each side wall cracked.', { side: 'ADJ', wall: 'NOUN' }],
  ['Brazil touches nearly every country.', { touches: 'VERB' }],
  ['The Nile flows from north to south.', { flows: 'VERB' }],
  ['The list of the flows of water.', { flows: 'NOUN' }],
  ['Fry them in oil.', { Fry: 'VERB' }],
  ['Press and hold the button.', { Press: 'VERB' }],
  ['Mash three ripe pears and mix them well.', { Mash: 'VERB', mix: 'VERB' }],
  ['Drain the pasta and toss it with oil.', { Drain: 'VERB', toss: 'VERB' }],
  ['Chop the onion, fry it in oil and add the rice.', { Chop: 'VERB', fry: 'VERB', add: 'VERB' }],
  ['Fold in the flour and bake for 20 minutes.', { bake: 'VERB' }],
  ['Wireless charging is supported at 30 watts.', { charging: 'NOUN', supported: 'VERB' }],
  ['The set supports wireless charging at 15 watts.', { charging: 'NOUN' }],
  ['Trains run from Perth to Bern every hour.', { Bern: 'PROPN' }],
  ['Many open tabs drain a battery quickly.', { tabs: 'NOUN', drain: 'VERB' }],
  ['Express shipping normally takes two days.', { Express: 'NOUN', shipping: 'NOUN', takes: 'VERB' }],
  ['Express delivery should take two days.', { Express: 'NOUN', delivery: 'NOUN' }],
  ['Overdose can damage the liver.', { Overdose: 'NOUN', damage: 'VERB' }],
  ['Start cooking slowly.', { Start: 'VERB' }],
  ['Ensure doors are closed.', { Ensure: 'VERB', doors: 'NOUN' }],
  ['The function returns a new list and leaves the old one.', { returns: 'VERB' }],
  ['The company plans to hire 40 people.', { plans: 'VERB' }],
  ['The plans to hire 40 people failed.', { plans: 'NOUN' }],
  ['It was released in 2010, and stars Brad Pitt.', { stars: 'VERB' }],
  ['They like films and stars.', { stars: 'NOUN' }],
  ['She won the prize in Physiology or Medicine.', { or: 'PROPN' }],
  ['A bowl of cooked lentils has protein.', { cooked: 'ADJ' }],
  ['Run `git reset` now.', { Run: 'VERB' }],
  ['Racing Club won.', { Racing: 'PROPN' }],
  ['`list.sort()` returns nothing.', { 'list.sort()': 'PROPN', returns: 'VERB' }],
  ['Berg and Lind sold socks.', { Berg: 'PROPN' }],
  ['Whisk three eggs.', { Whisk: 'VERB' }],
  ['Place of birth: Rome', { Place: 'PROPN' }],
  ['Alexander the Great died in 323 BC.', { Alexander: 'PROPN' }],
  ['Do not open the oven.', { open: 'VERB' }],
  ['It shows at compile time.', { compile: 'NOUN' }],
  ['It is the most admired language.', { admired: 'ADJ' }],
  ['It was founded in 1983 and sponsors 19 sports.', { sponsors: 'VERB' }],
  ['He died from a drug overdose, but slowly.', { overdose: 'NOUN' }],
  ['Eva, whose stories shaped his imagination.', { shaped: 'VERB' }],
  ['Born Maria in Oslo, she left.', { Born: 'VERB' }],
  ['She won 23 titles and retired in 2022.', { retired: 'VERB' }],
  ['Ada Marlow retired from teaching.', { retired: 'VERB' }],
  ['The sun rises in the west.', { rises: 'VERB' }],
  ['It has applied since May 2016.', { since: 'ADP' }],
  ['The prize was first given in 1969.', { first: 'ADV', given: 'VERB' }],
  ['He was tired and bored with it.', { tired: 'ADJ' }],
  ['He was the 75th emperor.', { '75th': 'ADJ' }],
])('%s', (text, tags) => {
  expect(tagsOf(text)).toMatchObject(tags);
});

it('keeps a name of the prompt whole', () => {
  expect(tagsOf('Spirited Away is a film.', 'About Spirited Away.')).toMatchObject({ Away: 'PROPN' });
});
