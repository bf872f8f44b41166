/**
 * A process that evaluates, checks or corrects the passages of one case of growth by the built library, in one thread, and prints
 * what that took: `growth-child CASE SIZE`, under `--expose-gc`. Sources run by tsx take more: it names each function as it is made.
 */
import { GROWTH_CASES, type GrowthCase } from './growth-cases.ts';
import { shortPassages } from './short-passages.ts';
import { measuring, type Taken } from './taken.ts';

/** Without what loading and the first passages take. */
export interface GrowthMeasure extends Taken {
  /** Bytes in use in the end, after a full collection. */
  used: number;
}

const [name = '', size = ''] = process.argv.slice(2);
const { preset, corrects, passagesOf } = GROWTH_CASES[name] as GrowthCase;
const built = (name: string) => import(new URL(`../../dist/src/detector/${name}`, import.meta.url).href);
const { createCorrector }: typeof import('../../src/detector/corrector.ts') = await built('corrector.js');
const { createDetector }: typeof import('../../src/detector/create-detector.ts') =
  await built('create-detector.js');
const detector = createDetector({ preset });
const corrector = createCorrector({ preset });
for (const passage of shortPassages(20))
  await detector.evaluate({ ...passage, context: [passage.response ?? ''] });

const passages = await passagesOf(Number(size));
const taken = measuring();
if (corrects) for await (const passage of passages) await corrector.correctPassage(passage);
else for await (const _ of detector.evaluateAll(passages));
const measured = taken();
globalThis.gc?.();
const { heapUsed, arrayBuffers } = process.memoryUsage();
const measure: GrowthMeasure = { ...measured, used: heapUsed + arrayBuffers };
process.stdout.write(JSON.stringify(measure));
