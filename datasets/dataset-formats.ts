/** The supported formats of passages: how each is read, and how it is detected. A new format is one entry here. */
import { InputError } from '../src/errors.ts';
import { graphUncertaintyPassages } from './graph-uncertainty.ts';
import { passageReader } from './jsonl.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { isPhdGroup, phdPassages } from './phd.ts';
import { qagsPassages } from './qags.ts';
import { RAGTRUTH_FILES, RAGTRUTH_SIGNS } from './ragtruth.ts';
import { documentRows, type JsonDocument } from './read-rows.ts';
import { refCheckerPassages } from './refchecker.ts';
import { hasFields } from './row.ts';
import { summEvalPassages } from './summeval.ts';
import { wikiBioPassages } from './wikibio.ts';

type Loader = (document: JsonDocument, source: string) => LabelledPassage[];

interface Format {
  /** Absent for a form that is a part of a file of another form. */
  load?: Loader;
  /**
   * Fields of the first row that identify the format; several lists for several variants. None for a format that is
   * not detected.
   */
  signs?: readonly (readonly string[])[];
  /** Another test of the first row. */
  isTold?: (row: object) => boolean;
  /** For a format with several files in a folder: their name pattern. */
  severalFiles?: RegExp;
}

const wikiBio: Loader = (document) => wikiBioPassages(documentRows(document));

/** In display order. */
const FORMATS = {
  phd: {
    load: phdPassages,
    signs: [['entity', 'AI']],
    isTold: (row) => Object.keys(row).some(isPhdGroup),
  },
  wikibio: { load: wikiBio, signs: [['gpt3_text']] },
  // The WikiBio file, of which a part is selected by ids or drawn.
  'sub-wikibio': { load: wikiBio },
  // The WikiBio file with its gold biographies as context.
  'wikibio-reference': {
    load: (document) => wikiBioPassages(documentRows(document), { reference: true }),
  },
  // A file of any form, of which a part is selected by ids.
  triplecom: {},
  'graph-uncertainty': {
    load: (document, source) => graphUncertaintyPassages(documentRows(document), source),
    signs: [['most_likely_generation']],
    severalFiles: /\.json$/i,
  },
  ragtruth: {
    load: (_, source) => {
      const { responses, sources } = RAGTRUTH_FILES;
      throw new InputError(
        `${source}: RAGTruth is ${responses} and ${sources} in one folder; name the folder`,
      );
    },
    signs: Object.values(RAGTRUTH_SIGNS),
  },
  summeval: {
    load: (document) => summEvalPassages(documentRows(document)),
    signs: [['expert_annotations'], ['summary', 'consistency']],
  },
  qags: {
    load: (document, source) => qagsPassages(documentRows(document), source),
    signs: [['summary_sentences']],
    severalFiles: /\.jsonl$/i,
  },
  refchecker: {
    load: (document, source) => refCheckerPassages(documentRows(document), source),
    signs: [['claude2_response_kg']],
    severalFiles: /\.json$/i,
  },
  // The user's own form, as JSON Lines, JSON document or table.
  jsonl: { load: (document) => documentRows(document).map(passageReader()) },
} satisfies Record<string, Format>;

export type DatasetFormat = keyof typeof FORMATS;

type KnownFormat = Exclude<DatasetFormat, 'triplecom'>;

const ENTRIES = Object.entries(FORMATS) as [DatasetFormat, Format][];

export const DATASET_FORMATS = ENTRIES.map(([name]) => name) as [DatasetFormat, ...DatasetFormat[]];

/** Name pattern of the files of a format with several files in a folder; undefined for other formats. */
export const severalFilesOf = (format: DatasetFormat): RegExp | undefined =>
  (FORMATS[format] as Format).severalFiles;

export const SEVERAL_FILE_FORMATS = DATASET_FORMATS.filter((name) => severalFilesOf(name) !== undefined);

/** The format that the first row shows. */
export function detectFormat(document: JsonDocument): KnownFormat {
  const first = documentRows(document)[0]?.value;
  const bySigns = ENTRIES.find(([, { signs = [] }]) => signs.some((fields) => hasFields(first, [...fields])));
  const found = bySigns ?? ENTRIES.find(([, { isTold }]) => hasFields(first, []) && isTold?.(first));
  return (found?.[0] as KnownFormat | undefined) ?? 'jsonl';
}

/** The passages of a document in one form. @throws InputError naming file, line, row and field */
export function passagesIn(document: JsonDocument, source: string, format: DatasetFormat): LabelledPassage[] {
  const { load } = FORMATS[format] as Format;
  return load ? load(document, source) : passagesIn(document, source, detectFormat(document));
}
