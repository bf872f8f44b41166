/**
 * A language model for the test server that knows a few facts: it answers every prompt of the method as a model
 * would that believes these facts, and writes the responses it is given. Which prompt it is answering it tells
 * by the name of the answer schema.
 */
import type { RecordedRequest, Reply } from './openai-server.ts';
import { checkedByTheLetter } from './reference-answers.ts';

export type Fact = readonly [head: string, relation: string, tail: string];

export interface SimulatedModel {
  /** What the model believes. */
  facts: readonly Fact[];
  /** What it writes when asked the passage's prompt: draw k, or the request with seed k, takes the k-th, in turns. */
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
    if (name === undefined)
      return choices.map((index) => model.texts[((body.seed ?? 0) + index) % model.texts.length] as string);
    const answer = ANSWERS[name];
    if (answer === undefined) throw new Error(`no answer to the prompt "${name}"`);
    const blocks = blocksOf(body.messages.at(-1).content);
    return choices.map(() => JSON.stringify(answer(blocks, model)));
  };
}

type Blocks = Record<string, string>;

/** The fenced blocks of a user message, by the name of their tag. */
function blocksOf(message: string): Blocks {
  const blocks = message.matchAll(/<([a-z0-9-]+)-([0-9a-f]{12})>\n([\s\S]*?)\n<\/\1-\2>/g);
  return Object.fromEntries([...blocks].map(([, tag, , text]) => [tag as string, text as string]));
}

/** What the model knows, asked one at a time. */
const headOf = (question: string, facts: readonly Fact[]): string =>
  facts.find(([, relation, tail]) => question.includes(`${relation} ${tail}`))?.[0] ?? 'none';
const relationOf = (head: string | undefined, tail: string | undefined, facts: readonly Fact[]): string =>
  facts.find((fact) => fact[0] === head && fact[2] === tail)?.[1] ?? 'has nothing to do with';
const optionOf = (
  head: string | undefined,
  relation: string | undefined,
  options: readonly string[],
  facts: readonly Fact[],
) => {
  const known = facts.find((fact) => fact[0] === head && fact[1] === relation)?.[2];
  const position = options.indexOf(known ?? '');
  const none = options.indexOf('none of these');
  return Math.max(position, position < 0 ? none : 0, 0) + 1;
};
const isSame = (expected: string, answer: string): boolean => expected.toLowerCase() === answer.toLowerCase();
const toTriple = ([head, relation, tail]: Fact) => ({ head, relation, tail });

const isKnown = (fact: Fact, facts: readonly Fact[]): boolean =>
  facts.some((known) => known.join() === fact.join());
function verdictOn(fact: Fact, facts: readonly Fact[]) {
  if (isKnown(fact, facts)) return { verdict: 'right', instead: '', confidence: 95 };
  const instead = facts.find((known) => known[0] === fact[0] && known[1] === fact[1])?.[2] ?? '';
  return { verdict: 'wrong', instead, confidence: 90 };
}

/** The facts of the response that holds most of the sentences. */
function statedIn(sentences: readonly string[], triples: SimulatedModel['triples']): readonly Fact[] {
  const held = [...triples].map(([text, facts]) => {
    const words = text.replace(/\s+/g, ' ');
    return { facts, count: sentences.filter((sentence) => words.includes(sentence)).length };
  });
  return held.toSorted((one, other) => other.count - one.count)[0]?.facts ?? [];
}

const riskOf = (stated: readonly Fact[], facts: readonly Fact[]): number =>
  stated.every((fact) => isKnown(fact, facts)) ? 10 : 90;

