/**
 * GraphCorrect around a detector: detect, correct what is flagged, and detect again on the new text, with the same
 * samples, references and settings. Under `protocol: paper` as published, where there are references and a model; else
 * the guarded variant.
 */
import { pMapIterable } from 'p-map';
import { checkConcurrency, checkOptions, checkSettings, DETECTOR_OPTIONS } from './check-options.ts';
import { resolveConfig } from '../config/resolve.ts';
import type { ConfigInput } from '../config/config-types.ts';
import { detectorWith } from './create-detector.ts';
import type { EvaluateOptions } from './detector-interface.ts';
import type { Correction, Corrector, CorrectorOptions } from './corrector-interface.ts';
import { ConfigError, InputError } from '../errors.ts';
import { partsOnce } from './lazy-parts.ts';
import { asksModels, passagesAtOnce } from './config-uses.ts';
import type { PassageVerdict, UnnamedPassage } from '../passage.ts';
import { type RemoteCorrector, remoteCorrector } from './remote-detector.ts';
import type { ServiceAddress } from './service-call.ts';

export const OTHER_WORDS = 0.3;
const CORRECTOR_OPTIONS = [
  ...DETECTOR_OPTIONS,
  ...['replace', 'below', 'otherWords', 'direct', 'bySentences'],
];
const GROUP_SIZE = { economy: 10, paper: 1 };

/**
 * Corrects in this process, or by a remote service (`hallugraph serve`).
 *
 * @throws ConfigError when the configuration or an option is not valid
 * @example
 * const corrector = createCorrector({ preset: 'local' }); const { corrected, changes } = await
 * corrector.correctPassage({ id: 'curie', prompt, response, samples });
 * @example
 * const remote = createCorrector({ url: 'http://localhost:8080', token });
 */
export function createCorrector(service: Omit<ServiceAddress, 'method'>): RemoteCorrector;
export function createCorrector(input?: ConfigInput, options?: CorrectorOptions): Corrector;
export function createCorrector(
  input: ConfigInput | Omit<ServiceAddress, 'method'> = {},
  options: CorrectorOptions = {},
): Corrector | RemoteCorrector {
  checkSettings(input);
  checkOptions(options, CORRECTOR_OPTIONS);
  if ('url' in input) return remoteCorrector(input);
  const { env = process.env, calls, threads, chat, embed, below = null, otherWords = OTHER_WORDS } = options;
  const baselines = { direct: options.direct ?? false, bySentences: options.bySentences ?? false };
  const config = resolveConfig(input);
  const replace = options.replace ?? (asksModels(config) ? 'llm' : 'text');
  if (replace === 'text' && Object.values(baselines).includes(true))
    throw new ConfigError('a prompt for the whole text needs a model: replace by llm');
  const parts = partsOnce(config, env, { calls, chat: replace === 'llm', own: { chat, embed } });
  const detector = detectorWith(config, parts, threads);
  const asPublished = config.protocol === 'paper';
  const settings = { below, otherWords, groupSize: GROUP_SIZE[config.protocol], asPublished };
  const correct = async (verdict: PassageVerdict, evaluation: EvaluateOptions = {}) => {
    if (verdict.passage === undefined)
      throw new InputError(
        'correct takes a verdict, as evaluate gives it; for a passage there is correctPassage',
      );
    if (verdict.label === 'undecided') {
      throw new InputError(
        `passage "${verdict.passage.id}" is undecided: its threshold needs the whole data set`,
      );
    }
    const loaded = await parts.load();
    const { correctVerdict } = await import('./correct-verdict.ts');
    return correctVerdict(verdict, { config, detector, settings, loaded, replace, baselines, evaluation });
  };
  return {
    detector,
    replace,
    correct,
    correctPassage: async (passage, evaluation) =>
      correct(await detector.evaluate(passage, evaluation), evaluation),
    correctAll(verdicts, { concurrency = passagesAtOnce(config, threads), ...evaluation } = {}) {
      checkConcurrency(concurrency);
      return pMapIterable(verdicts, (verdict) => correct(verdict, evaluation), { concurrency });
    },
    close: detector.close,
  };
}

/** Corrects one passage and releases its resources: {@link createCorrector} for several. */
export async function correctPassage(
  passage: UnnamedPassage,
  input: ConfigInput = {},
  options: CorrectorOptions = {},
): Promise<Correction> {
  const corrector = createCorrector(input, options);
  try {
    return await corrector.correctPassage(passage);
  } finally {
    await corrector.close();
  }
}
