/** Names of one thing, and names that hold one another's words but are of two: by words alone, whatever vectors say. */
import { describe, expect, it } from 'vitest';
import { identify } from '../../src/graph/identity.ts';
import { segmentation, vectorsFor } from '../support/records.ts';

const pairs = (lines: string): [string, string][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((name) => name.trim()) as [string, string]);

/** Of two things, though every vector were the same. */
const UNLIKE = pairs(`
  Equatorial Guinea | Guinea
  Papua New Guinea | Guinea
  Papua New Guinea | New Guinea
  Equatorial Guinea | Papua New Guinea
  Guinea-Bissau | Guinea
  Inner Mongolia | Mongolia
  Outer Mongolia | Inner Mongolia
  American Samoa | Samoa
  Western Samoa | American Samoa
  Baja California | California
  Baja California Sur | Baja California
  Lower California | California
  Lower Saxony | Saxony
  Lower Austria | Austria
  Upper Austria | Lower Austria
  Upper Silesia | Silesia
  Upper Egypt | Egypt
  New Mexico | Mexico
  New York | York
  New South Wales | Wales
  New South Wales | South Wales
  New Jersey | Jersey
  New Hampshire | Hampshire
  New Britain | Britain
  New Caledonia | Caledonia
  Nova Scotia | Scotia
  New Delhi | Delhi
  North Korea | Korea
  North Korea | South Korea
  South Korea | Korea
  North Macedonia | Macedonia
  North Carolina | South Carolina
  North Dakota | Dakota
  South Sudan | Sudan
  South Ossetia | Ossetia
  West Virginia | Virginia
  West Bengal | Bengal
  East Timor | Timor
  East Germany | Germany
  West Germany | East Germany
  Northern Ireland | Ireland
  Northern Cyprus | Cyprus
  South West Africa | South Africa
  Central African Republic | African Republic
  Western Australia | Australia
  South Australia | Western Australia
  Western Sahara | Sahara
  French Guiana | Guiana
  British Guiana | French Guiana
  French Polynesia | Polynesia
  Dutch Antilles | Antilles
  Greater Antilles | Lesser Antilles
  British Columbia | Columbia
  Spanish Sahara | Sahara
  Great Britain | Britain First
  Little Rock | Rock
  Saint Petersburg | Petersburg
  Saint Helena | Helena
  San Marino | Marino
  El Salvador | Salvador
  Los Angeles | Angeles
  Rio Grande | Grande
  Mexico City | Mexico
  New York City | New York
  Kansas City | Kansas
  Lake Victoria | Victoria
  Cape Verde | Verde
  Isle of Man | Man
  Long Island | Island
  River Jordan | Jordan
  Gulf of Mexico | Mexico
  Mount Lebanon | Lebanon
  Niger | Nigeria
  Dominica | Dominican Republic
  Austria | Australia
  Democratic Republic of the Congo | Republic of the Congo
  Inter Milan | Milan
  AC Milan | Milan
  AC Milan | Inter Milan
  Real Madrid | Madrid
  Atlético Madrid | Madrid
  Atlético Madrid | Real Madrid
  Manchester United | Manchester
  Manchester City | Manchester
  Manchester United | Manchester City
  Bayern Munich | Munich
  Borussia Dortmund | Dortmund
  Hertha Berlin | Berlin
  Olympique Lyon | Lyon
  Sporting Lisbon | Lisbon
  Dynamo Kiev | Kiev
  Celta Vigo | Vigo
  Aston Villa | Aston
  West Ham | Ham
  Oxford United | Oxford
  Paris Hilton | Paris
  Jack London | London
  Irving Berlin | Berlin
  Florence Nightingale | Florence
  Virginia Woolf | Virginia
  Chad Smith | Chad
  Tom Holland | Holland
  Anatole France | France
  Clark Kent | Kent
  India Arie | India
  Sydney Pollack | Sydney
  Georgia Brown | Georgia
  Israel Kamakawiwo | Israel
  Paris Commune | Paris
  Boston Celtics | Boston
  London Bridge | London
  Berlin Wall | Berlin
  Vienna Philharmonic | Vienna
  Oxford University | Oxford
  Cambridge University Press | Cambridge
  Chicago Bulls | Chicago
  George Bush | George W. Bush
  George H. W. Bush | George W. Bush
  George Bush | George H. W. Bush
  John Adams | John Quincy Adams
  Michael Jordan | Michael B. Jordan
  Paul W. S. Anderson | Paul Thomas Anderson
  Robert Downey | Robert Downey Jr.
  William Pitt | William Pitt the Younger
  Pliny the Elder | Pliny the Younger
  Henry IV | Henry V
  Mercury (planet) | Mercury (element)
  Ripley (character) | Ripley (film series)
  The Thing (1982 film) | The Thing (2011 film)
  Springfield (Illinois) | Springfield (Ohio)
  Paris (Texas) | Paris (France)
  Georgia (country) | Georgia (U.S. state)
  John Smith (footballer) | John Smith (explorer)
  Java (island) | Java (programming language)
  Apple (fruit) | Apple (company)
  Springfield, Illinois | Springfield, Ohio
  Avatar (2009) | Avatar (2022)
  The Thing (1982) | The Thing (2011 film)
  Baden-Baden | Baden
  University College London | London
  University of Oxford | Oxford
  Young Poet | poet
  Li Bai | Li
`);

