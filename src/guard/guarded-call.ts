/** One call of a guarded model: its samples, the verdicts on its answer, and what is done about it. */
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3Prompt,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import type { Detector } from '../detector/detector-interface.ts';
import type { ChatMessage, Passage, PassageVerdict, Usage } from '../passage.ts';
import { type GuardBudget, Unjudged, WaitingTime } from './guard-limits.ts';
import type { GuardPolicy, GuardSettings } from './guard-settings.ts';
import { annotationOf, type GuardOutcome, reviewMessage } from './guard-words.ts';

export interface GuardedCallParts {
  settings: GuardSettings;
  detector: Detector;
  budget: GuardBudget;
  model: LanguageModelV3;
  params: LanguageModelV3CallOptions;
}

/** An answer as it is given, and what was done about it. */
export interface Settled extends GuardOutcome {
  /** The text that is given; null for the one that was judged. */
  text: string | null;
  /** What is added behind it; empty for nothing. */
  addition: string;
}

type ModelAnswer = Pick<Awaited<ReturnType<LanguageModelV3['doGenerate']>>, 'content' | 'usage'>;

export class GuardedCall {
  readonly #parts: GuardedCallParts;
  readonly #time: WaitingTime;
  readonly #usage: Usage = { requests: 0, inputTokens: 0, outputTokens: 0 };
  #samples: Promise<string[]> | undefined;

  constructor(parts: GuardedCallParts) {
    this.#parts = parts;
    this.#time = new WaitingTime(parts.settings.timeoutMs);
  }

