/** Facts extracted from a response, and which of their mentions mean the same thing. */
import type { ResponseId, Span } from './given-passage.ts';

/** One fact: (head, relation, tail), as stated in one response. */
export interface Triple {
  /** `<responseId>/<ordinal from 1>`, unique within a passage. */
  id: string;
  responseId: ResponseId;
  head: string;
  relation: string;
  tail: string;
  /** Where the response states it; null when it could not be located. */
  span: Span | null;
}

/** A line or object from an extractor that is not a usable triple, kept for the record. */
export interface RejectedTriple {
  raw: string;
  reason:
    | 'not-a-triple'
    | 'empty-part'
    | 'pronoun-head'
    /** a part is too long for a name, an act or a value */
    | 'too-long'
    /** as many as the text cannot hold are there already */
    | 'too-many'
    | 'not-of-the-text'
    | 'duplicate'
    /** another triple says it in its place */
    | 'replaced-by-correction'
    | 'dropped-by-correction';
}

/** Outcome of segmenting one response. With all but `ok`, `triples` is empty. */
export type SegmentationOutcome =
  | 'ok'
  /** nothing but white space */
  | 'empty'
  /** the model declined to answer */
  | 'refusal'
  /** not English, where the extractor reads nothing else */
  | 'non-english'
  /** read, but no fact found */
  | 'no-triples'
  /** the extractor failed: see `detail` */
  | 'failed';

/** The triples of one response (paper 3.2). */
export interface Segmentation {
  responseId: ResponseId;
  outcome: SegmentationOutcome;
  /** The reason for every outcome but `ok`; for `ok`, why the list of triples could not be corrected, else null. */
  detail: string | null;
  /** The unusable answer of the extractor's model, if that is the reason. */
  raw?: string;
  triples: Triple[];
  rejected: RejectedTriple[];
  /** `German`: read sentence by sentence, without grammar; absent where it was read as English or by a model. */
  language?: string;
}

/** How a surface form was assigned to a group. */
export type MergedBy = 'first' | 'normalised' | 'alias' | 'embedding';

/** One surface form inside an entity or a relation type. */
export interface Mention {
  text: string;
  /** How often it occurs over all responses. */
  count: number;
  mergedBy: MergedBy;
  /** Cosine to the group's representative where `mergedBy` is `embedding`, else null. */
  similarity: number | null;
}

/** Surface forms that count as the same: an entity (node) or a relation type (edge label). */
export interface MentionGroup {
  /** `entity-1`, `relation-1` ... in the order in which the groups were made. */
  id: string;
  label: string;
  mentions: Mention[];
}

/** Which surface forms of all responses of a passage are one entity, and which phrases one relation type. */
export interface Identity {
  entities: MentionGroup[];
  relations: MentionGroup[];
}
