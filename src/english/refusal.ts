/** Texts that decline to answer: "I'm sorry, but I can't help with that." */

/** Longer texts say something besides declining. */
const LONGEST_REFUSAL = 600;
const APOLOGY =
  /^(?:(?:i(?:['’]m| am) (?:very |so |really |truly )?sorry|sorry|(?:i|my) apolog\w+|unfortunately|regrettably)\b[^.!?]{0,60}?[,.;:!]?\s*(?:but\s+|however,?\s+)?)/iu;
const DECLINES = [
  /^(?:as an?|i(?:['’]m| am)(?: just| only)? an?) (?:ai|artificial intelligence|(?:large )?language model|assistant)\b/iu,
  /^i(?:['’]m| am)? ?(?:cannot|can['’]t|can not|could not|couldn['’]t|won['’]t|will not|unable|not able|not comfortable|do not|don['’]t|did not|didn['’]t|was unable|was not able|have no)\b.{0,40}?\b(?:provide|answer|help|assist|find|write|create|give|share|discuss|comply|fulfil\w*|generate|determine|verify|tell|say|know\w*|have|any|information|data|context|access|familiar|aware|recognize|comfortable|do)\b/isu,
  /^i(?:['’]m| am) not (?:sure|familiar|aware|certain)\b/iu,
  /^(?:i(?:['’]m| am) )?(?:unable|not able) to (?:answer|provide|help|assist|determine|find)\b/iu,
  /^(?:there is|there['’]s) (?:no|not enough|insufficient) (?:information|data|context)\b/iu,
];
const ANSWERS_AFTER_ALL = /\b(?:but|however|although)\b/iu;
/** Sentences that may stand beside a refusal: they ask, invite or speak of the speaker. */
const ACCOMPANIES =
  /\?\s*$|^(?:please|could you|can you|would you|if you|if there|feel free|let me|i\b|my\b|you (?:may|can|could|might)|without|is there|it is (?:possible|not clear|unclear))/iu;

/** What declines to do a task, rather than to know an answer. */
const UNWILLING = /\b(?:help|assist|comply|fulfil\w*|discuss|comfortable|ai|language model)\b/iu;

/** Whether the whole of a short text declines what it was asked to do; "I don't know" does not. */
export const declinesTask = (text: string): boolean => UNWILLING.test(text) && isRefusal(text);

/** Whether the whole of a short text declines to answer. */
export function isRefusal(text: string): boolean {
  const trimmed = text.replace(/\uFEFF/g, '').trim();
  if (trimmed.length > LONGEST_REFUSAL) return false;
  const sentences = trimmed.split(/(?<=[.!?])\s+/);
  const isApologyAlone = (sentence: string) => sentence.replace(APOLOGY, '') === '';
  const declines = (sentence: string) => {
    const core = sentence.replace(APOLOGY, '');
    return !ANSWERS_AFTER_ALL.test(core) && DECLINES.some((pattern) => pattern.test(core));
  };
  const opening = sentences.findIndex((sentence) => !isApologyAlone(sentence));
  if (opening < 0) return true;
  const [first, ...rest] = sentences.slice(opening) as [string, ...string[]];
  return declines(first) && rest.every((sentence) => declines(sentence) || ACCOMPANIES.test(sentence));
}
