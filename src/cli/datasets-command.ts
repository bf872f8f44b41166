/** `hallugraph datasets`: download the public data sets, and verify files. */
import path from 'node:path';
import type { Command } from 'commander';
import {
  cachedDataset,
  cacheFolder,
  type DatasetFormat,
  describeCounts,
  type FetchedFile,
  type FetchOptions,
  type FileInspection,
  fetchDataset,
  REGISTRY,
  type RegistryEntry,
  registryEntry,
  verifyDataset,
} from '../../datasets/index.ts';
import { InputError } from '../errors.ts';
import { withoutControls } from '../format/text.ts';
import { Exit, INTERRUPTED } from './exit.ts';
import type { Host } from '../run/host.ts';
import { datasetOption, formatOption } from './options.ts';

const HELP = `
Data sets lie in $HALLUGRAPH_CACHE/datasets, else in $XDG_CACHE_HOME or ~/.cache under hallugraph/datasets; bench
finds them there. $HALLUGRAPH_DATASETS_URL names a mirror with the files as <data set>/<file>.

Examples:
  $ hallugraph datasets list
  $ hallugraph datasets fetch wikibio
  $ hallugraph datasets verify wiki_bio_gpt3_hallucination.json

Exit status: 0 done, 2 not the file expected, 3 a server could not be reached or did not give the file.`;

export function commandModule(datasets: Command, host: Host): void {
  const folderOf = (dir: string | undefined) =>
    dir === undefined ? cacheFolder(host.env) : path.resolve(host.cwd, dir);
  datasets.addHelpText('after', HELP);
  datasets
    .command('list')
    .description('the public data sets, their licences, and which are on this machine')
    .addOption(formatOption(['text', 'json'], 'how it is printed'))
    .option('--dir <folder>', 'cache folder')
    .action(({ format, dir }: { format: 'text' | 'json'; dir?: string }) => {
      const folder = folderOf(dir);
      const entries = REGISTRY.map((entry) => ({ ...entry, path: cachedDataset(entry.name, folder) }));
      const described = entries.map((entry) =>
        lines(entry.name, [
          ['', `${entry.title}: ${entry.what}`],
          ...terms(entry),
          ['here', entry.path ?? 'no'],
        ]),
      );
      host.stdout.write(format === 'json' ? `${JSON.stringify(entries, null, 2)}\n` : described.join('\n'));
    });
  datasets
    .command('fetch')
    .description('download data sets from their public origins and verify them')
    .argument('<name...>', REGISTRY.map(({ name }) => name).join(', '))
    .option('--dir <folder>', 'cache folder')
    .option('--force', 'download again, even where the content has changed')
    .action(async (names: string[], { dir, force = false }: { dir?: string; force?: boolean }) => {
      const entries = names.map((name) => registryEntry(name));
      const mirror = host.env.HALLUGRAPH_DATASETS_URL || undefined;
      const options = { folder: folderOf(dir), force, mirror };
      for (const entry of entries) {
        const files = await fetchInterruptibly(entry, options, host);
        host.stdout.write(lines(entry.name, [...terms(entry), ...files.flatMap(fetchedLines)]));
      }
    });
  datasets
    .command('verify')
    .description('print the content of a file or folder, and verify that it is the published data set')
    .argument('<path>', 'file, or folder of .json files')
    .addOption(datasetOption('form of the file'))
    .action(async (shown: string, { dataset }: { dataset: DatasetFormat | 'auto' }) => {
      const files = await verifyDataset(path.resolve(host.cwd, shown), { format: dataset });
      for (const file of files) host.stdout.write(lines(file.path, inspectionLines(file)));
      const problems = files
        .filter((file) => file.problems.length > 0)
        .map((file) => `${file.path} differs from the published file: ${file.problems.join(', ')}`);
      if (problems.length > 0) throw new InputError(problems.join('\n'));
    });
}

const terms = ({ home, licence, citation, byHand }: RegistryEntry): Line[] => [
  ['home', home],
  ['licence', licence ?? 'none stated: ask the authors before redistributing it'],
  ['cite', citation],
  ...(byHand === undefined ? [] : [['get', byHand] as Line]),
];

/** After an interrupt, finished files are kept. */
async function fetchInterruptibly(
  entry: RegistryEntry,
  options: FetchOptions,
  host: Host,
): Promise<FetchedFile[]> {
  const controller = new AbortController();
  const stopListening = host.onInterrupt(() => controller.abort());
  try {
    return await fetchDataset(entry, { ...options, signal: controller.signal });
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    host.stderr.write(`Stopped; datasets fetch ${entry.name} downloads the missing files\n`);
    throw new Exit(INTERRUPTED);
  } finally {
    stopListening();
  }
}

function fetchedLines({ path: file, how, ...inspection }: FetchedFile): Line[] {
  const isCompared = inspection.held.some((what) => what.includes('checksum'));
  const kept = 'no checksum is published: this one is stored for later comparison';
  const note: Line[] = isCompared ? [] : [['note', kept]];
  return [['file', `${file} (${how})`], ...inspectionLines(inspection), ...note];
}

type Line = [name: string, text: string];

function inspectionLines({ format, counts, samplesEach, sha256, size, held }: FileInspection): Line[] {
  const samples: Line[] = samplesEach ? [['samples', `${range(samplesEach)} a passage`]] : [];
  return [
    ['form', format],
    ['content', describeCounts(counts)],
    ...samples,
    ['sha256', `${sha256} (${size} bytes)`],
    ...held.map((what): Line => ['agrees', what]),
  ];
}

const range = ({ fewest, most }: { fewest: number; most: number }): string =>
  fewest === most ? String(most) : `${fewest} to ${most}`;

function lines(title: string, rows: readonly Line[]): string {
  const texts = rows.map(([name, text]) => (name === '' ? `  ${text}` : `  ${name.padEnd(8)} ${text}`));
  return [title, ...texts].map((text) => `${withoutControls(text)}\n`).join('');
}
