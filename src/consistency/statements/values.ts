/** The values of a text, each with its slot and its place. */
import { splitSentences } from '../../text/sentences.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import { type Slot, slotOf } from './slots.ts';
import { foldedName, tokensOf } from './tokens.ts';

export interface Value {
  mention: Mention;
  slot: Slot;
  /** In the text, UTF-16 code units. */
  start: number;
  end: number;
  sentence: { start: number; end: number };
}

export interface ValueText {
  text: string;
  values: Value[];
  /** Folded words of the text. */
  words: ReadonlySet<string>;
}

export function readValues(text: string, isTopic: (key: string) => boolean): ValueText {
  const values = splitSentences(text).flatMap((sentence): Value[] => {
    const words = text.slice(sentence.start, sentence.end);
    const tokens = tokensOf(words, sentence.start);
    return mentionsOf(tokens, words, sentence.start).map((mention) => ({
      mention,
      slot: slotOf(tokens, mention, isTopic),
      start: tokens[mention.from]?.start as number,
      end: tokens[mention.to - 1]?.end as number,
      sentence,
    }));
  });
  return { text, values, words: new Set(foldedName(text).split(' ')) };
}
