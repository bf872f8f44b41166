/**
 * Self-correction on external knowledge (SEK; DRAD, Su et al. 2024, §3.2), and the retrieval timings it is compared
 * with:
 *
 *   drad      retrieve where an entity is a hallucination (RHD), cut before it, continue from there with the passages
 *   none      never
 *   once      once, with the question, before anything is written
 *   sentence  before every sentence, with the one before it (FLR)
 *   token     where a token of a sentence is improbable, and rewrite that sentence (TPR, FLARE)
 *
 * Each sentence is revised at most once, so the text is processed once from beginning to end.
 */
import { blamesRequest } from '../../models/ask.ts';
import type { CallOptions, ChatChoice, ChatMessage, ChatModel } from '../../models/chat-model.ts';
import { type PromptSet, render } from '../../models/prompt.ts';
import type { MissingReason, PassagePrompt, Span, Token } from '../../passage.ts';
import { promptMessages, promptText } from '../../text/conversation.ts';
import { continued, type Draft, draftOf, upTo } from './draft.ts';
import type { FoundPassage, PassageSearch } from './passages.ts';
import type { FindTrigger } from './triggers.ts';

export const TIMINGS = ['drad', 'none', 'once', 'sentence', 'token'] as const;
export type Timing = (typeof TIMINGS)[number];

/** One retrieval, and the text written with it. */
export interface Retrieval {
  /** Offset in the text where the rewrite begins. */
  at: number;
  /** The reason for the retrieval; null where the timing has none. */
  because: string | null;
  query: string;
  passages: Pick<FoundPassage, 'id' | 'title' | 'score'>[];
  /** The removed text after `at`; empty where there was none. */
  removed: string;
  written: string;
}

export interface SekRewrite {
  /** The given response, or the model's first one; empty where it wrote with passages from the start. */
  before: string;
  after: string;
  retrievals: Retrieval[];
  /** Why it ended before the text was clean; null where the text is clean. */
  reason: MissingReason | 'limit' | null;
}

export interface CorrectionInput {
  prompt: PassagePrompt;
  /** Without it the model is asked. */
  response?: string | undefined;
  tokens?: readonly Token[] | undefined;
}

export interface SekRewriteParts {
  timing: Timing;
  /** Null where nothing is written. */
  model: ChatModel | null;
  prompts: PromptSet;
  search: PassageSearch;
  /** For `drad` and `token`. */
  findTrigger: FindTrigger;
  sentencesOf: (text: string) => readonly Span[];
  logprobs: number;
  passages: number;
  /** Maximum retrievals for one text. */
  limit: number;
}

/** @throws ModelCallError when the service did not answer */
export async function correctByRetrieval(
  input: CorrectionInput,
  parts: SekRewriteParts,
  options?: CallOptions,
): Promise<SekRewrite> {
  const work = new Work(input.prompt, parts, options);
  try {
    if (parts.timing === 'once') return await work.writeOnce(input);
    if (parts.timing === 'sentence') return await work.writeBySentences(input);
    return await work.revise(input);
  } catch (error) {
    if (!blamesRequest(error)) throw error;
    return work.ended(input.response ?? '', 'call-failed');
  }
}

/** Finish reasons that count as no answer. */
const UNUSABLE: Partial<Record<ChatChoice['finishReason'], MissingReason>> = {
  refusal: 'refused',
  'content-filter': 'refused',
};

class Work {
  readonly #prompt: PassagePrompt;
  readonly #question: string;
  readonly #parts: SekRewriteParts;
  readonly #options: CallOptions | undefined;
  readonly #retrievals: Retrieval[] = [];
  #draft: Draft = { text: '', placed: [] };

  constructor(prompt: PassagePrompt, parts: SekRewriteParts, options: CallOptions | undefined) {
    this.#prompt = prompt;
    this.#question = promptText(prompt);
    this.#parts = parts;
    this.#options = options;
  }

