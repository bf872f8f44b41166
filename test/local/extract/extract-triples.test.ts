import { describe, expect, it } from 'vitest';
import { extractTriples } from '../../../src/local/extract/extract-triples.ts';
import { cases } from '../cases.ts';

const read = (text: string, prompt = '') => extractTriples({ id: 'original', text }, prompt);
const triplesOf = (text: string, prompt = '') =>
  read(text, prompt).triples.map(({ head, relation, tail }) => `${head} | ${relation} | ${tail}`);

describe('extractTriples reads', () => {
  it.each(
    cases(`
    # a copula and its coordinated complements
    Ann Berg was a Norwegian chemist and author.
      Ann Berg | was | Norwegian chemist
      Ann Berg | was | author
    # an object with place and time
    Ann Berg joined the British Army in 1727.
      Ann Berg | joined | British Army
      Ann Berg | joined the British Army in | 1727
    # a passive with its agent
    Carme was discovered by Seth Nicholson in 1938.
      Carme | was discovered by | Seth Nicholson
      Carme | was discovered in | 1938
    # life dates in brackets
    Ann Berg (12 May 1912 – 3 June 1980) was a chemist. She was kind.
      Ann Berg | was born on | 12 May 1912
      Ann Berg | died on | 3 June 1980
      Ann Berg | was | chemist
      Ann Berg | was | kind
    # an abbreviation in brackets, and takes it for the topic
    Body mass index (BMI) is a measure. BMI has limits.
      Body mass index | is also known as | BMI
      Body mass index | is | measure
      Body mass index | has | limits
    # an opening participle
    Ann Berg was a chemist. Born in Oslo, she studied law.
      Ann Berg | was | chemist
      Ann Berg | was born in | Oslo
      Ann Berg | studied | law
    # what the reader is told to do
    Stir 7 g of yeast into the water. In a bowl, mix the flour with salt and add the oil. Do not open the oven.
      you | stir | 7 g of yeast
      you | stir 7 g of yeast into | water
      you | mix | flour
      you | mix the flour with | salt
      you | mix the flour in | bowl
      you | add | oil
      you | do not open | oven
    # what belongs to a thing, not to whom a text tells what to do
    Never store the glass with its lid.
      you | never store | glass
      you | never store the glass with | lid
    # what is said of the reader and of those who speak
    You may borrow twelve books. We close at nine. I keep your card.
      you | may borrow | twelve books
      we | close at | nine
      I | keep | card
    # words of code as names
    The function \`debounce\` clears the timer with \`clearTimeout(timer)\`.
      function debounce | clears | timer
      function debounce | clears the timer with | clearTimeout(timer)
    # a verb whose object is a pronoun as no participle
    Aalvik won the cup. The coach Ann Berg called it a gift.
      Aalvik | won | cup
      coach Ann Berg | called | Aalvik
    # a clause after "and" whose verb may be a participle
    Ann Berg was the first chief, and Vera Hall led the laboratory.
      Ann Berg | was | first chief
      Vera Hall | led | laboratory
    # coordinated predicates
    Ann Berg was born in Dublin and was educated at Trinity College.
      Ann Berg | was born in | Dublin
      Ann Berg | was educated at | Trinity College
    # a relative clause of the complement as one of the subject
    Ann Berg was a chemist who founded the Oslo School.
      Ann Berg | was | chemist
      Ann Berg | founded | Oslo School
    # a relative clause after a comma
    Ann Berg wrote Red Sun, which won the Holberg Prize.
      Ann Berg | wrote | Red Sun
      Red Sun | won | Holberg Prize
    # an apposition
    Ann Berg married Karl Lind, the mayor of Bergen.
      Ann Berg | married | Karl Lind
      Karl Lind | is | mayor of Bergen
    # what stands before the subject
    In 1921, Jordan became a British protectorate.
      Jordan | became | British protectorate
      Jordan | became a British protectorate in | 1921
    # examples
    Imereti has many monasteries, including Gelati and Bagrati.
      Imereti | has | many monasteries
      many monasteries | include | Gelati
      many monasteries | include | Bagrati
    # a shared "of"
    Ann Berg explored themes of race and identity.
      Ann Berg | explored | themes of race
      Ann Berg | explored | themes of identity
    # a place in its region as one
    Marlow lies in Perry, Florida.
      Marlow | lies in | Perry, Florida
  `),
  )('%s', (_what, text = '', ...triples) => {
    expect(triplesOf(text)).toEqual(triples);
  });
});

