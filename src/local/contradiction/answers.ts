/** What a text gives as the answer to a question: an answer without a verb gives one value, and so does a text that has one alone. */
import { isBareAnswer } from '../../english/bare-answer.ts';
import { memoize } from '../../common/memoize.ts';
import type { Value, ValueText } from './stated-values.ts';

const isBare = memoize((text) => isBareAnswer(text));

/** Of the values that neither the question nor the other text states, the one of the family that the text gives alone. */
function answerIn(text: ValueText, value: Value, isStated: (own: Value) => boolean): Value | null {
  const own = text.ofFamily(value).filter((one) => !isStated(one));
  const [first] = own;
  return first !== undefined && own.every(({ id }) => id === first.id) ? first : null;
}

/** The sample's answer in the place of the response's value, where one of the two texts is no more than its answer. */
export function answeredOtherwise(
  value: Value,
  { prompt, response, sample }: { prompt: string; response: ValueText; sample: ValueText },
): Value | null {
  if (prompt === '' || !(isBare(response.text) || isBare(sample.text))) return null;
  const isAsked = ({ mention }: Value) => prompt.toLowerCase().includes(mention.text.toLowerCase());
  const inSample = (one: Value) => isAsked(one) || sample.same(one).length > 0;
  if (answerIn(response, value, inSample)?.id !== value.id) return null;
  return answerIn(sample, value, (one) => isAsked(one) || response.same(one).length > 0);
}
