/** Answers that are no sentence: "Sydney", "In 1944.", "Croatia, in the final." */
import { memoize } from '../common/memoize.ts';
import { readFrames } from './frames/read-frames.ts';
import { splitSentences } from './sentences.ts';
import { readText } from './tokens.ts';

/** As many words as an answer without a verb may have; a longer text is read no further. */
const FEW_WORDS = /^\s*\S+(?:\s+\S+){0,7}\s*$/;

/** Whether a text is one phrase or a few, with no verb. */
export const isBareAnswer = memoize(
  (text): boolean =>
    FEW_WORDS.test(text) &&
    splitSentences(text).length === 1 &&
    readFrames(text).flat().length === 0 &&
    !readText(text)
      .sentences.flat()
      .some(({ pos }) => pos === 'VERB'),
);

const QUESTION =
  /^(?:what|who|whom|which|where|when|how (?:many|much|old|long|far|tall|high|big))\b\s*(?:(?:is|are|was|were|did|does|do|has|have|had)\s+)?(?:the\s+|an?\s+)?(.+?)\s*\?\s*$/iu;

/** What stands between them. */
export const ANSWERED = 'is';

/** What a question and an answer without a verb say together; null where the prompt is no such question. */
export function answeredFact(prompt: string, answer: string): { head: string; tail: string } | null {
  const head = QUESTION.exec(prompt.trim())?.[1];
  if (head === undefined || !isBareAnswer(answer)) return null;
  return { head, tail: answer.trim().replace(/[.!]+$/u, '') };
}
