/**
 * Counts again, by plain words of the texts, what the reasons of a verdict count. It knows no rule of the reasons and shares
 * no code with them: a line is read as a reader would, and held against the samples themselves.
 */

/** What a reader sees of a fact. */
export interface ShownFact {
  head: string;
  relation: string;
  tail: string;
  evidence: readonly string[];
}

/** What is wrong with the lines, in words; empty where every count is true. @param samples as the passage brings them */
export function miscounts(fact: ShownFact, samples: readonly string[]): string[] {
  return fact.evidence.flatMap((line) => {
    const shown = line.split(': "')[0] as string;
    return [
      ...faultsOfCount(shown, samples),
      ...faultsOfContradiction(line, fact, samples),
      ...faultsOfSilence(line, fact, samples),
      ...faultsOfWords(line, samples),
      ...faultsOfRepeats(line, fact, samples),
    ].map((fault) => `${fault}: ${line}`);
  });
}

const isBlank = (text: string): boolean => text.trim() === '';

/** `2 of 7 samples (1, 4)`: so many ids, each of a sample, of all samples; `usable` where some are none. */
function faultsOfCount(line: string, samples: readonly string[]): string[] {
  const faults: string[] = [];
  const some = /(\d+) of (\d+) (usable )?samples \(([\d, ]+)\)/.exec(line);
  const all = /(?:all (\d+)|(both)|(the only)) (usable )?samples?\b/.exec(line);
  const none = /no (usable )?sample of (\d+)/.exec(line);
  const check = (of: number, usable: boolean) => {
    if (!usable && of !== samples.length) faults.push(`${of} of ${samples.length} samples`);
    if (usable && of >= samples.length) faults.push('every sample is usable');
    if (of > samples.filter((text) => !isBlank(text)).length) faults.push('an empty sample counts');
  };
  if (some) {
    const ids = (some[4] as string).split(', ').map(Number);
    if (ids.length !== Number(some[1]) || new Set(ids).size !== ids.length)
      faults.push('other ids than counted');
    if (ids.some((id) => isBlank(samples[id - 1] ?? ''))) faults.push('no such sample');
    check(Number(some[2]), some[3] !== undefined);
  } else if (all) check(all[1] ? Number(all[1]) : all[2] ? 2 : 1, all[4] !== undefined);
  else if (none) check(Number(none[2]), none[1] !== undefined);
  return faults;
}

/** The samples that a line names, as positions: those in brackets, else all. */
function named(line: string, samples: readonly string[]): number[] {
  const ids = /samples? \(([\d, ]+)\)/.exec(line)?.[1];
  return ids === undefined ? [...samples.keys()] : ids.split(', ').map((id) => Number(id) - 1);
}

