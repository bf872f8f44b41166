/** The preset with fewer samples: what each further sample is worth. */
import { passageRows } from '../../../src/benchmark/tune/component-set.ts';
import type { Detector } from '../../../src/detector/detector-interface.ts';
import type { PassageVerdict } from '../../../src/passage.ts';
import { verdictsOf } from '../verdicts-of.ts';
import type { RecordedSet } from './recorded-set.ts';
import { type Group, PRESET } from './variant.ts';

const COUNTS = [1, 2, 3, 5, 10];

export async function sampleCounts(sets: readonly RecordedSet[], detector: Detector): Promise<Group> {
  const records = sets.flatMap((set) => set.records);
  const variants: Group['variants'] = [];
  for (const count of COUNTS) {
    const limited = records.filter(({ verdict }) => (verdict.passage.samples ?? []).length > count);
    const passages = limited.map(({ verdict: { passage } }) => ({
      ...passage,
      samples: passage.samples?.slice(0, count),
    }));
    const verdicts = await verdictsOf(detector, passages);
    const read = new Map(
      limited.map((record, index) => [record, passageRows(verdicts[index] as PassageVerdict)]),
    );
    variants.push({
      name: count === 1 ? 'the first sample' : `the first ${count} samples`,
      setting: PRESET.setting,
      rows: (record) => read.get(record) ?? record.rows,
    });
  }
  return {
    title: 'Number of samples',
    about:
      'The preset on the first samples of each passage. PHD brings 3 samples a passage, the claim sets 10, WikiBio 20.',
    reference: PRESET,
    variants,
  };
}
