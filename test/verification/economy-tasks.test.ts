/** What the tasks of the economy protocol show the model under evaluation, request by request. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import type { Triple } from '../../src/passage.ts';
import type { PreparedTriple } from '../../src/verification/economy-questions.ts';
import type { EconomyTask } from '../../src/verification/economy-task.ts';
import {
  CANNOT_SAY,
  headTask,
  MOST_REQUESTS,
  NONE,
  relationTask,
  type TailChoice,
  tailTask,
  tellTails,
} from '../../src/verification/economy-tasks.ts';
import { scoreSelections } from '../../src/verification/paper-tasks.ts';
import { noResult } from '../../src/verification/task-result.ts';
import { WRONG_PREMISE } from '../../src/verification/wrong-premise.ts';
import { segmentation } from '../support/records.ts';
import { blockOf, scriptedChat } from '../support/scripted-chat.ts';
import { taskContext } from '../support/verification.ts';

type Facts = Parameters<typeof segmentation>[1];

const ready = (triple: Triple): PreparedTriple => ({
  triple,
  head: {
    value: { question: `Which one ${triple.relation} ${triple.tail}?`, answer: triple.head },
    instead: null,
  },
  relation: { value: true, instead: null },
  // Of each fact its own, since a shared option keeps two apart
  tail: { value: ['Ayr', 'Nairn', 'Oban'].map((town) => `${town} ${triple.id}`), instead: null },
});
const without = (part: 'head' | 'relation' | 'tail', row: PreparedTriple): PreparedTriple => ({
  ...row,
  [part]: { value: null, instead: noResult('undecidable') },
});

async function tasksFor(facts: Facts, { size = 25, change = (row: PreparedTriple) => row } = {}) {
  const generator = scriptedChat({ 'heqa-answers': {}, 'relation-answers': {}, 'tail-selections': {} });
  const context = await taskContext(generator, generator);
  const { triples } = segmentation('original', facts);
  const prepared = triples.map((triple) => change(ready(triple)));
  const [heads, relations, tails] = [
    headTask(prepared, size, context),
    relationTask(prepared, size, context),
    tailTask(prepared, size, context),
  ];
  return { heads, relations, tails, triples, prepared, generator };
}

/** What is asked of the triples, by their numbers, in each request. */
const asked = ({ groups }: EconomyTask) =>
  groups.map(({ questions }) =>
    questions.map(({ triples }) => triples.map(({ id }) => Number(id.split('/')[1]))),
  );
const reasons = ({ unasked }: EconomyTask) => [...unasked].map(([id, { reason }]) => [id, reason]);

/** The requests of a task, without those that send an unreadable answer back. */
async function requestsOf({ groups }: EconomyTask, generator: ReturnType<typeof scriptedChat>) {
  const before = generator.requests.length;
  for (const { draw } of groups) await draw();
  return generator.requests.slice(before).filter(({ messages }) => messages.length === 2);
}
const linesOf = (request: ChatRequest | undefined, tag: string) =>
  blockOf(request as ChatRequest, tag).split('\n');

const QUINT: Facts = [
  ['Mara Quint', 'was born in', 'Leith'],
  ['Mara Quint', 'painted', 'The Pier'],
  ['Mara Quint', 'died in', '1960'],
];

describe('a task', () => {
  it('is one request, with all draws', async () => {
    const { heads, relations, tails, generator } = await tasksFor(QUINT);
    for (const task of [heads, relations, tails]) {
      expect(asked(task)).toEqual([[[1], [2], [3]]]);
      const [request, ...others] = await requestsOf(task, generator);
      expect(others).toEqual([]);
      expect(request).toMatchObject({ n: 4, temperature: 1 });
    }
  });

  it('has even requests above the limit, none without questions, and leaves out what cannot be asked', async () => {
    const some = await tasksFor(QUINT, {
      size: 2,
      change: (row) => (row.triple.id === 'original/2' ? without('head', without('tail', row)) : row),
    });
    expect(asked(some.heads)).toEqual([[[1], [3]]]);
    expect(reasons(some.heads)).toEqual([['original/2', 'undecidable']]);
    expect(asked(some.relations)).toEqual([[[1]], [[2], [3]]]);
    expect(reasons(some.tails)).toEqual([['original/2', 'undecidable']]);
    const none = await tasksFor(QUINT, { change: (row) => without('relation', row) });
    expect(none.relations.groups).toEqual([]);
    expect(none.relations.unasked.size).toBe(3);
  });

  it('does not ask heads and relations that another question gives away, nor make a request for few', async () => {
    const { heads, relations } = await tasksFor([
      ...QUINT,
      ['Leith', 'is the home of', 'Mara Quint'],
      ['The Tate', 'shows', 'what was painted'],
    ]);
    // The fourth names the head of three others; the fifth shows the relation of the second.
    expect(asked(heads)).toEqual([[[1], [2], [3], [5]]]);
    expect(reasons(heads)).toEqual([['original/4', 'given-away']]);
    expect(asked(relations)).toEqual([[[1], [2], [3], [4]]]);
    expect(reasons(relations)).toEqual([['original/5', 'given-away']]);
  });

  it('asks three that are given away in a request of their own', async () => {
    const others: Facts = ['Ayr', 'Nairn', 'Wick'].map((town) => [
      town,
      `year ${town.length} was spent by`,
      'Mara Quint',
    ]);
    const { heads } = await tasksFor([...QUINT, ...others]);
    expect(asked(heads)).toEqual([
      [[1], [2], [3]],
      [[4], [5], [6]],
    ]);
    expect(reasons(heads)).toEqual([]);
  });
});

