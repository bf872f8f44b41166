/** What the group tasks show the model under evaluation, request by request. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { normaliseEntity, normalisePhrase } from '../../src/text/normalise.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import type { PromptSet } from '../../src/models/prompt.ts';
import type { Triple } from '../../src/passage.ts';
import { headTask } from '../../src/verification/group-heads.ts';
import { relationTask } from '../../src/verification/group-relations.ts';
import { tailTask } from '../../src/verification/group-tails.ts';
import type { GroupContext, GroupTask } from '../../src/verification/group-task.ts';
import { blockOf, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { namedEmbedder, SETTINGS, verificationInput } from '../support/verification.ts';

let prompts: PromptSet;
beforeAll(async () => {
  prompts = await loadPrompts();
});

const lines = (request: ChatRequest, tag: string) =>
  blockOf(request, tag)
    .split('\n')
    .map((line) => line.replace(/^\d+\. /, ''));

/** Asks by relation and tail; proposes tails of a small world, those of other triples among them. */
const ANALYST: Script = {
  'heqa-questions': (request) => ({
    questions: lines(request, 'facts').map((fact, index) => ({
      number: index + 1,
      question: `Which one ${fact.split('; ').slice(1).join(' ').slice(0, -1)}?`,
    })),
  }),
  'tail-distractors': (request) => ({
    facts: lines(request, 'facts').map((_, index) => ({
      number: index + 1,
      tails: ['Ayr', 'Leith', 'Oban'],
    })),
  }),
};

type Facts = Parameters<typeof verificationInput>[0];

async function tasksFor(facts: Facts, { known = [] as number[], size = 8, analyst = ANALYST } = {}) {
  const { original, identity } = verificationInput(facts, []);
  const { triples } = original;
  const generator = scriptedChat({ 'heqa-answers': {}, 'relation-answers': {}, 'tail-selections': {} });
  const model = scriptedChat(analyst);
  const judge = { model, embedder: namedEmbedder({}), prompts };
  const context: GroupContext = {
    ...{ generator, analyst: model, judge, prompts, settings: SETTINGS },
    ...{ seed: 7, passageId: 'p', concurrency: 2 },
  };
  const filter = new Set(known.flatMap((index) => triples[index]?.id ?? []));
  const input = { triples, filter, identity, size };
  const tasks = [
    await headTask(input, context),
    relationTask(input, context),
    await tailTask(input, context),
  ];
  return { tasks, triples, generator, analyst: model };
}

/** The requests of one group, without those that send an unreadable answer back. */
async function requestsOf(
  { groups }: GroupTask,
  generator: ReturnType<typeof scriptedChat>,
): Promise<{ ids: readonly string[]; requests: ChatRequest[] }[]> {
  const rows = [];
  for (const { ids, draw } of groups) {
    const before = generator.requests.length;
    await draw();
    const requests = generator.requests.slice(before).filter(({ messages }) => messages.length === 2);
    rows.push({ ids, requests });
  }
  return rows;
}

/** Naively: whether the words of the phrase stand in the text in a row. */
const holds = (text: string, phrase: string) =>
  normaliseEntity(phrase) !== '' && ` ${normalisePhrase(text)} `.includes(` ${normaliseEntity(phrase)} `);

/** What a request shows of each of its triples: own[i] of the i-th, and what is shown to all. */
function shownBy(request: ChatRequest, count: number): { own: string[]; toAll: string } {
  switch (request.purpose) {
    case 'heqa-answers':
      return { own: lines(request, 'questions'), toAll: '' };
    case 'relation-answers':
      return { own: lines(request, 'facts'), toAll: blockOf(request, 'known') };
    default:
      return {
        own: Array.from({ length: count }, (_, i) => blockOf(request, `questions-${i + 1}`)),
        toAll: '',
      };
  }
}

const word = fc.constantFrom('Quint', 'Leith', 'Ayr', 'saw', 'painted', 'Oban', '1901');
const phrase = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));
const facts = fc.uniqueArray(fc.tuple(phrase, phrase, phrase), {
  minLength: 1,
  maxLength: 7,
  selector: String,
});

