/** Makes detectors. The method itself is loaded with the first passage, so that importing the package is quick. */
import { underOwnSignal } from './call-signal.ts';
import { checkPassage } from './check-passage.ts';
import { resolveConfig } from './config/resolve.ts';
import type { Config, ConfigInput } from './config/config-types.ts';
import type { Detector, DetectorOptions, EvaluateOptions, LocalDetector } from './detector.ts';
import { evaluateAllBy } from './evaluate-all.ts';
import { type LazyParts, partsOnce, passagesAtOnce } from './lazy-parts.ts';
import type { Parts } from './parts.ts';
import type { Passage, PassageVerdict } from './passage.ts';
import { remoteDetector, type ServiceAddress } from './remote-detector.ts';
import type { PassageThreads } from './threads/passage-threads.ts';

/**
 * A detector for a configuration; every key has a default, and `preset` sets many at once. Or one of a service that runs
 * elsewhere (`hallugraph serve`), which gives the same records, tells of the same stages and fails by the same errors.
 *
 * @param options.chat a model of the caller's own, or one for each role, in place of those of the configuration
 * @throws ConfigError when the configuration, or a model of the caller's own, is not valid
 * @example
 * const detector = createDetector({ preset: 'local' });
 * const verdict = await detector.evaluate({ id: 'brooke', prompt, response, samples });
 * @example
 * const own = createDetector({}, { chat: aiSdkChat(openai('gpt-4o-mini')) });
 * @example
 * const remote = createDetector({ url: 'http://localhost:8080', token });
 */
export function createDetector(service: ServiceAddress): Detector;
export function createDetector(input?: ConfigInput, options?: DetectorOptions): LocalDetector;
export function createDetector(
  input: ConfigInput | ServiceAddress = {},
  options: DetectorOptions = {},
): Detector {
  if ('url' in input) return remoteDetector(input);
  const { env = process.env, calls, threads, ...own } = options;
  const config = resolveConfig(input);
  return detectorWith(config, partsOnce(config, env, { calls, own }), threads);
}

/** A detector of parts that it may share with others. @param threads see {@link DetectorOptions} */
export function detectorWith(config: Config, parts: LazyParts, threads = 0): LocalDetector {
  const evaluator = threads === 0 ? IN_THIS_THREAD : inThreads(threads);
  const evaluateUnder = async (input: Passage, options: EvaluateOptions) => {
    const passage = checkPassage(input);
    const end = await parts.begin(passage);
    try {
      return await evaluator.evaluate(passage, await parts.load(), options);
    } finally {
      end();
    }
  };
  const evaluate = (passage: Passage, { signal, ...options }: EvaluateOptions = {}) =>
    underOwnSignal(signal, (own) => evaluateUnder(passage, { ...options, signal: own }));
  return {
    config,
    evaluate,
    evaluateAll: evaluateAllBy(evaluate, passagesAtOnce(config, threads)),
    describe: async () => (await parts.load()).describe(),
    cachedDraws: async () => (await parts.loaded())?.cachedDraws() ?? 0,
    async close() {
      await evaluator.close();
      await (await parts.loaded())?.close();
    },
  };
}

/** Who evaluates passages. */
interface Evaluator {
  evaluate(passage: Passage, parts: Parts, options: EvaluateOptions): Promise<PassageVerdict>;
  close(): Promise<void>;
}

const IN_THIS_THREAD: Evaluator = {
  async evaluate(passage, { config, forPassage }, options) {
    const { evaluatePassage } = await import('./detector.ts');
    return evaluatePassage(passage, { config, parts: forPassage(passage.id), options });
  },
  async close() {},
};

/** Threads that are started with the first passage. */
function inThreads(count: number): Evaluator {
  let opening: Promise<PassageThreads> | undefined;
  const open = async (parts: Parts) =>
    (await import('./threads/passage-threads.ts')).openThreads(parts, count);
  return {
    async evaluate(passage, parts, options) {
      opening ??= open(parts);
      return (await opening).evaluate(passage, options);
    },
    close: async () => (await opening)?.close(),
  };
}
