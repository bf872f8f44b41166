/** What one clause of a sentence says: who does what to whom, where and when; the predicate with voice, polarity and modality. */
import type { Token } from '../tokens.ts';

export interface Part {
  role: 'subject' | 'object' | 'adjunct' | 'aside';
  /** Of an adjunct its preposition, lower case; else empty. */
  word: string;
  tokens: readonly Token[];
}

export interface Frame {
  /** Dictionary form of the main verb with its particle, "knock out"; "be" of a clause whose predicate is a noun or adjective. */
  verb: string;
  /** Of "began writing" the first verb, "begin"; else empty. */
  aspect: string;
  passive: boolean;
  denied: boolean;
  /** Dictionary form of the modal verb; else empty. */
  modal: string;
  /** Null where nobody is named: "Add the water." */
  subject: Part | null;
  /** Of "be" what the subject is said to be. */
  object: Part | null;
  adjuncts: readonly Part[];
  /** What stands in brackets, and what else the clause calls its subject. */
  asides: readonly Part[];
  /** The conjunction that it begins with, lower case; else empty. */
  joint: string;
  /** Position in the sentence of the clause that it hangs on by its conjunction; -1 for none. */
  after: number;
  /** The verb group in the text, UTF-16 code units. */
  start: number;
  end: number;
}

/** Whether its predicate is what the subject is. */
export const isCopula = ({ verb }: Frame): boolean => verb === 'be';

export const partsOf = ({ subject, object, adjuncts, asides }: Frame): Part[] =>
  [subject, object, ...adjuncts, ...asides].filter((part) => part !== null);

export const isInPart = ({ tokens }: Part, place: number): boolean =>
  tokens.some(({ start, end }) => start <= place && place < end);
