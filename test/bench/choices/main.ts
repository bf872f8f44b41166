/**
 * The measurements behind the defaults of the `local` preset:
 *
 *   npm run choices -- FOLDER [--limit N] [--out docs/choices.md]
 *
 * FOLDER holds phd/, wikibio/ and graph_uncertainty/; all of it takes some minutes. --limit takes the first N passages of
 * each set. Prints Markdown, or writes it to --out.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { InputError } from '../../../src/errors.ts';
import { compareAnew } from './compare-anew.ts';
import { openSet, SET_NAMES } from './data-sets.ts';
import { documentOf } from './document.ts';
import { measureGroup, measurePreset } from './figures.ts';
import { AGGREGATION, COMPARISONS, consistencyAlone, PARTS, PUBLISHED } from './groups.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { type RecordedSet, recordSet } from './recorded-set.ts';
import { sampleCounts } from './sample-counts.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string' }, out: { type: 'string' } },
});
const [folder] = positionals;
const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
if (folder === undefined) throw new InputError('name the folder with phd/, wikibio/ and graph_uncertainty/');
if (!(limit >= 1)) throw new InputError(`--limit ${values.limit}: expected a number of passages`);

const say = (step: string): void => {
  process.stderr.write(`${step}\n`);
};

const detector = createDetector(
  { preset: 'local', consistency: { always: true } },
  { threads: availableParallelism() },
);
const sets: RecordedSet[] = [];
for (const name of SET_NAMES) {
  say(`evaluating ${name}`);
  sets.push(await recordSet(name, await openSet(folder, name, limit), detector));
}
say('comparing anew');
const compared = await compareAnew(sets, COMPARISONS);
say('with fewer samples');
const counts = await sampleCounts(sets, detector);
await detector.close();
const groups = [PARTS, PUBLISHED, AGGREGATION, counts, consistencyAlone(compared)];
const measured = groups.map((group) => {
  say(`measuring: ${group.title}`);
  return { group, rows: measureGroup(group, sets) };
});
say('searching');
const flags = Object.entries(values).map(([name, value]) => ` --${name} ${value}`);
const text = documentOf({
  command: `npm run choices -- FOLDER${flags.join('')}`,
  sizes: sets.map(({ name, records }) => `${records.length} passages of ${name}`).join(', '),
  preset: measurePreset(sets),
  measured,
  searches: leaveOneOut(sets),
});
if (values.out === undefined) console.log(text);
else writeFileSync(values.out, text);