/** Of one thing. */
const ALIKE = pairs(`
  Rupert Brooke | Brooke
  Marie Curie | Curie
  Albert Einstein | Einstein
  Abraham Lincoln | Lincoln
  George Washington | Washington
  Charles Darwin | Darwin
  Frodo Baggins | Frodo
  Whitney Houston | Houston
  United Nations | UN
  European Union | EU
  the Netherlands | Netherlands
  The Hague | Hague
  Rupert Chawner Brooke | Rupert Brooke
  John F. Kennedy | John Kennedy
  John F. Kennedy | John Fitzgerald Kennedy
  John Ronald Reuel Tolkien | John R. R. Tolkien
  Ove Jens Brandt | Ove Brandt
  Łódź | Lodz
  Ripley (character) | Ripley (fictional character)
  Ripley | Ripley (character)
  Alien (film) | Alien (1979 film)
  Alien (1979) | Alien (1979 film)
  Avatar (2009) | Avatar
  Ann Lee (1920–1980) | Ann Lee (born 1921)
  Ann Lee | Ann Lee (AL)
  Paris (U.S.) | Paris (United States)
  Marlow's | Marlow
  Guinea | guinea
  Ivory Coast | Cote d'Ivoire
  National Aeronautics and Space Administration | NASA
`);

function areOne(one: string, other: string): boolean {
  const responses = [
    segmentation('original', [
      [one, 'is', 'known'],
      [other, 'is', 'known'],
    ]),
  ];
  // vectors that merge whatever words do not keep apart
  const same = Object.fromEntries([one, other].map((name) => [name, [1, 0, 0, 0]]));
  const vectors = vectorsFor(responses, { ...same, known: [0, 1, 0, 0] });
  const settings = { entitySimilarity: 0.85, relationSimilarity: 0.5, aliases: true };
  return identify(responses, vectors, settings).sameEntity(one, other);
}

describe('names', () => {
  it('are many enough to tell', () => {
    expect(UNLIKE.length + ALIKE.length).toBeGreaterThanOrEqual(120);
  });

  it.each(UNLIKE)('of two things: %s, %s', (one, other) => {
    expect([areOne(one, other), areOne(other, one)]).toEqual([false, false]);
  });

  it.each(ALIKE)('of one thing: %s, %s', (one, other) => {
    expect([areOne(one, other), areOne(other, one)]).toEqual([true, true]);
  });
});
