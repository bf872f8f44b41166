/**
 * `npm run wordnet`: makes the lists of words in `src` that come from WordNet, so that nobody keeps them by hand.
 */
import { writeFileSync } from 'node:fs';
import { antonymList } from './antonyms.ts';
import { readWordNet } from './read-wordnet.ts';

const NOTICE = ` *
 * WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. THIS SOFTWARE AND DATABASE IS PROVIDED "AS
 * IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. Permission to use, copy,
 * modify and distribute it for any purpose and without fee is granted, provided that this notice appears on all copies.
 */`;

function writeList(
  file: string,
  title: string,
  lists: Record<string, { about: string; text: string }>,
): void {
  const texts = Object.entries(lists).map(
    ([name, { about, text }]) => `/** ${about} */\nexport const ${name} =\n  '${text}';\n`,
  );
  writeFileSync(
    file,
    `/**\n * ${title}, made from WordNet 3.1 by \`npm run wordnet\`.\n${NOTICE}\n\n${texts.join('\n')}`,
  );
}

const synsets = readWordNet();
writeList('src/text/antonym-list.ts', 'Words of opposite meaning', {
  ANTONYMS: {
    about: 'By `|`: `prefix: words` that it turns into their opposites; last pairs of other words by `/`.',
    text: antonymList(synsets),
  },
});
