import { expect, it } from 'vitest';
import { differsInPlace } from '../../../src/local/contradiction/differs-in-place.ts';
import { cases } from '../cases.ts';
import { read } from './marked.ts';

/** What a sample has in the place of each value of the response that it holds in another place. */
function movedIn(response: string, sample: string): string[] {
  const [own, other] = [read(response), read(sample)];
  return own.values.flatMap((value) => {
    const found = differsInPlace(value, own, other);
    return found === null ? [] : [`${found.value.mention.text} for ${value.mention.text}`];
  });
}

it.each(
  cases(`
    # two names that changed places
    The firm was led by Vera Hall. Its laboratory was built by Max Stern.
    The firm was led by Max Stern. Its laboratory was built by Vera Hall.
      Max Stern for Vera Hall
      Vera Hall for Max Stern
    # two years that changed places
    She won the prize in 1921. She left the academy in 1934.
    She won the prize in 1934. She left the academy in 1921.
      1934 for 1921
      1921 for 1934
    # two names of one sentence
    It is a film directed by Vera Hall and written by Max Stern.
    It is a film directed by Max Stern and written by Vera Hall.
      Max Stern for Vera Hall
      Vera Hall for Max Stern
    # another value where the sentences are one but for it
    The prize for chess went to Oslo. The choir came from Oslo.
    The prize for chess went to Rome. The choir came from Oslo.
      Rome for Oslo
    # another year of the same day
    It was passed in 2016. It has been in force since 25 May 2016.
    The law, passed in 2016, took effect on 25 May 2018.
      2018 for 2016
    # another amount of the same
    Stir in 500 g of long rice. Chop 300 g of leeks.
    Take 300 g leeks and fry them with 300 g rice.
      300 for 500
  `),
)('finds %s', (_, response = '', sample = '', ...moved) => {
  expect(movedIn(response, sample)).toEqual(moved);
});

it.each(
  cases(`
    # names in another order of one list
    It was founded by Vera Hall and Max Stern.
    It was founded by Max Stern and Vera Hall.
    # names in another order of a list of three
    It was founded by Vera Hall, Tom Hill and Max Stern.
    It was founded by Max Stern, Tom Hill and Vera Hall.
    # what the response says of both
    She won a medal in 1921. She won a medal in 1934.
    She won a medal in 1934. She won a medal in 1921.
    # what the sample says of both
    She won a medal in 1921.
    She won a medal in 1934. She won a medal in 1921.
    # two amounts of the same
    Add 20 g of butter to the pan.
    Melt 20 g of butter. Spread another 40 g of butter on top.
    # as much of it in another unit
    Add 500 g of rice.
    Take 0.5 kg of rice.
    # a value that stands in other words, with no other in its place
    The firm was led by Vera Hall.
    At the head of the firm stood Vera Hall, a friend of Max Stern.
  `),
)('leaves alone %s', (_, response = '', sample = '') => {
  expect(movedIn(response, sample)).toEqual([]);
});

it('finds what stands elsewhere among many values', () => {
  const letters = [...'bcdfghjklmnprstvwz'];
  const others = letters
    .flatMap((one) => letters.map((two) => `Ka${one}o Pe${two}u`))
    .slice(0, 60)
    .map(
      (name, at) => ` The ${letters[at % 18]}a${letters[at % 7]}o shop of ${1400 + at} belonged to ${name}.`,
    )
    .join('');
  const changed = (first: string, second: string) =>
    `It is a film directed by ${first} and written by ${second}.${others}`;
  expect(movedIn(changed('Vera Hall', 'Max Stern'), changed('Max Stern', 'Vera Hall'))).toEqual([
    'Max Stern for Vera Hall',
    'Vera Hall for Max Stern',
  ]);
});
