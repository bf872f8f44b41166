/**
 * A chat model whose calls go through batches: known answers are read from a folder, other requests are noted there
 * for the next batch.
 *
 * A request is one line with its `n`; where the service takes no `n`, or gave fewer answers, each draw that is
 * missing is a line of its own, with a seed of its own. The `custom_id` is the key of the request (cache-key.ts),
 * followed by the numbers of its draws where they are not the first one alone: `KEY`, `KEY#4`, `KEY#0-9`; a single
 * draw of the latter is `KEY#0-9.6`.
 */
import type { ChatModelConfig } from '../../config/schema.ts';
import { PendingError } from '../../errors.ts';
import type { Environment } from '../../files/user-cache.ts';
import { isNumbered, modelIdentity, requestKey } from '../cache/cache-key.ts';
import { finishedTexts, lookUp, merged, numbersOf } from '../cache/cached-draws.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { ChatAnswer, ChatModel, ChatRequest } from '../chat-model.ts';
import { firstChoice, joinedAnswers, singleDraw } from '../limits/all-draws.ts';
import { openAiService, type Service } from '../openai/openai-client.ts';
import { batchLines } from './batch-chat-line.ts';
import type { BatchFiles } from './batch-files.ts';

export interface BatchChatOptions {
  env: Environment;
  files: BatchFiles;
  /** Answers of earlier runs; new answers are stored there too. */
  cache?: ResponseCache;
}

const NO_KEY = 'no-key';

/** The service that `config` names, for which no key is needed, since nothing is sent. */
export function serviceWithoutKey(config: ChatModelConfig, env: Environment): Service {
  const key = env[config.apiKeyEnv]?.trim() || NO_KEY;
  return openAiService({ ...config, headers: {} }, { ...env, [config.apiKeyEnv]: key });
}

/**
 * The model of the service that `config` names; nothing is sent, and no key is needed. `complete` rejects with a
 * PendingError while an answer is missing, and with the ModelCallError of a permanent failure (batch-chat-line.ts).
 */
export function batchChat(config: ChatModelConfig, { env, files, cache }: BatchChatOptions): ChatModel {
  const service = serviceWithoutKey(config, env);
  const identity = modelIdentity(config, service.shownUrl);
  const lines = batchLines(config, service, files);

  /** The answer to a request; null where draws are missing, which are then noted. */
  async function collect(id: string, request: ChatRequest): Promise<ChatAnswer | null> {
    const { n = 1 } = request;
    const isOneLine = () => n === 1 || lines.takesSeveral();
    const whole = isOneLine() || files.isAsked(id) ? await lines.answered(id, request) : null;
    // Looked up again: `n` may just have turned out to be the rejected parameter.
    if (whole === null && (isOneLine() || files.isOpen(id))) {
      lines.note(id, request);
      return null;
    }
    if (n === 1) return whole && firstChoice(whole);
    const found = whole === null ? [] : [{ ...whole, choices: whole.choices.slice(0, n) }];
    const rest = await singleDraws(lines, id, request, found[0]?.choices.length ?? 0);
    return rest && joinedAnswers([...found, ...rest]);
  }

  return {
    id: `openai/${config.model}`,
    async complete(request, options) {
      options?.signal?.throwIfAborted();
      if (!isNumbered(request)) throw new Error('a batch can only be asked for draws that have a scope');
      const requested = requestKey(identity, request);
      const id = lineId(requested, request);
      if (cache && !files.isAsked(id) && !files.isAsked(`${id}.0`)) {
        // If some of its draws are missing, all are requested.
        const kept = await lookUp(cache, requested, request);
        if (kept.missing.length === 0) return merged(request, kept);
      }
      const answer = await collect(id, request);
      if (answer === null) {
        throw new PendingError(`${request.purpose}: the answer of ${config.model} is pending in a batch`);
      }
      if (cache && (await lookUp(cache, requested, request)).missing.length > 0) {
        cache.store(requested, finishedTexts(request, numbersOf(request), answer.choices));
      }
      return answer;
    },
  };
}

/** The draws from `first` on, each from its own line; null where some are missing, which are then noted. */
async function singleDraws(
  lines: ReturnType<typeof batchLines>,
  id: string,
  request: ChatRequest,
  first: number,
): Promise<ChatAnswer[] | null> {
  const answers: ChatAnswer[] = [];
  let isMissing = false;
  for (let position = first; position < (request.n ?? 1); position++) {
    const draw = singleDraw(request, position);
    const answer = await lines.answered(`${id}.${position}`, draw);
    if (answer !== null) answers.push(firstChoice(answer));
    else {
      lines.note(`${id}.${position}`, draw);
      isMissing = true;
    }
  }
  return isMissing ? null : answers;
}

function lineId(key: string, { firstDraw = 0, n = 1 }: ChatRequest): string {
  if (n > 1) return `${key}#${firstDraw}-${firstDraw + n - 1}`;
  return firstDraw === 0 ? key : `${key}#${firstDraw}`;
}
