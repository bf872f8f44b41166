/**
 * Whether the free answers of HEQA and RR (paper 3.4) give back what was hidden, for all questions of a passage.
 *
 * Equal but for case, articles, punctuation, number and tense is the same, without a model. "none" says that nothing
 * is right, and counts against the triple; "unknown" is an abstention, which leaves the draw out of the mean: a model
 * that knows too little to answer says nothing of whether the triple is true. All other pairs go to the judge model,
 * each once, up to {@link PAIRS_AT_ONCE} in one request.
 */
import { z } from 'zod';
import type { Asked, UnusableReason } from '../models/ask.ts';
import { askList } from './ask-list.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { onOneLine } from '../models/prompt.ts';
import type { Draw, MissingReason, Task, TaskResult } from '../passage.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { uninflected } from '../english/lexicon/stem.ts';
import { scoreDraws } from './task-result.ts';
import { yesOrNo } from './verdict-list.ts';
import type { TaskContext } from './verifier.ts';
import { isWrongPremise } from './wrong-premise.ts';

export interface FreeAnswers {
  task: Task;
  /** The question or masked triple as put to the model. */
  asked: string;
  answers: readonly Asked<string>[];
  /** Right answers; matching one is enough. */
  expected: readonly string[];
}

/** Pairs of expected and answered in one request. */
export const PAIRS_AT_ONCE = 60;

interface Pair {
  row: FreeAnswers;
  answer: string;
}

/** The judge model's answer for a pair. */
type Verdict = Asked<boolean>;

/** One result a row, in order. */
export async function judgeAnswers(
  rows: readonly FreeAnswers[],
  { judge, prompts }: Pick<TaskContext, 'judge' | 'prompts'>,
  options?: CallOptions,
): Promise<TaskResult[]> {
  const open = new Map<string, Pair>();
  for (const row of rows) {
    for (const { value } of row.answers) {
      if (value === null || settle(value, row.expected) !== 'open') continue;
      const key = keyOf(row, value);
      if (!open.has(key)) open.set(key, { row, answer: value });
    }
  }
  const question = {
    prompt: prompts.get('judge-pairs'),
    variables: (pairs: readonly Pair[]) => ({ answers: showPairs(pairs) }),
    ...{ list: 'verdicts', item: readSame, size: PAIRS_AT_ONCE },
  };
  const verdicts = await askList(judge, [...open.values()], question, options);
  const judged = new Map([...open.keys()].map((key, index) => [key, verdicts[index] as Verdict]));
  return rows.map((row) => resultOf(row, (answer) => judged.get(keyOf(row, answer)) as Verdict));
}

const keyOf = ({ task, expected }: FreeAnswers, answer: string): string =>
  JSON.stringify([task, expected.map(plainWords), plainWords(answer)]);

type Settled = 'same' | 'against' | 'abstains' | 'open';

const NOTHING_FITS: ReadonlySet<string> = new Set(
  ['none', 'none of these', 'nothing', 'nobody', 'no one', 'no relation', 'no such relation'].map(plainWords),
);
const CANNOT_TELL: ReadonlySet<string> = new Set(
  [
    'unknown',
    'not known',
    'unsure',
    'not sure',
    'I cannot say',
    'I do not know',
    "I don't know",
    'n/a',
    '',
  ].map(plainWords),
);

/** The result of an answer without a model; null where a model is needed. */
export function settle(answer: string, expected: readonly string[]): Settled {
  const words = plainWords(answer);
  if (words !== '' && expected.some((one) => plainWords(one) === words)) return 'same';
  if (NOTHING_FITS.has(words) || isWrongPremise(answer)) return 'against';
  return CANNOT_TELL.has(words) ? 'abstains' : 'open';
}

/** Normal form without articles and endings of number or tense. */
function plainWords(text: string): string {
  const words = normaliseEntity(text).split(' ');
  const kept = words.filter((word) => !['a', 'an', 'the'].includes(word));
  return (kept.length > 0 ? kept : words).map(uninflected).join(' ');
}

const readSame = z.object({ same: yesOrNo }).transform(({ same }) => same);

/** Each question and what was expected once, then its answers, numbered through. */
function showPairs(pairs: readonly Pair[]): string {
  return pairs
    .flatMap(({ row, answer }, index) => [
      ...(row === pairs[index - 1]?.row ? [] : [row.asked, `expected: ${row.expected.join(' / ')}`]),
      `${index + 1}. ${answer}`,
    ])
    .map(onOneLine)
    .join('\n');
}

function resultOf(
  { asked, answers, expected }: FreeAnswers,
  verdictOn: (answer: string) => Verdict,
): TaskResult {
  const failures: MissingReason[] = [];
  const unread = new Set<string>();
  const lost = (answer: string, reason: UnusableReason | 'abstained'): Draw => {
    failures.push(reason);
    return { answer, match: null, matchedBy: null };
  };
  const draws = answers.map(({ value, reason, raw }): Draw => {
    if (value === null) return lost(raw, reason);
    const settled = settle(value, expected);
    if (settled === 'abstains') return lost(value, 'abstained');
    if (settled === 'same') return { answer: value, match: true, matchedBy: 'normalised' };
    if (settled === 'against') return { answer: value, match: false, matchedBy: null };
    const verdict = verdictOn(value);
    if (verdict.value !== null) {
      return { answer: value, match: verdict.value, matchedBy: verdict.value ? 'judge' : null };
    }
    unread.add(verdict.raw);
    return lost(value, verdict.reason);
  });
  const result = scoreDraws(asked, draws, failures);
  return unread.size === 0 ? result : { ...result, raw: [...unread].join('\n') };
}
