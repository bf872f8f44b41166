/**
 * `npm run measure -- SUBJECT [FOLDER]`: figures that documents hold. The text that `SUBJECT/main.ts` exports is printed, written
 * to `--out FILE`, or put between the marks of the subject in the document that `--write FILE` names.
 */
import { writeFileSync } from 'node:fs';
import { measureArguments } from './measure-arguments.ts';
import { writeBetween } from './write-between.ts';

const SUBJECTS = ['facts', 'check', 'embedders', 'service', 'short-texts', 'corrections', 'readings'];
const { subject, out, write } = measureArguments();
if (!SUBJECTS.includes(subject)) {
  console.error(`usage: npm run measure -- ${SUBJECTS.join(' | ')} [FOLDER] [--out FILE | --write FILE]`);
  process.exit(2);
}
const { text }: { text?: string } = await import(`./${subject}/main.ts`);
if (text !== undefined) {
  if (out !== undefined) writeFileSync(out, text);
  else if (write !== undefined) writeBetween(write, subject, text);
  else console.log(text);
}
