/** A passage of 12 facts with three samples, each of the length of those of PHD, and a model that varies its answers. */
import type { Handler } from './openai-server.ts';
import { type Fact, type SimulatedModel, simulate } from './simulated-model.ts';

const NAME = 'Ada Marlow';
const FACTS: readonly Fact[] = [
  [NAME, 'was', 'Welsh botanist'],
  [NAME, 'was born in', 'Cardiff'],
  [NAME, 'was born in the year', '1902'],
  [NAME, 'studied biology at', 'University of Leeds'],
  [NAME, 'taught from 1931 to 1958 at', 'Hallam Institute'],
  [NAME, 'discovered', 'eleven species of moss in Snowdonia'],
  [NAME, 'wrote', 'Plants of the North'],
  ['Plants of the North', 'won', 'Hallam Medal'],
  [NAME, 'married', 'the painter Ove Brandt'],
  [NAME, 'led', 'botanical garden of Sheffield'],
  [NAME, 'was elected a member of', 'Royal Society'],
  [NAME, 'died in the year', '1977'],
];
const response =
  'Ada Marlow was a Welsh botanist who was born in Cardiff in 1902. She studied biology at the University of Leeds and ' +
  'taught at the Hallam Institute from 1931 to 1958. Marlow discovered eleven species of moss in Snowdonia. Her book ' +
  '"Plants of the North" won the Hallam Medal. She married the painter Ove Brandt, led the botanical garden of ' +
  'Sheffield, was elected a member of the Royal Society, and died in 1977.';
const TELLINGS = [
  'Her letters to her sister, kept in Cardiff, tell of long walks and of the weather of the high valleys. She is',
  'Schools of the region bear her name, and a path along the coast was named after her in the year of her death. In',
  'Later botanists revised much of what she wrote, but her drawings are still held to be among the best of the time',
];
const samples = TELLINGS.map((telling, index) => {
  const facts = FACTS.filter((_, fact) => fact % 3 !== index);
  return { facts, text: `${facts.map((fact) => `${fact.join(' ')}.`).join(' ')} ${telling}` };
});

const model: SimulatedModel = {
  facts: FACTS,
  texts: samples.map(({ text }) => text),
  triples: new Map<string, readonly Fact[]>([
    [response, FACTS],
    ...samples.map(({ text, facts }) => [text, facts] as const),
  ]),
  distractors: [
    '1899',
    '1904',
    '1911',
    '1913',
    'Scottish geologist',
    'Bangor',
    'Technical College of Wrexham',
    'Ayr',
  ],
};

/** Facts that have no question, or whose relation cannot be told, by number. */
const SEVERAL = [1, 3, 6, 11, 12];
const UNDECIDABLE = [1, 3, 5, 6, 12];

/** Asks what has an answer, and has other words for each second answer, as they come at temperature 1. */
const asModelsDo = (text: string, draw: number): string => {
  const answer = JSON.parse(text);
  for (const fact of answer.facts ?? []) {
    if (SEVERAL.includes(fact.number)) Object.assign(fact, { kind: 'several', question: '', answer: '' });
    if (UNDECIDABLE.includes(fact.number)) fact.relation = false;
  }
  for (const item of [...(answer.answers ?? []), ...(answer.relations ?? [])]) {
    const key = ['answers', 'answer', 'relation'].find((name) => name in item) as string;
    if (item.number % 2 === 0) item[key] = `${item[key]}, or so (${draw})`;
  }
  return JSON.stringify(answer);
};

export const marlow = {
  passage: { id: 'marlow', prompt: 'Please write a brief Wikipedia for Ada Marlow', response },
  samples: samples.map(({ text }) => text),
  facts: FACTS,
  handler: (async (request) => {
    const answers = simulate(model)(request);
    return Array.isArray(answers) && request.body.response_format
      ? answers.map((text, draw) => (typeof text === 'string' ? asModelsDo(text, draw) : text))
      : answers;
  }) satisfies Handler,
};