const about = (sentence: string) => triplesOf(`Ann Berg was a chemist. ${sentence}`).slice(1);

describe('extractTriples leaves no name and no number out', () => {
  it.each(
    cases(`
    # of opening hours
    The mill is open from 10 am to 5 pm.
      mill | is | open
      mill | is open from | 10 am
      mill | is open from 10 am to | 5 pm
    # of a price
    Tickets cost $12.
      Tickets | cost | $12
    # of a version
    Rust 1.0 was published in May 2012.
      Rust 1.0 | was published in | May 2012
    # of a name behind the noun of its opening
    In a street brawl Mercutio kills Tybalt.
      Mercutio | kills | Tybalt
      Mercutio | kills Tybalt in | street brawl
    # behind "once"
    The moon goes round the Earth once in 27 days.
      moon | goes round | Earth
      moon | goes round the Earth once in | 27 days
    # in words
    The mill has one hundred and five rooms.
      mill | has | one hundred and five rooms
    # behind a long complement
    She was a member of the Norwegian delegation to the United Nations in 1951.
      Ann Berg | was | member of the Norwegian delegation
      Ann Berg | was a member of the Norwegian delegation to | United Nations
      Ann Berg | was a member of the Norwegian delegation in | 1951
    # behind a complement of several adjectives
    She was a non-violent, intellectual leader in Nazi Germany.
      Ann Berg | was | non-violent, intellectual leader
      Ann Berg | was a leader in | Nazi Germany
    # behind two complements
    Palma is the capital and largest city of the Balearic Islands in Spain.
      Palma | is | capital of the Balearic Islands
      Palma | is | largest city of the Balearic Islands
      Palma | is city in | Spain
    # from a date behind another adjunct to the next
    She was a member of the council, along with her sister, from 1754 to 1763.
      Ann Berg | was | member of the council
      Ann Berg | was a member of the council along with | Ann Berg's sister
      Ann Berg | was a member of the council from | 1754
      Ann Berg | was a member of the council to | 1763
    # of a title that is quoted
    Her works include "Blindness," "The Gospel According to Lind," and "Death with Delays."
      Ann Berg's works | include | Blindness
      Ann Berg's works | include | The Gospel According to Lind
      Ann Berg's works | include | Death with Delays
    # of a name of one word after what it names
    She was succeeded by her son, Karl.
      Ann Berg | was succeeded by | Ann Berg's son
      Ann Berg's son | is | Karl
    # of a rank after a name
    She was the daughter of Albert I, Duke of Saxony.
      Ann Berg | was | daughter of Albert I
      Albert I | is | Duke of Saxony
    # of a place within a place
    Padstow is a town located on the north coast of Cornwall, England.
      Padstow | is | town
      Padstow | is located on | north coast of Cornwall, England
    # behind each of several examples
    She won several awards, including the Lind Prize in 2013, the Moe Prize in 2014, and the Dahl Prize in 2015.
      Ann Berg | won | several awards
      several awards | include | Lind Prize
      Lind Prize | in | 2013
      several awards | include | Moe Prize
      Moe Prize | in | 2014
      several awards | include | Dahl Prize
      Dahl Prize | in | 2015
    # behind a colon
    The story revolves around three main characters: a Canadian nurse, a Sikh sapper, and an English patient.
      story | revolves around | three main characters
      three main characters | include | Canadian nurse
      three main characters | include | Sikh sapper
      three main characters | include | English patient
    # before the subject
    In addition to her work with Lind, she played with Moe.
      Ann Berg | played with | Moe
      Ann Berg | played in addition to | Ann Berg's work with Lind
  `),
  )('%s', (_what, sentence = '', ...triples) => {
    expect(about(sentence)).toEqual(triples);
  });

  it.each([
    [
      'born Ann Mary Berg on April 18, 1957 in Oslo, Norway',
      ['born | Ann Mary Berg', 'born on | April 18, 1957', 'born in | Oslo, Norway'],
    ],
    ['born Ann van der Berg; 21 December 1985', ['born | Ann van der Berg', 'born on | 21 December 1985']],
    ['ア, Berg Ann, born 1965', ['born in | 1965']],
    ['born Ann Lind, 2 May 1811 – 3 June 1890', ['born | Ann Lind', 'born on | 2 May 1811']],
    ['Ann Berg Lind, 1895–1980', ['born in | 1895']],
  ])('in brackets after a name: (%s)', (brackets, expected) => {
    const triples = triplesOf(`Ann Berg (${brackets}) was a chemist. She was kind.`);
    expect(triples.filter((triple) => triple.includes(' was born'))).toEqual(
      expected.map((fact) => `Ann Berg | was ${fact}`),
    );
  });

  it('but takes a title with a colon for one name', () => {
    expect(about('She wrote Zulu: The Rise and Fall of an Empire.')).not.toContainEqual(
      expect.stringContaining('| include |'),
    );
  });
});

