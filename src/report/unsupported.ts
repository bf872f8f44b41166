/** What of a passage no evidence speaks of, where it speaks of the rest. */
import { counted, figure, oneLine, tripleWords } from '../format/text.ts';
import type { PassageVerdict, SentenceVerdict, Span, TripleVerdict } from '../passage.ts';
import { lineAndColumn } from './facts.ts';

export interface Unsupported {
  sentences: SentenceVerdict[];
  /** Those that stand in none of these sentences. */
  facts: TripleVerdict[];
  factCount: number;
}

export function unsupportedIn({ triples, sentences }: PassageVerdict): Unsupported {
  const own = sentences.filter(({ label }) => label === 'unsupported');
  const inThese = new Set(own.flatMap(({ tripleIds }) => tripleIds));
  const facts = triples.filter(({ label }) => label === 'unsupported');
  return {
    sentences: own,
    facts: facts.filter(({ triple }) => !inThese.has(triple.id)),
    factCount: facts.length,
  };
}

/** `no sample mentions`, or which evidence else does not. */
export const mentionedByNone = ({ trace }: Pick<PassageVerdict, 'trace'>): string =>
  trace.agreement === null && trace.reference != null ? 'no reference mentions' : 'no sample mentions';

/** `1 sentence and 2 more facts no sample mentions`; null where there is nothing of the kind. */
export function unsupportedWords(verdict: PassageVerdict): string | null {
  const { sentences, facts } = unsupportedIn(verdict);
  const more = sentences.length > 0 ? 'more fact' : 'fact';
  const counts = [
    ...(sentences.length > 0 ? [counted(sentences.length, 'sentence')] : []),
    ...(facts.length > 0 ? [counted(facts.length, more)] : []),
  ];
  return counts.length === 0 ? null : `${counts.join(' and ')} ${mentionedByNone(verdict)}`;
}

/** Sentences and facts named of a passage. */
const MOST = 3;

/** The same with the sentences, and where none is unsupported as a whole the facts in words: `...: “She won a prize.” (1:35)`. */
export function unsupportedLine(verdict: PassageVerdict): string | null {
  const words = unsupportedWords(verdict);
  if (words === null) return null;
  const response = verdict.passage.response ?? '';
  const { sentences, facts } = unsupportedIn(verdict);
  const named =
    sentences.length > 0
      ? sentences
          .slice(0, MOST)
          .map(({ span }) => placed(`“${oneLine(response.slice(span.start, span.end))}”`, span))
      : facts.slice(0, MOST).map(({ triple }) => placed(tripleWords(triple), triple.span));
  const rest = (sentences.length || facts.length) > MOST ? ['...'] : [];
  return `${words}: ${[...named, ...rest].join('; ')}`;

  function placed(text: string, span: Span | null): string {
    return span === null ? text : `${text} (${lineAndColumn(response, span.start)})`;
  }
}

/** Of an unsupported sentence: `“She won a prize.” (support 0.51): no sample mentions it`. */
export const unsupportedSentence = (verdict: PassageVerdict, { span, score }: SentenceVerdict): string =>
  `“${oneLine((verdict.passage.response ?? '').slice(span.start, span.end))}” (unsupported, support ${figure(score)}): ${mentionedByNone(verdict)} it`;
