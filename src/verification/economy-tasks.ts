/** The three reverse tasks (paper 3.4) under the economy protocol: the questions of a passage are asked together. */
import { groupBy } from '../common/group-by.ts';
import { randomFor, shuffled, subSeed } from '../common/random.ts';
import { stem } from '../english/lexicon/stem.ts';
import { STOP_WORDS, withoutStopWords } from '../english/lexicon/stop-words.ts';
import { isLight, verbsOfNoun } from '../english/lexicon/verbs.ts';
import { normaliseEntity, normalisePhrase } from '../english/normalise.ts';
import { valueForm } from '../english/values/value-form.ts';
import type { Asked } from '../models/ask.ts';
import { onOneLine } from '../models/prompt.ts';
import type { Triple } from '../passage.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { coarseType } from './distractors.ts';
import { maskedTriple, type PreparedTriple, unaskedIn } from './economy-questions.ts';
import { type EconomyTask, idsOf, planTask, type TaskQuestion } from './economy-task.ts';
import { holdsPhrase, namesHead } from './leaks.ts';
import { headAnswer, optionNamed, optionsAsked, relationAnswer, tailAnswer } from './paper-tasks.ts';
import type { TaskContext } from './verifier.ts';
import { WRONG_PREMISE } from './wrong-premise.ts';

/**
 * HEQA: S_h = N_h ÷ N_A.
 *
 * @param size questions in one request, at most
 */
export function headTask(
  prepared: readonly PreparedTriple[],
  size: number,
  context: TaskContext,
): EconomyTask {
  const { generator, prompts, settings, seed, passageId } = context;
  const rows = prepared.flatMap(({ triple, head }) =>
    head.value === null ? [] : [{ triple, ...head.value }],
  );
  const questions = [...groupBy(rows, ({ question }) => normalisePhrase(question)).values()].map(
    (equal): TaskQuestion => {
      const [{ question: asked } = { question: '' }] = equal;
      return {
        triples: equal.map(({ triple }) => triple),
        asked,
        shown: asked,
        expected: equal.map(({ triple, answer }) => [...new Set([answer, triple.head])]),
      };
    },
  );
  return planTask({
    questions,
    unasked: unaskedIn(prepared, 'head'),
    size,
    leaks: (from, to) => to.triples.some((triple) => namesHead(from.shown, triple)),
    generator,
    request: (own) => ({
      prompt: prompts.get('heqa-answers'),
      variables: { questions: own.map(({ shown }) => shown) },
      ...{ list: 'answers', item: headAnswer, n: settings.headDraws, temperature: settings.temperature },
      seed: subSeed(seed, passageId, 'heqa', 0, ...idsOf(own)),
    }),
  });
}

/**
 * RR: S_r = N_c ÷ N_p over masked triples.
 * Triples between the same two entities are one question, and all that the response states of the two is a right answer,
 * in either direction, since none can be told from the other.
 *
 * @param size masked triples in one request, at most
 */
export function relationTask(
  prepared: readonly PreparedTriple[],
  size: number,
  context: TaskContext,
): EconomyTask {
  const { generator, prompts, settings, seed, passageId } = context;
  const pairs = groupBy(prepared, ({ triple: { head, tail } }) => pairOf(head, tail));
  const questions = [...pairs.values()].flatMap((pair): TaskQuestion[] => {
    const triples = pair.filter(({ relation }) => relation.value !== null).map(({ triple }) => triple);
    if (triples[0] === undefined) return [];
    const asked = maskedTriple(triples[0]);
    const reversed = pairs.get(pairOf(triples[0].tail, triples[0].head)) ?? [];
    const stated = [
      ...pair.map(({ triple }) => triple.relation),
      ...reversed.map(({ triple }) => showTriple(triple)),
    ];
    return [{ triples, asked, shown: asked, expected: triples.map(() => [...new Set(stated)]) }];
  });
  return planTask({
    questions,
    unasked: unaskedIn(prepared, 'relation'),
    size,
    leaks: (from, to) =>
      to.triples.some(({ relation }) => hasContent(relation) && holdsPhrase(from.shown, relation)),
    generator,
    request: (own) => ({
      prompt: prompts.get('relation-answers'),
      variables: { facts: own.map(({ shown }) => shown) },
      ...{ list: 'relations', item: relationAnswer, n: settings.relationDraws },
      temperature: settings.relationTemperature ?? settings.temperature,
      seed: subSeed(seed, passageId, 'rr', 0, ...idsOf(own)),
    }),
  });
}

