/** An MCP server on the standard streams of this process. */
import { Console } from 'node:console';
import type { McpServer, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import PQueue from 'p-queue';
import { checkRow, withoutNulls } from '../../datasets/row.ts';
import type { EvaluateOptions } from '../detector/detector-interface.ts';
import { HallugraphError } from '../errors.ts';
import { reportJsonText } from '../format/report-json.ts';
import { passagesAtOnce } from '../detector/asks-models.ts';
import { packageProblem } from '../models/optional-package.ts';
import { reportError } from './exit.ts';
import type { Passage } from '../passage.ts';
import type { Host } from '../run/host.ts';
import type { KeptDetectors } from './kept-detectors.ts';
import { messageStreams } from './mcp-messages.ts';
import { type Tool, toolsOf } from './mcp-tools.ts';
import { packageVersion } from '../common/version.ts';

const PACKAGE = '@modelcontextprotocol/server';

/** Serves until standard input ends and all calls are answered, or the process is interrupted, which cancels them. */
export async function serveTools(detectors: KeptDetectors, host: Host): Promise<void> {
  const { McpServer } = await import('@modelcontextprotocol/server').catch(missing);
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio').catch(
    missing,
  );
  // Standard output belongs to the protocol; console output of packages goes to standard error.
  globalThis.console = new Console(host.stderr);
  const tools = toolsOf(detectors);
  const queue = new PQueue({ concurrency: passagesAtOnce(detectors.config) });
  const { input, output } = messageStreams(host.stdin, host.stdout);
  const transport = new StdioServerTransport(input, output);
  const handle = serveStdio(
    () => {
      const server = new McpServer({ name: 'hallugraph', version: packageVersion() });
      for (const tool of tools) register(tool, { server, queue, host });
      return server;
    },
    { transport, onerror: ({ message }) => host.stderr.write(`note: ${message}\n`) },
  );
  const stopListening = host.onInterrupt(() => void handle.close());
  await ended(transport);
  stopListening();
  await queue.onIdle();
  await detectors.close();
}

function missing(error: unknown): never {
  throw packageProblem(PACKAGE, 'use evaluate, check and correct from the command line', error);
}

/** Chained to the server's own listener, which is called first. */
function ended(transport: { onclose?: (() => void) | undefined }): Promise<void> {
  const own = transport.onclose;
  return new Promise((resolve) => {
    transport.onclose = () => {
      own?.();
      resolve();
    };
  });
}

interface Serving {
  server: McpServer;
  queue: PQueue;
  host: Host;
}

function register(tool: Tool, { server, queue, host }: Serving): void {
  const { name, title, description } = tool;
  const schemas = { inputSchema: inputSchema(tool), outputSchema: tool.output };
  const about = { title, description, annotations: { readOnlyHint: true }, ...schemas };
  server.registerTool(name, about, async (passage, context) => {
    const { signal } = context.mcpReq;
    const options = { signal, ...progressTo(context) };
    try {
      const { text, record } = await queue.add(() => tool.run(passage, options), { signal });
      return {
        content: [{ type: 'text', text }],
        structuredContent: JSON.parse(reportJsonText(record)),
      };
    } catch (error) {
      if (error instanceof HallugraphError || signal.aborted) throw error;
      reportError(error, host);
      throw new Error('hallugraph itself failed: a defect; its standard error says more', { cause: error });
    }
  });
}

/** Described by the schema of the fields, with the same error messages as for files. */
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
