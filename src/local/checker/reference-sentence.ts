/** A sentence of a reference text, as statements are looked for in it. */
import type { Word } from '../../english/content-words.ts';
import type { ReferenceEvidence } from '../../passage.ts';

export interface ReferenceSentence {
  place: ReferenceEvidence;
  text: string;
  words: readonly Word[];
  keys: ReadonlySet<string>;
  /** The name that its first word, a pronoun, most likely stands for; of a row the columns; empty for other sentences. */
  subject: readonly Word[];
}
