/** One thing that was tried: the `local` preset with something about it changed. */
import type { PassageRows } from '../../../src/benchmark/tune/component-set.ts';
import { type Setting, settingOf } from '../../../src/benchmark/tune/setting.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { withThresholds } from '../../../src/config/thresholds.ts';
import type { Weights } from '../../../src/scoring/weighted-sum.ts';
import type { RecordedPassage } from './recorded-set.ts';

export interface Variant {
  name: string;
  setting: Setting;
  /** The parts of a passage under the variant; default: as recorded. */
  rows?: (record: RecordedPassage) => PassageRows;
}

/** Variants of one kind, and what their differences are measured from. */
export interface Group {
  title: string;
  /** What the variants have in common, in a sentence or two. */
  about: string;
  reference: Variant;
  variants: Variant[];
}

export const CONFIG = withThresholds(resolveConfig({ preset: 'local' }));

const SETTING = settingOf(CONFIG.scoring, 0);
export const WEIGHTS: Weights = SETTING.weights;

/** The preset's scoring with some of it changed; weights that are not named stay. */
export const setting = (
  weights: Partial<Weights>,
  others: Partial<Omit<Setting, 'weights'>> = {},
): Setting => ({ ...SETTING, ...others, weights: { ...WEIGHTS, ...weights } });

export const PRESET: Variant = { name: 'the preset', setting: SETTING };
