/**
 * How blind answers stand to the tails of the facts, and what that makes of the facts (blind-answers.ts).
 *
 * Equal in normal form, or as a number or date, is the same without a model; "wrong premise" and "unknown" are what they
 * say. All others go to the judge, each once, up to {@link PAIRS_AT_ONCE} in one request.
 */
import { z } from 'zod';
import type { Asked } from '../models/ask.ts';
import { askList } from './ask-list.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { BlindOutcome, Draw, TaskResult, Triple } from '../passage.ts';
import { valueForm } from '../english/values/value-form.ts';
import { PAIRS_AT_ONCE, settle } from './economy-judge.ts';
import { averaged, supportBy } from './stated-verdict.ts';
import type { TaskContext } from './verifier.ts';

export interface BlindAnswer {
  /** One, or several that are all meant to be right. */
  answers: readonly string[];
  /** In [0, 1]. */
  confidence: number;
}

export interface AnsweredFact {
  triple: Triple;
  /** As shown to the model. */
  asked: string;
  /** One a draw. */
  answers: readonly Asked<BlindAnswer>[];
}

type Mark = Asked<BlindOutcome>;

/** One result a fact, in order. */
export async function markAnswers(
  facts: readonly AnsweredFact[],
  { judge, prompts }: Pick<TaskContext, 'judge' | 'prompts'>,
  options?: CallOptions,
): Promise<TaskResult[]> {
  const open = facts.flatMap((fact) =>
    fact.answers.flatMap(({ value }) =>
      value === null || settled(value, fact.triple) !== null ? [] : lineOf(fact, value),
    ),
  );
  const lines = [...new Set(open)];
  const question = {
    prompt: prompts.get('mark-answers'),
    variables: (answers: readonly string[]) => ({ answers }),
    ...{ list: 'verdicts', item: readMark, size: PAIRS_AT_ONCE },
  };
  const marks: Mark[] = await askList(judge, lines, question, options);
  const byLine = new Map(lines.map((line, index) => [line, marks[index] as Mark]));
  return facts.map((fact) =>
    resultOf(fact, (answer): Mark => {
      const value = settled(answer, fact.triple);
      return value === null ? (byLine.get(lineOf(fact, answer)) as Mark) : { value, reason: null, raw: '' };
    }),
  );
}

const shown = ({ answers }: BlindAnswer): string => answers.join(' / ');

/** `(Ada Marlow; was born in; ?) text: Leeds; answer: York`. */
const lineOf = ({ triple, asked }: AnsweredFact, answer: BlindAnswer): string =>
  `${asked} text: ${triple.tail}; answer: ${shown(answer)}`;

/** The outcome without a model; null where one is needed. */
function settled({ answers }: BlindAnswer, { tail }: Triple): BlindOutcome | null {
  if (answers.some((answer) => settle(answer, [tail]) === 'same' || isSameValue(answer, tail))) return 'same';
  const rest = answers.map((answer) => settle(answer, [])).filter((one) => one !== 'abstains');
  if (rest.length === 0) return 'unknown';
  return rest.includes('open') ? null : 'wrong-premise';
}

/** "14 March 1879" and "March 14, 1879", "two daughters" and "2 daughters". */
function isSameValue(one: string, other: string): boolean {
  const form = valueForm(one);
  return /\d/.test(form) && form === valueForm(other);
}

const readMark = z
  .object({ verdict: z.string() })
  .transform(({ verdict }) => verdict.trim().toLowerCase())
  .pipe(z.enum(['same', 'compatible', 'excludes']));

/** Whether the fact holds by an answer; null where that does not tell. */
const MATCHES: Readonly<Record<BlindOutcome, boolean | null>> = {
  ...{ same: true, excludes: false, 'wrong-premise': false, compatible: null, unknown: null },
};

/** S_q of one draw. */
export function supportOfAnswer(outcome: BlindOutcome, confidence: number): number | null {
  const match = MATCHES[outcome];
  return match === null ? null : supportBy(match, confidence);
}

function resultOf({ asked, answers }: AnsweredFact, markOf: (answer: BlindAnswer) => Mark): TaskResult {
  const marks = answers.map((answer): Mark => (answer.value === null ? answer : markOf(answer.value)));
  const draws = answers.map(({ value, raw }, index): Draw => {
    const { value: outcome, raw: byJudge } = marks[index] as Mark;
    return {
      answer: value === null ? raw : shown(value),
      match: outcome && MATCHES[outcome],
      matchedBy: outcome && (byJudge === '' ? 'normalised' : 'judge'),
      ...(value !== null && { confidence: value.confidence }),
      ...(outcome !== null && { outcome }),
    };
  });
  const support = marks.map(({ value, reason }, index) =>
    value === null ? reason : supportOfAnswer(value, draws[index]?.confidence ?? 0),
  );
  const { value, reason } = averaged(support);
  const isOpen = reason === 'abstained' && draws.some(({ outcome }) => outcome === 'compatible');
  const unread = marks.flatMap((mark) => (mark.value === null ? mark.raw : []));
  return {
    ...{ value, reason: isOpen ? 'several-answers' : reason, asked, draws },
    ...(unread.length > 0 && { raw: unread.join('\n') }),
  };
}
