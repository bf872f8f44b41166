/** The runs of `hallugraph correct`: of an input, detected first, or of what another run recorded. */
import path from 'node:path';
import type { Config } from '../config/schema.ts';
import { createCorrector, OTHER_WORDS } from '../corrector.ts';
import { InputError } from '../errors.ts';
import type { CorrectPlan } from '../run/plans.ts';
import { copiedInput, copiedPassages, copyingDetector } from './copied-run.ts';
import { newRun } from './evaluate-command.ts';
import type { Host } from './host.ts';
import { type Opening, type OpeningOptions, openSession } from './open-session.ts';
import { callSettings } from './options.ts';
import type { InputOptions } from './read-input.ts';
import { type NewRun, passagesOfRun, runOf, type Session } from './session.ts';

export interface CorrectRunOptions extends OpeningOptions, InputOptions {
  run?: string;
  replace?: 'llm' | 'text';
  below?: number;
  otherWords?: number;
  baseline?: 'direct' | 'sentences' | 'both';
}

/** How the run of these options is begun or taken up again. */
export function openingOf(source: string | undefined, options: CorrectRunOptions, host: Host): Opening {
  const { run, replace, below, otherWords, baseline } = options;
  return {
    ...{ command: 'correct', source, options },
    settled: { run, replace, below, 'other-words': otherWords, baseline },
    newRun: () =>
      run === undefined ? newCorrection(source, options, host) : newRunOf(run, source, options, host),
    passagesOf: (directory, manifest) =>
      manifest.correct?.run ? copiedPassages(manifest) : passagesOfRun(directory, manifest),
  };
}

/** The session; the verdicts of a recorded run are copied into it. */
export async function openCorrection(opening: Opening, host: Host): Promise<Session> {
  const source = await sourceOf(opening, host);
  if (source === null) return openSession(opening, host);
  const createDetector = (config: unknown) => copyingDetector(source, config as Config);
  return { ...(await openSession(opening, { ...host, createDetector })), copied: true };
}

/** The folder of the run that is corrected; null where detection comes first. */
async function sourceOf({ options, command }: Opening, host: Host): Promise<string | null> {
  const { run, resume } = options as CorrectRunOptions;
  if (resume === undefined) return run === undefined ? null : path.resolve(host.cwd, run);
  return (await runOf(resume, command, host)).manifest.correct?.run ?? null;
}

async function newCorrection(
  source: string | undefined,
  options: CorrectRunOptions,
  host: Host,
): Promise<NewRun> {
  const run = await newRun('correct', source, options, host);
  return { ...run, plans: { correct: planOf(options, run.config, null) } };
}

/** @throws ConfigError for options that do not go together with the settings */
function planOf(
  { replace, below, otherWords = OTHER_WORDS, baseline }: CorrectRunOptions,
  config: Config,
  run: string | null,
): CorrectPlan {
  const direct = baseline === 'direct' || baseline === 'both';
  const bySentences = baseline === 'sentences' || baseline === 'both';
  const corrector = createCorrector(config, { replace, direct, bySentences });
  return { replace: corrector.replace, below: below ?? null, otherWords, direct, bySentences, run };
}

async function newRunOf(
  run: string,
  source: string | undefined,
  options: CorrectRunOptions,
  host: Host,
): Promise<NewRun> {
  const { config: file, preset, prompt, filter, limit, out } = options;
  const given = Object.entries({
    'an input': source,
    '--config': file,
    '--preset': preset,
    '--prompt': prompt,
  });
  const [refused] = given.find(([, value]) => value !== undefined) ?? [];
  if (refused !== undefined)
    throw new InputError(`--run takes input and settings of the run; it does not take ${refused}`);
  const directory = path.resolve(host.cwd, run);
  const { config, input } = await copiedInput(directory, options);
  return {
    ...{ command: 'correct', config, input, filter, limit, out, calls: callSettings(options, host) },
    plans: { correct: planOf(options, config, directory) },
  };
}
