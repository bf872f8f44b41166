/** `hallugraph cache`: inspect the answer cache, and delete some or all of it. */
import { type Command, InvalidArgumentError } from 'commander';
import { environmentOf } from '../config/environment.ts';
import type { CacheConfig } from '../config/schema.ts';
import { ConfigError } from '../errors.ts';
import { cacheFolder } from '../models/cache/response-cache-folder.ts';
import {
  type CacheState,
  checkCache,
  clearCache,
  inspectCache,
  pruneCache,
} from '../models/cache/response-cache-upkeep.ts';
import { counted, MISSING } from '../format/text.ts';
import type { Host } from '../run/host.ts';
import { formatOption } from './options.ts';
import { loadSettings } from '../run/run-options.ts';

const ABOUT = `
Answers of models are kept, so that nothing is asked twice; --no-cache of a run neither reads nor writes them. Each is a
file with a checksum; those that were not asked for longest make room beyond the setting cache.maxBytes. They are in the folder that --dir or the setting cache.dir names, else in answers/ under HALLUGRAPH_CACHE, else in the
user's cache folder.

Examples:
  $ hallugraph cache info
  $ hallugraph cache prune --older-than 30d`;

export function commandModule(cache: Command, host: Host): void {
  cache.addHelpText('after', ABOUT);
  addInfo(cache, host);
  addClear(cache, host);
  addPrune(cache, host);
  addCheck(cache, host);
}

interface FolderOptions {
  config?: string;
  dir?: string;
}

function subcommand(cache: Command, name: string, description: string): Command {
  return cache
    .command(name)
    .description(description)
    .option('-c, --config <file>', 'config file, instead of looking for hallugraph.config.* upwards')
    .option('--dir <folder>', 'folder of the answers');
}

function addInfo(cache: Command, host: Host): void {
  subcommand(cache, 'info', 'print the number of cached answers and the folder')
    .addOption(formatOption(['text', 'json'], 'how it is printed'))
    .action(async (options: FolderOptions & { format: 'text' | 'json' }) => {
      const state = inspectCache((await locate(options, host)).folder);
      host.stdout.write(options.format === 'json' ? `${JSON.stringify(state, null, 2)}\n` : render(state));
    });
}

function addClear(cache: Command, host: Host): void {
  subcommand(cache, 'clear', 'delete all answers').action(async (options: FolderOptions) => {
    const { folder } = await locate(options, host);
    const deleted = clearCache(folder);
    host.stdout.write(`Deleted ${counted(deleted, 'answer')} in ${folder}\n`);
  });
}

function addPrune(cache: Command, host: Host): void {
  subcommand(cache, 'prune', 'delete old answers')
    .option('--older-than <age>', 'as in 30d, 12h or 45m; default: the setting cache.ttlDays', age)
    .action(async (options: FolderOptions & { olderThan?: number }) => {
      const { folder, settings } = await locate(options, host);
      const limit = options.olderThan ?? (settings.ttlDays && settings.ttlDays * UNITS.d);
      if (limit === undefined) throw new ConfigError('name an age with --older-than, as in --older-than 30d');
      const deleted = pruneCache(folder, host.now().getTime() - limit);
      const { entries } = inspectCache(folder);
      host.stdout.write(`Deleted ${counted(deleted, 'answer')} in ${folder}; ${entries} left\n`);
    });
}

function addCheck(cache: Command, host: Host): void {
  subcommand(cache, 'check', 'read all answers and delete damaged ones').action(
    async (options: FolderOptions) => {
      const { folder } = await locate(options, host);
      const damaged = checkCache(folder);
      const { entries } = inspectCache(folder);
      host.stdout.write(`Deleted ${counted(damaged, 'damaged answer')} in ${folder}; ${entries} whole\n`);
    },
  );
}

async function locate(
  { config, dir }: FolderOptions,
  host: Host,
): Promise<{ folder: string; settings: CacheConfig }> {
  const { cache: settings } = (await loadSettings(config === undefined ? {} : { config }, host)).config;
  const env = environmentOf(host);
  return { folder: cacheFolder(dir ?? settings.dir, env, host.cwd), settings };
}

/** In milliseconds. */
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function age(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([mhdw])$/.exec(text.trim());
  if (!match) throw new InvalidArgumentError('Expected a number with m, h, d or w, as in 30d.');
  return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
}

function render({ folder, entries, diskBytes, oldest, newest, oldDatabase }: CacheState): string {
  const rows = {
    folder,
    answers: String(entries),
    'on disk': size(diskBytes),
    oldest: time(oldest),
    newest: time(newest),
    ...(oldDatabase !== null && {
      'not read': `${oldDatabase}, of an older version; delete it to free space`,
    }),
  };
  return Object.entries(rows)
    .map(([name, value]) => `${name.padEnd(9)}${value}\n`)
    .join('');
}

const time = (milliseconds: number | null): string =>
  milliseconds === null ? MISSING : new Date(milliseconds).toISOString();

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
