/** An embedding model behind the embeddings endpoint of OpenAI or a compatible service. */
import type { EmbedderConfig } from '../../config/schema.ts';
import type { Embedder } from '../embedder.ts';
import { embedFunction } from '../own-functions.ts';
import { mapSlices } from '../slices.ts';
import { untilAborted } from '../../common/call-signal.ts';
import { type Connection, type Environment, openAiService } from './openai-client.ts';
import { toModelCallError } from './openai-errors.ts';

const DEFAULT_MODEL = 'text-embedding-3-small';
const TIMEOUT_SECONDS = 120;
const MAX_RETRIES = 4;
/** A batch of 1,000 vectors of 3,072 numbers takes about 40 MB. */
const MAX_ANSWER_BYTES = 100_000_000;

/**
 * An embedder of the service that `config` names. Blank texts, which services refuse, are not sent.
 *
 * @throws ConfigError when the key is missing
 */
export function createOpenAiEmbedder(config: EmbedderConfig, options: { env: Environment }): Embedder {
  const model = config.model ?? DEFAULT_MODEL;
  const limits = {
    ...{ timeoutSeconds: TIMEOUT_SECONDS, maxRetries: MAX_RETRIES },
    maxAnswerBytes: MAX_ANSWER_BYTES,
  };
  const service = openAiService({ ...config, ...limits }, options.env);

  async function embedBatch(connection: Connection, texts: string[], signal?: AbortSignal) {
    const parameters = { model, input: texts, encoding_format: 'float' } as const;
    const { data } = await untilAborted(connection.client.embeddings.create(parameters, { signal }), signal);
    if (data.length !== texts.length)
      throw new RangeError(`${data.length} vectors for ${texts.length} texts`);
    const vectors = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    if (!vectors.every((vector) => vector.every(Number.isFinite)))
      throw new RangeError('a component of a vector is not a number');
    return vectors;
  }

  return embedFunction(`openai/${model}`, async (texts, { signal }) => {
    const connection = await service.connect();
    try {
      return await mapSlices(texts, config.batchSize, (batch) => embedBatch(connection, batch, signal));
    } catch (error) {
      signal?.throwIfAborted();
      throw toModelCallError(error, { service, sdk: connection.sdk, model, purpose: 'embeddings' });
    }
  });
}
