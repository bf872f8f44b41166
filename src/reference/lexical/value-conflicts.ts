/**
 * Values of a statement in whose place a reference has another: what the local preset asks of samples
 * (consistency/statements), asked of references. The statement is read alone, so that its check depends on no other.
 */
import { type Said, sayingsOf } from '../../consistency/statements/says.ts';
import { readValues, type ValueText } from '../../consistency/statements/stated-values.ts';
import type { ReferenceEvidence, Triple } from '../../passage.ts';
import { contentWords } from '../../text/content-words.ts';

export interface ValueConflict {
  stated: string;
  found: string;
  /** The sentence that has the other value. */
  place: ReferenceEvidence;
}

export const readReference = (text: string): ValueText => readValues(text, () => false);

/**
 * @param triple the one that the text is made of; its head is what it is about, and no value of it
 * @returns the conflict of the likest slots; null where all references together hold each value, or none gives another
 */
export function valueConflictOf(
  text: string,
  triple: Triple | undefined,
  references: readonly ValueText[],
): ValueConflict | null {
  const head = triple?.head ?? '';
  const about = new Set(contentWords(head).map(({ key }) => key));
  const statement = readValues(text, (key) => about.has(key));
  const ask = sayingsOf(statement, references);
  let most: { stated: string; against: NonNullable<Said['against']>; reference: number } | null = null;
  for (const value of statement.values) {
    if (value.start < head.length) continue;
    const said = ask(value);
    if (said.some(({ says }) => says === 'repeats')) continue;
    for (const [reference, { against }] of said.entries())
      if (against !== null && against.likeness > (most?.against.likeness ?? 0))
        most = { stated: value.mention.text, against, reference };
  }
  if (most === null) return null;
  const { sentence, mention } = most.against.value;
  return {
    stated: most.stated,
    found: mention.text,
    place: { reference: most.reference, span: { start: sentence.start, end: sentence.end } },
  };
}
