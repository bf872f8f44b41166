/** Tokens with log-probabilities, in the format of OpenAI and compatible services. */
import { z } from 'zod';
import type { Token } from '../../passage.ts';

const alternativeSchema = z.object({
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(z.int().min(0).max(255)).nullish(),
});
const tokenSchema = alternativeSchema.extend({ top_logprobs: z.array(alternativeSchema).nullish() });
const tokensSchema = z.array(tokenSchema);
export type ServiceToken = z.infer<typeof tokenSchema>;

/**
 * The tokens of an answer; null where there are none, or their format is unknown. Where a character is split over
 * tokens, the last of them has it as its text.
 */
export function readTokens(content: unknown): Token[] | null {
  const parsed = tokensSchema.safeParse(content);
  if (!parsed.success || parsed.data.length === 0) return null;
  const decoder = new TextDecoder();
  return parsed.data.map(({ token, logprob, bytes, top_logprobs }) => {
    const text = bytes ? decoder.decode(Uint8Array.from(bytes), { stream: true }) : token;
    // The chosen alternative gets the text of the token, so that it can be found among them.
    const top = top_logprobs?.map((other) => ({
      text: other.token === token ? text : other.token,
      logprob: Math.min(0, other.logprob),
    }));
    return { text, logprob: Math.min(0, logprob), ...(top && top.length > 0 && { top }) };
  });
}

/** The last tokens, those of `text`, where a service sent others before them: a model's reasoning. */
export function tokensOfText(text: string, tokens: Token[] | null): Token[] | null {
  if (tokens === null) return null;
  let [first, length] = [tokens.length, 0];
  while (first > 0 && length < text.length) length += (tokens[--first] as Token).text.length;
  while (first > 0 && tokens[first - 1]?.text === '') first -= 1;
  return tokens.slice(first);
}
