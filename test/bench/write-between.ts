/** Puts text between `<!-- NAME: COMMAND -->` and `<!-- /NAME -->` of a document, in the place of what stands there. */
import { readFileSync, writeFileSync } from 'node:fs';

export function writeBetween(file: string, name: string, text: string): void {
  const document = readFileSync(file, 'utf8');
  const marked = new RegExp(`(<!-- ${name}: .* -->\n)[\\s\\S]*(\n<!-- /${name} -->)`);
  if (!marked.test(document))
    throw new Error(`${file} has no markers <!-- ${name}: … --> and <!-- /${name} -->`);
  writeFileSync(
    file,
    document.replace(marked, (_, begin, end) => `${begin}\n${text}\n${end}`),
  );
}
