/** An embedding model behind the embeddings endpoint of OpenAI or a compatible service. */
import type { EmbedderConfig } from '../../config/schema.ts';
import type { Environment } from '../../files/user-cache.ts';
import type { Embedder } from '../embedder.ts';
import { embedFunction } from '../own-functions.ts';
import { mapSlices } from '../slices.ts';
import { untilAborted } from '../../common/call-signal.ts';
import { type Connection, openAiService } from './openai-client.ts';
import { toModelCallError, unusableAnswer } from './openai-errors.ts';

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
  /** The length of all vectors, once there are some. */
  let known: number[] = [];
  const service = openAiService({ ...config, ...limits }, options.env);

  async function embedBatch(connection: Connection, texts: string[], signal?: AbortSignal) {
    const parameters = { model, input: texts, encoding_format: 'float' } as const;
    const { data } = await untilAborted(connection.client.embeddings.create(parameters, { signal }), signal);
    const vectors = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    const context = { service, sdk: connection.sdk, model, purpose: 'embeddings' };
    const refuse = (text: string) => {
      throw unusableAnswer(text, context);
    };
    if (vectors.length !== texts.length) refuse(`${vectors.length} vectors for ${texts.length} texts`);
    if (!vectors.every((vector) => vector.every(Number.isFinite)))
      refuse('a component of a vector is not a number');
    const lengths = [...new Set([...known, ...vectors.map(({ length }) => length)])];
    if (lengths.length > 1) refuse(`vectors of unequal lengths: ${lengths.join(', ')}`);
    known = lengths;
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
