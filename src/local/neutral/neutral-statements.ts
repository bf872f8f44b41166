/**
 * What a sample says of a sentence that is read without grammar. c is the share of its words that the sample holds, half of
 * it anywhere and half together in one sentence:
 *
 *   contradicts    a number of the sentence that the sample lacks stands against another that the response lacks, in a
 *                  sentence of the sample with half of the words of both in common with it (Dice), and with all long ones
 *                  of the shorter of the two (of pairs of characters three in four): another long word may be another
 *                  event, of which another number is true; or another name stands in the place of one (neutral-names.ts)
 *   repeats        c ≥ .8, every number and name of the sentence is in the sample, and every word with a capital in any
 *   holds          c ≥ .65, and the same
 *   silent         otherwise; incomparable where c ≥ .8
 */
import type { SampleStatement } from '../../passage.ts';
import { isLong, type NeutralSentence, type NeutralWord, neutralWeight } from '../../text/neutral-text.ts';
import { addTo, groupBy } from '../../common/group-by.ts';
import { coverageOf } from '../agreement/samples.ts';
import { isCapital, namesInstead } from './neutral-names.ts';
import type { NeutralSample } from './neutral-samples.ts';
import {
  common,
  distinct,
  isNumber,
  isSameContext,
  isWhole,
  LEAST_COMMON,
  withoutNumbers,
} from './same-context.ts';

const NEARLY_ALL = 0.8;
const MOST = 0.65;

/** A sample, and what of it is compared with one sentence after another. */
interface Compared {
  sample: NeutralSample;
  /** Sentences with numbers that the response lacks, in order; those of one form have the same words but for numbers. */
  forms: readonly (readonly Rival[])[];
  /** In order, by a number as it stands in them. */
  withNumber: ReadonlyMap<string, readonly NeutralSentence[]>;
}

interface Rival {
  sentence: NeutralSentence;
  /** Among those of the sample. */
  place: number;
  /** Numbers that the response lacks. */
  foreign: readonly NeutralWord[];
}

/**
 * One for each sample. Where one contradicts the sentence, so does any other that gives the same number instead in a
 * sentence with half of the words in common.
 *
 * @param numbers keys of all numbers of the response
 * @returns of one or more sentences of the response
 */
export function neutralStatements(
  samples: readonly NeutralSample[],
  numbers: ReadonlySet<string>,
): (sentences: readonly NeutralSentence[]) => SampleStatement[] {
  const compared = samples.map((sample) => comparedBy(sample, numbers));
  return (sentences) => {
    const byName = namesInstead(sentences, samples);
    const isNew = sentences.some((sentence) => hasNewName(sentence, samples));
    const alone = compared.map((sample, index): SampleStatement => {
      const own = neutralStatement(sentences, sample, isNew);
      const against = byName[index] ?? null;
      return own.says === 'contradicts' || against === null
        ? own
        : { ...own, says: 'contradicts', ...against };
    });
    const rivals = alone.filter(({ says, kind }) => says === 'contradicts' && kind !== 'name');
    return alone.map((row, index) => {
      if (row.says === 'contradicts') return row;
      const sample = compared[index] as Compared;
      const against = rivals.flatMap((rival) => sameAgain(rival, sentences, sample) ?? [])[0];
      return against === undefined ? row : { ...row, says: 'contradicts', ...against };
    });
  };
}

/** At the beginning of a sentence, a short word may be none. */
const hasNewName = ({ words }: NeutralSentence, samples: readonly NeutralSample[]): boolean =>
  words.some(
    (word, index) =>
      isCapital(word) &&
      (index === 0 ? isLong(word.key) : isWhole(word)) &&
      !samples.some(({ keys }) => keys.has(word.key)),
  );

function comparedBy(sample: NeutralSample, numbers: ReadonlySet<string>): Compared {
  const rivals = sample.read.flatMap((sentence, place): Rival[] => {
    const foreign = sentence.words.filter((word) => isNumber(word) && !numbers.has(word.key));
    return foreign.length === 0 ? [] : [{ sentence, place, foreign }];
  });
  const formOf = ({ words }: NeutralSentence) =>
    distinct(withoutNumbers(words))
      .map(({ key }) => key)
      .join(' ');
  const withNumber = new Map<string, NeutralSentence[]>();
  for (const { sentence, foreign } of rivals)
    for (const surface of new Set(foreign.map((word) => word.surface))) addTo(withNumber, surface, sentence);
  return { sample, forms: [...groupBy(rivals, ({ sentence }) => formOf(sentence)).values()], withNumber };
}

