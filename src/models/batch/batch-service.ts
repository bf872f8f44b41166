/** The OpenAI Batch API: requests go up as a file, are answered within a day, and come back as files. */
import { createReadStream } from 'node:fs';
import type OpenAI from 'openai';
import type { ChatModelConfig } from '../../config/schema.ts';
import type { Environment } from '../../files/user-cache.ts';
import { type Connection, openAiService } from '../openai/openai-client.ts';
import { toModelCallError, withoutSecrets } from '../openai/openai-errors.ts';
import type { BatchTarget } from './batch-files-lines.ts';

export type BatchService = ReturnType<typeof openAiBatchService>;
export type BatchReport = ReturnType<typeof toReport>;

/** Timeout of one file transfer, in milliseconds. */
const TRANSFER_TIMEOUT = 900_000;
const PAGE = 100;
/** Limit of an answer file; near the longest string that Node.js can hold. */
const MAX_FILE_BYTES = 500_000_000;

/**
 * A service that takes batches.
 *
 * Promises: errors are ModelCallErrors; `submit` is one request and never retried; aborting the signal rejects with
 * its reason and leaves submitted batches running.
 *
 * @throws ConfigError when the key or a variable that a header names is missing
 */
export function openAiBatchService(config: ChatModelConfig, { env }: { env: Environment }) {
  const service = openAiService({ ...config, maxAnswerBytes: MAX_FILE_BYTES }, env);

  const report = (batch: OpenAI.Batch) => toReport(batch, service.secrets);

  async function call<T>(
    signal: AbortSignal | undefined,
    action: (connection: Connection, options: { signal: AbortSignal | undefined }) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const connection = await service.connect();
    try {
      // A separate signal per call, since the SDK never removes its listeners.
      return await action(connection, { signal: signal && AbortSignal.any([signal]) });
    } catch (error) {
      signal?.throwIfAborted();
      throw toModelCallError(error, { service, sdk: connection.sdk, model: config.model, purpose: 'batch' });
    }
  }

  return {
    upload: (file: string, signal?: AbortSignal): Promise<string> =>
      call(signal, async ({ client }, options) => {
        const body = { file: createReadStream(file), purpose: 'batch' } as const;
        return (await client.files.create(body, { ...options, timeout: TRANSFER_TIMEOUT })).id;
      }),
    submit: (fileId: string, endpoint: BatchTarget['endpoint'], signal?: AbortSignal): Promise<BatchReport> =>
      call(signal, async ({ client }, options) => {
        const body = { input_file_id: fileId, endpoint, completion_window: '24h' } as const;
        return report(await client.batches.create(body, { ...options, maxRetries: 0 }));
      }),
    /** The batch of an uploaded file; null where none was created. */
    find: (fileId: string, signal?: AbortSignal): Promise<BatchReport | null> =>
      call(signal, async ({ client }, options) => {
        for await (const batch of client.batches.list({ limit: PAGE }, options)) {
          if (batch.input_file_id === fileId) return report(batch);
        }
        return null;
      }),
    check: (batchId: string, signal?: AbortSignal): Promise<BatchReport> =>
      call(signal, async ({ client }, options) => report(await client.batches.retrieve(batchId, options))),
    /** The lines of a file, with the service's secrets removed, since they are written to disk. */
    download: (fileId: string, signal?: AbortSignal): Promise<string[]> =>
      call(signal, async ({ client }, options) => {
        const content = await client.files.content(fileId, { ...options, timeout: TRANSFER_TIMEOUT });
        const text = withoutSecrets(await content.text(), service.secrets);
        return text.split('\n').filter((line) => line.trim() !== '');
      }),
  };
}

function toReport(batch: OpenAI.Batch, secrets: readonly string[]) {
  const problems = (batch.errors?.data ?? []).map(({ code, message }) => message ?? code ?? '');
  return {
    id: batch.id,
    status: batch.status,
    completed: batch.request_counts?.completed ?? 0,
    total: batch.request_counts?.total ?? 0,
    /** Ids of the answer and error files that exist. */
    resultFiles: [batch.output_file_id, batch.error_file_id].filter((id) => typeof id === 'string'),
    /** Why it failed, in the service's words. */
    problem: withoutSecrets(problems.join('; '), secrets),
  };
}
