/** A passage to verify, with everything the reverse tasks need. */
import { loadPrompts } from '../../prompts/loader.ts';
import { identify } from '../../src/graph/identity.ts';
import type { ChatModel, ChatRequest } from '../../src/models/chat-model.ts';
import type { Segmentation } from '../../src/passage.ts';
import type {
  TaskContext,
  VerificationInput,
  VerificationSettings,
} from '../../src/verification/verifier.ts';
import { segmentation, vectorsFor } from './records.ts';
import { blockOf } from './scripted-chat.ts';

export const SETTINGS: VerificationSettings = {
  factFilter: true,
  head: true,
  relation: true,
  tail: true,
  headDraws: 4,
  relationDraws: 4,
  tailDraws: 4,
  distractors: 3,
  temperature: 1,
};

/** Marks the answer of a judgement as its wording says: the same words are the same thing. */
export const markByWords = (request: ChatRequest) => ({
  verdicts: [
    {
      number: 1,
      same:
        blockOf(request, 'candidates').slice(3).toLowerCase() === blockOf(request, 'expected').toLowerCase(),
    },
  ],
});

type Facts = Parameters<typeof segmentation>[1];

/** Entities and relations are the same only where their normal forms are. */
export function verificationInput(original: Facts, samples: readonly Facts[]): VerificationInput {
  const first: Segmentation = segmentation('original', original);
  const others = samples.map((facts, index) => segmentation(`sample-${index + 1}`, facts));
  const responses = [first, ...others];
  const texts = samples.map((facts) => facts.map((fact) => `${fact.join(' ')}.`).join(' '));
  const passage = { id: 'quint', prompt: 'Who was Mara Quint?', response: '', samples: texts };
  const settings = { entitySimilarity: 0.99, relationSimilarity: 0.99, aliases: false };
  const identity = identify(responses, vectorsFor(responses), settings);
  return { passage, original: first, samples: others, identity, seed: 7 };
}

/** A fact and a sample that hold `extra` in all their parts. */
export const inputWith = (extra: string): VerificationInput =>
  verificationInput(
    [[`Mara ${extra}`, `was born in ${extra}`, `Leith ${extra}`]],
    [[[`Mara ${extra}`, `left ${extra}`, `Oban ${extra}`]]],
  );

export async function taskContext(
  generator: ChatModel,
  analyst: ChatModel,
  { settings = {} as Partial<VerificationSettings> } = {},
): Promise<TaskContext> {
  const prompts = await loadPrompts();
  const merged = { ...SETTINGS, ...settings };
  return { generator, analyst, judge: analyst, prompts, settings: merged, seed: 7, passageId: 'quint' };
}
