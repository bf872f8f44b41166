/**
 * `npm run measure -- corrections [--out FILE]`: what correction without a model makes of 40 short texts, half of them true,
 * half with one value that every sample contradicts.
 */
import { changeFigures } from '../../../src/correction/correction-figures.ts';
import { markdownTable, plainTable } from '../../../src/format/text-table.ts';
import { isChanged, outcomesOf, readsAsWanted, TEXTS } from './outcomes.ts';

const rows: string[][] = [];
for (const name of TEXTS) {
  const outcomes = await outcomesOf(name);
  const { flagged, replaced, fixed } = changeFigures(
    outcomes.flatMap(({ correction }) => correction.changes),
  );
  const counts = [
    outcomes.length,
    outcomes.filter(readsAsWanted).length,
    outcomes.filter((one) => isChanged(one) && !readsAsWanted(one)).length,
    ...[flagged, replaced, fixed],
  ];
  rows.push([name, ...counts.map(String)]);
}

const header = ['texts', 'n', 'read as wanted', 'changed otherwise', 'flagged facts', 'replaced', 'verified'];
export const text = `# Corrections without a model

Made by \`npm run measure -- corrections --out docs/corrections.md\` of 40 short texts with three or four samples each
(\`test/bench/corrections\`): \`events\` are true and describe another event or property than their samples, so nothing should
change; in \`wrong\`, every sample contradicts one value, which should be replaced by theirs, in the form and with the article of
the text. Read as wanted: literally equal to the expected text. Verified: no error found when the new text was detected again.

${markdownTable(plainTable(header, rows))}
`;
