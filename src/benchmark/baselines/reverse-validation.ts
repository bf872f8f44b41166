/**
 * Reverse Validation (Yang et al., EMNLP Findings 2023): from what a passage says of its subject, does the model
 * under evaluation come back to that subject?
 *
 *   QG: the analyst phrases a question from the passage that hides the subject; the model answers it.
 *   EM: the analyst lists what the passage says as requirements; the model names what meets them.
 *   risk of the passage = 0 where the answer names the subject, else 1
 *
 * One answer is drawn, as in the paper, so the risk is 0 or 1. The analyst names the subject it
 * hides, because a passage here need not be about an entity that a data set names. A question that gives the name
 * away is asked for once more, requirements that do are left out: with the name in them the check is empty. An
 * answer is the subject's name when their normal forms are equal or the analyst finds them the same; "unknown" is
 * not. Only passages are scored.
 *
 * Calls: at most 4 (QG) or 3 (EM) a passage.
 */
import { z } from 'zod';
import { type Asked, jsonAnswer, textAnswer } from '../../models/ask.ts';
import type { Passage } from '../../passage.ts';
import { subSeed } from '../../common/random.ts';
import { normaliseEntity, normalisePhrase } from '../../english/normalise.ts';
import type { BaselineDefinition, BaselineScores } from './baseline.ts';
import { type Chat, chatBaseline, withoutScores } from './chat-parts.ts';
import { promptText } from '../../text/conversation.ts';
import { verdictList } from '../../verification/verdict-list.ts';

/** Questions phrased before the passage goes without. */
const ATTEMPTS = 2;

export const REVERSE_VALIDATION_BASELINES: readonly BaselineDefinition[] = [
  define('qg', 'question generation', phraseQuestion),
  define('em', 'entity matching', listRequirements),
];

function define(
  variant: 'qg' | 'em',
  how: string,
  hide: (passage: Passage, chat: Chat) => Promise<Hidden | Unasked>,
): BaselineDefinition {
  return {
    id: `rv-${variant}`,
    title: `Reverse Validation, ${how} (Yang et al., EMNLP Findings 2023)`,
    needs: ['chat'],
    score: chatBaseline(async ({ passage, seed }, chat) => {
      if (passage.response.trim() === '') return withoutScores('empty');
      const hidden = await hide(passage, chat);
      if ('reason' in hidden) return withoutScores(hidden.reason, hidden);
      return validate(hidden, subSeed(seed, passage.id, 'reverse-validation', variant), chat);
    }),
  };
}

/** The subject, and the text that asks for it. */
interface Hidden {
  entity: string;
  prompt: 'short-answer' | 'entity-match';
  variables: Record<string, string | string[]>;
  /** The same text for the judge. */
  context: string;
}

/** Why nothing could be asked, with the unusable questions or requirements. */
interface Unasked {
  reason: string;
  rejected: string[];
}

async function phraseQuestion({ prompt, response }: Passage, chat: Chat): Promise<Hidden | Unasked> {
  const rejected: string[] = [];
  while (rejected.length < ATTEMPTS) {
    const variables = { question: promptText(prompt), response: response ?? '', rejected: [...rejected] };
    const asked = await chat.analyse('reverse-question', variables, readQuestion);
    if (asked.value === null) return { reason: asked.reason, rejected };
    const { entity, question } = asked.value;
    if (!names(question, entity))
      return { entity, prompt: 'short-answer', variables: { question }, context: question };
    rejected.push(question);
  }
  return { reason: 'no-question', rejected };
}

async function listRequirements({ prompt, response }: Passage, chat: Chat): Promise<Hidden | Unasked> {
  const variables = { question: promptText(prompt), response: response ?? '' };
  const asked = await chat.analyse('entity-requirements', variables, readRequirements);
  if (asked.value === null) return { reason: asked.reason, rejected: [] };
  const { entity, requirements: all } = asked.value;
  const requirements = all.filter((requirement) => !names(requirement, entity));
  if (requirements.length === 0) return { reason: 'no-question', rejected: all };
  return { entity, prompt: 'entity-match', variables: { requirements }, context: requirements.join('; ') };
}

async function validate(hidden: Hidden, seed: number, chat: Chat): Promise<BaselineScores> {
  const { entity, prompt, variables } = hidden;
  const drawn = await chat.draw(prompt, variables, textAnswer('answer'), { n: 1, temperature: 0, seed });
  const [{ value: answer, reason: refusal }] = drawn as [Asked<string>];
  const judged = answer === null ? null : await isNamed(hidden, answer, chat);
  const same = judged?.value ?? null;
  return {
    passage: same === null ? null : Number(!same),
    sentences: null,
    claims: null,
    reason: same === null ? (refusal ?? judged?.reason ?? 'unparsable') : null,
    trace: { entity, ...variables, answers: [{ answer, reason: refusal, same }] },
  };
}

/** Whether an answer names the subject: by equal normal forms, else the analyst is asked. */
async function isNamed({ entity: expected, context }: Hidden, answer: string, chat: Chat) {
  const [own, form] = [answer, expected].map(normaliseEntity);
  if (own !== '' && own === form) return { value: true, reason: null };
  if (own === 'unknown') return { value: false, reason: null };
  const variables = { expected, context, candidates: [answer] };
  const { value, reason } = await chat.analyse('judge-equal', variables, verdictList('same', 1));
  return { value: value?.[0] ?? null, reason };
}

/**
 * Whether a text contains the whole name. A part of it ("Wessex" of "Æthelbald, King of Wessex") is often a fair
 * description; avoiding surnames in questions is left to the prompt.
 */
function names(text: string, entity: string): boolean {
  const form = normaliseEntity(entity);
  return form !== '' && ` ${normalisePhrase(text)} `.includes(` ${form} `);
}

const name = z.string().trim().min(1);
const readQuestion = jsonAnswer(z.object({ entity: name, question: name }));
const readRequirements = jsonAnswer(
  z.object({
    entity: name,
    requirements: z.array(z.string().trim()).transform((all) => all.filter((text) => text !== '')),
  }),
);
