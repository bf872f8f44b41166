/** One call of a guarded model: its samples, the verdicts on its answer, and what happens to it. */
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3Prompt,
} from '@ai-sdk/provider';
import type { Detector } from '../detector/detector-interface.ts';
import { addUsage, ZERO_USAGE } from '../models/budget/usage.ts';
import { errorMessage } from '../common/error-message.ts';
import type { ChatMessage, Passage, PassageVerdict } from '../passage.ts';
import { type GuardBudget, timeLimit, Unjudged } from './guard-limits.ts';
import { type GuardSettings, REFUSAL } from './guard-settings.ts';
import { annotationOf, type GuardAction, type GuardOutcome, reviewMessage } from './guard-words.ts';

export interface GuardedCallParts {
  settings: GuardSettings;
  detector: Pick<Detector, 'evaluate'>;
  budget: GuardBudget;
  model: LanguageModelV3;
  params: LanguageModelV3CallOptions;
}

/** Null with a note where there is no verdict. */
interface Judgement {
  verdict: PassageVerdict | null;
  note: string | null;
  /** Whether it passes, is likely wrong, or is refused since it was not judged. */
  fate: 'pass' | 'wrong' | 'refuse';
}

export interface GuardedAnswer extends GuardOutcome {
  /** The text to return; null for the judged answer itself. */
  text: string | null;
  /** Appended to it; empty for nothing. */
  addition: string;
}

export type GuardedCall = ReturnType<typeof guardedCall>;

