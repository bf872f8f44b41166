/**
 * The topic's own words, which every response holds and which therefore say nothing: those of the first subject,
 * and those of the first sentence that the prompt names too. Of an answer to a question that asks for one thing, the latter alone:
 * its subject may be that thing.
 */
import type { Span } from '../passage.ts';
import { contentKeys, contentWords } from './content-words.ts';
import { asksForOne, questionOf } from './question.ts';

/** Where the first subject ends: at a bracket, a comma or a verb that defines. */
const SUBJECT_END = /[(,]|\s(?:is|was|are|were|refers?|has|have|includes?)\b/;
const LONGEST_SUBJECT = 60;

export function topicKeys(prompt: string, response: string, sentences: readonly Span[]): ReadonlySet<string> {
  const [first] = sentences;
  if (!first) return new Set();
  const sentence = response.slice(first.start, first.end);
  const end = Math.min(SUBJECT_END.exec(sentence)?.index ?? LONGEST_SUBJECT, LONGEST_SUBJECT);
  const named = contentKeys(prompt);
  const subject = asksForOne(questionOf(prompt)) ? '' : sentence.slice(0, end);
  const keys = contentWords(subject).map(({ key }) => key);
  const shared = contentWords(sentence).flatMap(({ key }) => (named.has(key) ? [key] : []));
  return new Set([...keys, ...shared]);
}
