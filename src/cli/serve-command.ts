/** `hallugraph serve`: the detector as a service over HTTP. */
import type { Command } from 'commander';
import type { Host } from '../run/host.ts';
import { addSettingOptions, port, positive } from './options.ts';
import type { ServeOptions } from './serve.ts';

const HELP = `
POST /v1/evaluate, /v1/check and /v1/correct take one passage as JSON and give its verdict; ?trace=true adds the intermediate
records; text/event-stream gets an event for each stage. /openapi.json describes them; /health, /ready and /metrics (Prometheus)
are for operators. After an interrupt, passages in work are finished.
Clients send the bearer token in HALLUGRAPH_TOKEN; without it, only requests from this machine are answered.

Examples:
  $ hallugraph serve --preset local
  $ HALLUGRAPH_TOKEN=... hallugraph serve --host 0.0.0.0 --port 8080 -j 16`;

export function commandModule(command: Command, host: Host): void {
  addSettingOptions(command)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 for a free one', port, 8080)
    .option('-j, --concurrency <count>', 'concurrent passages; further requests get 429', positive)
    .option('--threads <count>', 'worker threads for them (default: as many as processors)', positive)
    .option('--timeout <seconds>', 'time for one passage', positive, 120)
    .option('--max-body <bytes>', 'size of a request', positive, 250_000)
    .addHelpText('after', HELP)
    .action(async () => (await import('./serve.ts')).serve(command.opts<ServeOptions>(), host));
}
