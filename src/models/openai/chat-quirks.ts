/**
 * Parameters that a service or model does not support.
 *
 * Services and models differ: some know no `n`, some no JSON schema, some only the Responses API, and reasoning
 * models take neither `max_tokens` nor a temperature. Quirks are declared in the configuration, or start with the
 * most likely ones and change by one step per refusal; they are remembered per service and model.
 */
import type { ChatModelConfig } from '../../config/schema.ts';

export interface Quirks {
  api: 'chat' | 'responses';
  structuredOutput: 'json-schema' | 'json-object' | 'none';
  multipleChoices: boolean;
  tokenLimit: 'max_completion_tokens' | 'max_tokens';
  /** Whether the token limit may still be renamed. */
  tokenLimitSettled: boolean;
  temperature: boolean;
  seed: boolean;
  /** Log-probabilities with the requested alternatives, with at most FEW_ALTERNATIVES, or none. */
  logprobs: 'full' | 'few' | 'none';
}

/** The usual limit of services that allow fewer alternatives than OpenAI's 20. */
export const FEW_ALTERNATIVES = 5;

/** Quirks by service, model and declared settings. */
export type QuirkMemory = Map<string, Quirks>;

/** The quirks of a service and model; the object is shared, so what one model learns holds for all. */
export function recalledQuirks(
  memory: QuirkMemory,
  config: ChatModelConfig,
  service: { shownUrl: string; official: boolean },
): Quirks {
  const first = firstQuirks(config, service.official);
  const key = JSON.stringify([service.shownUrl, config.model, first]);
  const known = memory.get(key) ?? first;
  memory.set(key, known);
  return known;
}

/** The initial quirks: OpenAI's newer name of the token limit, the older one for all others. */
function firstQuirks(config: ChatModelConfig, official: boolean): Quirks {
  const likely = official ? 'max_completion_tokens' : 'max_tokens';
  return {
    api: config.api === 'auto' ? 'chat' : config.api,
    structuredOutput: config.structuredOutput === 'auto' ? 'json-schema' : config.structuredOutput,
    multipleChoices: config.multipleChoices !== 'no',
    tokenLimit: config.tokenLimit === 'auto' ? likely : config.tokenLimit,
    tokenLimitSettled: config.tokenLimit !== 'auto',
    temperature: !config.omit.includes('temperature'),
    seed: !config.omit.includes('seed'),
    logprobs: 'full',
  };
}

const RESPONSES_ONLY =
  /v1\/responses|responses api|not a chat model|not supported in the v1\/chat\/completions|only supported in .*responses/i;

/** What to change after a refusal; null for nothing. @param sent the parameters that were refused */
export function adaptQuirks(
  quirks: Quirks,
  sent: object,
  refusal: { status: number | undefined; param: string | null | undefined; message: string },
  config: ChatModelConfig,
): Partial<Quirks> | null {
  const { status } = refusal;
  const mayMove = config.api === 'auto' && quirks.api === 'chat';
  if (mayMove && (status === 404 || status === 400) && RESPONSES_ONLY.test(refusal.message)) {
    return { api: 'responses' };
  }
  if (status !== 400 && status !== 422) return null;
  const names = (parameter: string, words: RegExp) =>
    parameter in sent && (refusal.param?.split('.')[0] === parameter || words.test(refusal.message));
  const isFormat =
    names('response_format', FORMAT_WORDS) || names('text', FORMAT_WORDS) || refusal.param === 'text.format';
  if (config.structuredOutput === 'auto' && isFormat) {
    return { structuredOutput: quirks.structuredOutput === 'json-schema' ? 'json-object' : 'none' };
  }
  if (!quirks.tokenLimitSettled && names(quirks.tokenLimit, /\bmax_(completion_)?tokens\b/)) {
    const other = quirks.tokenLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { tokenLimit: other, tokenLimitSettled: true };
  }
  if (names('temperature', /\btemperature\b/i)) return { temperature: false };
  if (names('seed', /\bseed\b/i)) return { seed: false };
  if (names('logprobs', LOGPROB_WORDS) || names('top_logprobs', LOGPROB_WORDS)) {
    return { logprobs: quirks.logprobs === 'full' && asksForMany(sent) ? 'few' : 'none' };
  }
  if (config.multipleChoices === 'auto' && names('n', CHOICE_WORDS)) return { multipleChoices: false };
  return null;
}

const FORMAT_WORDS = /response[_ ]?format|text\.format|json_?(schema|object)|structured output|grammar/i;
const LOGPROB_WORDS = /log_?prob/i;
const CHOICE_WORDS = /(['"`])n\1|\bn\b (must|should|is|has|>|=)|\bbody\.n\b|multiple (choices|completions)/i;

const asksForMany = (sent: object): boolean =>
  'top_logprobs' in sent && Number(sent.top_logprobs) > FEW_ALTERNATIVES;
