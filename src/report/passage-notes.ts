/** Notes on a whole passage: why it is hallucinated, what no evidence mentions, unused samples, merges. */
import { countsOf } from '../common/group-by.ts';
import { counted, figure, oneLine, percentage, scoreFigure, tripleWords } from '../format/text.ts';
import type { Mention, PassageVerdict, SentenceVerdict, Span, Trace } from '../passage.ts';
import { sampleTexts } from '../passage.ts';
import { isUsable, UNUSABLE } from '../records/abstention.ts';
import { byScore, flaggedFacts, lineAndColumn } from './facts.ts';
import { wordsOfSentences } from './words-of-sentences.ts';

/** Evidence against a sentence as a whole: a reference, or the judge. */
export function noteOnSentence({ reference, judgement }: Trace, index: number): string | null {
  const value = judgement?.sentences?.[index]?.value ?? null;
  const ofJudge =
    value === null || value >= 0.5 ? null : `the model itself rates it wrong, ${percentage(1 - value)}`;
  return reference?.sentences[index]?.note ?? ofJudge;
}

/** Maximum sentences or facts in a note. */
const MOST = 3;

/**
 * `support 0.27 is too little for the passage as a whole, though no single fact is suspicious; least supported: “She was
 * born in Paris.” (1:35, support 0.27)`; null unless a passage is hallucinated without a hallucinated fact.
 */
export function whyAsWhole(verdict: PassageVerdict): string | null {
  const { passage, label, score, threshold, sentences, trace } = verdict;
  if (label !== 'hallucinated' || flaggedFacts(verdict).length > 0) return null;
  const wordsOf = wordsOfSentences(passage);
  const wrong = [...sentences.entries()].filter(([, sentence]) => sentence.label === 'hallucinated');
  const named = (wrong.length > 0 ? wrong : belowThreshold(verdict))
    .toSorted(([, one], [, other]) => byScore(one, other))
    .slice(0, MOST)
    .map(([index, { span, score: own }]) => {
      const note = noteOnSentence(trace, index)?.replace(/\.$/, '');
      const place = lineAndColumn(passage.response ?? '', span.start);
      const words = [place, `support ${figure(own)}`, ...(note ? [oneLine(note)] : [])];
      return `“${wordsOf(span)}” (${words.join(', ')})`;
    });
  const support = `support ${scoreFigure(score, threshold)} is too little for the passage as a whole`;
  const least = named.length === 0 ? '' : `; least supported: ${named.join('; ')}`;
  return `${support}, though no single fact is suspicious${least}`;
}

/** The sentences that pull the score of a passage down, though each is stated by facts that are not flagged. */
const belowThreshold = ({ sentences, threshold }: PassageVerdict): [number, SentenceVerdict][] =>
  [...sentences.entries()].filter(
    ([, { score, source }]) =>
      score !== null && source !== 'passage' && threshold !== null && score < threshold,
  );

/** What no evidence mentions, in a passage of which it mentions the rest. */
export function unsupportedIn({ triples, sentences }: PassageVerdict) {
  const own = sentences.filter(({ label }) => label === 'unsupported');
  const inThese = new Set(own.flatMap(({ tripleIds }) => tripleIds));
  const facts = triples.filter(({ label }) => label === 'unsupported');
  return {
    sentences: own,
    /** Those outside these sentences. */
    facts: facts.filter(({ triple }) => !inThese.has(triple.id)),
    /** Of all sentences. */
    factCount: facts.length,
  };
}

/** `no sample mentions`, or `no reference mentions`. */
export const mentionedByNone = ({ trace }: Pick<PassageVerdict, 'trace'>): string =>
  trace.agreement === null && trace.reference != null ? 'no reference mentions' : 'no sample mentions';

