#!/usr/bin/env node
/** The `hallugraph` program: one command line in this process. */
import { processHost } from './process-host.ts';
import { runCommandLine } from './program.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), processHost());
