/** Passages as users provide them. */
import { z } from 'zod';

/** Half-open character range `[start, end)` in UTF-16 code units of the response it belongs to. */
export const spanSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });
export type Span = z.infer<typeof spanSchema>;

const logProbability = z.number().max(0);

/** One generated token. */
export const tokenSchema = z.object({
  text: z.string(),
  /** Natural logarithm of its probability. */
  logprob: logProbability,
  /** The likeliest tokens at its position; it may be among them itself. */
  top: z.preprocess(
    (value) => value ?? undefined,
    z.array(z.object({ text: z.string(), logprob: logProbability })).optional(),
  ),
});
export type Token = z.infer<typeof tokenSchema>;

/** One message of a conversation with a model. */
const messageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
export type ChatMessage = z.infer<typeof messageSchema>;

export const promptOf = (text: z.ZodType<string>) =>
  z.union([
    text,
    z.array(messageSchema.extend({ content: text })).refine((messages) => messages.at(-1)?.role === 'user', {
      error: "the last message has to be the user's, since it is the one that is answered",
    }),
  ]);
/**
 * A prompt: a text, sent as the one message of a user, or a conversation (system, earlier turns) that ends with a
 * user message.
 */
const promptSchema = promptOf(z.string());
export type PassagePrompt = z.infer<typeof promptSchema>;

/**
 * A passage as provided by the user. The gold label of a benchmark is not part of this type, so no method can see it.
 */
export const passageSchema = z.object({
  /** Unique within a run. */
  id: z.string().min(1),
  /** What the model was asked. */
  prompt: promptSchema,
  /** The text under evaluation (R_o). Without it, the generator model is asked for one. */
  response: z.string().optional(),
  /** Further responses to the same prompt (R_1 ... R_n). Without them, the generator model is asked. */
  samples: z.array(z.string()).optional(),
  /** Reference texts, for the modes that check against one. */
  context: z.array(z.string()).optional(),
  /** The tokens of `response` in order, with their log-probabilities, for the modes that read those. */
  tokens: z.array(tokenSchema).optional(),
  /** The caller's own sentence boundaries in `response`; without them the text is split here. */
  sentences: z.array(spanSchema).optional(),
  /** Statements of the response in the caller's own words, judged in addition to its triples and sentences. */
  claims: z.array(z.string()).optional(),
});
export type Passage = z.infer<typeof passageSchema>;

/** With lists that may be readonly. */
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { [Field in keyof T]: Given<T[Field]> }
    : T;

/** A passage from code, where the id is optional as in files: it defaults to the position among the given passages. */
export type UnnamedPassage = Given<Omit<Passage, 'id'>> & { id?: string | undefined };

/** A passage with its response and samples. */
export type CompletePassage = Passage & { response: string; samples: string[] };

/** `original` for R_o, `sample-1` ... `sample-n` for R_1 ... R_n. */
export type ResponseId = string;
export const ORIGINAL: ResponseId = 'original';
/** @param index zero-based position among the samples */
export const sampleId = (index: number): ResponseId => `sample-${index + 1}`;
/** By id. */
export const sampleTexts = (samples: readonly string[]): ReadonlyMap<ResponseId, string> =>
  new Map(samples.map((text, index) => [sampleId(index), text]));
