/**
 * Phrases that mean the same and phrases that do not, for thresholds of merging. Written for this purpose before anything
 * was measured on them: the pairs that differ are near in wording or kind, as those of one passage are.
 */
export interface PhrasePair {
  left: string;
  right: string;
  isSame: boolean;
}

const read = (isSame: boolean, lines: string): PhrasePair[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [left = '', right = ''] = line.split('|').map((phrase) => phrase.trim());
      return { left, right, isSame };
    });

export const ENTITY_PAIRS: readonly PhrasePair[] = [
  ...read(
    true,
    `University of Cambridge | Cambridge University
     United Nations | the United Nations Organization
     physician | doctor
     the Second World War | World War II
     New York City | the city of New York
     Football Association of Wales | Welsh Football Association
     Nobel Prize in Physics | Nobel Physics Prize
     lawyer | attorney
     motion picture | film
     the Roman Catholic Church | Catholic Church
     automobile | car
     novelist and poet | poet and novelist
     Republic of Ireland | Ireland
     railway station | train station
     Royal Society of London | Royal Society
     his first novel | debut novel
     American Civil War | the Civil War in America
     Great Barrier Reef | the Barrier Reef
     head of government | government leader
     kings and queens | monarchs
     United States Army | US Army
     eastern coast of Africa | Africa's east coast
     singer-songwriter | singer and songwriter
     Lake Victoria | Victoria Lake
     Academy Award for Best Actress | Best Actress Academy Award
     agricultural production | farm output`,
  ),
  ...read(
    false,
    `University of Cambridge | University of Oxford
     United Nations | United States
     physician | physicist
     First World War | Second World War
     New York City | New Jersey
     Football Association of Wales | Football Association of Ireland
     Nobel Prize in Physics | Nobel Prize in Chemistry
     lawyer | judge
     director | actor
     Catholic Church | Protestant Church
     car | bus
     novelist | journalist
     Republic of Ireland | Northern Ireland
     railway station | radio station
     Royal Society | Royal Academy
     his first novel | his last novel
     American Civil War | American Revolutionary War
     Great Barrier Reef | Great Lakes
     head of government | head of state
     king | queen
     United States Army | United States Navy
     east coast of Africa | west coast of Africa
     singer | composer
     Lake Victoria | Queen Victoria
     Academy Award for Best Actress | Academy Award for Best Director
     agricultural production | industrial production
     the band | the band's first album
     the village | a parish of the village
     brother of the king | sister of the king
     winter months | summer months
     Spanish Empire | Spanish language
     the eleventh emperor | the twelfth emperor`,
  ),
];

export const RELATION_PAIRS: readonly PhrasePair[] = [
  ...read(
    true,
    `was born in | has birthplace
     died in | passed away in
     wrote | is the author of
     is located in | lies in
     was founded by | was established by
     studied at | was a student at
     worked as | had a job as
     is married to | is the wife of
     won | was awarded
     directed | was the director of
     was released in | came out in
     plays for | is a player of
     is part of | belongs to
     is known for | is famous for
     consists of | is made up of
     was built in | was constructed in
     has a population of | is inhabited by
     was inspired by | drew inspiration from
     moved to | relocated to
     is the capital of | serves as capital of
     began in | started in
     took part in | participated in
     discovered | was the discoverer of
     is also called | is also known as
     became | turned into
     served as | held the office of`,
  ),
  ...read(
    false,
    `was born in | died in
     began in | ended in
     wrote | illustrated
     is located in | is near
     was founded by | was dissolved by
     studied at | taught at
     worked as | retired as
     is the brother of | is the sister of
     won | was nominated for
     directed | starred in
     was released in | was filmed in
     plays for | plays against
     is part of | is separate from
     is used as | is used by
     consists of | is consistent with
     was built in | was destroyed in
     has a population of | has an area of
     was inspired by | was criticised by
     moved to | moved from
     is the capital of | is the largest city of
     lives in | lived in until
     is the father of | is the son of
     discovered | named
     bought | sold
     joined | left
     is a member of | is the leader of
     supports | opposes
     increased | decreased
     before | after
     is | is not
     may be | must be
     was followed by | follows`,
  ),
];
