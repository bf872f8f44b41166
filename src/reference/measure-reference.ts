/** The statements of a passage, its triples, sentences and claims, against its reference texts. */
import type { CallOptions } from '../models/chat-model.ts';
import type { Passage, PassageReference, ReferenceCheck, Span, Triple } from '../passage.ts';
import { type ReferenceChecker, type CheckedStatement, unchecked } from './checker.ts';
import { promptText } from '../text/conversation.ts';

export interface MeasureInput {
  passage: Pick<Passage, 'prompt' | 'context' | 'claims'> & { response: string };
  /** Sentences of the response, in order. */
  sentences: readonly Span[];
  triples: readonly Triple[];
}

export interface MeasureParts {
  checker: ReferenceChecker;
  /** `sentences`: whether sentences are checked; otherwise their list is empty. Claims are always checked. */
  settings: { sentences: boolean };
}

/**
 * All statements are checked in one call of the checker. Without a reference text nothing is asked, and every check
 * is null with that reason.
 */
export async function measureReference(
  { passage, sentences, triples }: MeasureInput,
  { checker, settings }: MeasureParts,
  options?: CallOptions,
): Promise<PassageReference> {
  const whole = settings.sentences ? sentences : [];
  const { claims = [] } = passage;
  const statements: CheckedStatement[] = [
    ...triples.map((triple) => ({ text: `${triple.head} ${triple.relation} ${triple.tail}`, triple })),
    ...whole.map(({ start, end }) => ({ text: passage.response.slice(start, end) })),
    ...claims.map((text) => ({ text })),
  ];
  const checks = await checkAll(statements, { passage, checker }, options);
  return {
    checker: checker.id,
    triples: Object.fromEntries(triples.map(({ id }, index) => [id, checks[index] as ReferenceCheck])),
    sentences: checks.slice(triples.length, triples.length + whole.length),
    claims: checks.slice(triples.length + whole.length),
  };
}

export const hasReference = ({ context = [] }: Pick<Passage, 'context'>): boolean =>
  context.some((text) => text.trim() !== '');

async function checkAll(
  statements: readonly CheckedStatement[],
  { passage, checker }: { passage: MeasureInput['passage']; checker: ReferenceChecker },
  options?: CallOptions,
): Promise<ReferenceCheck[]> {
  if (!hasReference(passage)) return statements.map(() => unchecked('no-reference'));
  const { context = [], prompt } = passage;
  const question = promptText(prompt);
  const places = [...context.keys()].filter((index) => context[index]?.trim() !== '');
  const references = places.map((index) => context[index] as string);
  const checks = await checker.check({ question, statements, references }, options);
  return checks.map((check) => {
    if (check.evidence === null) return check;
    const reference = places[check.evidence.reference] as number;
    return { ...check, evidence: { ...check.evidence, reference } };
  });
}