export function guardedCall({ settings, detector, budget, model, params }: GuardedCallParts) {
  const { prompt, abortSignal: caller } = params;
  const over = new AbortController();
  const ended = AbortSignal.any([over.signal, ...(caller ? [caller] : [])]);
  const withinTime = timeLimit(settings.timeoutMs, ended);
  let used = ZERO_USAGE;
  let samples: Promise<string[]> | undefined;
  const sampling = new AbortController();

  const generate = async (by: LanguageModelV3, options: LanguageModelV3CallOptions): Promise<string> => {
    used = addUsage(used, { ...ZERO_USAGE, requests: 1 });
    const { content, usage } = await by.doGenerate(options);
    const { inputTokens, outputTokens } = usage;
    const tokens = { inputTokens: inputTokens.total ?? 0, outputTokens: outputTokens.total ?? 0 };
    budget.spendTokens(tokens);
    used = addUsage(used, { requests: 0, ...tokens });
    return textOf(content);
  };

  /** An answer passes if its guard fails; only an abort by the caller ends the call. */
  async function orNote<T>(work: () => Promise<T>): Promise<{ value: T | null; note: string | null }> {
    try {
      return { value: await work(), note: null };
    } catch (error) {
      caller?.throwIfAborted();
      const message = errorMessage(error);
      return { value: null, note: error instanceof Unjudged ? message : `failed: ${message}` };
    }
  }

  async function drawSamples(): Promise<string[]> {
    const { samples: count, sampler = model, temperature } = settings;
    budget.reserve(count);
    if (count === 0) return [];
    const { seed, ...rest } = params;
    const abortSignal = AbortSignal.any([sampling.signal, ended]);
    const drawn = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        // With the same seed all samples would be equal.
        generate(sampler, {
          ...{ ...rest, abortSignal, temperature },
          ...(seed !== undefined && { seed: seed + index + 1 }),
        }),
      ),
    );
    const texts = drawn.filter((text) => text.trim() !== '');
    if (texts.length === 0) throw new Unjudged('no sample has any text');
    return texts;
  }

  /** Starts drawing samples, in parallel to the answer. */
  function begin(): void {
    samples ??= drawSamples();
    // Reported where they are awaited.
    samples.catch(() => undefined);
  }

  /**
   * @param part the part of the verdict by which it is likely wrong; default: the whole
   * @throws the reason with which the caller aborts
   */
  async function judge(response: string, part = (verdict: PassageVerdict) => verdict): Promise<Judgement> {
    const isData = params.responseFormat?.type === 'json';
    const isText = response.trim() !== '' && !isData;
    const evaluated = await orNote(async () => {
      if (response.trim() === '') throw new Unjudged('no text');
      if (isData) throw new Unjudged('the answer is data, not text');
      begin();
      return withinTime(async (signal) => {
        const drawn = (await samples) ?? [];
        const context = typeof settings.context === 'function' ? settings.context(params) : settings.context;
        const passage: Passage = {
          ...{ id: 'answer', prompt: promptOf(prompt), response },
          ...(drawn.length > 0 && { samples: drawn }),
          ...(context && { context: [...context] }),
        };
        const verdict = await detector.evaluate(passage, { signal });
        // A verdict that comes too late was paid for, too.
        budget.spendOnVerdict(verdict.usage);
        used = addUsage(used, verdict.usage);
        return verdict;
      });
    });
    const { value: verdict } = evaluated;
    // Samples that are still being drawn would come too late.
    if (verdict === null) sampling.abort();
    const abstention = verdict?.abstention ?? null;
    const note = abstention === null ? evaluated.note : `not judged: ${abstention.detail}`;
    const heard = calling('onVerdict', () => settings.onVerdict?.(verdict, note));
    // A promise of the caller's, against the type, must not end the process.
    Promise.resolve(heard.value).catch(() => undefined);
    const wrong = calling('isWrong', () => verdict !== null && settings.isWrong(part(verdict)));
    const isUnjudged = verdict === null || abstention !== null || wrong.note !== null;
    const mayPass = settings.onFailure === 'pass' || !isText || abstention?.reason === 'refusal';
    const unwrong = isUnjudged && !mayPass ? 'refuse' : 'pass';
    return {
      ...{ verdict, note: note ?? wrong.note ?? heard.note },
      fate: wrong.value ? 'wrong' : unwrong,
    };
  }

  /** The words of a refusal; those of the default where the caller's function fails, with a note. */
  function refusal(verdict: PassageVerdict | null) {
    const { value, note } = calling('refusal', () => settings.refusal(verdict));
    return { text: value ?? REFUSAL, note };
  }

  /** The model's answer after it was told what is likely wrong. */
  const askAgain = (answer: string, verdict: PassageVerdict) =>
    orNote(async () => {
      budget.reserve(1);
      const again: LanguageModelV3Prompt = [
        ...prompt,
        { role: 'assistant', content: [{ type: 'text', text: answer }] },
        { role: 'user', content: [{ type: 'text', text: reviewMessage(verdict) }] },
      ];
      const text = await withinTime((abortSignal) =>
        generate(model, { ...params, prompt: again, abortSignal }),
      );
      if (text.trim() === '') throw new Unjudged('no text when asked again');
      return text;
    });

  async function applyPolicy(answer: string): Promise<GuardedAnswer> {
    const first = await judge(answer);
    let last: Pick<GuardedAnswer, 'verdict' | 'note' | 'text'> = {
      ...{ verdict: first.verdict, note: first.note, text: null },
    };
    let retries = 0;
    const outcome = (action: GuardAction, changed: Partial<GuardedAnswer> = {}): GuardedAnswer => ({
      ...{ ...last, action, retries, addition: '', usage: used, ...changed },
    });
    const refused = (verdict: PassageVerdict | null): GuardedAnswer => {
      const { text, note } = refusal(verdict);
      return outcome('refused', { text, note: last.note ?? note });
    };
    if (first.fate === 'pass') return outcome('passed');
    if (first.fate === 'refuse') return refused(null);
    let { policy } = settings;
    if (policy === 'retry') {
      policy = settings.otherwise;
      last.text = answer;
      while (retries < settings.retries) {
        retries += 1;
        const again = await askAgain(last.text as string, last.verdict as PassageVerdict);
        if (again.value === null) {
          last.note = again.note;
          break;
        }
        const next = await judge(again.value);
        last = { verdict: next.verdict, note: next.note, text: again.value };
        if (next.fate === 'pass') return outcome('retried');
        if (next.fate === 'refuse') return refused(null);
      }
    }
    const verdict = last.verdict as PassageVerdict;
    if (policy === 'pass') return outcome('passed');
    if (policy === 'annotate') return outcome('annotated', { addition: annotationOf(verdict) });
    return refused(verdict);
  }

  /** Usage of the guard in this call so far. */
  const usage = () => used;

  /** Aborts whatever the guard still does for this call. @param why the note of an answer that is not judged therefore */
  const end = (why: string) => over.abort(new Unjudged(why));

  return { begin, judge, refusal, applyPolicy, usage, end };
}

/** What a function of the caller returns; undefined with a note where it throws. */
function calling<T>(name: string, work: () => T): { value: T | undefined; note: string | null } {
  try {
    return { value: work(), note: null };
  } catch (error) {
    return { value: undefined, note: `failed: ${name}: ${errorMessage(error)}` };
  }
}

export const textOf = (content: readonly LanguageModelV3Content[]): string =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');

/** The texts of a conversation up to the last user message. */
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