  /** What the guard has asked for so far in this call. */
  get usage(): Usage {
    return { ...this.#usage };
  }

  /** Begins to draw samples, so that they are there when the answer is. */
  begin(): void {
    this.#samples ??= this.#drawSamples(this.#parts.params.abortSignal);
    // told where they are waited for
    this.#samples.catch(() => undefined);
  }

  /** The verdict on a text; null with a note where there is none. @throws what the caller aborts with */
  async judge(response: string): Promise<{ verdict: PassageVerdict | null; note: string | null }> {
    const { detector, params, settings, budget } = this.#parts;
    const judged = await this.#orNote(async () => {
      if (response.trim() === '') throw new Unjudged('no text');
      if (params.responseFormat?.type === 'json') throw new Unjudged('the answer is data, not text');
      this.begin();
      const verdict = await this.#time.within(
        async (signal) => {
          const samples = await this.#samples;
          const context =
            typeof settings.context === 'function' ? settings.context(params) : settings.context;
          const passage: Passage = {
            ...{ id: 'answer', prompt: promptOf(params.prompt), response },
            ...(samples && samples.length > 0 && { samples }),
            ...(context && { context: [...context] }),
          };
          return detector.evaluate(passage, { signal });
        },
        [params.abortSignal],
      );
      budget.spend(verdict.usage);
      this.#add(verdict.usage);
      return verdict;
    });
    settings.onVerdict?.(judged.value, judged.note);
    return { verdict: judged.value, note: judged.note };
  }

  /** What is done about an answer. */
  async settle(text: string): Promise<Settled> {
    const { settings } = this.#parts;
    const first = await this.judge(text);
    const isFine = ({ verdict }: typeof first) => verdict === null || !settings.isWrong(verdict);
    if (isFine(first)) return this.#outcome('passed', { ...first, text: null, retries: 0 });
    if (settings.policy !== 'retry')
      return this.#apply(settings.policy, { ...first, text: null, retries: 0 });
    let last = { ...first, text };
    for (let retries = 1; retries <= settings.retries; retries++) {
      const again = await this.#askAgain(last.text, last.verdict as PassageVerdict);
      if (again.value === null)
        return this.#apply(settings.otherwise, { ...last, note: again.note, retries });
      last = { ...(await this.judge(again.value)), text: again.value };
      if (isFine(last)) return this.#outcome('retried', { ...last, retries });
    }
    return this.#apply(settings.otherwise, { ...last, retries: settings.retries });
  }

  #apply(
    policy: Exclude<GuardPolicy, 'retry'>,
    judged: Pick<Settled, 'verdict' | 'note' | 'text' | 'retries'>,
  ): Settled {
    const { verdict } = judged;
    if (policy === 'pass' || verdict === null) return this.#outcome('passed', judged);
    if (policy === 'annotate')
      return { ...this.#outcome('annotated', judged), addition: annotationOf(verdict) };
    return { ...this.#outcome('refused', judged), text: this.#parts.settings.refusal(verdict) };
  }

  #outcome(
    action: GuardOutcome['action'],
    judged: Pick<Settled, 'verdict' | 'note' | 'text' | 'retries'>,
  ): Settled {
    return { ...judged, action, addition: '', usage: this.usage };
  }

  /** The model's answer once it was told what is likely wrong; null with a note where there is none. */
  async #askAgain(answer: string, verdict: PassageVerdict) {
    const { model, params, budget } = this.#parts;
    const prompt: LanguageModelV3Prompt = [
      ...params.prompt,
      { role: 'assistant', content: [{ type: 'text', text: answer }] },
      { role: 'user', content: [{ type: 'text', text: reviewMessage(verdict) }] },
    ];
    return this.#orNote(async () => {
      budget.take(1);
      const again = await this.#time.within(
        async (abortSignal) => model.doGenerate({ ...params, prompt, abortSignal }),
        [params.abortSignal],
      );
      this.#count(again);
      const text = textOf(again.content);
      if (text.trim() === '') throw new Unjudged('no text when asked again');
      return text;
    });
  }

  async #drawSamples(abortSignal: AbortSignal | undefined): Promise<string[]> {
    const { model, params, settings, budget } = this.#parts;
    const { samples: count, sampler = model, temperature } = settings;
    if (count === 0) return [];
    budget.take(count);
    const { seed, ...rest } = params;
    const drawn = await Promise.all(
      Array.from({ length: count }, async (_, index) =>
        sampler.doGenerate({
          ...{ ...rest, temperature },
          // of one seed all would be one
          ...(seed !== undefined && { seed: seed + index + 1 }),
          ...(abortSignal && { abortSignal }),
        }),
      ),
    );
    for (const answer of drawn) this.#count(answer);
    const texts = drawn.map(({ content }) => textOf(content)).filter((text) => text.trim() !== '');
    if (texts.length === 0) throw new Unjudged('no sample has any text');
    return texts;
  }

  #count({ usage }: ModelAnswer): void {
    const counted = usageOf(usage);
    this.#parts.budget.spend(counted);
    this.#add(counted);
  }

  #add({ requests, inputTokens, outputTokens }: Usage): void {
    this.#usage.requests += requests;
    this.#usage.inputTokens += inputTokens;
    this.#usage.outputTokens += outputTokens;
  }

  /** An answer passes where its guard fails; only the caller's own abort ends a call. */
  async #orNote<T>(work: () => Promise<T>): Promise<{ value: T | null; note: string | null }> {
    try {
      return { value: await work(), note: null };
    } catch (error) {
      this.#parts.params.abortSignal?.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      return { value: null, note: error instanceof Unjudged ? message : `failed: ${message}` };
    }
  }
}

export const textOf = (content: readonly LanguageModelV3Content[]): string =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');

/** The texts of a conversation up to the last message of the user. */
function promptOf(prompt: LanguageModelV3Prompt): Passage['prompt'] {
  const messages = prompt.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') return [];
    if (message.role === 'system') return [{ role: message.role, content: message.content }];
    const texts = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    return [{ role: message.role, content: texts.join('\n') }];
  });
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return last < 0 ? '' : messages.slice(0, last + 1);
}

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV3Usage): Usage => ({
  ...{ requests: 1, inputTokens: inputTokens.total ?? 0, outputTokens: outputTokens.total ?? 0 },
});
