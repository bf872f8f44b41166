/** `hallugraph mcp`: the detector as tools for a language model. */
import type { Command } from 'commander';
import type { Host } from '../run/host.ts';
import { addSettingOptions } from './options.ts';
import type { SettingOptions } from '../run/run-options.ts';

const HELP = `
Speaks the Model Context Protocol on standard input and output, until its input ends; notes go to standard error. The tools:
  evaluate  facts of a text against more answers to the same prompt, given or drawn
  check     facts of a text against reference texts; under the preset "check" where the settings check against none
  correct   corrects flagged facts, and evaluates again

Configure a client with this command: {"command": "hallugraph", "args": ["mcp", "--preset", "local"]}.
Needs the package @modelcontextprotocol/server.

Examples:
  $ hallugraph mcp --preset local                 no model is asked
  $ hallugraph mcp --set budget.usd=2             samples are drawn, for at most two dollars a session`;

export function commandModule(command: Command, host: Host): void {
  addSettingOptions(command).addHelpText('after', HELP);
  command.action(async () => {
    const { openDetectors } = await import('./open-detectors.ts');
    const detectors = await openDetectors({ ...command.opts<SettingOptions>(), threads: 1 }, host);
    const { serveTools } = await import('./mcp-server.ts');
    await serveTools(detectors, host);
  });
}
