/** An MCP server on the standard streams of this process: its tools, and how they are called. */
import { Console } from 'node:console';
import type { McpServer, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import PQueue from 'p-queue';
import { z } from 'zod';
import { checkRow, withoutNulls } from '../../datasets/row.ts';
import { packageVersion } from '../common/version.ts';
import { passagesAtOnce } from '../detector/config-uses.ts';
import type { EvaluateOptions } from '../detector/detector-interface.ts';
import { HallugraphError } from '../errors.ts';
import { withoutPackage } from '../models/optional-package.ts';
import { type Passage, passageSchema } from '../passage.ts';
import type { Host } from '../run/host.ts';
import { type Method, type Methods, methodsOf } from '../service/methods.ts';
import { correctionSchema, verdictSchema } from '../service/result-schemas.ts';
import { reportError } from './exit.ts';
import type { OpenDetectors } from './open-detectors.ts';
import { messageStreams } from './mcp-messages.ts';

interface Tool {
  name: Method;
  title: string;
  description: string;
  input: z.ZodType<Passage>;
  output: z.ZodType;
}

const { id, prompt, response, samples, context, tokens, sentences, claims } = passageSchema.shape;

/** A passage; unknown fields are refused, since a misspelt one would change the request. */
const passageInput = z.strictObject({
  id: id.default('text').describe('A name for the text, repeated in the answer.'),
  prompt: prompt.describe('What was asked: a text, or the messages of a conversation, the last by the user.'),
  response: response.describe(
    'The text to judge. Without it the configured model answers the prompt, if the server may ask one (sampling.ask).',
  ),
  samples: samples.describe(
    'More answers of the same model to the same prompt. Without them the configured model is asked for as many as sampling.n says, by default none.',
  ),
  context: context.describe('Reference texts to check the response against.'),
  tokens: tokens.describe('Tokens of the response in order, with natural logarithms of their probabilities.'),
  sentences: sentences.describe('Your own sentence boundaries in the response, in UTF-16 code units.'),
  claims: claims.describe('Statements of the response in your own words, each judged as well.'),
});

const givenText = response.unwrap();

const TOOLS: readonly Tool[] = [
  {
    name: 'evaluate',
    title: 'Find hallucinations by samples',
    description:
      'Finds facts of a text that more answers to the same prompt contradict or do not mention. Says for each fact its support (1 supported, 0 contradicted) and why.',
    input: passageInput,
    output: verdictSchema,
  },
  {
    name: 'check',
    title: 'Check against references',
    description:
      'Checks each fact of a text against reference texts (context): which are contradicted there, or not found.',
    input: passageInput.extend({
      response: givenText.describe('The text to check.'),
      context: context.unwrap().min(1).describe('The reference texts to check against.'),
    }),
    output: verdictSchema,
  },
  {
    name: 'correct',
    title: 'Correct flagged facts',
    description:
      'Finds wrong facts as evaluate does, replaces them by what the reference or most samples say, and evaluates the new text.',
    input: passageInput.extend({ response: givenText.describe('The text to correct.') }),
    output: correctionSchema,
  },
];

/** Serves until standard input ends and all calls are answered, or the process is interrupted, which cancels them. */
export async function serveTools(detectors: OpenDetectors, host: Host): Promise<void> {
  const instead = 'use evaluate, check and correct from the command line';
  const missing = withoutPackage('@modelcontextprotocol/server', instead);
  const { McpServer } = await import('@modelcontextprotocol/server').catch(missing);
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio').catch(
    missing,
  );
  // Standard output belongs to the protocol; console output of packages goes to standard error.
  globalThis.console = new Console(host.stderr);
  const methods = methodsOf(detectors.corrector, detectors.checker);
  const queue = new PQueue({ concurrency: passagesAtOnce(detectors.config) });
  const { input, output } = messageStreams(host.stdin, host.stdout);
  const transport = new StdioServerTransport(input, output);
  const handle = serveStdio(
    () => {
      const server = new McpServer({ name: 'hallugraph', version: packageVersion() });
      for (const tool of TOOLS) register(tool, { server, methods, queue, host });
      return server;
    },
    { transport, onerror: ({ message }) => host.stderr.write(`note: ${message}\n`) },
  );
  const stopListening = host.onInterrupt(() => void handle.close());
  await closed(transport);
  stopListening();
  await queue.onIdle();
  await detectors.close();
}

/** Chained to the server's own listener, which is called first. */
function closed(transport: { onclose?: (() => void) | undefined }): Promise<void> {
  const own = transport.onclose;
  return new Promise((resolve) => {
    transport.onclose = () => {
      own?.();
      resolve();
    };
  });
}

function register(
  tool: Tool,
  { server, methods, queue, host }: { server: McpServer; methods: Methods; queue: PQueue; host: Host },
): void {
  const { name, title, description } = tool;
  const schemas = { inputSchema: inputSchema(tool), outputSchema: tool.output };
  const about = { title, description, annotations: { readOnlyHint: true }, ...schemas };
  server.registerTool(name, about, async (passage, context) => {
    const { signal } = context.mcpReq;
    const options = { signal, trace: false, ...progressTo(context) };
    try {
      const { text, json } = await queue.add(() => methods[name](passage, options), { signal });
      return { content: [{ type: 'text', text: text() }], structuredContent: JSON.parse(json) };
    } catch (error) {
      if (error instanceof HallugraphError || signal.aborted) throw error;
      reportError(error, host);
      throw new Error('internal error; see the standard error of hallugraph', { cause: error });
    }
  });
}

/** Validates with the same error messages as for files. */
function inputSchema({ input }: Tool): StandardSchemaWithJSON<unknown, Passage> {
  const { jsonSchema } = input['~standard'];
  const validate = (value: unknown) => {
    try {
      return { value: checkRow(input, { value: withoutNulls(value), name: 'input', place: () => 'input' }) };
    } catch (error) {
      if (!(error instanceof HallugraphError)) throw error;
      return { issues: [{ message: error.message }] };
    }
  };
  return { '~standard': { version: 1, vendor: 'hallugraph', jsonSchema, validate } };
}

/** Sends progress notifications if the caller asked for them; some clients drop calls that stay silent. */
function progressTo({ mcpReq }: ServerContext): Pick<EvaluateOptions, 'onProgress'> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  let progress = 0;
  return {
    onProgress({ stage }) {
      progress += 1;
      const params = { progressToken, progress, message: stage };
      // Failures are ignored: the caller may have disconnected.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}
