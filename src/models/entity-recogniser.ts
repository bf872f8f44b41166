import type { Span } from '../passage.ts';
import type { CallOptions } from './chat-model.ts';

/**
 * Promises: the places of the named entities (people, places, organisations, dates and other names) in the order of
 * the text, none empty, none overlapping another, white space at their ends left out.
 *
 * @throws BackendError when a model cannot be loaded
 */
export interface EntityRecogniser {
  /** `compromise`, `transformers/<model>`: for records. */
  readonly id: string;
  recognise(text: string, options?: CallOptions): Promise<Span[]>;
}