describe('headTask', () => {
  it('asks equal questions once, each triple with its own answer', async () => {
    const { heads, generator } = await tasksFor([
      ['Mara Quint', 'painted', 'The Pier'],
      ['Ann Lee', 'painted', 'the pier'],
      ['Ann Lee', 'sold', 'The Pier'],
    ]);
    expect(asked(heads)).toEqual([[[1, 2], [3]]]);
    expect(heads.groups[0]?.questions[0]?.expected).toEqual([['Mara Quint'], ['Ann Lee']]);
    const [request] = await requestsOf(heads, generator);
    expect(linesOf(request, 'questions')).toEqual([
      '1. Which one painted The Pier?',
      '2. Which one sold The Pier?',
    ]);
  });
});

describe('relationTask', () => {
  it('masks a pair once, and accepts each relation that the response states for it', async () => {
    const facts: Facts = [
      ['Mara Quint', 'was born in', 'Leith'],
      ['Mara Quint', 'lived in', 'Leith'],
      ['mara quint', 'died in', 'Leith'],
      ['Leith', 'honours', 'Mara Quint'],
    ];
    const { relations, generator } = await tasksFor(facts, {
      change: (row) => (row.triple.id === 'original/2' ? without('relation', row) : row),
    });
    expect(asked(relations)).toEqual([[[1, 3], [4]]]);
    const all = ['was born in', 'lived in', 'died in', '(Leith; honours; Mara Quint)'];
    expect(relations.groups[0]?.questions[0]?.expected).toEqual([all, all]);
    expect(relations.groups[0]?.questions[1]?.expected[0]?.slice(0, 2)).toEqual([
      'honours',
      '(Mara Quint; was born in; Leith)',
    ]);
    const [request] = await requestsOf(relations, generator);
    expect(linesOf(request, 'facts')).toEqual([
      '1. (Mara Quint; [MASK]; Leith)',
      '2. (Leith; [MASK]; Mara Quint)',
    ]);
  });
});

describe('tailTask', () => {
  it('gives each question its own order of options, with three more at the end', async () => {
    const towns: Facts = ['Leith', 'Perth', 'Wick', 'Tain', 'Alloa'].map((town, index) => [
      ...(['Mara Quint', `show ${index} was in`, town] as const),
    ]);
    const { tails, prepared, generator } = await tasksFor(towns);
    const [request] = await requestsOf(tails, generator);
    const questions = blockOf(request as ChatRequest, 'questions').split('\n\n');
    expect(questions).toHaveLength(5);
    const places = questions.map((question, index) => {
      const [gap, ...options] = question.split('\n');
      expect(gap).toBe(`${index + 1}. (Mara Quint; show ${index} was in; ?)`);
      expect(options.map((option) => option.slice(0, 2))).toEqual(['1)', '2)', '3)', '4)', '5)', '6)', '7)']);
      expect(options.slice(4)).toEqual([`5) ${NONE}`, `6) ${WRONG_PREMISE}`, `7) ${CANNOT_SAY}`]);
      expect(
        options
          .slice(0, 4)
          .map((option) => option.slice(3))
          .sort(),
      ).toEqual([...(prepared[index]?.tail.value ?? []), towns[index]?.[2]].sort());
      return options.findIndex((option) => option.endsWith(towns[index]?.[2] as string));
    });
    expect(new Set(places).size).toBeGreaterThan(1);
    expect(blockOf((await requestsOf(tails, generator))[0] as ChatRequest, 'questions')).toBe(
      questions.join('\n\n'),
    );
  });

  it('asks what tells another tail in a request of its own, three at most, and leaves out what is left', async () => {
    const { tails } = await tasksFor([
      ['Mara Quint', 'sang in', 'Wick'],
      ['Mara Quint', 'taught until', '1931'],
      ['Mara Quint', 'taught from', '1925'],
      ['Mara Quint', 'began to teach in', '1926'],
      ['Mara Quint', 'taught again in', '1940'],
    ]);
    expect(asked(tails)).toEqual([[[1], [2]], [[3]], [[4]]]);
    expect([...tails.unasked]).toEqual([
      [
        'original/5',
        {
          ...{ value: null, reason: 'given-away', draws: [] },
          asked:
            '(Mara Quint; taught again in; ?): 1940 | Ayr original/5 | Nairn original/5 | Oban original/5',
        },
      ],
    ]);
  });
});

