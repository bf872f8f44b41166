/**
 * A language model for the test server that knows a few facts: it answers every prompt of the method as a model
 * would that believes these facts, and writes the responses it is given. Which prompt it is answering it tells
 * by the name of the answer schema.
 */
import type { RecordedRequest, Reply } from './openai-server.ts';

export type Fact = readonly [head: string, relation: string, tail: string];

export interface SimulatedModel {
  /** What the model believes. */
  facts: readonly Fact[];
  /** What it writes when asked the passage's prompt; draw k of n takes the k-th, in turns. */
  texts: readonly string[];
  /** The triples each text states, by text. */
  triples: ReadonlyMap<string, readonly Fact[]>;
  /** Wrong options it thinks of. */
  distractors: readonly string[];
}

export function simulate(model: SimulatedModel): (request: RecordedRequest) => Reply | undefined {
  return ({ path, body }) => {
    if (path !== '/chat/completions') return undefined;
    const name: string | undefined = body.response_format?.json_schema?.name;
    const choices = Array.from({ length: body.n ?? 1 }, (_, index) => index);
    if (name === undefined) return choices.map((index) => model.texts[index % model.texts.length] as string);
    const answer = ANSWERS[name];
    if (answer === undefined) throw new Error(`no answer to the prompt "${name}"`);
    const blocks = blocksOf(body.messages.at(-1).content);
    return choices.map(() => JSON.stringify(answer(blocks, model)));
  };
}

type Blocks = Record<string, string>;

/** The fenced blocks of a user message, by the name of their tag. */
function blocksOf(message: string): Blocks {
  const blocks = message.matchAll(/<([a-z-]+)-([0-9a-f]{12})>\n([\s\S]*?)\n<\/\1-\2>/g);
  return Object.fromEntries([...blocks].map(([, tag, , text]) => [tag as string, text as string]));
}

const ANSWERS: Record<string, (blocks: Blocks, model: SimulatedModel) => unknown> = {
  extract: ({ response = '' }, { triples }) => ({
    triples: (triples.get(response) ?? []).map(([head, relation, tail]) => ({ head, relation, tail })),
  }),
  correct: ({ triples = '' }) => ({
    triples: tuplesIn(triples).map(([head, relation, tail]) => ({ head, relation, tail })),
  }),
  'fact-filter': ({ facts = '', sample = '' }) => {
    const known = new Set(itemsIn(sample));
    return {
      verdicts: itemsIn(facts).map((fact, index) => ({ number: index + 1, supported: known.has(fact) })),
    };
  },
  'heqa-question': ({ relation, tail }) => ({ question: `Who or what ${relation} ${tail}?` }),
  'heqa-answer': ({ question = '' }, { facts }) => ({
    answer: facts.find(([, relation, tail]) => question.includes(`${relation} ${tail}`))?.[0] ?? 'unknown',
  }),
  'relation-answer': ({ head, tail }, { facts }) => ({
    relation: facts.find((fact) => fact[0] === head && fact[2] === tail)?.[1] ?? 'has nothing to do with',
  }),
  'tail-distractors': ({ facts = '' }, { distractors }) => ({
    facts: itemsIn(facts).map((_, index) => ({ number: index + 1, tails: distractors })),
  }),
  'tail-select': ({ head, relation, options = '' }, { facts }) => {
    const known = facts.find((fact) => fact[0] === head && fact[1] === relation)?.[2];
    const position = itemsIn(options).indexOf(known ?? '');
    return { option: position < 0 ? 1 : position + 1 };
  },
  'judge-equal': ({ expected = '', candidates = '' }) => ({
    verdicts: itemsIn(candidates).map((candidate, index) => ({
      number: index + 1,
      same: candidate.toLowerCase() === expected.toLowerCase(),
    })),
  }),
};

/** The items of a numbered list. */
function itemsIn(list: string): string[] {
  return [...list.matchAll(/^\d+\. (.*)$/gm)].map(([, item]) => item as string);
}

function tuplesIn(list: string): Fact[] {
  return itemsIn(list).map((item) => {
    const [head = '', relation = '', tail = ''] = item.replace(/^\(|\)$/g, '').split('; ');
    return [head, relation, tail];
  });
}
