/**
 * GraphCorrect, first step: a model gets flagged triples and the reference, and corrects them. The text under
 * correction is not part of the prompt.
 *
 * An answer counts only if the reference contains it: half of the content words it adds, and every number in them.
 */
import { z } from 'zod';
import type { Asked } from '../models/ask.ts';
import { askList } from '../verification/ask-list.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { Triple } from '../passage.ts';
import { cleanPart, showTriple, type TripleParts } from '../triples/triple-parts.ts';
import { notProposed, type Proposal } from './change.ts';
import { sameWords, tokenKeys, valueKeys } from './correction-words.ts';

export interface ReferenceQuestion {
  triples: readonly Triple[];
  /** At least one text that is not blank. */
  references: readonly string[];
  /** Maximum triples per call; the paper sends one at a time. */
  size: number;
}

/** Minimum share of the added content words that occur in the reference. */
const LEAST_GROUNDED = 0.5;
/** Maximum characters of a value. */
const LONGEST_PART = 200;

const answer = z.object({ known: z.boolean(), head: z.string(), relation: z.string(), tail: z.string() });
type ValueAnswer = z.infer<typeof answer>;

/** By triple id. @throws ModelCallError when the service did not answer */
export async function proposeFromReference(
  { triples, references, size }: ReferenceQuestion,
  { model, prompts }: { model: ChatModel; prompts: PromptSet },
  options?: CallOptions,
): Promise<Map<string, Proposal>> {
  const held = new Set(references.flatMap((text) => [...tokenKeys(text), ...valueKeys(text)]));
  const question = {
    prompt: prompts.get('corrected-facts'),
    variables: (group: readonly Triple[]) => ({
      references: { blocks: references },
      facts: group.map(showTriple),
    }),
    ...{ list: 'facts', item: answer, size },
  };
  const answers = await askList(model, triples, question, options);
  return new Map(
    triples.map((triple, index) => [
      triple.id,
      proposalOf(triple, answers[index] as Asked<ValueAnswer>, held),
    ]),
  );
}

function proposalOf(old: Triple, asked: Asked<ValueAnswer>, held: ReadonlySet<string>): Proposal {
  if (asked.value === null) return notProposed(asked.reason);
  if (!asked.value.known) return notProposed('not-in-reference');
  const parts = cleaned(asked.value, old);
  if (Object.values(parts).some((part) => part.length > LONGEST_PART)) return notProposed('unparsable');
  const names = ['head', 'relation', 'tail'] as const;
  if (names.every((name) => sameWords(parts[name], old[name]))) return notProposed('same-value');
  if (!names.every((name) => isGrounded(parts[name], old[name], held)))
    return notProposed('not-in-reference');
  return { value: { parts, surface: { old: old.tail, new: parts.tail } }, reason: null };
}

/** The answer's parts on one line each; the old part where one is empty. */
function cleaned(given: TripleParts, old: TripleParts): TripleParts {
  const part = (name: keyof TripleParts) => cleanPart(given[name]) || old[name];
  return { head: part('head'), relation: part('relation'), tail: part('tail') };
}

function isGrounded(part: string, old: string, held: ReadonlySet<string>): boolean {
  const had = new Set([...tokenKeys(old), ...valueKeys(old)]);
  const added = valueKeys(part).filter((key) => !had.has(key));
  const missing = added.filter((key) => !held.has(key));
  return missing.length <= (1 - LEAST_GROUNDED) * added.length && !missing.some((key) => /^\p{N}/u.test(key));
}
