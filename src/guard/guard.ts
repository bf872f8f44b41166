/** A guard of language models, as middleware of the AI SDK: the answers of a model are judged before they are returned. */
import type {
  LanguageModelV3CallOptions,
  LanguageModelV3GenerateResult,
  LanguageModelV3Middleware,
} from '@ai-sdk/provider';
import { givenDetector } from '../detector/create-detector.ts';
import { guardBudget } from './guard-limits.ts';
import { checkEvidence, type GuardOptions, guardSettings } from './guard-settings.ts';
import { METADATA_KEY, metadataOf } from './guard-words.ts';
import {
  type GuardedCall,
  type GuardedCallParts,
  guardedCall,
  type GuardedAnswer,
  textOf,
} from './guarded-call.ts';
import { ending, guardedStream, REFUSED } from './guarded-stream.ts';

export interface Guard extends LanguageModelV3Middleware {
  /** Aborts what the guard still does, whose answers pass with a note, and closes the detector, unless it was passed in. */
  close(): Promise<void>;
}

/**
 * Middleware for `wrapLanguageModel` of the AI SDK (version 6, language models `v3`). An answer is compared with other
 * answers of the same model, or with reference texts. `providerMetadata.hallugraph` has the verdict; the `policy` decides
 * what happens to an answer that is likely wrong.
 *
 * An answer passes, with a `note` in the metadata, if the guard or a function passed to it fails, its time limit or its
 * budget is used up, or the answer is no text (tool calls, JSON); `onFailure` can refuse texts that are not judged. Only an
 * abort by the caller ends a call.
 *
 * @throws ConfigError for an invalid option, or where there is nothing to judge by
 * @example
 * const model = wrapLanguageModel({ model: openai('gpt-4o-mini'), middleware: hallucinationGuard({ policy: 'retry' }) });
 */
export function hallucinationGuard(options: GuardOptions = {}): Guard {
  const settings = guardSettings(options);
  const detector = givenDetector(options.detector ?? {}, settings.context === undefined ? 'local' : 'check');
  checkEvidence(detector.config, settings);
  const budget = guardBudget(settings.budget);
  const open = new Set<GuardedCall>();
  const begun = (given: Pick<GuardedCallParts, 'model' | 'params'>): GuardedCall => {
    const call = guardedCall({ settings, detector, budget, ...given });
    open.add(call);
    if (surelyText(given.params)) call.begin();
    return call;
  };
  const ended = (call: GuardedCall, why = 'the call has ended'): void => {
    open.delete(call);
    call.end(why);
  };
  return {
    specificationVersion: 'v3',
    async wrapGenerate({ doGenerate, model, params }) {
      const call = begun({ model, params });
      try {
        const answer = await doGenerate();
        return withOutcome(answer, await call.applyPolicy(textOf(answer.content)));
      } finally {
        ended(call);
      }
    },
    async wrapStream({ doStream, model, params }) {
      const call = begun({ model, params });
      const end = () => ended(call);
      try {
        const { stream, ...rest } = await doStream();
        return {
          stream: stream.pipeThrough(guardedStream(call, settings)).pipeThrough(ending(end)),
          ...rest,
        };
      } catch (error) {
        end();
        throw error;
      }
    },
    close() {
      for (const call of open) ended(call, 'the guard was closed');
      return detector.close();
    },
  };
}

/** Where the answer may be a tool call, samples are drawn only once there is a text. */
const surelyText = ({ responseFormat, tools = [] }: LanguageModelV3CallOptions): boolean =>
  responseFormat?.type !== 'json' && tools.length === 0;

function withOutcome(
  answer: LanguageModelV3GenerateResult,
  guarded: GuardedAnswer,
): LanguageModelV3GenerateResult {
  const { text, addition, action } = guarded;
  const others = answer.content.filter(({ type }) => type !== 'text');
  const content = text === null ? answer.content : [...others, { type: 'text' as const, text }];
  return {
    ...answer,
    content: addition === '' ? content : [...content, { type: 'text', text: addition }],
    ...(action === 'refused' && { finishReason: REFUSED }),
    providerMetadata: { ...answer.providerMetadata, [METADATA_KEY]: metadataOf(guarded) },
  };
}
