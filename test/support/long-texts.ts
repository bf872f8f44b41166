/** Texts of any length, of kinds that programs choke on. */

const NOUNS = 'river city king museum album war treaty professor novel opera house family'.split(' ');

/** Sentences of ever other words. */
function prose(length: number): string {
  let text = '';
  for (let i = 0; text.length < length; i++) {
    const [one, other] = [NOUNS[i % 12], NOUNS[(i * 7 + 5) % 12]];
    text += `Anna X${(i * 31) % 900} was w${(i * 17) % 5000} in ${1800 + (i % 200)} and left the ${one} of ${other}. `;
  }
  return text;
}

const repeated = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length));

function list(length: number): string {
  let text = '';
  for (let i = 1; text.length < length; i++) text += `${i}. Item\n`;
  return text;
}

/** By name: a text of about so many UTF-16 code units. */
export const LONG_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  prose,
  Chinese: repeated('他出生在北京，是一位著名的作家。'),
  'list items': list,
  'exclamation marks': repeated('!'),
  'one word': repeated('a'),
  'blank lines': (length) => `A river.${'\n'.repeat(length)}`,
};
