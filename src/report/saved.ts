/** What stopping early has saved a run, in figures and in words. */
import type { RunManifest } from '../run/manifest.ts';
import { counted } from '../format/text.ts';

/** Of each kind that may stop early, how many were not needed. */
export interface Saved {
  draws?: number;
  samples?: number;
}

/** Null where the configuration stops neither draws nor samples early. */
export function savedBy({ config, summary }: Pick<RunManifest, 'config' | 'summary'>): Saved | null {
  const { draws, samples } = summary.saved ?? { draws: 0, samples: 0 };
  const stopsDraws = config.verification.stopping !== 'off';
  const stopsSamples = config.sampling.stopping !== 'off';
  if (!stopsDraws && !stopsSamples) return null;
  return { ...(stopsDraws && { draws }), ...(stopsSamples && { samples }) };
}

/** `24 draws and 6 samples saved by stopping early` */
export function savedWords({ draws, samples }: Saved): string {
  const counts = [
    ...(draws === undefined ? [] : [counted(draws, 'draw')]),
    ...(samples === undefined ? [] : [counted(samples, 'sample')]),
  ];
  return `${counts.join(' and ')} saved by stopping early`;
}