describe('a group of any triples', () => {
  it('shows of no triple what another one hides, and tells no group a fact of its own', async () => {
    const arbitrary = fc.tuple(facts, fc.array(fc.nat({ max: 6 })), fc.integer({ min: 1, max: 8 }));
    await fc.assert(
      fc.asyncProperty(arbitrary, async ([given, known, size]) => {
        const { tasks, triples, generator } = await tasksFor(given, { known, size });
        const byId = new Map(triples.map((triple) => [triple.id, triple]));
        for (const task of tasks) {
          for (const { ids, requests } of await requestsOf(task, generator)) {
            expect(ids.length).toBeLessThanOrEqual(size);
            expect(requests.length).toBeGreaterThan(0);
            for (const request of requests) {
              const { own, toAll } = shownBy(request, ids.length);
              expect(own).toHaveLength(ids.length);
              for (const [j, id] of ids.entries()) {
                const { [task.task]: hidden, head, relation, tail } = byId.get(id) as Triple;
                for (const [i, text] of own.entries()) if (i !== j) expect(holds(text, hidden)).toBe(false);
                expect(holds(toAll, hidden)).toBe(false);
                expect(toAll).not.toContain(`(${head}; ${relation}; ${tail})`);
              }
            }
          }
          const asked = [...task.groups.flatMap(({ ids }) => ids), ...task.unasked.keys()].sort();
          expect(asked).toEqual(triples.map(({ id }) => id).sort());
        }
      }),
      { numRuns: 60 },
    );
  });
});

const QUINT: Facts = [
  ['Mara Quint', 'was born in', 'Leith'],
  ['Mara Quint', 'painted', 'The Pier'],
  ['Mara Quint', 'died in', '1960'],
  ['Mara Quint', 'married', 'Tom Hale'],
];

describe('headTask', () => {
  it('phrases the questions of a group in one call, told the facts of the others', async () => {
    const { tasks, analyst } = await tasksFor(QUINT, { known: [0, 1, 3] });
    const asked = analyst.asked('heqa-questions');
    expect(asked.map((request) => lines(request, 'facts').length)).toEqual([2, 2]);
    expect(asked.map((request) => blockOf(request, 'known'))).toEqual([
      '1. (Mara Quint; married; Tom Hale)',
      '1. (Mara Quint; was born in; Leith)\n2. (Mara Quint; painted; The Pier)',
    ]);
    expect(tasks[0]?.questions.get('original/1')?.asked).toBe('Which one was born in Leith?');
    const { analyst: without } = await tasksFor(QUINT);
    expect(without.asked('heqa-questions')).toHaveLength(1);
  });

  it('asks again for the questions that name their answer, and gives those up that still do', async () => {
    const question = (number: number, text: string) => ({ number, question: text });
    const analyst: Script = {
      ...ANALYST,
      'heqa-questions': (request, call) =>
        call === 0
          ? {
              questions: [
                question(1, 'Where was Quint born?'),
                question(2, 'Who painted The Pier?'),
                question(3, 'What of Mara?'),
                question(4, 'Who wed Tom Hale?'),
              ],
            }
          : {
              questions: lines(request, 'facts').map((_, index) =>
                question(index + 1, index === 0 ? 'Who was born in Leith?' : 'When did Quint die?'),
              ),
            },
    };
    const { tasks, analyst: model } = await tasksFor(QUINT, { analyst });
    const [, second] = model.asked('heqa-questions');
    expect(lines(second as never, 'facts')).toEqual([
      '(Mara Quint; was born in; Leith)',
      '(Mara Quint; died in; 1960)',
    ]);
    expect(lines(second as never, 'rejected')).toEqual(['Where was Quint born?', 'What of Mara?']);
    expect([...(tasks[0]?.questions ?? [])].map(([, { asked }]) => asked)).toEqual([
      'Who was born in Leith?',
      'Who painted The Pier?',
      'Who wed Tom Hale?',
    ]);
    expect(tasks[0]?.unasked.get('original/3')).toMatchObject({
      value: null,
      reason: 'no-question',
      asked: 'When did Quint die?',
    });
  });

  it('asks apart what would give answers away', async () => {
    const { tasks } = await tasksFor([
      ['Mara Quint', 'was born in', 'Leith'],
      ['Leith', 'lies near', 'Edinburgh'],
    ]);
    expect(tasks.map(({ task, groups }) => [task, groups.map(({ ids }) => ids.length)])).toEqual([
      ['head', [1, 1]],
      ['relation', [2]],
      ['tail', [1, 1]],
    ]);
  });
});

describe('tailTask', () => {
  it('spreads the draws over two orders, the original in another place in each', async () => {
    const { tasks, generator } = await tasksFor(QUINT.slice(1, 3));
    const [row] = await requestsOf(tasks[2] as GroupTask, generator);
    expect(row?.requests.map(({ n, temperature }) => [n, temperature])).toEqual([
      [2, 1],
      [2, 1],
    ]);
    const places = (row?.requests ?? []).map((request) => lines(request, 'questions-1').indexOf('The Pier'));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places[0]).not.toBe(places[1]);
    const optionsIn = (request: ChatRequest) => lines(request, 'questions-1').slice(1).sort();
    expect(row?.requests.map(optionsIn)).toEqual([
      ['Ayr', 'Leith', 'Oban', 'The Pier'],
      ['Ayr', 'Leith', 'Oban', 'The Pier'],
    ]);
  });
});
