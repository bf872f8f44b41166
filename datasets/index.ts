/** Public: loaders of passage files and data sets. */
export { parseJson, parseJsonLines, readJsonLines } from './jsonl.ts';
export type { GoldLabel, LabelledPassage, LabelledSentence } from './labelled-passage.ts';
export {
  DATASET_FORMATS,
  type Dataset,
  type DatasetFormat,
  openDataset,
  parseDataset,
} from './open-dataset.ts';
