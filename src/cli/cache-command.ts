/** `hallugraph cache`: inspect the answer cache, and delete some or all of it. */
import { type Command, InvalidArgumentError } from 'commander';
import { environmentOf } from '../config/environment.ts';
import type { CacheConfig } from '../config/schema.ts';
import { ConfigError } from '../errors.ts';
import { cacheFolder } from '../models/cache/response-cache.ts';
import type { CacheState } from '../models/cache/cache-maintenance.ts';
import { checkCache, clearCache, inspectCache, pruneCache } from '../models/cache/cache-maintenance.ts';
import { counted, MISSING } from '../format/text.ts';
import type { Host } from '../run/host.ts';
import { formatOption } from './options.ts';
import { loadSettings } from '../run/run-options.ts';

const ABOUT = `
Model answers are cached, so that no request is sent twice; with --no-cache a run neither reads nor writes the cache. Each
answer is a file with a checksum; beyond the setting cache.maxBytes the least recently used are deleted. The folder is that of --dir
or the setting cache.dir, else answers/ under HALLUGRAPH_CACHE, else in the user's cache folder.

Examples:
  $ hallugraph cache info
  $ hallugraph cache prune --older-than 30d`;

interface FolderOptions {
  config?: string;
  dir?: string;
}

export function commandModule(cache: Command, host: Host): void {
  cache.addHelpText('after', ABOUT);
  /** @param act returns what is printed */
  const add = <O extends FolderOptions>(
    name: string,
    description: string,
    act: (folder: string, options: O, settings: CacheConfig) => string,
  ) =>
    cache
      .command(name)
      .description(description)
      .option('-c, --config <file>', 'config file, instead of looking for hallugraph.config.* upwards')
      .option('--dir <folder>', 'folder of the answers')
      .action(async (options: O) => {
        const { config, dir } = options;
        const { cache: settings } = (await loadSettings(config === undefined ? {} : { config }, host)).config;
        const folder = cacheFolder(dir ?? settings.dir, environmentOf(host), host.cwd);
        host.stdout.write(act(folder, options, settings));
      });
  add('info', 'print the number of cached answers and the folder', (folder, { format }: InfoOptions) => {
    const state = inspectCache(folder);
    return format === 'json' ? `${JSON.stringify(state, null, 2)}\n` : render(state);
  }).addOption(formatOption(['text', 'json'], 'how it is printed'));
  add('clear', 'delete all answers', (folder) => {
    return `Deleted ${counted(clearCache(folder), 'answer')} in ${folder}\n`;
  });
  add('prune', 'delete old answers', (folder, { olderThan }: PruneOptions, { ttlDays }) => {
    const limit = olderThan ?? (ttlDays && ttlDays * UNITS.d);
    if (limit === undefined) throw new ConfigError('name an age with --older-than, as in --older-than 30d');
    const deleted = pruneCache(folder, host.now().getTime() - limit);
    return `Deleted ${counted(deleted, 'answer')} in ${folder}; ${inspectCache(folder).entries} left\n`;
  }).option('--older-than <age>', 'as in 30d, 12h or 45m; default: the setting cache.ttlDays', age);
  add('check', 'read all answers and delete damaged ones', (folder) => {
    const damaged = checkCache(folder);
    return `Deleted ${counted(damaged, 'damaged answer')} in ${folder}; ${inspectCache(folder).entries} whole\n`;
  });
}

type InfoOptions = FolderOptions & { format: 'text' | 'json' };
type PruneOptions = FolderOptions & { olderThan?: number };

/** In milliseconds. */
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function age(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([mhdw])$/.exec(text.trim());
  if (!match) throw new InvalidArgumentError('Expected a number with m, h, d or w, as in 30d.');
  return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
}

function render({ folder, entries, diskBytes, oldest, newest }: CacheState): string {
  const rows = {
    folder,
    answers: String(entries),
    'on disk': size(diskBytes),
    oldest: time(oldest),
    newest: time(newest),
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