const ANSWERS: Record<string, (blocks: Blocks, model: SimulatedModel) => unknown> = {
  extract: ({ response = '' }, { triples }) => ({ triples: (triples.get(response) ?? []).map(toTriple) }),
  correct: ({ triples = '' }) => ({ triples: itemsIn(triples).map(tupleIn).map(toTriple) }),
  'fact-filter': ({ facts = '', sample = '' }) => {
    const known = new Set(itemsIn(sample));
    return { verdicts: numberedAnswers(itemsIn(facts), (fact) => ({ supported: known.has(fact) })) };
  },
  'heqa-question': ({ relation, tail }) => ({ question: `Who or what ${relation} ${tail}?` }),
  'heqa-answer': ({ question = '' }, { facts }) => ({ answer: headOf(question, facts) }),
  'relation-answer': ({ head, tail }, { facts }) => ({ relation: relationOf(head, tail, facts) }),
  'tail-distractors': ({ facts = '' }, { distractors }) => ({
    facts: numberedAnswers(itemsIn(facts), () => ({ tails: distractors })),
  }),
  'tail-select': ({ head, relation, options = '' }, { facts }) => ({
    option: optionOf(head, relation, itemsIn(options), facts),
  }),
  'judge-equal': ({ expected = '', candidates = '' }) => ({
    verdicts: numberedAnswers(itemsIn(candidates), (candidate) => ({ same: isSame(expected, candidate) })),
  }),
  'grapheval-extract': ({ response = '' }, { triples }) => ({
    entities: [],
    references: [],
    triples: (triples.get(response) ?? []).map(toTriple),
  }),
  segment: (blocks, { triples }) => ({
    responses: numberedAnswers(seriesOf(blocks, 'responses'), (response) => ({
      triples: (triples.get(response) ?? []).map(toTriple),
    })),
  }),
  'judge-facts': ({ sentences = '' }, { triples, facts }) => {
    const items = itemsIn(sentences);
    const own = statedIn(items, triples);
    const placeOf = ([, , tail]: Fact) =>
      Math.max(
        0,
        items.findIndex((item) => item.includes(tail)),
      );
    return {
      sentences: numberedAnswers(items, (_, index) => {
        const here = own.filter((fact) => placeOf(fact) === index);
        return {
          facts: here.map((fact) => ({ ...toTriple(fact), ...verdictOn(fact, facts) })),
          probability: riskOf(here, facts),
        };
      }),
    };
  },
  'judge-listed-facts': ({ facts: listed = '', sentences = '' }, { facts }) => {
    const own = itemsIn(listed).map(tupleIn);
    return {
      facts: numberedAnswers(itemsIn(listed), (fact) => verdictOn(tupleIn(fact), facts)),
      sentences: numberedAnswers(itemsIn(sentences), (sentence) => ({
        probability: riskOf(
          own.filter(([, , tail]) => sentence.includes(tail)),
          facts,
        ),
      })),
    };
  },
  'blind-answers': ({ facts: blanks = '' }, { facts }) => ({
    answers: numberedAnswers(itemsIn(blanks), (blank) => {
      const [head, relation] = tupleIn(blank);
      const known = facts.filter((fact) => fact[0] === head && fact[1] === relation);
      return { answers: known.length > 0 ? known.map(([, , tail]) => tail) : ['unknown'], confidence: 90 };
    }),
  }),
  'mark-answers': ({ answers = '' }) => ({
    verdicts: numberedAnswers(itemsIn(answers), (line) => {
      const [, text = '', answer = ''] = / text: (.*?); answer: (.*)$/.exec(line) ?? [];
      return { verdict: answer.split(' / ').some((one) => isSame(text, one)) ? 'same' : 'excludes' };
    }),
  }),
  'fact-support': (blocks, { triples }) => {
    const samples = seriesOf(blocks, 'samples').map(
      (text) => triples.get(text.replace(/^S\d+:\n/, '')) ?? [],
    );
    const labelled = samples.map((facts, index) => ({ sample: `S${index + 1}`, facts }));
    return {
      verdicts: itemsIn(blocks.facts ?? '').map((shown, index) => {
        const [head, relation, tail] = tupleIn(shown);
        const saying = (isSaid: (fact: Fact) => boolean) =>
          labelled.flatMap(({ sample, facts }) => facts.filter(isSaid).map((fact) => ({ sample, fact })));
        const isSame = (fact: Fact) => fact[0] === head && fact[1] === relation && fact[2] === tail;
        const differs = (fact: Fact) => fact[0] === head && fact[1] === relation && fact[2] !== tail;
        return {
          number: `F${index + 1}`,
          supports: saying(isSame).map(({ sample }) => sample),
          contradicts: saying(differs).map(({ sample, fact }) => ({ sample, value: tail, instead: fact[2] })),
        };
      }),
    };
  },
  'reverse-questions': ({ facts = '' }, { distractors }) => ({
    facts: numberedAnswers(itemsIn(facts), (fact) => {
      const [head, relation, tail] = tupleIn(fact);
      const question = `Who or what ${relation} ${tail}?`;
      return { question, answer: head, kind: 'one', relation: true, tails: distractors };
    }),
  }),
  'heqa-answers': ({ questions = '' }, { facts }) => ({
    answers: numberedAnswers(itemsIn(questions), (question) => ({ answer: headOf(question, facts) })),
  }),
  'relation-answers': ({ facts: masked = '' }, { facts }) => ({
    relations: numberedAnswers(itemsIn(masked), (fact) => {
      const [head, , tail] = tupleIn(fact);
      return { relation: relationOf(head, tail, facts) };
    }),
  }),
  'tail-selections': ({ questions = '' }, { facts }) => ({
    selections: numberedAnswers(questions.split('\n\n'), (question) => {
      const [gap = '', ...lines] = question.split('\n').map((line) => line.replace(/^\d+[.)] /, ''));
      const [head, relation] = tupleIn(gap);
      return { option: optionOf(head, relation, lines, facts) };
    }),
  }),
  'knowledge-probe': ({ facts: asked = '' }, { facts }) => ({
    answers: numberedAnswers(itemsIn(asked), (fact) => ({
      answer: isKnown(tupleIn(fact), facts) ? 'yes' : 'unsure',
    })),
  }),
  'reference-check': (blocks) => checkedByTheLetter(blocks.statements ?? '', seriesOf(blocks, 'references')),
  'judge-pairs': ({ answers = '' }) => {
    let expected = '';
    return {
      verdicts: answers.split('\n').flatMap((line) => {
        const [, number, answer] = /^(\d+)\. (.*)$/.exec(line) ?? [];
        if (answer !== undefined) return [{ number: Number(number), same: isSame(expected, answer) }];
        expected = /^expected: (.*)$/.exec(line)?.[1] ?? expected;
        return [];
      }),
    };
  },
};

/** The blocks of a variable that holds several texts, in order. */
function seriesOf(blocks: Blocks, tag: string): string[] {
  const own = Object.keys(blocks).filter((name) => new RegExp(`^${tag}-\\d+$`).test(name));
  return own.map((name) => blocks[name] as string);
}

/** A list of answers, numbered from 1. */
function numberedAnswers<T extends object>(
  items: readonly string[],
  answer: (item: string, index: number) => T,
) {
  return items.map((item, index) => ({ number: index + 1, ...answer(item, index) }));
}

/** The items of a numbered list. */
function itemsIn(list: string): string[] {
  return [...list.matchAll(/^F?\d+\. (.*)$/gm)].map(([, item]) => item as string);
}

/** The parts of a triple as prompts show it. */
function tupleIn(item: string): Fact {
  const [head = '', relation = '', tail = ''] = item.replace(/^\(|\)$/g, '').split('; ');
  return [head, relation, tail];
}
