/** The provenance of a report's figures. */
export interface RunOrigin {
  /** Of hallugraph. */
  version: string;
  command: string;
  preset: string;
  /** Start date of the run, as 2026-01-31, in UTC. */
  date: string;
  /** Ids by role; null if the run asks no model. */
  models: { generator: string; analyst: string; judge: string } | null;
  extractor: string;
  embedder: string;
  /** File name. */
  input: string;
  /** Over all passages of the input. */
  sha256: string;
  /** The drawn part of the input, in place of a published one; absent for none. */
  draw?: string;
}

export const ORIGIN_TITLE = 'This run';

export function originLines(origin: RunOrigin): string[] {
  const { version, command, preset, date, models, extractor, embedder, input, sha256, draw } = origin;
  return [
    `hallugraph ${version}, ${command}, preset ${preset}, ${date}`,
    `${models === null ? 'no model asked' : modelWords(models)}; extractor ${extractor}; embedder ${embedder}`,
    `input ${input}, SHA-256 ${sha256}`,
    ...(draw === undefined ? [] : [draw]),
  ];
}

/** Roles with the same model are listed together. */
function modelWords(models: NonNullable<RunOrigin['models']>): string {
  const roles = Object.entries(models);
  return [...new Set(Object.values(models))]
    .map((id) => `${roles.flatMap(([role, own]) => (own === id ? role : [])).join(', ')} ${id}`)
    .join('; ');
}
