/** A data set with what the `local` preset records of it, evaluated once for all variants. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import {
  type ComponentSet,
  goldOf,
  type PassageRows,
  passageRows,
} from '../../../src/benchmark/tune/component-set.ts';
import type { Detector } from '../../../src/detector/detector-interface.ts';
import type { PassageVerdict } from '../../../src/passage.ts';
import { verdictsOnLabelled } from '../verdicts-of.ts';
import type { SetName } from './data-sets.ts';

export interface RecordedPassage {
  verdict: PassageVerdict;
  /** The parts of its triples, sentences and claims, as recorded. */
  rows: PassageRows;
}

export interface RecordedSet {
  name: SetName;
  records: RecordedPassage[];
  gold: ComponentSet['gold'];
}

export async function recordSet(
  name: SetName,
  passages: readonly LabelledPassage[],
  detector: Detector,
): Promise<RecordedSet> {
  const verdicts = await verdictsOnLabelled(detector, passages);
  return {
    name,
    records: verdicts.map((verdict) => ({ verdict, rows: passageRows(verdict) })),
    gold: goldOf(passages, verdicts),
  };
}
