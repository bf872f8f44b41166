/** What letters open and close with, which states nothing: "Dear Ms Keller,", "Thank you for your message.", "Kind regards, Tom Albrecht". */

const SALUTATION =
  /^(?:dear|hello|hi|hey|good (?:morning|afternoon|evening)|to whom it may concern)\b[^,:;.!?]{0,30}[,:!]$/i;
const THANKS =
  /^(?:thank you|(?:many )?thanks)(?: (?:so|very) much)? for (?:your|the)\b[^,:;.!?\d]{0,30}[.!]$/i;
const CLOSING =
  /^(?:(?:with )?(?:(?:kind(?:est)?|best|warm(?:est)?|many) )?(?:regards|wishes|thanks)|yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|cheers|all the best)\b/i;
/** What may follow a closing: the name of the writer, and what else begins with a capital. */
const SIGNATURE = /^[,.!]?(?:\s+\p{Lu}[\p{L}.'’-]*,?)*$/u;

/** Whether a sentence is nothing else. */
export function isCourtesy(sentence: string): boolean {
  const signature = sentence.replace(CLOSING, '');
  return (
    SALUTATION.test(sentence) ||
    THANKS.test(sentence) ||
    (signature !== sentence && SIGNATURE.test(signature))
  );
}
