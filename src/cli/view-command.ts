/** `hallugraph view`: a recorded run in the browser, served on this machine only. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { ConfigError } from '../errors.ts';
import type { Host } from '../run/host.ts';
import { port } from './options.ts';
import { viewServer } from './view-server.ts';
import { systemReason } from '../files/system-reason.ts';

const EXAMPLES = `
Serves on the loopback address alone, until it is interrupted. A run that goes on is followed.

Examples:
  $ hallugraph view
  $ hallugraph view runs/<run>
  $ hallugraph view runs/<run> --port 8080`;

export function commandModule(command: Command, host: Host): void {
  command
    .argument('[run]', 'run folder; latest is the last one in runs/', 'latest')
    .option('-p, --port <number>', 'port of the loopback address; 0 for a free one', port, 0)
    .addHelpText('after', EXAMPLES);
  command.action(async (run: string) => {
    const server = await viewServer(run, host);
    server.listen(command.opts<{ port: number }>().port, '127.0.0.1');
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`--port: cannot be used (${systemReason(error)})`, { cause: error });
    });
    const address = server.address() as AddressInfo;
    host.stdout.write(`http://127.0.0.1:${address.port}/\n`);
    await new Promise<void>((resolve) => host.onInterrupt(resolve));
    server.close();
    // Event streams would keep the server open.
    server.closeAllConnections();
  });
}