/** `1 sentence and 2 more facts no sample mentions`; null where everything is mentioned. */
export function unsupportedWords(verdict: PassageVerdict): string | null {
  const { sentences, facts } = unsupportedIn(verdict);
  const counts = [
    sentences.length > 0 ? counted(sentences.length, 'sentence') : [],
    facts.length > 0 ? counted(facts.length, sentences.length > 0 ? 'more fact' : 'fact') : [],
  ].flat();
  return counts.length === 0 ? null : `${counts.join(' and ')} ${mentionedByNone(verdict)}`;
}

/** The same with the sentences, or the facts where no whole sentence is unsupported: `...: “She won a prize.” (1:35)`. */
export function unsupportedLine(verdict: PassageVerdict): string | null {
  const words = unsupportedWords(verdict);
  if (words === null) return null;
  const { passage } = verdict;
  const wordsOf = wordsOfSentences(passage);
  const { sentences, facts } = unsupportedIn(verdict);
  const placed = (text: string, span: Span | null) =>
    span === null ? text : `${text} (${lineAndColumn(passage.response ?? '', span.start)})`;
  const all =
    sentences.length > 0
      ? sentences.map(({ span }) => placed(`“${wordsOf(span)}”`, span))
      : facts.map(({ triple }) => placed(tripleWords(triple), triple.span));
  return `${words}: ${[...all.slice(0, MOST), ...(all.length > MOST ? ['...'] : [])].join('; ')}`;
}

/** `“She won a prize.” (unsupported, support 0.51): no sample mentions it`. */
export const unsupportedSentence = (verdict: PassageVerdict, { span, score }: SentenceVerdict): string =>
  `“${wordsOfSentences(verdict.passage)(span)}” (unsupported, support ${figure(score)}): ${mentionedByNone(verdict)} it`;

export interface UnusedSamples {
  samples: number;
  /** One for each sample that was not used. */
  reasons: string[];
}

/** Why a sample has no record: the passage is judged by its references alone. */
const LEFT_UNREAD = 'references decide alone';

/** Samples that were not compared with; no reasons for a passage that was not judged, whose abstention has them. */
export function unusedSamples({ passage, trace, abstention }: PassageVerdict): UnusedSamples {
  const texts = sampleTexts(passage.samples ?? []);
  const [original, ...samples] = trace.segmentations;
  const unused = samples.filter(
    (sample) => !isUsable(sample, texts.get(sample.responseId) ?? '', original?.language),
  );
  const unread = original === undefined || samples.length > 0 ? 0 : texts.size;
  const reasons = [
    ...unused.map(({ outcome }) => UNUSABLE[outcome]),
    ...Array.from({ length: unread }, () => LEFT_UNREAD),
  ];
  return { samples: samples.length + unread, reasons: abstention === null ? reasons : [] };
}

/** `2 of 3 samples not used (empty 1, an answer that declines 1)`; null where all are used. */
export function unusedWords({ samples, reasons }: UnusedSamples): string | null {
  if (reasons.length === 0) return null;
  const why = [...countsOf(reasons)].map(([reason, count]) => `${reason} ${count}`).join(', ');
  return `${reasons.length} of ${counted(samples, 'sample')} not used (${why})`;
}

/** `id: Marie Curie = Curie (short form), M. Curie (0.88)`: a line for each entity and relation type with several forms. */
export const mergeLines = ({ passage, trace }: PassageVerdict): string[] =>
  [...trace.identity.entities, ...trace.identity.relations]
    .filter(({ mentions }) => mentions.length > 1)
    .map(({ label, mentions }) => {
      const others = mentions.filter(({ text }) => text !== label);
      return oneLine(
        `${passage.id}: ${label} = ${others.map((one) => `${one.text}${mergedBy(one)}`).join(', ')}`,
      );
    });

/** Empty for forms that differ in case, articles and the like. */
function mergedBy({ mergedBy: how, similarity }: Mention): string {
  if (how === 'alias') return ' (short form)';
  return how === 'embedding' ? ` (${figure(similarity)})` : '';
}