  ended(before: string, reason: SekRewrite['reason']): SekRewrite {
    return { before, after: this.#draft.text || before, retrievals: this.#retrievals, reason };
  }

  async writeOnce({ response = '' }: CorrectionInput): Promise<SekRewrite> {
    this.#draft = { text: response, placed: [] };
    return this.ended(response, await this.#rewrite({ cut: 0, query: this.#question, because: null }));
  }

  async writeBySentences({ response = '' }: CorrectionInput): Promise<SekRewrite> {
    const { limit, sentencesOf } = this.#parts;
    let query = this.#question;
    for (let count = 0; count < limit; count++) {
      const cut = this.#draft.text.length;
      const reason = await this.#rewrite({ cut, query, because: null });
      if (reason !== null) return this.ended(response, reason);
      const [next, ...further] = sentencesOf(this.#draft.text).filter(({ end }) => end > cut);
      if (!next || further.length === 0) return this.ended(response, null);
      this.#draft = upTo(this.#draft, next.end);
      const last = this.#retrievals.at(-1) as Retrieval;
      last.written = this.#draft.text.slice(cut);
      query = this.#draft.text.slice(next.start, next.end);
    }
    return this.ended(response, 'limit');
  }

  async revise({ response, tokens }: CorrectionInput): Promise<SekRewrite> {
    const { timing, findTrigger, limit } = this.#parts;
    const first =
      response === undefined
        ? await this.#ask(promptMessages(this.#prompt), 'respond')
        : { text: response, tokens };
    const draft = draftOf({ text: first.text, ...(first.tokens && { tokens: [...first.tokens] }) });
    this.#draft = draft ?? { text: first.text, placed: [] };
    if (timing === 'none') return this.ended(first.text, null);
    if (draft === null) return this.ended(first.text, 'unaligned-tokens');
    if (draft.placed.length === 0) return this.ended(first.text, 'no-tokens');
    let from = 0;
    for (let count = 0; count <= limit; count++) {
      const trigger = await findTrigger(this.#draft, from, this.#options);
      if (trigger === null) return this.ended(first.text, null);
      if (count === limit) break;
      const reason = await this.#rewrite(trigger);
      if (reason !== null) return this.ended(first.text, reason);
      from = this.#endOfSentence(trigger.cut);
    }
    return this.ended(first.text, 'limit');
  }

  #endOfSentence(place: number): number {
    const { text } = this.#draft;
    const word = place + Math.max(0, text.slice(place).search(/\S/));
    return this.#parts.sentencesOf(text).find(({ end }) => end > word)?.end ?? text.length;
  }

  /** Retrieves, cuts and continues. @returns why that failed; null where it did not */
  async #rewrite({ cut, query, because }: Pick<Retrieval, 'query' | 'because'> & { cut: number }) {
    const { search, passages: count, prompts } = this.#parts;
    const asked = query === '' ? this.#question : query;
    const found = search.search(asked, count);
    const beginning = upTo(this.#draft, cut);
    const messages = render(prompts.get('sek-continue'), {
      question: this.#question,
      passages: { blocks: found.map(({ title, text }) => (title === null ? text : `${title}\n${text}`)) },
      beginning: beginning.text,
    });
    const choice = await this.#ask(messages, 'sek-continue');
    const refused = UNUSABLE[choice.finishReason];
    const removed = this.#draft.text.slice(cut);
    if (refused === undefined && choice.text.trim() !== '') {
      const answer = draftOf(choice) ?? { text: choice.text, placed: [] };
      this.#draft = continued(beginning, answer);
    }
    const written = this.#draft.text.slice(cut);
    const passages = found.map(({ id, title, score }) => ({ id, title, score }));
    this.#retrievals.push({ at: cut, because, query: asked, passages, removed, written });
    return refused ?? null;
  }

  async #ask(messages: readonly ChatMessage[], purpose: string): Promise<ChatChoice> {
    const { model, logprobs } = this.#parts;
    if (model === null) throw new Error('a text was to be written without a model');
    const { choices } = await model.complete({ messages, temperature: 0, logprobs, purpose }, this.#options);
    return choices[0] ?? { text: '', finishReason: 'stop' };
  }
}
