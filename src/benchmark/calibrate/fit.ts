/** The calibration methods by name. */
import { fitIsotonic } from './isotonic.ts';
import type { SupportItem } from './items.ts';
import { fitPlatt } from './platt.ts';
import type { Calibrator } from '../../scoring/scoring-schema.ts';

export const CALIBRATION_METHODS = ['platt', 'isotonic'] as const;
export type CalibrationMethod = (typeof CALIBRATION_METHODS)[number];

export const fitCalibrator = (items: readonly SupportItem[], method: CalibrationMethod): Calibrator =>
  method === 'platt' ? fitPlatt(items) : fitIsotonic(items);
