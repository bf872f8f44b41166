/** Model services of single tests, and of the contract of a chat model. */
import { onTestFinished } from 'vitest';
import type { ChatModel } from '../../src/models/chat-model.ts';
import type { ChatModelUnderTest } from '../contract/chat-model.contract.ts';
import { type OpenAiServer, type ServerOptions, startOpenAiServer } from './openai-server.ts';

/** A service that is closed when the test ends. */
export async function serveOpenAi(options: ServerOptions = {}): Promise<OpenAiServer> {
  const server = await startOpenAiServer(options);
  onTestFinished(() => server.close());
  return server;
}

/**
 * The same model of a service that answers, of one that refuses every request, and of one that never answers.
 *
 * @param options of the one that answers
 */
export async function onThreeServices(
  modelOn: (url: string) => ChatModel | Promise<ChatModel>,
  options: ServerOptions = {},
): Promise<ChatModelUnderTest> {
  const servers = await Promise.all([
    startOpenAiServer(options),
    startOpenAiServer({ reject: ['messages', 'input'] }),
    startOpenAiServer({ handler: () => ({ delay: 60_000 }) }),
  ]);
  const [model, failing, hanging] = (await Promise.all(servers.map(({ url }) => modelOn(url)))) as [
    ChatModel,
    ChatModel,
    ChatModel,
  ];
  const close = async () => void (await Promise.all(servers.map((server) => server.close())));
  return { model, failing, hanging, close };
}
