/**
 * Whether settings were tuned or calibrated on the data they are evaluated on, by the provenance of a configuration.
 */
import { z } from 'zod';
import type { Config } from '../config/schema.ts';

const origin = z.object({ data: z.object({ sha256: z.string() }) });

/** Entries of `provenance` made on these data: `tuning`, `calibration`. @param sha256 of the passages of a run */
function foundOn(sha256: string, { provenance = {} }: Pick<Config, 'provenance'>): string[] {
  return Object.entries(provenance).flatMap(([name, value]) =>
    origin.safeParse(value).data?.data.sha256 === sha256 ? [name] : [],
  );
}

/** Warnings of that for a benchmark; empty where the data differ. */
export function sameDataWarnings(sha256: string, config: Pick<Config, 'provenance'>): string[] {
  const entries = foundOn(sha256, config);
  if (entries.length === 0) return [];
  const names = entries.map((name) => `provenance.${name}`).join(', ');
  return [
    `The settings of hallugraph come from these data (${names}): where they were found on the same passages, its figures are in-sample and too good.`,
  ];
}

/**
 * The same for a calibration, which may replace an older one made on the same data but not the settings tuned there.
 */
export function tunedOnSameData(sha256: string, config: Pick<Config, 'provenance'>): string[] {
  if (!foundOn(sha256, config).includes('tuning')) return [];
  return [
    'Warning: the settings were tuned on these data. Where tuning saw the same passages, no guarantee holds and the figures are too good: calibrate on passages it has not seen.',
  ];
}
