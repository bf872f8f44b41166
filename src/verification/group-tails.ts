/**
 * FTSTE (paper 3.4) in groups: each draw selects the tails of all triples of a group. The draws of a task are spread
 * over two orders of the options, in each of which the original stands in another place.
 */

import { z } from 'zod';
import { mapAll } from '../map-all.ts';
import type { Asked } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { numbered, onOneLine } from '../models/prompt.ts';
import type { TaskResult, Triple } from '../passage.ts';
import { randomFor, shuffled, subSeed } from '../random.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { findDistractors } from './distractors.ts';
import {
  askGroup,
  type GroupAnswers,
  type GroupContext,
  type GroupInput,
  type GroupTask,
  type TaskQuestion,
} from './group-task.ts';
import { leakFreeGroups } from './leaks.ts';
import { optionNamed, optionsAsked } from './tail-selection.ts';
import { noResult } from './task-result.ts';

const readSelection = z
  .object({ option: z.union([z.number(), z.string()]) })
  .transform(({ option }) => option);

export async function tailTask(
  input: GroupInput,
  context: GroupContext,
  options?: CallOptions,
): Promise<GroupTask> {
  const distractors = await findDistractors(input.triples, input, context, options);
  const questions = new Map<string, TaskQuestion>();
  const unasked = new Map<string, TaskResult>();
  for (const triple of input.triples) {
    const others = distractors.get(triple.id) ?? [];
    const asked = optionsAsked({ triple, distractors: others });
    if (others.length === 0) unasked.set(triple.id, noResult('no-distractors', asked));
    else questions.set(triple.id, { triple, asked });
  }
  const members = [...questions.values()].map(({ triple }) => ({
    tripleId: triple.id,
    shown: [triple.head, triple.relation, triple.tail, ...(distractors.get(triple.id) ?? [])].join('; '),
    hidden: triple.tail,
  }));
  const groups = leakFreeGroups(members, input.size).map((group) => {
    const ids = group.map(({ tripleId }) => tripleId);
    const triples = ids.map((id) => questions.get(id)?.triple as Triple);
    const draw = async (callOptions?: CallOptions) => {
      const parts = await mapAll(
        inTwoOrders(context.settings.tailDraws),
        (part) => selectTails(triples, { distractors, part, context }, callOptions),
        { concurrency: context.concurrency },
      );
      return new Map(ids.map((id) => [id, parts.flatMap((answers) => answers.get(id) ?? [])]));
    };
    return { ids, draw };
  });
  return { task: 'tail', questions, unasked, groups };
}

/** Draws that share an order of the options. */
interface OrderedDraws {
  /** Draws before these. */
  first: number;
  count: number;
  /** Counts the orders from 0. */
  order: number;
}

/** Each half of the draws has its own order; a single draw has one. */
function inTwoOrders(draws: number): OrderedDraws[] {
  const half = Math.ceil(draws / 2);
  return [
    { first: 0, count: half, order: 0 },
    ...(draws > half ? [{ first: half, count: draws - half, order: 1 }] : []),
  ];
}

async function selectTails(
  triples: readonly Triple[],
  {
    distractors,
    part: { first, count, order },
    context,
  }: { distractors: ReadonlyMap<string, string[]>; part: OrderedDraws; context: GroupContext },
  options?: CallOptions,
): Promise<GroupAnswers> {
  const { generator, prompts, settings, seed, passageId } = context;
  const ids = triples.map(({ id }) => id);
  const orders = triples.map((triple) =>
    orderOf(triple, distractors.get(triple.id) ?? [], { order, seed, passageId }),
  );
  const shown = triples.map(
    (triple, index) => `${onOneLine(showTriple({ ...triple, tail: '?' }))}\n${numbered(orders[index] ?? [])}`,
  );
  const selected = await askGroup(
    generator,
    ids,
    {
      prompt: prompts.get('tail-selections'),
      variables: { questions: { blocks: shown } },
      list: 'selections',
      item: readSelection,
      n: count,
      temperature: settings.temperature,
      seed: subSeed(seed, passageId, 'ftste', first, ...ids),
    },
    options,
  );
  return new Map(
    ids.map((id, index) => [
      id,
      (selected.get(id) ?? []).map((asked) => toOption(asked, orders[index] as string[])),
    ]),
  );
}

/** The options in their k-th order: distractors shuffled anew, the original one place further than before. */
function orderOf(
  { id, tail }: Triple,
  distractors: readonly string[],
  { order, seed, passageId }: { order: number; seed: number; passageId: string },
): string[] {
  const options = shuffled(distractors, randomFor(seed, passageId, 'ftste', id, order));
  const places = options.length + 1;
  const start = Math.floor(randomFor(seed, passageId, 'ftste', id, 'place')() * places);
  return options.toSpliced((start + order) % places, 0, tail);
}

function toOption(asked: Asked<string | number>, order: readonly string[]): Asked<string> {
  if (asked.value === null) return asked;
  const value = optionNamed(asked.value, order);
  return value === null
    ? { value, reason: 'unparsable', raw: asked.raw }
    : { value, reason: null, raw: asked.raw };
}
