/**
 * RR (paper 3.4) in groups: the masked triples of a group are completed in one call. Of f_t, a group is told the
 * facts that are none of its own and hold none of its relations.
 */
import { z } from 'zod';
import type { CallOptions } from '../models/chat-model.ts';
import type { Triple } from '../passage.ts';
import { subSeed } from '../random.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { contextWithoutRelation } from './fact-filter.ts';
import {
  askGroup,
  factsForAll,
  type GroupContext,
  type GroupInput,
  type GroupTask,
  sizeWithFacts,
} from './group-task.ts';
import { holdsPhrase, leakFreeGroups } from './leaks.ts';

const readRelation = z.object({ relation: z.string().trim().min(1) }).transform(({ relation }) => relation);

export function relationTask(input: GroupInput, context: GroupContext): GroupTask {
  const { generator, prompts, settings, seed, passageId } = context;
  const questions = new Map(
    input.triples.map((triple) => [
      triple.id,
      { triple, asked: showTriple({ ...triple, relation: '[MASK]' }) },
    ]),
  );
  const groups = relationGroups(input).map(({ group, known }) => {
    const ids = group.map(({ id }) => id);
    const asked = {
      prompt: prompts.get('relation-answers'),
      variables: { facts: ids.map((id) => questions.get(id)?.asked ?? ''), known: known.map(showTriple) },
      list: 'relations',
      item: readRelation,
      n: settings.relationDraws,
      temperature: settings.relationTemperature ?? settings.temperature,
      seed: subSeed(seed, passageId, 'rr', 0, ...ids),
    };
    return { ids, draw: (options?: CallOptions) => askGroup(generator, ids, asked, options) };
  });
  return { task: 'relation', questions, unasked: new Map(), groups };
}

/** Triples masked side by side, with the facts that all of them may be told. */
function relationGroups(input: GroupInput): { group: Triple[]; known: Triple[] }[] {
  const members = input.triples.map((triple) => ({
    tripleId: triple.id,
    shown: `${triple.head}; ${triple.tail}`,
    hidden: triple.relation,
    triple,
  }));
  return leakFreeGroups(members, sizeWithFacts(input)).map((row) => {
    const group = row.map(({ triple }) => triple);
    const knownTo = (triple: Triple) =>
      contextWithoutRelation(triple, input).filter((fact) => !holdsPhrase(showTriple(fact), triple.relation));
    return { group, known: factsForAll(group, knownTo) };
  });
}
