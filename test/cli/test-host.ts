/** A host whose streams are kept, in a folder of its own. */
import { Writable } from 'node:stream';
import { expect } from 'vitest';
import type { Host } from '../../src/run/host.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { Ended } from '../support/program.ts';
import { type StubBehaviour, stubDetector } from '../run/stub-detector.ts';

export interface HostOptions extends StubBehaviour {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  stdin?: string;
  /** Whether standard output is a terminal. */
  isTTY?: boolean;
  onInterrupt?: Host['onInterrupt'];
  /** Default: the stub detector. */
  createDetector?: Host['createDetector'];
}

/** Passages for the stub detector, with their gold labels. */
export const LABELLED = [
  { id: 'a', prompt: 'q', response: 'A is right. A is wrong.', label: 'non-factual' },
  { id: 'b', prompt: 'q', response: 'B is right.', label: 'factual' },
  { id: 'c', prompt: 'q', response: 'C is wrong.', label: 'non-factual' },
];

export type Outcome = Ended;

/** Scores and facts of a report in JSON, without what they cost. */
export const passagesOf = ({ stdout }: Outcome) =>
  JSON.parse(stdout).passages.map(({ score, triples }: Record<string, unknown>) => ({ score, triples }));

/** The arguments of a command line without spaces in them. */
export const words = (text: string): string[] => text.split(' ');

/**
 * Runs one command line, with a stub detector unless another is given.
 *
 * @param args as a text where none of them holds a space
 */
export async function run(args: string | readonly string[], options: HostOptions): Promise<Outcome> {
  const stdout = capture();
  const stderr = capture();
  const host: Host = {
    stdin: (async function* () {
      yield Buffer.from(options.stdin ?? '');
    })(),
    stdout: Object.assign(stdout.stream, { isTTY: options.isTTY ?? false }),
    stderr: stderr.stream,
    env: options.env ?? {},
    cwd: options.cwd,
    now: () => new Date('2026-01-31T12:00:00Z'),
    onInterrupt: options.onInterrupt ?? (() => () => {}),
    createDetector: options.createDetector ?? ((config) => stubDetector(resolveConfig(config), options)),
  };
  const status = await runCommandLine(typeof args === 'string' ? words(args) : args, host);
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

/** Runs command lines alike: words that are parted by spaces, and arguments as they are. */
export const commandLine =
  (options: HostOptions) =>
  (line: string, ...args: string[]): Promise<Outcome> =>
    run([...words(line), ...args], options);

/** The outcome of a command that has to end with status 0. */
export async function succeeded<T extends Outcome>(outcome: Promise<T>): Promise<T> {
  const { status, stderr } = await outcome;
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return outcome;
}

/** What a command says that has to end with status 2. */
export async function refusal(outcome: Promise<Outcome>): Promise<string> {
  const { status, stderr } = await outcome;
  expect({ status, stderr }).toMatchObject({ status: 2 });
  return stderr;
}

function capture(): { stream: Writable; text: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
