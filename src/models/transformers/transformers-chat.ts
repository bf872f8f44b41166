/** A local chat model, through transformers.js text generation and ONNX Runtime. */
import PQueue from 'p-queue';
import type { ChatModelConfig } from '../../config/schema.ts';
import { errorMessage } from '../../common/error-message.ts';
import { ModelCallError } from '../../errors.ts';
import type { Environment } from '../../files/user-cache.ts';
import { addUsage, ZERO_USAGE } from '../budget/usage.ts';
import type {
  CallOptions,
  ChatAnswer,
  ChatChoice,
  ChatMessage,
  ChatModel,
  ChatRequest,
} from '../chat-model.ts';
import { untilAborted } from '../../common/call-signal.ts';
import type { Tensor, TokenBatch, TransformersImporter } from './transformers-loading.ts';
import { importTransformers, pipelineOf } from './transformers-loading.ts';

/** Tokens of an answer where neither request nor settings limit it. */
const DEFAULT_OUTPUT_TOKENS = 1024;

/** The part of a `text-generation` pipeline in use. */
export interface TextGenerator {
  tokenizer: {
    (text: string, options: { add_special_tokens: boolean }): TokenBatch;
    chat_template?: string | null;
    apply_chat_template(
      messages: readonly ChatMessage[],
      options: { tokenize: false; add_generation_prompt: true },
    ): string;
    decode(tokens: readonly bigint[], options: { skip_special_tokens: true }): string;
  };
  model: {
    config: { max_position_embeddings?: number; eos_token_id?: number | number[] };
    generation_config?: { eos_token_id?: number | number[] } | null;
    /** Prompt and answer, [1, tokens]. */
    generate(options: TokenBatch & Record<string, unknown>): Promise<Tensor<BigInt64Array>>;
  };
}

/** The parts of the library in use beside its pipeline. */
interface GenerationLibrary {
  random: { seed(seed?: number): void };
  InterruptableStoppingCriteria: new () => { interrupt(): void };
}

interface Loaded {
  generator: TextGenerator;
  library: GenerationLibrary;
}

/** One call at a time over all models: they share the processor, and the library has one random generator. */
const turns = new PQueue({ concurrency: 1 });

/**
 * A chat model of a Hugging Face id or a local folder. Draws are made sequentially; with a seed they are reproducible
 * on the same machine. A JSON schema is not enforced.
 */
export function createTransformersChat(
  config: ChatModelConfig,
  { env, importer = importTransformers }: { env: Environment; importer?: TransformersImporter },
): ChatModel {
  const load = pipelineOf<TextGenerator>('text-generation', config, { env, importer });
  return {
    id: `transformers/${config.model}`,
    async complete(request: ChatRequest, { signal }: CallOptions = {}): Promise<ChatAnswer> {
      signal?.throwIfAborted();
      const generator = await load();
      const library = (await importer()) as unknown as GenerationLibrary;
      const loaded = { generator, library };
      const drawing = turns.add(() => drawAnswers(loaded, config, request, signal), signal ? { signal } : {});
      return untilAborted(drawing, signal);
    },
  };
}

async function drawAnswers(
  loaded: Loaded,
  config: ChatModelConfig,
  request: ChatRequest,
  signal: AbortSignal | undefined,
): Promise<ChatAnswer> {
  const fail = (problem: string, status: number | null = null) =>
    new ModelCallError(`${request.purpose}: model "${config.model}": ${problem}`, {
      retryable: false,
      status,
    });
  const prompt = promptOf(loaded.generator, request.messages);
  const inputTokens = prompt.input_ids.data.length;
  const { max_position_embeddings: positions = Number.POSITIVE_INFINITY } = loaded.generator.model.config;
  if (positions <= inputTokens) {
    const remedy = 'Use a model with a longer context, or shorter passages.';
    throw fail(`the request is longer than the model's context. ${remedy}`, CONTENT_TOO_LARGE);
  }
  const limit = Math.min(positions - inputTokens, config.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS);
  const choices: ChatChoice[] = [];
  let usage = ZERO_USAGE;
  for (let position = 0; position < (request.n ?? 1); position++) {
    signal?.throwIfAborted();
    const generation = { prompt, limit, position, signal };
    const { choice, tokens } = await generate(loaded, request, generation).catch((error: unknown) => {
      throw fail(`the answer could not be generated (${errorMessage(error)}).`);
    });
    choices.push(choice);
    usage = addUsage(usage, { requests: 1, inputTokens, outputTokens: tokens });
  }
  signal?.throwIfAborted();
  return { choices, usage };
}

const CONTENT_TOO_LARGE = 413;

/** The prompt by the model's chat template; without one, the messages below one another. */
function promptOf({ tokenizer }: TextGenerator, messages: readonly ChatMessage[]): TokenBatch {
  if (!tokenizer.chat_template) {
    const text = messages.map(({ content }) => content).join('\n\n');
    return tokenizer(text, { add_special_tokens: true });
  }
  const text = tokenizer.apply_chat_template(messages, { tokenize: false, add_generation_prompt: true });
  return tokenizer(text, { add_special_tokens: false });
}

interface Generation {
  prompt: TokenBatch;
  limit: number;
  position: number;
  signal: AbortSignal | undefined;
}

async function generate(
  { generator: { model, tokenizer }, library }: Loaded,
  { temperature = 1, seed }: ChatRequest,
  { prompt, limit, position, signal }: Generation,
): Promise<{ choice: ChatChoice; tokens: number }> {
  const stopping = new library.InterruptableStoppingCriteria();
  const stop = () => stopping.interrupt();
  signal?.addEventListener('abort', stop, { once: true });
  library.random.seed(seed === undefined ? undefined : (seed + position) & 0x7fffffff);
  try {
    const output = await model.generate({
      ...prompt,
      max_new_tokens: limit,
      stopping_criteria: stopping,
      // All tokens may be drawn, as services do; the library's default is the 50 likeliest.
      ...(temperature > 0 ? { do_sample: true, temperature, top_k: 0 } : { do_sample: false }),
    });
    const tokens = [...output.data].slice(prompt.input_ids.data.length);
    const ends = [model.generation_config?.eos_token_id ?? model.config.eos_token_id ?? []].flat();
    const ended = ends.includes(Number(tokens.at(-1)));
    const text = tokenizer.decode(tokens, { skip_special_tokens: true });
    return { choice: { text, finishReason: ended ? 'stop' : 'length' }, tokens: tokens.length };
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
