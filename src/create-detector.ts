/** Makes detectors. The method itself is loaded with the first passage, so that importing the package is quick. */
import { pMapIterable } from 'p-map';
import { underOwnSignal } from './call-signal.ts';
import { checkPassage } from './check-passage.ts';
import { resolveConfig } from './config/resolve.ts';
import type { Config, ConfigInput } from './config/config-types.ts';
import type { Detector, DetectorOptions, EvaluateOptions } from './detector.ts';
import { type LazyParts, partsOnce, passagesAtOnce } from './lazy-parts.ts';
import type { Passage } from './passage.ts';

/**
 * A detector for a configuration; every key has a default, and `preset` sets many at once.
 *
 * @param options.chat a model of the caller's own, or one for each role, in place of those of the configuration
 * @throws ConfigError when the configuration, or a model of the caller's own, is not valid
 * @example
 * const detector = createDetector({ preset: 'local' });
 * const verdict = await detector.evaluate({ id: 'brooke', prompt, response, samples });
 * @example
 * const own = createDetector({}, { chat: aiSdkChat(openai('gpt-4o-mini')) });
 */
export function createDetector(input: ConfigInput = {}, options: DetectorOptions = {}): Detector {
  const { env = process.env, calls, ...own } = options;
  const config = resolveConfig(input);
  return detectorWith(config, partsOnce(config, env, { calls, own }));
}

/** A detector of parts that it may share with others. */
export function detectorWith(config: Config, parts: LazyParts): Detector {
  const evaluateUnder = async (input: Passage, options: EvaluateOptions) => {
    const { evaluatePassage } = await import('./detector.ts');
    const passage = checkPassage(input);
    const end = await parts.begin(passage);
    try {
      const { config, forPassage } = await parts.load();
      return await evaluatePassage(passage, { config, parts: forPassage(passage.id), options });
    } finally {
      end();
    }
  };
  const evaluate = (passage: Passage, { signal, ...options }: EvaluateOptions = {}) =>
    signal === undefined
      ? evaluateUnder(passage, options)
      : underOwnSignal(signal, (own) => evaluateUnder(passage, { ...options, signal: own }));
  return {
    config,
    evaluate,
    evaluateAll: (passages, { concurrency = passagesAtOnce(config), ...options } = {}) =>
      pMapIterable(passages, (passage) => evaluate(passage, options), {
        concurrency,
        backpressure: VERDICTS_AHEAD * concurrency,
      }),
    describe: async () => (await parts.load()).describe(),
    cachedDraws: async () => (await parts.loaded())?.cachedDraws() ?? 0,
    close: async () => (await parts.loaded())?.close(),
  };
}

/** For each passage in work, how many may be begun or done before the first one is: one that lags holds up none. */
const VERDICTS_AHEAD = 2;
