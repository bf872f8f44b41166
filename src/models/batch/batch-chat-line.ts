/** One line of a batch for one model: its request, its outcome, and whether it is sent again. */
import type { ChatModelConfig } from '../../config/schema.ts';
import { ModelCallError } from '../../errors.ts';
import { blamesRequest } from '../ask.ts';
import { modelIdentity } from '../cache/cache-key.ts';
import type { ChatAnswer, ChatRequest } from '../chat-model.ts';
import { adaptQuirks, recalledQuirks } from '../openai/chat-quirks.ts';
import { ENDPOINTS } from '../openai/openai-chat.ts';
import type { Service } from '../openai/openai-client.ts';
import { redact, toModelCallError } from '../openai/openai-errors.ts';
import type { BatchFiles, BatchRequest } from './batch-files.ts';
import type { BatchFailure } from './batch-files-lines.ts';

/** How often one process sends a request that fails for a transient reason. */
const MAX_ASKS = 3;
/** Statuses with which a service rejects a parameter. */
const REFUSALS: readonly (number | null)[] = [400, 404, 422];

export function batchLines(config: ChatModelConfig, service: Service, files: BatchFiles) {
  const { service: place } = modelIdentity(config, service.shownUrl);
  const quirks = recalledQuirks(files.quirks, config, service);

  function toSend(request: ChatRequest): BatchRequest {
    const { path, parameters } = ENDPOINTS[quirks.api];
    const target = { service: place, model: config.model, endpoint: `/v1${path}` } as const;
    return { target, body: parameters(config, request, quirks) };
  }

  /** Whether a line that was rejected for a parameter is to be sent without it. */
  function isWithoutParameter(
    id: string,
    request: ChatRequest,
    { status, param, message }: BatchFailure,
  ): boolean {
    if (!REFUSALS.includes(status)) return false;
    const { body } = toSend(request);
    if (!files.wasSent(id, body)) return true;
    const change = adaptQuirks(quirks, body, { status: status ?? undefined, param, message }, config);
    Object.assign(quirks, change);
    return change !== null;
  }

  return {
    /** Whether one line may ask for several draws. */
    takesSeveral: (): boolean => quirks.api === 'chat' && quirks.multipleChoices,
    /**
     * The answer; null while a line is pending or has to be sent (again).
     * @throws ModelCallError where it failed because of its content, for a permanent reason, or MAX_ASKS times
     */
    async answered(id: string, request: ChatRequest): Promise<ChatAnswer | null> {
      const outcome = files.find(id);
      if (outcome === null) return null;
      const { answer, failure } = outcome;
      if (failure === null) return answer;
      if (isWithoutParameter(id, request, failure)) return null;
      const { purpose } = request;
      const error = await failureError(failure, { service, model: config.model, purpose });
      const isFinal = files.timesSentHere(id) >= (error.retryable ? MAX_ASKS : 1);
      if (isFinal || blamesRequest(error)) throw error;
      return null;
    },
    note: (id: string, request: ChatRequest): void => files.note(id, () => toSend(request)),
  };
}

/** The error that a failed batch request would have been as a direct call. */
async function failureError(
  { status, code, param, message }: BatchFailure,
  { service, model, purpose }: { service: Service; model: string; purpose: string },
): Promise<ModelCallError> {
  if (status !== null) {
    const sdk = await import('openai');
    const error = sdk.APIError.generate(
      status,
      { error: { message, code, param } },
      undefined,
      new Headers(),
    );
    return toModelCallError(error, { service, sdk, model, purpose });
  }
  const words = [code, message].filter((part) => part).join(': ');
  const text = `${purpose}: model "${model}" at ${service.shownUrl}: the batch ended without an answer (${words}). Resume later.`;
  return new ModelCallError(redact(text, service.secrets), { retryable: true });
}
