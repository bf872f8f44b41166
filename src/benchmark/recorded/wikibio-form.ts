/**
 * Sentence scores recorded on WikiBio: {method: {wiki_bio_test_idx: [risk of each sentence]}}. The score of a passage
 * is the mean of its sentences, as in the SelfCheckGPT paper.
 */
import { z } from 'zod';
import type { JsonDocument } from '../../../datasets/read-rows.ts';
import { checkRow } from '../../../datasets/row.ts';
import { mean } from '../../statistics/summary.ts';
import type { RecordedRow } from './recorded-row.ts';

const schema = z.record(z.string(), z.record(z.string(), z.array(z.number().nullable()).nullable()));

/** @throws InputError naming file, method and passage */
export function wikiBioRows({ value, rowAt }: JsonDocument): RecordedRow[] {
  const methods = checkRow(schema, rowAt([], value));
  return Object.entries(methods).flatMap(([method, lists]) =>
    Object.entries(lists).map(([id, sentences]) => ({
      method,
      id,
      text: null,
      passage: mean(sentences ?? []),
      sentences: sentences ?? [],
      claims: null,
      row: rowAt([method, id], sentences),
    })),
  );
}