describe('extractTriples keeps a fact comparable', () => {
  it.each(
    cases(`
    # a participle has its auxiliary
    Marlow is a small town founded in 1150 and known as Old Marlow.
      Marlow | is | small town
      Marlow | was founded in | 1150
      Marlow | is known as | Old Marlow
    # an adverb does not part a relation
    Ann Berg later moved to Rome.
      Ann Berg | moved to | Rome
    # one adjunct does not stand in the relation of another
    Ann Berg was crowned in Oslo by Karl Lind in 1980.
      Ann Berg | was crowned in | Oslo
      Ann Berg | was crowned by | Karl Lind
      Ann Berg | was crowned in | 1980
    # a verb keeps the preposition it needs
    The river went through a cold phase in its history.
      river | went through | cold phase
      river | went through a cold phase in | river's history
    # a prize and its field are one thing
    Ann Berg won the Nobel Prize in Physics in 1980.
      Ann Berg | won | Nobel Prize in Physics
      Ann Berg | won the Nobel Prize in Physics in | 1980
    # a height is said with what it is measured from
    The peak stands 5,895 metres above sea level.
      peak | stands | 5,895 metres above sea level
    # a part is said with its whole
    The fire destroyed most of the town.
      fire | destroyed | most of the town
    # a bare object is stated, not only swallowed
    Ann Berg studied physics in Leipzig.
      Ann Berg | studied | physics
      Ann Berg | studied physics in | Leipzig
    # a purpose is a predicate of its own
    Ann Berg moved to Paris in 1891 to join the army.
      Ann Berg | moved to | Paris
      Ann Berg | moved in | 1891
      Ann Berg | join | army
    # two origins are one description
    Ann Berg was a painter of Haitian and Puerto Rican descent.
      Ann Berg | was | painter of Haitian and Puerto Rican descent
  `),
  )('%s', (_what, text = '', ...triples) => {
    expect(triplesOf(text)).toEqual(triples);
  });
});

