/** A passage of 7 triples, two of them wrong, and a simulated model that knows better and writes 10 samples. */
import type { Fact, SimulatedModel } from './simulated-model.ts';

const NAME = 'Mara Quint';
const KNOWN: readonly Fact[] = [
  [NAME, 'was', 'a Scottish painter'],
  [NAME, 'was born in', 'Leith'],
  [NAME, 'studied at', 'Edinburgh College of Art'],
  [NAME, 'married', 'the engineer Tom Hale'],
  [NAME, 'painted', 'The Pier at Dusk'],
  [NAME, 'won', 'the Guthrie Award'],
  [NAME, 'died in', '1960'],
];
const WRONG: Readonly<Record<string, string>> = {
  'Edinburgh College of Art': 'Slade School',
  '1960': '1974',
};

const TELLINGS: readonly string[] = [
  'There is more to be said about her early years on the coast and her letters home.',
  'Critics of her time praised the quiet light of her pictures.',
  'Her work can be seen in several galleries of the north.',
  'Little is known about the last years of her life.',
];

const stated = (facts: readonly Fact[]): string => facts.map((fact) => `${fact.join(' ')}.`).join(' ');

/** Sample k leaves out one of the facts after the second. */
const samples = Array.from({ length: 10 }, (_, k) => {
  const facts = KNOWN.filter((_, index) => index < 2 || index !== 2 + (k % 5));
  return { facts, text: `${stated(facts)} ${TELLINGS[k % TELLINGS.length]} (${k + 1})` };
});
const response = KNOWN.map(([head, relation, tail]): Fact => [head, relation, WRONG[tail] ?? tail]);

export const quint = {
  passage: { id: 'quint', prompt: 'Who was Mara Quint?', response: stated(response) },
  samples: samples.map(({ text }) => text),
  wrong: Object.values(WRONG),
  model: {
    facts: KNOWN,
    texts: samples.map(({ text }) => text),
    triples: new Map<string, readonly Fact[]>([
      [stated(response), response],
      ...samples.map(({ text, facts }) => [text, facts] as const),
    ]),
    distractors: ['1960', '1948', '1931', '1955', 'Perth', 'Glasgow School of Art', 'Harbour Lights'],
  } satisfies SimulatedModel,
};
