/** Provenance of a run for reports, from `run.json`. */
import path from 'node:path';
import type { RunOrigin } from '../format/run-origin.ts';
import type { RunManifest } from './manifest.ts';

export function originOf({ tool, command, startedAt, config, detector, input }: RunManifest): RunOrigin {
  const idOf = (name: string): string => String(detector[name] ?? 'not recorded');
  const asksNobody = (detector.generator ?? null) === null;
  return {
    ...{ version: tool.version, command, preset: config.preset, date: startedAt.slice(0, 10) },
    models: asksNobody
      ? null
      : { generator: idOf('generator'), analyst: idOf('analyst'), judge: idOf('judge') },
    extractor: idOf('extractor'),
    embedder: embedderWords(idOf('embedder'), config),
    ...{ input: inputName(input), sha256: input.sha256 },
    ...(input.draw && { draw: drawWords(input.draw.seed) }),
  };
}

interface NamedInput {
  name?: string | undefined;
  /** Null for an input with a name. */
  path: string | null;
}

/** The file name, or the name of a kept input. */
export const inputName = ({ name, path: place }: NamedInput): string => name ?? path.basename(place ?? '');

/** The data set of a run: the format of a published data set, else the file name. */
export const datasetName = (input: NamedInput & { format: string }): string =>
  input.format === 'jsonl' ? inputName(input) : input.format;

/** The id, with the reason if no sentence model was found. */
const embedderWords = (id: string, { provenance }: RunManifest['config']): string =>
  typeof provenance?.embedder === 'string' ? `${id} (${provenance.embedder})` : id;

const drawWords = (seed: number): string =>
  `sub-WikiBio drawn here by seed ${seed}: all factual passages and 48 others, not the 60 that were published`;
