/** What a request that failed in a batch stands for: the error it would have been when asked at once. */
import { ModelCallError } from '../../errors.ts';
import type { Service } from '../openai/openai-client.ts';
import { redact, toModelCallError } from '../openai/openai-errors.ts';
import type { BatchFailure } from './batch-files-lines.ts';

export async function failureError(
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
  const text = `${purpose}: model "${model}" at ${service.shownUrl}: the batch ended without an answer (${words}). Go on later.`;
  return new ModelCallError(redact(text, service.secrets), { retryable: true });
}