describe('scoreSelections', () => {
  const LEITH = { asked: '?', tail: 'Leith', abstention: CANNOT_SAY };
  it('counts "none" against the triple and leaves abstentions out', () => {
    const chosen = (...options: string[]) => options.map((value) => ({ value, reason: null, raw: value }));
    const lost = { value: null, reason: 'unparsable' as const, raw: 'Hm.' };
    const score = scoreSelections(LEITH, [...chosen('Leith', 'Ayr', NONE, CANNOT_SAY, 'Leith'), lost]);
    expect(score).toMatchObject({ value: 2 / 4, reason: null });
    expect(score.draws.map(({ answer, match }) => [answer, match])).toEqual([
      ['Leith', true],
      ['Ayr', false],
      [NONE, false],
      [CANNOT_SAY, null],
      ['Leith', true],
      ['Hm.', null],
    ]);
    expect(scoreSelections(LEITH, chosen(CANNOT_SAY))).toMatchObject({
      value: null,
      reason: 'abstained',
    });
  });
});

const word = fc.constantFrom('Quint', 'Leith', 'Ayr', 'saw', 'painted', 'Oban', '1901', 'of');
const phrase = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));
const facts = fc.uniqueArray(fc.tuple(phrase, phrase, phrase), {
  minLength: 1,
  maxLength: 9,
  selector: String,
});

describe('any triples', () => {
  it('are asked about or have a reason, once, in at most two requests a task, or three for tails', async () => {
    await fc.assert(
      fc.asyncProperty(facts, async (given) => {
        const { heads, relations, tails, triples } = await tasksFor(given);
        for (const task of [heads, relations, tails]) {
          const ids = task.groups.flatMap(({ questions }) =>
            questions.flatMap((one) => one.triples.map(({ id }) => id)),
          );
          expect([...ids, ...task.unasked.keys()].sort()).toEqual(triples.map(({ id }) => id).sort());
          expect(task.groups.length).toBeLessThanOrEqual(task === tails ? MOST_REQUESTS : 2);
        }
        for (const { questions } of tails.groups) {
          for (const one of questions) {
            for (const other of questions) {
              if (one === other) continue;
              const [{ tail } = { tail: '' }] = other.triples;
              const words = ` ${one.triples[0]?.head} ${one.triples[0]?.relation} `;
              expect(words.includes(` ${tail} `)).toBe(false);
              expect(one.shown).not.toBe(other.shown);
            }
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** `head | relation`, and the tails to choose from, the one of the text first. */
function choice(stem: string, ...tails: string[]): TailChoice {
  const [head = '', relation = ''] = stem.split(' | ');
  const triple = { head, relation, tail: tails[0] ?? '' };
  return {
    triples: [
      { ...triple, id: stem, responseId: 'original', span: null },
    ] as unknown as TailChoice['triples'],
    ...{ stem: `${head}; ${relation}`, tails },
  };
}

describe('tellTails', () => {
  it.each<[string, TailChoice, TailChoice]>([
    [
      'whose words hold the tail',
      choice('Marlow | was shot in', 'Leeds'),
      choice('the Leeds shooting | was in', '1902'),
    ],
    [
      'of the same words',
      choice('Marlow | won', 'the Hallam Medal'),
      choice('Marlow | Won', 'the Orr Prize'),
    ],
    [
      'with an option in common, however it is written',
      choice('Marlow | married in', '25 October 1902', '3 May 1903'),
      choice('Brandt | died on', '1 May 1950', 'October 25th, 1902'),
    ],
    [
      'for the two ends of a time',
      choice('Marlow | chaired the board from', '1961', '1959'),
      choice('Marlow | chaired the board until', '1963', '1965'),
    ],
    [
      'for a time that an event ends',
      choice('Ada Marlow | died in', '1977', '1979'),
      choice('Ada Marlow | taught in Leeds until her death in', '1978', '1974'),
    ],
  ])('keeps questions apart %s', (_, one, other) => {
    expect(tellTails(one, other)).toBe(true);
    expect(tellTails(other, one)).toBe(true);
  });

  it.each<[string, TailChoice, TailChoice]>([
    [
      'for two events of one life',
      choice('Marlow | was born in', '1902', '1904'),
      choice('Marlow | died in', '1977', '1979'),
    ],
    [
      'for the same event of two',
      choice('Marlow | died in', '1977', '1979'),
      choice('Brandt | died in', '1961', '1963'),
    ],
    [
      'for a place and a time of an event',
      choice('Marlow | taught in the town of', 'Leeds', 'York'),
      choice('Marlow | taught from', '1931', '1934'),
    ],
  ])('leaves together questions %s', (_, one, other) => {
    expect(tellTails(one, other)).toBe(false);
    expect(tellTails(other, one)).toBe(false);
  });
});
