/** Facts of Markdown that no clause states: cells of tables, "Born: 1867", list items without a verb. */
import type { Block } from '../../text/markdown.ts';

export interface LabelledFact {
  head: string | null;
  relation: string;
  tail: string;
  /** In the words of the block. */
  span: { start: number; end: number };
}

/** "Born in Warsaw": what it begins with is the relation. */
const VERB_FIRST =
  /^((?:was |is )?(?:born|died|won|wrote|became|\p{L}{2,}ed)(?: (?:in|on|at|as|by|for|from|to|with|of))?)\s+(?=\S)/iu;

/** @param topic what the text is about */
export function labelledFact({ kind, text, head, label, from }: Block, topic: string | null): LabelledFact {
  const verb = kind === 'item' ? VERB_FIRST.exec(text) : null;
  const start = verb?.[0].length ?? from;
  // "Adults: 60 kroner", where nothing says of what
  const isOfLabel = head === null && topic === null && from > 0;
  return {
    head: head ?? topic ?? (isOfLabel ? label : null),
    relation: (verb?.[1] ?? (isOfLabel ? null : label) ?? 'is').toLowerCase(),
    tail: text.slice(start).replace(/[.;,]$/u, ''),
    span: { start: 0, end: text.length },
  };
}