describe('extractTriples tells clauses apart', () => {
  it.each(
    cases(`
    # an adjunct before the next clause
    Ann Berg joined the Oslo School, and in 1913 she left Rome.
      Ann Berg | joined | Oslo School
      Ann Berg | left | Rome
      Ann Berg | left Rome in | 1913
    # a subject with a phrase of its own
    The park opened in 1968, and the toy with movable arms and legs was introduced in 1988.
      park | opened in | 1968
      toy with movable arms and legs | was introduced in | 1988
    # a verb that may be a noun, behind a second subject
    Ann Berg paints the hall by Friday, and Karl tests the lamps.
      Ann Berg | paints | hall
      Ann Berg | paints the hall by | Friday
      Karl | tests | lamps
    # a verb right behind a pronoun that is no participle
    I called your office on Monday.
      I | called | office
      I | called your office on | Monday
    # what the reader shall do behind a condition
    If the paint is not dry, please reply to this mail and add the date.
      paint | is not | dry
      you | reply to | mail
      you | add | date
    # what a subject does behind a condition
    When it rained, Ann Berg painted the hall.
      Ann Berg | painted | hall
    # a time before the subject
    Less than three weeks earlier, Harold Lind had defeated the army.
      Harold Lind | had defeated | army
    # a time after the object
    Ann Berg met Karl Lind three years later.
      Ann Berg | met | Karl Lind
    # a time that is no apposition
    Ann Berg received a second prize, this time for chemistry.
      Ann Berg | received | second prize
      Ann Berg | received a second prize for | chemistry
    # what an antecedent owns
    Ann Berg married Karl Lind, whose stories shaped the nation.
      Ann Berg | married | Karl Lind
      Karl Lind's stories | shaped | nation
    # an apposition that interrupts
    Marlow was founded by Karl Lind, a farmer from Bergen, in 1150.
      Marlow | was founded by | Karl Lind
      Karl Lind | is | farmer
      Karl Lind | is a farmer from | Bergen
      Marlow | was founded in | 1150
    # parallel objects
    The band included Ann Berg on piano, Karl Lind on bass and Eva Dahl on drums.
      band | included | Ann Berg
      band | included Ann Berg on | piano
      band | included | Karl Lind
      band | included Karl Lind on | bass
      band | included | Eva Dahl
      band | included Eva Dahl on | drums
    # a conjunction that reads like a preposition
    Chaos ensues as the fairies intervene.
    # a subject named with examples
    The standards, including Red Sun (RS) and Blue Moon (BM), enable growth.
      Red Sun | is also known as | RS
      Blue Moon | is also known as | BM
      standards | include | Red Sun
      standards | include | Blue Moon
      standards | enable | growth
  `),
  )('%s', (_what, text = '', ...triples) => {
    expect(triplesOf(text)).toEqual(triples);
  });
});

