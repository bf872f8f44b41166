/** Public: loaders of passage files and data sets, and where to get the public ones. */
export { cachedDataset, cacheFolder, registryEntry } from './cache.ts';
export { describeCounts } from './inspect-file.ts';
export { type ContentCounts, REGISTRY, type RegistryEntry, type RegistryFile } from './dataset-registry.ts';
export { type FetchedFile, type FetchOptions, fetchDataset } from './fetch-dataset.ts';
export { FetchError } from './download.ts';
export { type SelectedIds, selectedIds } from './ids.ts';
export type { FileInspection } from './inspect-file.ts';
export type { FieldMap } from './field-map.ts';
export { PASSAGE_FIELDS, passageFieldsSchema, passageReader, passageRecord, readJsonLines } from './jsonl.ts';
export type {
  GoldLabel,
  LabelledClaim,
  LabelledPassage,
  LabelledSentence,
  LabelledSpan,
  LabelledTriplet,
} from './labelled-passage.ts';
export { type Dataset, openDataset, parseDataset } from './open-dataset.ts';
export { DATASET_FORMATS, type DatasetFormat } from './dataset-formats.ts';
export { EXCLUSIONS, type Exclusion, withoutGold } from './ragtruth.ts';
export { byModels, type Choice, choicesOf, parseChoices } from './response-choices.ts';
export { type VerifiedFile, verifyDataset } from './verify-dataset.ts';
