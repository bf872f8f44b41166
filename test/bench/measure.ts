/** `npm run measure -- facts | check | embedders | service | short-texts | corrections | readings`: figures that documents hold, each by a command of its own. */
const SUBJECTS = ['facts', 'check', 'embedders', 'service', 'short-texts', 'corrections', 'readings'];
const subject = process.argv[2] ?? '';
if (!SUBJECTS.includes(subject)) {
  console.error(`usage: npm run measure -- ${SUBJECTS.join(' | ')} [FOLDER] [--out FILE | --write FILE]`);
  process.exit(2);
}
await import(`./${subject}/main.ts`);