/** Where another sample gives the number of one that contradicts. */
function sameAgain(
  { kind, value, instead }: SampleStatement,
  sentences: readonly NeutralSentence[],
  { sample: { keys }, withNumber }: Compared,
): Against | null {
  const words = sentences.flatMap((sentence) => sentence.words);
  const own = words.find(({ surface }) => surface === value);
  if (own === undefined || keys.has(own.key)) return null;
  for (const other of withNumber.get(instead ?? '') ?? []) {
    const likeness = common(words, other.words);
    if (likeness >= LEAST_COMMON) return { kind, value, instead, likeness, quote: other.span };
  }
  return null;
}

/** @param isNew whether it has a name that no sample has */
function neutralStatement(
  sentences: readonly NeutralSentence[],
  compared: Compared,
  isNew: boolean,
): SampleStatement {
  const { sample } = compared;
  const words = distinct(sentences.flatMap((sentence) => sentence.words));
  const coverage = coverageOf(words, sample, neutralWeight);
  const none = { kind: null, value: null, instead: null, quote: null, likeness: null };
  const row = { responseId: sample.id, coverage };
  const against = contradictionOf(sentences, compared);
  if (against !== null) return { ...row, says: 'contradicts', ...against };
  if (coverage === null) return { ...row, ...none, says: 'incomparable' };
  const isExact = !isNew && words.every(({ key, kind }) => kind === 'word' || sample.keys.has(key));
  if (coverage >= MOST && isExact)
    return { ...row, ...none, says: coverage >= NEARLY_ALL ? 'repeats' : 'holds' };
  return { ...row, ...none, says: coverage >= NEARLY_ALL ? 'incomparable' : 'silent' };
}

type Against = Pick<SampleStatement, 'kind' | 'value' | 'instead' | 'quote' | 'likeness'>;

function contradictionOf(
  sentences: readonly NeutralSentence[],
  { sample: { keys }, forms }: Compared,
): Against | null {
  let best: Against | null = null;
  for (const { words } of sentences) {
    const missing = words.filter((word) => isNumber(word) && !keys.has(word.key));
    const found = missing.length === 0 ? [] : forms.flatMap((form) => againstIn(form, words, missing) ?? []);
    const [likest] = found.sort((one, other) => other.likeness - one.likeness || one.place - other.place);
    if (likest !== undefined && likest.likeness > (best?.likeness ?? 0)) best = likest.against;
  }
  return best;
}

/** The first sentence of a form with a number against one that is missing in the sample. */
function againstIn(
  form: readonly Rival[],
  words: readonly NeutralWord[],
  missing: readonly NeutralWord[],
): { against: Against; likeness: number; place: number } | null {
  const [{ sentence: first }] = form as [Rival];
  const likeness = common(words, first.words);
  if (likeness < LEAST_COMMON || !isSameContext(words, first.words)) return null;
  for (const { sentence, place, foreign } of form) {
    const pair = pairOf(missing, foreign, { words, others: sentence.words });
    if (pair === null) continue;
    const [one, instead] = pair;
    const kind = one.kind === 'year' ? 'year' : 'quantity';
    const against = {
      kind,
      likeness,
      quote: sentence.span,
      value: one.surface,
      instead: instead.surface,
    } as const;
    return { against, likeness, place };
  }
  return null;
}

interface Around {
  words: readonly NeutralWord[];
  others: readonly NeutralWord[];
}

/** The two that stand against each other: the only ones of their kind, or the only two beside the same word. */
function pairOf(
  missing: readonly NeutralWord[],
  foreign: readonly NeutralWord[],
  { words, others }: Around,
): [NeutralWord, NeutralWord] | null {
  for (const kind of ['year', 'number'] as const) {
    const [own, theirs] = [missing, foreign].map((rows) => rows.filter((word) => word.kind === kind)) as [
      NeutralWord[],
      NeutralWord[],
    ];
    if (own.length === 1 && theirs.length === 1) return [own[0], theirs[0]] as [NeutralWord, NeutralWord];
    for (const one of own) {
      const beside = neighbours(one, words);
      const alike = theirs.filter((other) => neighbours(other, others).some((key) => beside.includes(key)));
      if (alike.length === 1) return [one, alike[0] as NeutralWord];
    }
  }
  return null;
}

/** The words right before and behind one, numbers left out. */
function neighbours(word: NeutralWord, words: readonly NeutralWord[]): string[] {
  const at = words.indexOf(word);
  return [words[at - 1], words[at + 1]].flatMap((next) => (next && !isNumber(next) ? [next.key] : []));
}
