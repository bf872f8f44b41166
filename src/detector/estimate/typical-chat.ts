/** Chat models that give typical answers without sending anything, and count the calls. */
import type { ChatModelConfig } from '../../config/schema.ts';
import { promptTokens } from '../../models/budget/token-estimate.ts';
import type { ChatChoice, ChatModel, ChatRequest } from '../../models/chat-model.ts';
import type { Passage, Token, Usage } from '../../passage.ts';
import { promptText } from '../../text/conversation.ts';
import { splitSentences } from '../../english/sentences.ts';
import { type Blocks, typicalAnswer } from './typical-answers.ts';

/** A request as it would be sent. */
export interface CountedCall {
  purpose: string;
  model: ChatModelConfig;
  usage: Usage;
  /** The usage if the service returned one answer per request. */
  singly: Usage;
  /** Requests if, moreover, every answer that is parsed had to be sent back; see models/ask.ts. */
  atMost: number;
}

export interface TypicalChatOptions {
  /** The passages of the run: draws for their prompts resemble their responses. */
  passages: readonly Passage[];
  count: (text: string) => number;
  onCall(call: CountedCall): void;
}

/** The model of a configuration. Deterministic; nothing is sent. */
export function typicalChat(
  model: ChatModelConfig,
  { passages, count, onCall }: TypicalChatOptions,
): ChatModel {
  const responses = new Map(passages.map(({ prompt, response }) => [promptText(prompt), response]));
  const isSingle = answersSingly(model);
  return {
    id: `openai/${model.model}`,
    async complete(request) {
      const { messages, n = 1, purpose, schema } = request;
      const texts = await textsFor(request, n, responses);
      const shown = promptTokens(messages, count);
      const outputTokens = texts.reduce((sum, text) => sum + count(text), 0);
      const singly = { requests: n, inputTokens: n * shown, outputTokens };
      const usage = isSingle ? singly : { requests: 1, inputTokens: shown, outputTokens };
      onCall({ purpose, model, usage, singly, atMost: schema === undefined ? n : 2 * n });
      const choiceOf = (text: string): ChatChoice => ({
        ...{ text, finishReason: 'stop' },
        ...(request.logprobs !== undefined && { tokens: unsureTokens(text) }),
      });
      return { choices: texts.map(choiceOf), usage };
    },
  };
}

/** Whether the configuration says that a request gives one answer; other services may do so too. */
export const answersSingly = ({ multipleChoices, api }: ChatModelConfig): boolean =>
  multipleChoices === 'no' || api === 'responses';

async function textsFor(
  { messages, purpose, schema, seed = 0 }: ChatRequest,
  n: number,
  responses: ReadonlyMap<string, string | undefined>,
): Promise<string[]> {
  const { content = '' } = messages.at(-1) ?? {};
  const blocks = blocksIn(content);
  if (purpose === 'sek-continue') {
    const whole = responses.get(blocks.question ?? '') ?? RESPONSE;
    return [whole.slice(blocks.beginning?.length)];
  }
  if (schema !== undefined) {
    const answer = await typicalAnswer(purpose, schema.schema, blocks);
    return Array<string>(n).fill(JSON.stringify(answer));
  }
  const response = responses.get(promptText([...messages])) ?? RESPONSE;
  return Array.from({ length: n }, (_, draw) =>
    purpose === 'respond' ? response : variant(response, draw + seed),
  );
}

/** The contents of the tags of a message, and the number at its end: see models/prompt.ts. */
function blocksIn(message: string): Blocks {
  const blocks = message.matchAll(/<([a-z0-9-]+)-([0-9a-f]{12})>\n([\s\S]*?)\n<\/\1-\2>/g);
  const count = /(\d+)$/.exec(message)?.[1];
  const texts = [...blocks].map(([, tag, , text]) => [tag as string, text as string]);
  return { ...Object.fromEntries(texts), ...(count && { count }) };
}

const unsureTokens = (text: string): Token[] =>
  (text.match(/\s*\S+/g) ?? []).map((word) => ({ text: word, logprob: UNSURE }));

const UNSURE = -5;

/** The same text with other figures and without one of its sentences. */
function variant(text: string, draw: number): string {
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  const kept = sentences.length < 2 ? sentences : sentences.toSpliced(draw % sentences.length, 1);
  return kept.join(' ').replace(/\d+/g, (digits) => `${Number(digits) + 1 + (draw % 7)}`);
}

/** A response of usual length: that of the passages of PHD. */
const RESPONSE =
  'Ada Marlow was a Welsh botanist who was born in Cardiff in 1902. She studied biology at the University of Leeds ' +
  'and taught there from 1931 to 1958. Marlow discovered eleven species of moss in the mountains of Snowdonia. Her ' +
  'book "Plants of the North" was published in 1946 and won the Hallam Medal. She married the painter Ove Brandt in ' +
  '1935, and they had two daughters. After the war Marlow led the botanical garden of Sheffield, which she opened to ' +
  'schools. She was elected a member of the Royal Society in 1951. Marlow died in Leeds in 1977 and is remembered as a ' +
  'pioneer of field botany.';