const pairOf = (head: string, tail: string): string =>
  JSON.stringify([normaliseEntity(head), normaliseEntity(tail)]);

/** "is of" stands in every other text. */
const hasContent = (relation: string): boolean =>
  normalisePhrase(relation)
    .split(' ')
    .some((word) => !STOP_WORDS.has(word));

export const NONE = 'none of these';
export const CANNOT_SAY = 'I cannot say';

interface TailQuestion extends TaskQuestion, TailChoice {
  options: readonly string[];
}

/** Requests for `size` questions, at most; what still stands in another's way then is not asked. */
export const MOST_REQUESTS = 3;

/**
 * FTSTE: S_t = N_t ÷ N_s. The
 * options of each question stand in an order of its own. Three more come last: {@link NONE}, which counts against the
 * triple as any other tail does, since none that is right means that the original is wrong; {@link WRONG_PREMISE}, which
 * counts against the triple that states the premise (wrong-premise.ts); and {@link CANNOT_SAY}, an abstention, which leaves
 * the draw out of the mean. Without the first a wrong original wins by being the least odd; without the last a model
 * that knows nothing guesses, and its guesses count as knowledge.
 *
 * Questions that tell each other's tails ({@link tellTails}) stand in different requests.
 *
 * @param size questions in one request, at most
 */
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

export interface TailChoice {
  triples: readonly Triple[];
  /** Head and relation. */
  stem: string;
  /** To choose from: the tail and those beside it. */
  tails: readonly string[];
}

/**
 * Which questions of FTSTE tell each other's tails, so that no request may hold both:
 *
 * - the words of one hold the tail of the other
 * - they ask the same: equal words, so that each has an option that is right for the other
 * - they share an option: what stands in two lists, or in all but one, points to the tails
 * - both ask for a time or number of the same event of one thing ("chaired it from", "chaired it until"; "died in",
 *   "taught until his death in"): the one is equal to the other, or bounds it
 */
export function tellTails(one: TailChoice, other: TailChoice): boolean {
  return (
    namesTail(one, other) ||
    namesTail(other, one) ||
    normalisePhrase(one.stem) === normalisePhrase(other.stem) ||
    shares(one.tails.map(valueForm), other.tails.map(valueForm)) ||
    boundEachOther(one, other)
  );
}

const namesTail = (from: TailChoice, { triples }: TailChoice): boolean =>
  triples.some(({ tail }) => holdsPhrase(from.stem, tail));

const shares = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

const boundEachOther = (one: TailChoice, other: TailChoice): boolean =>
  one.triples.some((a) =>
    other.triples.some(
      (b) =>
        isMeasured(a) &&
        isMeasured(b) &&
        normaliseEntity(a.head) === normaliseEntity(b.head) &&
        shares(eventWords(a), eventWords(b)),
    ),
  );

const isMeasured = ({ tail }: Triple): boolean => ['year', 'date', 'number'].includes(coarseType(tail));

/** The stems of what a relation tells of, nouns of events as their verbs: `died`, `death` are one. */
const eventWords = ({ relation }: Triple): string[] =>
  withoutStopWords(normalisePhrase(relation).split(' ')).flatMap((word) =>
    isLight(word) ? [] : [word, ...verbsOfNoun(word)].map(stem),
  );
