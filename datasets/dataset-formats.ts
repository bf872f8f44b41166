/**
 * The formats of passage files, one entry each: how a file is read, how it is detected, and which files belong together.
 */
import { InputError } from '../src/errors.ts';
import { graphUncertaintyPassages } from './graph-uncertainty.ts';
import { passageReader } from './jsonl.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { isPhdGroup, phdPassages } from './phd.ts';
import { qagsPassages } from './qags.ts';
import { otherRagTruthFile, RAGTRUTH_FILES, RAGTRUTH_FIELDS, ragTruthPassages } from './ragtruth.ts';
import { documentRows, type JsonDocument } from './read-rows.ts';
import { REFCHECKER_REFERENCES, refCheckerPassages, referenceFileOf } from './refchecker.ts';
import { hasFields } from './row.ts';
import { summEvalPassages } from './summeval.ts';
import { wikiBioPassages } from './wikibio.ts';

interface Format {
  /**
   * The passages of a document, with those of the file named by `beside`, if there is one. Absent for a selection from
   * a file of any format.
   */
  load?: (document: JsonDocument, source: string, beside?: JsonDocument) => LabelledPassage[];
  /** Another file of the same folder that completes this one. */
  beside?: (document: JsonDocument, source: string) => string | null;
  /** Fields of the first row that identify the format; several lists for several variants. */
  fields?: readonly (readonly string[])[];
  /** Another test of the first row. */
  matches?: (row: object) => boolean;
  /** Name pattern of the files of a folder, each of which is read. */
  severalFiles?: RegExp;
  /** Files that are only read beside others. */
  supplements?: readonly string[];
  /** The files of a folder that are read together. */
  folder?: readonly string[];
}

const wikiBio: Format['load'] = (document) => wikiBioPassages(documentRows(document));

/** In display order. */
const FORMATS = {
  phd: {
    load: phdPassages,
    fields: [['entity', 'AI']],
    matches: (row) => Object.keys(row).some(isPhdGroup),
  },
  wikibio: { load: wikiBio, fields: [['gpt3_text']] },
  // The WikiBio file, of which a part is selected by ids or drawn.
  'sub-wikibio': { load: wikiBio },
  // The WikiBio file with its gold biographies as context.
  'wikibio-reference': {
    load: (document) => wikiBioPassages(documentRows(document), { reference: true }),
  },
  // A file of any format, of which a part is selected by ids.
  triplecom: {},
  'graph-uncertainty': {
    load: (document, source) => graphUncertaintyPassages(documentRows(document), source),
    fields: [['most_likely_generation']],
    severalFiles: /\.json$/i,
  },
  ragtruth: {
    load: ragTruthPassages,
    beside: otherRagTruthFile,
    fields: Object.values(RAGTRUTH_FIELDS),
    folder: Object.values(RAGTRUTH_FILES),
  },
  summeval: {
    load: (document) => summEvalPassages(documentRows(document)),
    fields: [['expert_annotations'], ['summary', 'consistency']],
  },
  qags: {
    load: (document, source) => qagsPassages(documentRows(document), source),
    fields: [['summary_sentences']],
    severalFiles: /\.jsonl$/i,
  },
  refchecker: {
    load: refCheckerPassages,
    beside: (_, source) => referenceFileOf(source),
    fields: [['claude2_response_kg']],
    severalFiles: /\.json$/i,
    supplements: REFCHECKER_REFERENCES,
  },
  // The user's own format, as JSON Lines, JSON document or table.
  jsonl: { load: (document) => documentRows(document).map(passageReader()) },
} satisfies Record<string, Format>;

export type DatasetFormat = keyof typeof FORMATS;
type DetectedFormat = Exclude<DatasetFormat, 'triplecom'>;

const ENTRIES = Object.entries(FORMATS) as [DatasetFormat, Format][];

export const DATASET_FORMATS = ENTRIES.map(([name]) => name) as [DatasetFormat, ...DatasetFormat[]];

/** The format that the first row shows. */
export function detectFormat(document: JsonDocument): DetectedFormat {
  const first = documentRows(document)[0]?.value;
  const bySigns = ENTRIES.find(([, { fields = [] }]) => fields.some((names) => hasFields(first, [...names])));
  const found = bySigns ?? ENTRIES.find(([, { matches }]) => hasFields(first, []) && matches?.(first));
  return (found?.[0] as DetectedFormat | undefined) ?? 'jsonl';
}

/** The name of the file that completes a document; null where there is none. */
export const fileBeside = (document: JsonDocument, source: string, format: DatasetFormat): string | null =>
  (FORMATS[format] as Format).beside?.(document, source) ?? null;

export function passagesIn(
  document: JsonDocument,
  { source, format, beside }: { source: string; format: DatasetFormat; beside?: JsonDocument | undefined },
): LabelledPassage[] {
  const { load } = FORMATS[format] as Format;
  if (load) return load(document, source, beside);
  return passagesIn(document, { source, format: detectFormat(document), beside });
}

/** The format of a folder that has all files of one; undefined where their names do not tell it. */
export const formatOfFolder = (names: readonly string[]): DatasetFormat | undefined =>
  ENTRIES.find(([, { folder }]) => folder?.every((name) => names.includes(name)))?.[0];

const SUPPLEMENTS = ENTRIES.flatMap(([, { supplements = [] }]) => supplements);

/** The files to open in a folder, in the order of their names. @throws InputError as {@link checkFolderFormat} */
export function filesToOpen(
  names: readonly string[],
  path: string,
  format: DatasetFormat | 'auto',
): string[] {
  if (format !== 'auto') checkFolderFormat(format, path);
  const { folder, severalFiles = /\.jsonl?$/i }: Format = format === 'auto' ? {} : FORMATS[format];
  if (folder) return folder.slice(0, 1);
  return names.filter((name) => severalFiles.test(name) && !SUPPLEMENTS.includes(name)).sort();
}

/** @throws InputError for a format that is a single file */
export function checkFolderFormat(format: DatasetFormat, path: string): void {
  const formats = ENTRIES.filter(([, one]) => one.folder ?? one.severalFiles).map(([name]) => name);
  if (formats.includes(format)) return;
  throw new InputError(
    `${path}: is a folder; only ${formats.join(', ')}, and texts beside an answer.txt or response.txt are read from one`,
  );
}
