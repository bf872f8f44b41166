import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { Detector } from '../../src/detector/detector-interface.ts';
import type { Passage, PassageVerdict } from '../../src/passage.ts';

/** In order. */
export async function verdictsOf(
  detector: Pick<Detector, 'evaluateAll'>,
  passages: Iterable<Passage>,
): Promise<PassageVerdict[]> {
  const verdicts: PassageVerdict[] = [];
  for await (const verdict of detector.evaluateAll(passages)) verdicts.push(verdict);
  return verdicts;
}

export const verdictsOnLabelled = (
  detector: Pick<Detector, 'evaluateAll'>,
  rows: readonly LabelledPassage[],
) =>
  verdictsOf(
    detector,
    rows.map(({ passage }) => passage),
  );
