import type { ConfigInput } from '../config/config-types.ts';
import { createDetector } from './create-detector.ts';
import type { Detector } from './detector-interface.ts';

/** A given detector, which `close` leaves open, or one made from a configuration over the preset `local`. */
export function givenDetector(given: Detector | ConfigInput): Pick<Detector, 'evaluate' | 'close'> {
  if (!('evaluate' in given && typeof given.evaluate === 'function'))
    return createDetector({ preset: 'local', ...(given as ConfigInput) });
  return { evaluate: (passage, options) => given.evaluate(passage, options), close: async () => {} };
}