describe('extractTriples names', () => {
  it.each(
    cases(`
    # the topic behind an opening participle
    Born in Oslo as Eva Dahl, Ann Berg became a chemist.
      Ann Berg
    # the topic the prompt asks about
    Karl Lind wrote Red Sun in 1980. It won the Holberg Prize.
      Red Sun
    # the topic by a synonym
    Red Sun is a toy company. The firm won the Holberg Prize.
      Red Sun
    # a person by the last name
    Oslo is a city. The painter Karl Lind came in 1980. Lind died in 1990.
      Karl Lind
    # the topic for "she" where "they" is as frequent
    Ann Berg met Karl. They left Rome. She died in 1980.
      Ann Berg
    # several things for "they" where "it" is as frequent
    Beetles are insects. Sand covers the nest, since it keeps warm. They lay forty eggs.
      Beetles
    # those before it for "they" where the topic is one thing
    The old bridge fell. The fishermen had left because they feared for it.
      fishermen
    # several things for "they" whoever stands before it
    Beetles are insects. Farmers kill them because they eat wheat.
      Beetles
    # the topic for "it"
    Marlow is a town in Kent. It has a park.
      Marlow
    # the topic for "the town"
    Marlow is a town in Kent. It has a park. The town was founded in 1150.
      Marlow
    # what the topic owns
    Ann Berg was a chemist. Her husband died in 1955.
      Ann Berg's husband
    # somebody who is named for what another owns
    The Oslo School is a college. It was loved. His student Vera Hall discovered seven comets.
      student Vera Hall
    # for a pronoun that is not the topic the subject of the sentence before
    After a series of defeats, Karl Lind lost his throne. He died in 1821.
      Karl Lind
  `),
  )('%s', (_what, text = '', name) => {
    expect(read(text, 'Tell me about Red Sun.').triples.at(-1)?.head).toBe(name);
  });

  it('nobody for a pronoun of another gender, and keeps the line as rejected', () => {
    const { triples, rejected } = read(
      'Ann Berg was a chemist. She left Oslo. She liked Rome. He stayed in Bergen.',
    );
    expect(triples.map(({ tail }) => tail)).not.toContain('Bergen');
    expect(rejected).toContainEqual({ raw: 'stayed in Bergen', reason: 'pronoun-head' });
  });

  it('nothing in lower case for "he"', () => {
    const { triples, rejected } = read('The tower is in Leith. He died in 1921.');
    expect(triples.map(({ tail }) => tail)).toEqual(['Leith']);
    expect(rejected).toEqual([{ raw: 'died in 1921', reason: 'pronoun-head' }]);
  });

  it('nobody who speaks for "she", none who is spoken to for "it"', () => {
    expect(triplesOf('I called Ann Berg. She left Rome.')).toEqual(['I | called | Ann Berg']);
    expect(triplesOf('Stir the dough. It rises slowly.')).toEqual(['you | stir | dough']);
  });

  it('nothing that is named only later', () => {
    const { triples } = read('In the end she leaves the island. Prices fell in 1921.');
    expect(triples.map(({ head, tail }) => [head, tail])).toEqual([['Prices', '1921']]);
  });

  it.each([
    ['Who directed Dustwater?', 'Ann Berg directed it.', ['Ann Berg | directed | Dustwater']],
    ['Who was Ada Lind?', 'Her father was Ivo Berg.', ["Ada Lind's father | was | Ivo Berg"]],
    ['Who taught Ada Lind?', 'Ivo Berg taught her.', ['Ivo Berg | taught | Ada Lind']],
    ['Who married Ada Lind?', 'Ivo Berg married her.', ['Ivo Berg | married | Ada Lind']],
    ['Who taught Ada Lind?', 'Ivo Berg taught her cousin.', ["Ivo Berg | taught | Ivo Berg's cousin"]],
    // where something happened is no thing that is made
    ['Who built the dam in Aldersvik?', 'Ann Berg built it.', []],
    // of several names it is unclear which
    ['Who taught Ada Lind? If unsure, say "Not given".', 'Ivo Berg taught her.', []],
    ['Tell me about the Ada Bridge.', 'It was opened in 1921.', ['Ada Bridge | was opened in | 1921']],
    ['Tell me more.', 'It was opened in 1921.', []],
    // a name with "and" is whole where the prompt gives it
    ['On Trinidad and Tobago.', 'Trinidad and Tobago is a country.', ['Trinidad and Tobago | is | country']],
    // a family name may be anybody's
    ['Who taught Ada Lind?', 'Ivo Lind taught her.', []],
  ])(
    'what the prompt asks about, also for a pronoun that has no other name: %s %s',
    (prompt, text, triples) => {
      expect(triplesOf(text, prompt)).toEqual(triples);
    },
  );

  it('a repeated fact once', () => {
    const { triples, rejected } = read('Ann Berg died in 1980. Ann Berg died in 1980.');
    expect(triples).toHaveLength(1);
    expect(rejected).toEqual([{ raw: 'died in 1980', reason: 'duplicate' }]);
  });
});

describe('extractTriples places a triple', () => {
  it('from its relation to its tail', () => {
    const text = 'Ann Berg was born in Oslo and died in Rome.';
    const stated = read(text).triples.map(({ span }) => span && text.slice(span.start, span.end));
    expect(stated).toEqual(['was born in Oslo', 'died in Rome']);
  });
});

it('what a line says of its label, by its verb', () => {
  expect(
    triplesOf('1. Mars: has two moons.\n2. Venus: the hottest planet.\n3. Uranus: rotates on its side.'),
  ).toEqual(['Mars | has | two moons', 'Venus | is | the hottest planet', 'Uranus | rotates | on its side']);
});

describe('extractTriples of a list', () => {
  it('takes no item that states nothing for the head of the others, but the line that opens the list', () => {
    const list = '- 250 g flour\n- 6 eggs\n- butter for frying';
    expect(triplesOf(list)).toEqual([]);
    expect(triplesOf(`Pancakes for four\n\n${list}`)[1]).toBe('Pancakes for four | is | 6 eggs');
    expect(triplesOf(`${list}`, 'Recipe of Kaiserschmarrn')[1]).toBe('Kaiserschmarrn | is | 6 eggs');
  });

  it('takes an item that states something of what it names for the head of the others', () => {
    expect(triplesOf('- Ann Berg was a chemist.\n- Born: 1901')).toEqual([
      'Ann Berg | was | chemist',
      'Ann Berg | born | 1901',
    ]);
  });
});
