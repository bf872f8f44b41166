/**
 * FTSTE (paper 3.4) under the economy protocol: S_t = N_t ÷ N_s over the triples of a passage, asked together. The
 * options of each question stand in an order of its own. Three more come last: {@link NONE}, which counts against the
 * triple as any other tail does, since none that is right means that the original is wrong; {@link WRONG_PREMISE}, which
 * counts against the triple that states the premise (wrong-premise.ts); and {@link CANNOT_SAY}, an abstention, which leaves
 * the draw out of the mean. Without the first a wrong original wins by being the least odd; without the last a model
 * that knows nothing guesses, and its guesses count as knowledge.
 *
 * Questions that tell each other's tails (told-tails.ts) stand in different requests.
 */
import type { Asked } from '../models/ask.ts';
import { onOneLine } from '../models/prompt.ts';
import { randomFor, shuffled, subSeed } from '../common/random.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { type PreparedTriple, unaskedIn } from './economy-questions.ts';
import { type EconomyTask, idsOf, planTask, type TaskQuestion } from './economy-task.ts';
import { optionNamed, optionsAsked, tailAnswer } from './paper-ftste.ts';
import type { TaskContext } from './verifier.ts';
import { type TailChoice, tellTails } from './told-tails.ts';
import { WRONG_PREMISE } from './wrong-premise.ts';

export const NONE = 'none of these';
export const CANNOT_SAY = 'I cannot say';

interface TailQuestion extends TaskQuestion, TailChoice {
  options: readonly string[];
}

/** Requests for `size` questions, at most; what still stands in another's way then is not asked. */
export const MOST_REQUESTS = 3;

/** @param size questions in one request, at most */
export function tailTask(
  prepared: readonly PreparedTriple[],
  size: number,
  context: TaskContext,
): EconomyTask {
  const { generator, prompts, settings, seed, passageId } = context;
  const questions = prepared.flatMap(({ triple, tail: { value: distractors } }): TailQuestion[] => {
    if (distractors === null) return [];
    const order = shuffled([triple.tail, ...distractors], randomFor(seed, passageId, 'ftste', triple.id));
    const options = [...order, NONE, WRONG_PREMISE, CANNOT_SAY];
    const gap = showTriple({ ...triple, tail: '?' });
    return [
      {
        ...{ triples: [triple], asked: optionsAsked({ triple, distractors }), expected: [[triple.tail]] },
        ...{ shown: gap, stem: `${triple.head}; ${triple.relation}`, tails: order, options },
      },
    ];
  });
  return planTask<TailQuestion, string, string | number>({
    questions,
    unasked: unaskedIn(prepared, 'tail'),
    size,
    leaks: tellTails,
    // S_t decides (weaker-evidence.ts), and too often a question gives the date or name away that is wrong
    ...{ leastApart: 1, mostRequests: MOST_REQUESTS },
    generator,
    request: (own) => ({
      prompt: prompts.get('tail-selections'),
      variables: { questions: own.map(showQuestion).join('\n\n') },
      ...{ list: 'selections', item: tailAnswer },
      ...{ n: settings.tailDraws, temperature: settings.temperature },
      seed: subSeed(seed, passageId, 'ftste', 0, ...idsOf(own)),
    }),
    read: chosenOption,
  });
}

/** `1. (Ada Marlow; taught in; ?)`, then a line an option: `1) Leeds`. */
const showQuestion = ({ shown, options }: TailQuestion, index: number): string =>
  [`${index + 1}. ${shown}`, ...options.map((option, place) => `${place + 1}) ${option}`)]
    .map(onOneLine)
    .join('\n');

function chosenOption(asked: Asked<string | number>, { options }: TailQuestion): Asked<string> {
  if (asked.value === null) return asked;
  const value = optionNamed(asked.value, options);
  return value === null ? { ...asked, value, reason: 'unparsable' } : { ...asked, value };
}
