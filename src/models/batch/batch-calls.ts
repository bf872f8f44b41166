/** The batches of one run: its chat models, the folder of their requests, and the services that answer it. */
import type { ChatModelConfig } from '../../config/schema.ts';
import { RunError } from '../../errors.ts';
import type { Environment } from '../../files/user-cache.ts';
import { modelIdentity } from '../cache/cache-key.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { ChatModel } from '../chat-model.ts';
import { batchChat, serviceWithoutKey } from './batch-chat.ts';
import { BatchFiles } from './batch-files.ts';
import type { BatchTarget } from './batch-files-lines.ts';
import { type BatchService, openAiBatchService } from './batch-service.ts';

export type BatchCalls = ReturnType<typeof batchCalls>;

interface BatchCallsOptions {
  folder: string;
  env: Environment;
  /** Whether batches are submitted to services; otherwise people answer the files, and no key is needed. */
  asksServices: boolean;
}

export function batchCalls({ folder, env, asksServices }: BatchCallsOptions) {
  const services = new Map<string, BatchService>();
  const asked = new Set<string>();
  let files: BatchFiles | undefined;
  const opened = () => {
    if (files === undefined) throw new Error('a model was asked by a batch before its folder was open');
    return files;
  };
  const serviceFor = ({ service }: BatchTarget): BatchService => {
    const found = services.get(service);
    if (found) return found;
    throw new RunError(`${folder}: there are requests to ${service}, which this run does not ask`);
  };
  return {
    folder,
    /** A model whose calls are sent in batches, once the folder is open. @throws ConfigError when its key is missing */
    chat(config: ChatModelConfig, cache: ResponseCache | null): ChatModel {
      const place = modelIdentity(config, serviceWithoutKey(config, env).shownUrl).service;
      asked.add(place);
      if (asksServices) services.set(place, openAiBatchService(config, { env }));
      return {
        id: `openai/${config.model}`,
        complete: async (request, options) =>
          batchChat(config, { env, files: opened(), ...(cache && { cache }) }).complete(request, options),
      };
    },
    /** Opens or reloads the folder. @throws InputError, RunError when it cannot be used */
    async open(): Promise<BatchFiles> {
      files = await BatchFiles.open(folder);
      return files;
    },
    /** Services that the folder has requests to, and none of the models asks. */
    otherServices: () =>
      [...new Set(opened().batches.map(({ service }) => service))].filter((place) => !asked.has(place)),
    /** The service of one of the models; null where people answer the files. */
    serviceFor: asksServices ? serviceFor : null,
  };
}
