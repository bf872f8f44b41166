/**
 * The two knowledge-bias probes of RefChecker, which test whether a verdict depends on the reference or on a model's
 * own knowledge: the evaluated model is asked whether a triplet is true, and the checker gets a reference with the
 * triplet's subject and object masked.
 */
import pMap from 'p-map';
import { z } from 'zod';
import { askList } from '../verification/ask-list.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { MissingReason, ReferenceLabel, Triple } from '../passage.ts';
import { contentKeys, contentWords, WORD, wordKey } from '../english/content-words.ts';
import { showTriple, type TripleParts } from '../triples/triple-parts.ts';
import type { ReferenceChecker } from './checker.ts';

const CALLS_AT_ONCE = 4;
const MASK = '####';

/** Whether a model believes a fact; null with a reason where it gave no answer. */
export interface KnowledgeProbe {
  value: 'yes' | 'no' | 'unsure' | null;
  reason: MissingReason | null;
}

/** One probe per triple, in order. @throws ModelCallError when the service did not answer */
export async function probeKnowledge(
  triples: readonly Triple[],
  { model, prompts, groupSize }: { model: ChatModel; prompts: PromptSet; groupSize: number },
  options?: CallOptions,
): Promise<KnowledgeProbe[]> {
  const question = {
    prompt: prompts.get('knowledge-probe'),
    variables: (group: readonly Triple[]) => ({ facts: group.map(showTriple) }),
    ...{ list: 'answers', item: answerSchema, size: groupSize },
  };
  const answers = await askList(model, triples, question, options);
  return answers.map(({ value, reason }) => ({ value, reason }));
}

const answerSchema = z
  .object({ answer: z.string() })
  .transform(({ answer }) => /^\s*(yes|no|unsure)\b/i.exec(answer)?.[1]?.toLowerCase())
  .pipe(z.enum(['yes', 'no', 'unsure']));

/** The checker's verdict on a triple with its subject and object masked in the references. */
export interface MaskProbe {
  label: ReferenceLabel | null;
  reason: MissingReason | null;
  /** Whether it is not neutral, which the masked references cannot justify; null without a label. */
  biased: boolean | null;
}

/** One probe per triple, in order. @throws as the checker does */
export async function probeMasked(
  triples: readonly Triple[],
  input: { checker: ReferenceChecker; question: string; references: readonly string[] },
  options?: CallOptions,
): Promise<MaskProbe[]> {
  const { checker, question } = input;
  const probe = async (triple: Triple): Promise<MaskProbe> => {
    const references = input.references.map((text) => maskTriple(text, triple, question));
    const statement = { text: `${triple.head} ${triple.relation} ${triple.tail}`, triple };
    const [check] = await checker.check({ question, statements: [statement], references }, options);
    const { label = null, reason = null } = check ?? {};
    return { label, reason, biased: label && label !== 'neutral' };
  };
  return pMap(triples, probe, { concurrency: CALLS_AT_ONCE });
}

export interface PassageProbes {
  /** Null where no model is evaluated. */
  knowledge: KnowledgeProbe[] | null;
  masked: MaskProbe[];
}

/**
 * The text with `####` for every run of words of the triple's subject or object. Function words, words of the
 * relation (uninformative alone) and of the question (which the prompt shows) stay.
 */
export function maskTriple(
  text: string,
  { head, tail }: Pick<TripleParts, 'head' | 'tail'>,
  question = '',
): string {
  const asked = contentKeys(question);
  const own = contentWords(`${head} ${tail}`).map(({ key }) => key);
  const keys = new Set(own.filter((key) => !asked.has(key)));
  const masked = text.replace(WORD, (word) => (keys.has(wordKey(word)) ? MASK : word));
  return masked.replace(/####(?:\s+####)+/g, MASK);
}
