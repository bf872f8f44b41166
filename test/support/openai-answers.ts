/** The answers an OpenAI-compatible server can give, good and bad ones. */
import type { Token } from '../../src/passage.ts';

export interface RecordedRequest {
  method: string;
  /** Path below the base URL: `/chat/completions`, `/responses`, `/embeddings`, `/models`. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  body: any;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: string;
  /** The body is `rawBody` over and over, until the client ends the connection. */
  endless?: true;
  /** The body as it is sent, with the headers that say how. */
  bytes?: Uint8Array;
  /** Milliseconds before anything is sent. */
  delay?: number;
  /**
   * Close the connection before the answer or in the middle of its body; reset it (TCP RST) before the answer; or
   * stop in the middle and say no more.
   */
  drop?: 'before' | 'within' | 'reset' | 'never';
}

/** A short form of a chat answer: one text for all choices, or one for each. */
export type Reply = Answer | string | readonly string[];

const countTokens = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** A chat completion; tokens are counted as words. */
export function completion(
  request: RecordedRequest,
  texts: readonly string[],
  extra: { finishReason?: string; refusal?: string; tokens?: readonly ScriptedToken[] } = {},
): Answer {
  const asked: { content: string }[] = request.body?.messages ?? [];
  const promptTokens = asked.reduce((sum, message) => sum + countTokens(message.content), 0);
  const completionTokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    body: {
      id: 'chatcmpl-test',
      object: 'chat.completion',
      created: 0,
      model: request.body?.model,
      choices: texts.map((text, index) => ({
        index,
        message: { role: 'assistant', content: extra.refusal ? null : text, refusal: extra.refusal ?? null },
        finish_reason: extra.finishReason ?? 'stop',
        ...(extra.tokens &&
          request.body?.logprobs && { logprobs: { content: logprobsOf(request, extra.tokens) } }),
      })),
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    },
  };
}

/** A token of an answer: its text, its probability, and those of other tokens in its place. */
export type ScriptedToken = readonly [text: string, probability: number, others?: Record<string, number>];

/** The tokens of a passage. */
export const recordedTokens = (tokens: readonly ScriptedToken[]): Token[] =>
  tokens.map(([text, probability, others = {}]) => {
    const all = Object.entries({ [text]: probability, ...others });
    const top = all.map(([other, value]) => ({ text: other, logprob: Math.log(value) }));
    return { text, logprob: Math.log(probability), top };
  });

/** Chat completions' form of log-probabilities, with as many alternatives as were asked for. */
function logprobsOf({ body }: RecordedRequest, tokens: readonly ScriptedToken[]) {
  const entry = (token: string, probability: number) => ({
    token,
    logprob: Math.log(probability),
    bytes: [...Buffer.from(token)],
  });
  return tokens.map(([text, probability, others = {}]) => {
    const all = Object.entries({ [text]: probability, ...others }).sort(([, a], [, b]) => b - a);
    const top = all.slice(0, body.top_logprobs ?? 0).map(([other, value]) => entry(other, value));
    return { ...entry(text, probability), top_logprobs: top };
  });
}

/** A text that is answered with these tokens. */
export function withTokens(request: RecordedRequest, tokens: readonly ScriptedToken[]): Answer {
  return completion(request, [tokens.map(([text]) => text).join('')], { tokens });
}

/** An answer of the Responses API; tokens are counted as words. */
export function response(
  request: RecordedRequest,
  text: string,
  extra: { incomplete?: string; refusal?: string } = {},
): Answer {
  const asked: { content: string }[] = request.body?.input ?? [];
  const content = extra.refusal
    ? { type: 'refusal', refusal: extra.refusal }
    : { type: 'output_text', text, annotations: [] };
  return {
    body: {
      id: 'resp_test',
      object: 'response',
      created_at: 0,
      model: request.body?.model,
      status: extra.incomplete ? 'incomplete' : 'completed',
      incomplete_details: extra.incomplete ? { reason: extra.incomplete } : null,
      output: [
        { type: 'reasoning', id: 'rs_test', summary: [] },
        { type: 'message', id: 'msg_test', role: 'assistant', status: 'completed', content: [content] },
      ],
      usage: {
        input_tokens: asked.reduce((sum, message) => sum + countTokens(message.content), 0),
        output_tokens: countTokens(text),
      },
    },
  };
}

/** An error in OpenAI's form. */
export function failure(
  status: number,
  error: { message?: string; param?: string; code?: string } = {},
  headers: Record<string, string> = {},
): Answer {
  const { message = `failed with ${status}`, param = null, code = null } = error;
  return { status, headers, body: { error: { message, type: 'test_error', param, code } } };
}

/** Embeddings: each word of a text adds 1 at a place that its letters choose. */
export function embeddings(request: RecordedRequest): Answer {
  const texts: string[] = [request.body.input].flat();
  return {
    body: {
      object: 'list',
      model: request.body.model,
      data: texts.map((text, index) => ({ object: 'embedding', index, embedding: wordVector(text) })),
      usage: { prompt_tokens: texts.reduce((sum, text) => sum + countTokens(text), 0), total_tokens: 0 },
    },
  };
}

/** @returns 32 counts */
function wordVector(text: string): number[] {
  const vector = new Array<number>(32).fill(0);
  for (const word of text.toLowerCase().split(/\W+/).filter(Boolean)) {
    const place = [...word].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 9973, 7) % 32;
    vector[place] = (vector[place] as number) + 1;
  }
  return vector;
}
