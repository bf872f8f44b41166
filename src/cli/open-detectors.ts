/** The detectors of a long-running command. */
import { environmentOf } from '../config/environment.ts';
import { createCorrector } from '../detector/corrector.ts';
import { createDetector } from '../detector/create-detector.ts';
import { checkThreshold } from '../run/select-passages.ts';
import type { Host } from '../run/host.ts';
import { callSettings, loadSettings, type SettingOptions } from '../run/run-options.ts';

export type OpenDetectors = Awaited<ReturnType<typeof openDetectors>>;

/**
 * The corrector includes the detector that evaluates.
 *
 * @throws ConfigError for invalid settings; InputError for a threshold that needs more than one passage
 */
export async function openDetectors(
  { threads, ...options }: SettingOptions & { threads: number },
  host: Host,
) {
  const { config } = await loadSettings(options, host);
  checkThreshold(1, config);
  // More threads than concurrent passages would be idle.
  const busy = Math.min(threads, config.concurrency ?? threads);
  const how = { env: environmentOf(host), calls: callSettings({}, host), threads: busy };
  const corrector = createCorrector(config, how);
  if (config.reference.checker !== 'none')
    return { config, corrector, checker: corrector.detector, close: corrector.close };
  // Settings without a check against references are for another mode, which has its own preset.
  const checker = createDetector((await loadSettings({ ...options, preset: 'check' }, host)).config, how);
  return {
    ...{ config, corrector, checker },
    close: async () => void (await Promise.all([corrector.close(), checker.close()])),
  };
}
