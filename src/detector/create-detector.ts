/** Makes detectors. The method itself is loaded with the first passage, so that importing the package is quick. */
import { underOwnSignal } from '../common/call-signal.ts';
import { startedOnce } from '../common/memoize.ts';
import { checkOptions, closedError, checkSettings, DETECTOR_OPTIONS } from './check-options.ts';
import { checkPassage } from './check-passage.ts';
import { resolveConfig } from '../config/resolve.ts';
import type { Config, ConfigInput } from '../config/config-types.ts';
import type { Detector, DetectorOptions, EvaluateOptions, LocalDetector } from './detector-interface.ts';
import { evaluateAllBy } from './evaluate-all.ts';
import { type LazyParts, partsOnce } from './lazy-parts.ts';
import { passagesAtOnce } from './config-uses.ts';
import type { Parts } from './parts.ts';
import type { Passage, PassageVerdict, UnnamedPassage } from '../passage.ts';
import { type CountedVerdict, type Recorded, recordedVerdict } from '../records/record-line.ts';
import { remoteDetector } from './remote-detector.ts';
import type { ServiceAddress } from './service-call.ts';
import { tracePassage } from './traced-passage.ts';

/**
 * A detector for a configuration; every key has a default, and `preset` sets many at once. Or one of a remote service
 * (`hallugraph serve`), with the same records, stages and errors.
 *
 * @param options.chat a model supplied by the caller, or one per role, in place of those of the configuration
 * @throws ConfigError when the configuration, an option, or a model supplied by the caller, is not valid
 * @example
 * const detector = createDetector({ preset: 'local' }); const verdict = await detector.evaluate({ id: 'brooke',
 * prompt, response, samples });
 * @example
 * const own = createDetector({}, { chat: aiSdkChat(openai('gpt-4o-mini')) });
 * @example
 * const remote = createDetector({ url: 'http://localhost:8080', token });
 */
export function createDetector(service: ServiceAddress): Detector;
export function createDetector(input?: ConfigInput, options?: DetectorOptions): LocalDetector;
export function createDetector(input: ConfigInput | ServiceAddress, options?: DetectorOptions): Detector;
export function createDetector(
  input: ConfigInput | ServiceAddress = {},
  options: DetectorOptions = {},
): Detector {
  checkSettings(input);
  checkOptions(options, DETECTOR_OPTIONS);
  if ('url' in input) return remoteDetector(input);
  const { env = process.env, calls, threads, ...own } = options;
  const config = resolveConfig(input);
  return detectorWith(config, partsOnce(config, env, { calls, own }), threads);
}

export interface GivenDetector extends Pick<Detector, 'evaluate' | 'close'> {
  /** Undefined where it is not known. */
  config?: Config | undefined;
}

/** A given detector, which `close` leaves open, or one made from a configuration over a preset. */
export function givenDetector(
  given: Detector | LocalDetector | ConfigInput,
  preset: 'local' | 'check' = 'local',
): GivenDetector {
  checkSettings(given);
  if (!('evaluate' in given && typeof given.evaluate === 'function'))
    return createDetector({ preset, ...(given as ConfigInput) });
  return {
    evaluate: (passage, options) => given.evaluate(passage, options),
    close: async () => {},
    config: 'config' in given ? given.config : undefined,
  };
}

/** A detector of parts that it may share with others. @param threads see {@link DetectorOptions} */
export function detectorWith(config: Config, parts: LazyParts, threads = 0): LocalDetector {
  const evaluator = threads === 0 ? IN_THIS_THREAD : inThreads(threads);
  let isClosed = false;
  const checked =
    <R extends PassageVerdict | Recorded<CountedVerdict>>(perform: Perform<R>) =>
    (input: UnnamedPassage, { signal, ...options }: EvaluateOptions = {}): Promise<R> =>
      underOwnSignal(signal, async (own) => {
        if (isClosed) throw closedError();
        const passage = checkPassage(input, 'passage');
        const end = await parts.begin(passage);
        try {
          const loaded = await parts.load();
          const signalled = { ...options, signal: own };
          return await tracePassage(loaded.tracing, passage.id, signalled, (traced) =>
            perform(passage, loaded, traced),
          );
        } finally {
          end();
        }
      });
  const evaluate = checked(evaluator.evaluate);
  return {
    ...{ config, evaluate, record: checked(evaluator.record) },
    evaluateAll: evaluateAllBy(evaluate, passagesAtOnce(config, threads)),
    describe: async () => (await parts.load()).describe(),
    cachedDraws: async () => (await parts.loaded())?.cachedDraws() ?? 0,
    async close() {
      isClosed = true;
      try {
        await evaluator.close();
      } finally {
        await (await parts.loaded())?.close();
      }
    },
  };
}

type Perform<R> = (passage: Passage, parts: Parts, options: EvaluateOptions) => Promise<R>;

interface Evaluator {
  evaluate: Perform<PassageVerdict>;
  record: Perform<Recorded<CountedVerdict>>;
  close(): Promise<void>;
}

const evaluateHere: Evaluator['evaluate'] = async (passage, { config, forPassage }, options) => {
  const { evaluatePassage } = await import('./detector.ts');
  return evaluatePassage(passage, { config, parts: forPassage(passage.id), options });
};

const IN_THIS_THREAD: Evaluator = {
  evaluate: evaluateHere,
  record: async (...given) => recordedVerdict(await evaluateHere(...given)),
  async close() {},
};

/** Worker threads, started with the first passage. */
function inThreads(count: number): Evaluator {
  const { get: opened, started } = startedOnce(async (parts: Parts) =>
    (await import('./threads/passage-threads.ts')).openThreads(parts, count),
  );
  return {
    evaluate: async (passage, parts, options) => (await opened(parts)).evaluate(passage, options),
    record: async (passage, parts, options) => (await opened(parts)).record(passage, options),
    close: async () => (await started())?.close(),
  };
}
