/** Streams, environment and clock of a run, so that tests can run commands without a process. */
import type { ConfigInput } from '../config/config-types.ts';
import type { DetectorOptions, LocalDetector } from '../detector/detector-interface.ts';

export interface OutputStream {
  /** @param done called after writing, or on failure */
  write(piece: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

export interface Host {
  stdin: AsyncIterable<Uint8Array | string>;
  stdout: OutputStream;
  stderr: OutputStream & NodeJS.WritableStream;
  env: NodeJS.ProcessEnv;
  cwd: string;
  now(): Date;
  /** Calls `listener` at the first interrupt. @returns removes the listener */
  onInterrupt(listener: () => void): () => void;
  /** Default: hallugraph's own. */
  createDetector?: (config: ConfigInput, options: DetectorOptions) => LocalDetector;
}
