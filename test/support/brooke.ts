/** A passage with one planted error (1921 for 1915), and the simulated model that knows better. */
import type { Fact, SimulatedModel } from './simulated-model.ts';

const PROMPT = 'Write a brief Wikipedia for Rupert Brooke';

const response = 'Rupert Brooke was an English poet. He was born in Rugby in 1887. Brooke died in 1921.';
const first = 'Rupert Brooke was an English poet who was born in Rugby in 1887. He died in 1915.';
const second = 'The English poet Rupert Brooke, born in Rugby, died in 1915.';
const third = 'Rupert Brooke was an English poet. He died in 1915 on the way to Gallipoli.';

const poet: Fact = ['Rupert Brooke', 'was', 'English poet'];
const rugby: Fact = ['Rupert Brooke', 'was born in', 'Rugby'];
const born: Fact = ['Rupert Brooke', 'was born in the year', '1887'];
const died: Fact = ['Rupert Brooke', 'died in', '1915'];
const wrong: Fact = ['Rupert Brooke', 'died in', '1921'];

export const brooke = {
  passage: { id: 'brooke', prompt: PROMPT, response },
  samples: [first, second, third],
  model: {
    facts: [poet, rugby, born, died],
    texts: [first, second, third],
    triples: new Map<string, readonly Fact[]>([
      [response, [poet, rugby, born, wrong]],
      [first, [poet, rugby, born, died]],
      [second, [poet, rugby, died]],
      [third, [poet, died]],
    ]),
    distractors: ['1915', '1901', '1934', '1899', 'Leeds', 'Kent', 'Hull'],
  } satisfies SimulatedModel,
};
