import { parseArgs } from 'node:util';
import { InputError } from '../../src/errors.ts';

/** Of `npm run measure`; a subject may have options of its own. */
export function measureArguments() {
  const { positionals, values } = parseArgs({
    ...{ allowPositionals: true, strict: false },
    options: { out: { type: 'string' }, write: { type: 'string' } },
  });
  const [subject = '', folder] = positionals;
  const { out, write } = values as { out?: string; write?: string };
  return { subject, folder, out, write };
}

/** The folder with published data sets. @param holds what is read of it */
export function dataFolder(holds: string): string {
  const { folder } = measureArguments();
  if (folder === undefined) throw new InputError(`name the folder with ${holds}`);
  return folder;
}
