/**
 * The part S_q of a fact: a model is shown head and relation, with the user's question and without the response, and fills
 * in the tail from what it knows, with its confidence c:
 *
 *   S_q = max(½, c)       the answer says what the tail says
 *   S_q = 1 − max(½, c)   the fact is wrong if the answer is right, or nothing can stand there
 *
 * "unknown", and an answer that can be right beside the fact, have no value. Several draws are averaged in log odds.
 *
 * Facts of one head and relation are one question. One whose tail stands in the user's question, or in head or relation,
 * is not asked, nor is one beside another that names its tail (economy-task.ts). Requests for one passage: 1 for the
 * answers, 2 where enough facts give each other away, and 1 in which the judge marks answers (mark-answers.ts).
 */
import { z } from 'zod';
import { groupBy } from '../common/group-by.ts';
import { mapAll } from '../common/map-all.ts';
import { subSeed } from '../common/random.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { onOneLine } from '../models/prompt.ts';
import type { TaskResult, Triple } from '../passage.ts';
import { promptText } from '../text/conversation.ts';
import { planTask, type TaskQuestion } from './economy-task.ts';
import { holdsPhrase, namesHead } from './leaks.ts';
import { type BlindAnswer, markAnswers } from './mark-answers.ts';
import { percent } from './stated-verdict.ts';
import { noResult } from './task-result.ts';
import type { ReverseVerifier, TaskContext } from './verifier.ts';
import { YEAR } from '../english/values/dates.ts';
import { ordinalOf, readNumbers } from '../english/values/number-words.ts';
import { normalisePhrase } from '../english/normalise.ts';
import { isQuoted, showTriple } from '../triples/triple-parts.ts';

interface BlindContext extends Pick<TaskContext, 'generator' | 'judge' | 'prompts'> {
  /** At least 1. */
  draws: number;
  /** Of several draws; range 0 to 2. */
  temperature: number;
  /** Facts in one request, at most. */
  size: number;
}

interface AskedPassage {
  id: string;
  /** What the user asked. */
  question: string;
  seed: number;
}

interface BlindQuestion extends TaskQuestion {
  /** Head and relation. */
  stem: string;
}

const text = z.union([z.string(), z.number()]).transform((answer) => onOneLine(String(answer)));
const answerSchema = z.object({
  answers: z.union([z.array(text), text.transform((one) => [one])]),
  confidence: percent,
});

const stemOf = ({ head, relation }: Triple): string => `${head}; ${relation}`;

/** Reverse verification with blind answers beside its tasks, about every fact. */
export function withBlindAnswers(verifier: ReverseVerifier, context: BlindContext): ReverseVerifier {
  return {
    id: `${verifier.id}+answered/${context.generator.id}/${context.judge.id}`,
    async verify(input, options) {
      const { passage, original, seed } = input;
      const verified = await verifier.verify(input, options);
      const asked = { id: passage.id, question: promptText(passage.prompt), seed };
      const answers = await answerBlindly(original.triples, asked, context, options);
      return verified.map((row) => ({ ...row, answered: answers.get(row.tripleId) as TaskResult }));
    },
  };
}

/** One result a fact, by id. */
async function answerBlindly(
  triples: readonly Triple[],
  { id: passageId, question, seed }: AskedPassage,
  { draws: n, temperature, size, ...parts }: BlindContext,
  options?: CallOptions,
): Promise<Map<string, TaskResult>> {
  const isTold = (triple: Triple) => holdsPhrase(`${question}\n${stemOf(triple)}`, triple.tail);
  const asked = triples.filter((triple) => !isTold(triple));
  const { groups, unasked } = planTask<BlindQuestion, BlindAnswer>({
    questions: [...groupBy(asked, blankOf)].map(([shown, own]) => ({
      ...{ triples: own, asked: shown, shown, stem: stemOf(own[0] as Triple) },
      expected: own.map(({ tail }) => [tail]),
    })),
    unasked: new Map(triples.filter(isTold).map(({ id }) => [id, noResult('given-away')])),
    size,
    leaks: givesAway,
    generator: parts.generator,
    request: (own) => ({
      prompt: parts.prompts.get('blind-answers'),
      variables: { question, facts: own.map(({ shown }) => shown) },
      ...{ list: 'answers', item: answerSchema, n, temperature: n > 1 ? temperature : 0 },
      seed: subSeed(seed, passageId, 'answered', 0, ...own.map(({ shown }) => shown)),
    }),
  });
  const drawn = await mapAll(groups, ({ draw }) => draw(options));
  const rows = groups.flatMap(({ questions }, group) =>
    questions.flatMap(({ triples: own, asked }, index) =>
      own.map((triple) => ({ triple, asked, answers: drawn[group]?.[index] ?? [] })),
    ),
  );
  const marked = await markAnswers(rows, parts, options);
  return new Map([
    ...unasked,
    ...rows.map(({ triple: { id } }, row) => [id, marked[row] as TaskResult] as const),
  ]);
}

/** Whether a question names what another one hides, or a name in it that its own words do not have. */
const givesAway = (from: BlindQuestion, { stem, triples }: BlindQuestion): boolean =>
  triples.some(({ tail }) => namesHead(from.stem, { head: tail, relation: stem, tail: '' }));

/** `(Ada Marlow; died in; ?)`, and where the tail is plainly of a kind `(Ada Marlow; died in; ?) a year`. */
function blankOf(triple: Pick<Triple, 'head' | 'relation' | 'tail'>): string {
  const kind = kindOf(triple.tail);
  return `${showTriple({ ...triple, tail: '?' })}${kind === null ? '' : ` ${kind}`}`;
}

/** `a year`, `a date`, `a percentage`, `a number of metres`: nothing of the value itself; null for any other tail. */
function kindOf(tail: string): string | null {
  // A title
  if (isQuoted(tail)) return null;
  const words = normalisePhrase(tail.replace(/%|per cent/, ' percent')).split(' ');
  const [first, ...others] = readNumbers(words);
  if (words.length === 1 && YEAR.test(words[0] as string)) return 'a year';
  if ([first, ...others].some((token) => token?.kind === 'month'))
    return [first, ...others].some((token) => token?.kind === 'word') ? null : 'a date';
  if (first?.kind !== 'number' || ordinalOf(words[0] as string) !== undefined) return null;
  const unit = others.map((token) => (token.kind === 'word' ? token.text : null));
  // "30 Rock" and "one of the founders" are no numbers with a unit
  if (unit.includes(null) || unit[0] === 'of' || unit.length > LONGEST_UNIT || /\d\D*\p{Lu}/u.test(tail))
    return null;
  if (unit.length === 0) return 'a number';
  return unit.join() === 'percent' ? 'a percentage' : `a number of ${unit.join(' ')}`;
}

/** Words of a unit, at most. */
const LONGEST_UNIT = 2;
