/**
 * Statements judged against each sample by the analyst, the shape that SelfCheckGPT with a prompt and FactSelfCheck
 * have in common:
 *
 *   risk of statement i = mean over samples j of x_ij,   x_ij = 0 supported, 1 not supported
 *
 * One request asks for up to {@link GROUP} statements of one sample, where the publications ask for each pair by
 * itself; the judgement is the same, the sample is sent less often, but the statements of a group stand beside one
 * another. A judgement that did not come back is left out of the mean.
 */

import { mapAll } from '../../common/map-all.ts';
import type { z } from 'zod';
import { numberedList } from '../../models/numbered-list.ts';
import type { PromptValue } from '../../models/prompt.ts';
import { type ResponseId, sampleId } from '../../passage.ts';
import { mean } from '../../statistics/summary.ts';
import type { Chat } from './chat-parts.ts';
import { isWritten } from './text-scores.ts';

/** Statements a request, at most. */
const GROUP = 20;

export interface JudgedSample {
  id: ResponseId;
  /** The text or facts the statements are judged against. */
  content: PromptValue;
}

export const writtenSamples = (samples: readonly string[] = []): JudgedSample[] =>
  samples.flatMap((content, index) => (isWritten(content) ? { id: sampleId(index), content } : []));

interface JudgementQuestion {
  /** Name of a prompt with the variables `statements` and `sample`. */
  prompt: string;
  statements: readonly string[];
  samples: readonly JudgedSample[];
  /** Reads x from the verdict on a statement. */
  risk: z.ZodType<number>;
}

/** @throws ModelCallError when the service did not answer */
export async function judgeAgainstSamples(question: JudgementQuestion, chat: Chat) {
  const { prompt, statements, samples, risk } = question;
  const groups = inGroups(statements);
  const requests = samples.flatMap(({ id, content }) => groups.map((group) => ({ id, content, group })));
  const answers = await mapAll(requests, async ({ id, content, group }) => {
    const variables = { statements: group, sample: content };
    const asked = await chat.analyse(prompt, variables, numberedList('verdicts', group.length, risk));
    return { id, risks: group.map((_, index) => asked.value?.[index]?.value ?? null), reason: asked.reason };
  });
  const bySample = samples.map(({ id }) => {
    const own = answers.filter((answer) => answer.id === id);
    return {
      sample: id,
      risks: own.flatMap(({ risks }) => risks),
      failures: own.flatMap(({ reason }) => (reason === null ? [] : [reason])),
    };
  });
  return {
    /** For each statement its risk in [0, 1]; null without any judgement. */
    risks: statements.map((_, index) => mean(bySample.map(({ risks }) => risks[index] ?? null))),
    /** Why the first failed request failed; null where all were answered. */
    failure: bySample.flatMap(({ failures }) => failures)[0] ?? null,
    samples: bySample,
  };
}

function inGroups(statements: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(statements.length / GROUP) }, (_, index) =>
    statements.slice(index * GROUP, (index + 1) * GROUP),
  );
}
