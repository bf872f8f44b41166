/**
 * A process that puts passages through one method and prints what that took: `throughput-child METHOD FILE THREADS PACKAGE
 * FIRST MODEL`, with the passages as JSON lines, of the built package in the folder, by the NLI model in the folder. The
 * first passages, as many as FIRST, only get `local` going and are not measured. As METHOD, `run` is a whole run of the
 * command line, with the threads it takes by itself, into the folder that is named like FILE.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { BaselineDefinition } from '../../src/benchmark/baselines/baseline.ts';
import { EMPTY_TRACE, type Passage } from '../../src/passage.ts';
import { measuring } from './taken.ts';

const [method = '', file = '', threads = '', folder = '', first = '0', model = ''] = process.argv.slice(2);
const passages: (Passage & { response: string; samples: string[] })[] = [];
for await (const line of createInterface(createReadStream(file))) passages.push(JSON.parse(line));
const built = (name: string) => import(path.join(folder, 'dist', name));

let taken = measuring();
if (method === 'run') {
  const { runCommandLine }: typeof import('../../src/cli/program.ts') = await built('src/cli/program.js');
  const { processHost }: typeof import('../../src/cli/process-host.ts') =
    await built('src/cli/process-host.js');
  const options = ['--preset', 'local', '--out', `${file}.run`, '--quiet'];
  const host = { ...processHost(), stdout: process.stderr };
  const status = await runCommandLine(['evaluate', file, ...options], host);
  if (status !== 0) throw new Error(`the run ended with status ${status}`);
} else if (method === 'local') {
  const { createDetector }: typeof import('../../src/index.ts') = await built('src/index.js');
  const detector = createDetector({ preset: 'local' }, { threads: Number(threads) });
  const evaluate = async (some: typeof passages) => {
    for await (const verdict of detector.evaluateAll(some)) JSON.stringify(verdict);
  };
  if (Number(first) > 0) {
    await evaluate(passages.slice(0, Number(first)));
    taken = measuring();
  }
  await evaluate(passages.slice(Number(first)));
  await detector.close();
} else {
  const { BASELINES }: { BASELINES: BaselineDefinition[] } = await built(
    'src/benchmark/baselines/baseline-registry.js',
  );
  const { openBaselineParts }: typeof import('../../src/detector/parts.ts') =
    await built('src/detector/parts.js');
  const { resolveConfig }: typeof import('../../src/config/resolve.ts') =
    await built('src/config/resolve.js');
  const { statementSpans }: typeof import('../../src/english/statements.ts') =
    await built('src/english/statements.js');
  const definition = BASELINES.find(({ id }) => id === method) as BaselineDefinition;
  const config = resolveConfig({ preset: 'local', ...(model !== '' && { nli: { model, offline: true } }) });
  const { parts, close } = await openBaselineParts(new Set(definition.needs), config, process.env);
  for (const passage of passages) {
    const sentences = statementSpans(passage.response);
    JSON.stringify(await definition.score({ passage, sentences, trace: EMPTY_TRACE, seed: 0 }, parts));
  }
  await close();
}
process.stdout.write(JSON.stringify(taken()));