/** Every sample holds the value it is said to give, the counts of values add up, and no other says the quoted sentence. */
function faultsOfContradiction(line: string, fact: ShownFact, samples: readonly string[]): string[] {
  const said = /^contradicted by (.*?samples?)(?: \([\d, ]+\))?: (.*)$/.exec(line);
  if (said === null) return [];
  const [values = '', ...quoted] = (said[2] as string).split(/; (?=sample \d+: ")/);
  const quote = /^sample (\d+): "(.*)"$/s.exec(quoted.join('; '));
  const who = named(line, samples).filter((at) => !isBlank(samples[at] ?? ''));
  // which ones are usable the line does not say
  const isOpen = /^(?:all|both|the only)\b.*usable/.test(said[1] as string);
  const faults: string[] = [];
  const given = [
    ...values.matchAll(
      /(?:^|; )(it|they|\d+) gives? (?:"(.+?)"(?:, not "(.+?)")?|(?:an)?other values?)(?=; \d+ gives? |$)/g,
    ),
  ];
  if (given.length === 0) faults.push('no value is named');
  const numbers = given.flatMap(([, count = '']) => (/\d/.test(count) ? [Number(count)] : []));
  const counts = /^(\d+) of|^all (\d+)|^(both)/.exec(said[1] as string);
  const total = Number(counts?.[1] ?? counts?.[2] ?? (counts?.[3] ? 2 : 1));
  if (numbers.length > 0 && numbers.reduce((sum, one) => sum + one, 0) !== total)
    faults.push('the values do not add up');
  for (const [, count = '', value] of given) {
    if (value === undefined) continue;
    const holders = who.filter((at) => holds(samples[at] as string, value)).length;
    const least = /\d/.test(count) ? Number(count) : total;
    if (holders < least) faults.push(`only ${holders} hold "${value}"`);
  }
  if (isOpen) return faults;
  faults.push(
    ...leftOut(
      given.flatMap(([, , value = '', old]) => (old ? [[value, old] as const] : [])),
      { who, fact, samples },
    ),
  );
  if (quote === null) return faults;
  const [, number, text = ''] = quote;
  const body = text.split(': ').at(-1) as string;
  if (!(samples[Number(number) - 1] ?? '').includes(body)) faults.push('the quote is not in its sample');
  const others = [...samples.keys()].filter((at) => !who.includes(at));
  const again = others.filter((at) => (samples[at] as string).includes(body));
  if (again.length > 0) faults.push(`sample ${(again[0] as number) + 1} says the same`);
  return faults;
}

interface Named {
  who: readonly number[];
  fact: ShownFact;
  samples: readonly string[];
}

/** No other sample says the fact, word by word, with the value that is said to be given in the place of its own. */
function leftOut(
  values: readonly (readonly [fresh: string, old: string])[],
  { who, fact, samples }: Named,
): string[] {
  return values.flatMap(([fresh, old]) => {
    const own = new Set(contentOf(old));
    const words = contentOf(`${fact.head} ${fact.relation} ${fact.tail}`).filter((word) => !own.has(word));
    if (words.length < 3) return [];
    const at = samples.findIndex(
      (text, index) =>
        !who.includes(index) &&
        sentencesOf(text).some((one) => holdsAll(one, [...words, ...contentOf(fresh)])),
    );
    return at < 0 ? [] : [`sample ${at + 1} gives "${fresh}", too`];
  });
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+/);

function holdsAll(sentence: string, words: readonly string[]): boolean {
  const held = new Set(wordsOf(sentence));
  return words.every((word) => held.has(word));
}

/** No sentence of a sample that is said to be silent holds every word of the fact, and no other sample holds not one of its tail. */
function faultsOfSilence(line: string, fact: ShownFact, samples: readonly string[]): string[] {
  if (!/mentions it$|not mentioned by|not mention it$/.test(line)) return [];
  const words = contentOf(`${fact.head} ${fact.relation} ${fact.tail}`);
  if (words.length < 3) return [];
  const silent = named(line, samples);
  const saying = silent.find((at) => sentencesOf(samples[at] ?? '').some((one) => holdsAll(one, words)));
  const tail = contentOf(fact.tail);
  const asSilent = [...samples.keys()].find(
    (at) =>
      !silent.includes(at) &&
      !tail.some((word) => wordsOf(samples[at] ?? '').some((one) => one.startsWith(word.slice(0, 4)))),
  );
  return [
    ...(saying === undefined ? [] : [`sample ${saying + 1} holds every word`]),
    ...(asSilent === undefined || isBlank(samples[asSilent] ?? '')
      ? []
      : [`sample ${asSilent + 1} does not mention it either`]),
  ];
}

/** No sample holds a word that none is said to mention. */
function faultsOfWords(line: string, samples: readonly string[]): string[] {
  const listed = /^no sample mentions (".*")$/.exec(line)?.[1];
  if (listed === undefined) return [];
  const words = [...listed.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word.toLowerCase());
  return words.flatMap((word) => {
    const whole = new RegExp(
      `(?<![\\p{L}\\p{N}.,])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}]|[.,]\\p{N})`,
      'iu',
    );
    const at = samples.findIndex((text) => whole.test(text));
    return at < 0 ? [] : [`sample ${at + 1} mentions "${word}"`];
  });
}

/** Every sample that is said to repeat or hold a fact holds its years; other numbers are written in many ways. */
function faultsOfRepeats(line: string, { tail }: ShownFact, samples: readonly string[]): string[] {
  if (!/^(?:repeated by|its words, if not surely) /.test(line) || /usable/.test(line)) return [];
  const numbers = wordsOf(tail).filter((word) => /^(?:1[5-9]|20)\d\d$/.test(word));
  const without = named(line, samples).find((at) => !holdsAll(samples[at] ?? '', numbers));
  return without === undefined ? [] : [`sample ${without + 1} lacks a number of it`];
}

const NUMBERS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen twenty'
).split(' ');
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const SMALL = new Set(
  'a an the of in on at by to for from with and or is are was were be been being it its he she they his her their as that which who has have had'.split(
    ' ',
  ),
);

const stemOf = (word: string): string => word.replace(/(?:ing|ed|es|e|s)$/, '');

/** Folded words without endings; numbers as digits. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '');
  return (plain.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? []).map((word) => {
    const number = NUMBERS.indexOf(word) >= 0 ? NUMBERS.indexOf(word) : ORDINALS.indexOf(word);
    return number >= 0 ? String(number) : stemOf(word);
  });
}

const contentOf = (text: string): string[] => {
  const small = new Set([...SMALL].map(stemOf));
  return [...new Set(wordsOf(text))].filter((word) => !small.has(word));
};

/** Whether a text holds the words of a value, wherever they stand; of "19 billion" the number. */
function holds(text: string, value: string): boolean {
  const held = wordsOf(text);
  return contentOf(value).every((word) => held.includes(word));
}
