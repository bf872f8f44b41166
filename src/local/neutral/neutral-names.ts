/**
 * Another name in the place of one, in a text that is read without grammar: the same word before both, and but for the two the
 * same words around them. Where a language writes all nouns with a capital, two of them may both be true; so a name is
 * contradicted only where at least two samples name the same other one, and more than hold it.
 */
import type { SampleStatement } from '../../passage.ts';
import type { NeutralSentence, NeutralWord } from '../../text/neutral-text.ts';
import type { NeutralSample } from './neutral-samples.ts';
import { common, isSameContext, LEAST_COMMON } from './same-context.ts';

const LEAST_AGREEING = 2;

/** Small words within names: "Miguel de Cervantes". */
const PARTICLE = /^(?:d[aeiou]|dos|del|della|van|von|bin|ibn|al)$/;

interface NameRun {
  /** Without the small ones. */
  words: readonly NeutralWord[];
  /** Key of the word before it; empty at the beginning of its sentence. */
  before: string;
}

type Against = Pick<SampleStatement, 'kind' | 'value' | 'instead' | 'quote' | 'likeness'>;

/** By sample: the name that it gives in the place of one of the sentences; null where it gives none. */
export function namesInstead(
  sentences: readonly NeutralSentence[],
  samples: readonly NeutralSample[],
): (Against | null)[] {
  const none = samples.map(() => null);
  for (const sentence of sentences) {
    const own = new Set(sentences.flatMap(({ words }) => words.map(({ key }) => key)));
    for (const run of nameRuns(sentence)) {
      const given = samples.map((sample) => insteadIn({ run, sentence }, sample, own));
      const holders = samples.filter(({ keys }) => run.words.some(({ key }) => keys.has(key))).length;
      const isGiven = (one: Given | null): one is Given =>
        one !== null && namers(one, samples) >= Math.max(LEAST_AGREEING, holders + 1);
      if (given.some(isGiven))
        return given.map((one) => (isGiven(one) ? againstOf(run, sentence, one) : null));
    }
  }
  return none;
}

interface Given {
  run: NameRun;
  sentence: NeutralSentence;
  likeness: number;
}

function insteadIn(
  { run, sentence }: Omit<Given, 'likeness'>,
  sample: NeutralSample,
  own: ReadonlySet<string>,
): Given | null {
  if (run.words.some(({ key }) => sample.keys.has(key))) return null;
  for (const other of sample.read) {
    for (const rival of nameRuns(other)) {
      if (rival.before !== run.before || rival.words.some(({ key }) => own.has(key))) continue;
      const [left, right] = [without(sentence.words, run), without(other.words, rival)];
      const likeness = common(left, right);
      if (likeness >= LEAST_COMMON && isSameContext(left, right))
        return { run: rival, sentence: other, likeness };
    }
  }
  return null;
}

const without = (words: readonly NeutralWord[], { words: run }: NameRun): NeutralWord[] =>
  words.filter((word) => !run.includes(word));

/** How many samples name it, if in a part of its words. */
const namers = ({ run }: Given, samples: readonly NeutralSample[]): number =>
  samples.filter(({ keys }) => run.words.some(({ key }) => keys.has(key))).length;

const textOf = ({ words }: NameRun, { text }: NeutralSentence): string => {
  const [first, last] = [words[0], words.at(-1)] as [NeutralWord, NeutralWord];
  return text.slice(first.start, last.start + last.surface.length);
};

const againstOf = (run: NameRun, sentence: NeutralSentence, one: Given): Against => ({
  kind: 'name',
  value: textOf(run, sentence),
  instead: textOf(one.run, one.sentence),
  quote: one.sentence.span,
  likeness: one.likeness,
});

/** The first word of a sentence is a name only together with the next. */
function nameRuns({ words }: NeutralSentence): NameRun[] {
  const runs: NameRun[] = [];
  for (let i = 0; i < words.length; i++) {
    if (!isCapital(words[i])) continue;
    let to = i + 1;
    while (isCapital(words[to]) || (isParticle(words[to]) && isCapital(words[to + 1]))) to++;
    if (i > 0 || to > 1)
      runs.push({ words: words.slice(i, to).filter(isCapital), before: words[i - 1]?.key ?? '' });
    i = to;
  }
  return runs;
}

export const isCapital = (word: NeutralWord | undefined): boolean => /^\p{Lu}/u.test(word?.surface ?? '');

const isParticle = (word: NeutralWord | undefined): boolean => PARTICLE.test(word?.surface ?? '');
