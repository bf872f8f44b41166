/** `npm run measure -- facts | embedders …`: figures that documents hold, each by a command of its own. */
const SUBJECTS = ['facts', 'embedders'];
const subject = process.argv[2] ?? '';
if (!SUBJECTS.includes(subject)) {
  console.error(`usage: npm run measure -- ${SUBJECTS.join(' | ')} FOLDER [--out FILE]`);
  process.exit(2);
}
await import(`./${subject}/main.ts`);
