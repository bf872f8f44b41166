/** Finds and reads a config file: YAML and JSON with the lines of their keys, TypeScript and JavaScript by import. */
import path from 'node:path';
import { type LilconfigResult, lilconfig } from 'lilconfig';
import { type Document, isMap, LineCounter, type Pair, parseDocument } from 'yaml';
import { errorMessage } from '../common/error-message.ts';
import { ConfigError } from '../errors.ts';
import { isPlainObject, type Layer, type Path, type SettingsTree, withoutEmpty } from './layers.ts';
import { systemReason } from '../files/system-reason.ts';

export interface ConfigFile {
  path: string;
  layer: Layer;
}

/** The config file in `cwd` or the nearest folder above it; null when there is none. */
export async function findConfigFile(cwd: string): Promise<ConfigFile | null> {
  const found = await searcher(cwd)
    .search(cwd)
    .catch((error: unknown) => {
      throw unreadable(error, 'path' in (error as object) ? (error as { path: string }).path : 'config file');
    });
  return found && configFile(found, cwd);
}

/**
 * Reads one config file.
 * @throws ConfigError when it is not there, of an unknown kind, or not valid YAML, JSON or code
 */
export async function readConfigFile(file: string, cwd: string): Promise<ConfigFile> {
  const filepath = path.resolve(cwd, file);
  if (!Object.hasOwn(LOADERS, path.extname(file))) {
    throw new ConfigError(`${file}: a config file ends in .yaml, .yml, .json, .ts, .js or .mjs`);
  }
  try {
    const loaded = await searcher(cwd).load(filepath);
    if (loaded === null) throw new ConfigError(`${file}: cannot be read`);
    return configFile(loaded, cwd);
  } catch (error) {
    throw unreadable(error, file);
  }
}

function unreadable(error: unknown, file: string): ConfigError {
  if (error instanceof ConfigError) return error;
  return new ConfigError(`${file}: cannot be read (${systemReason(error)})`, { cause: error });
}

const configFile = (
  { filepath, isEmpty, config }: NonNullable<LilconfigResult>,
  cwd: string,
): ConfigFile => ({
  path: filepath,
  layer: isEmpty ? { name: displayName(filepath, cwd), values: {} } : config,
});

const LOADERS = {
  '.yaml': textLayer,
  '.yml': textLayer,
  '.json': textLayer,
  '.ts': codeLayer,
  '.js': codeLayer,
  '.mjs': codeLayer,
};

function searcher(cwd: string) {
  const loaders = Object.entries(LOADERS).map(([extension, load]) => [
    extension,
    (filepath: string, content: string) => load(filepath, content, displayName(filepath, cwd)),
  ]);
  return lilconfig('hallugraph', {
    searchPlaces: Object.keys(LOADERS).map((extension) => `hallugraph.config${extension}`),
    loaders: Object.fromEntries(loaders),
    cache: false,
    ignoreEmptySearchPlaces: false,
  });
}

function displayName(filepath: string, cwd: string): string {
  const relative = path.relative(cwd, filepath);
  return relative.length < filepath.length ? relative : filepath;
}

/** JSON is a subset of YAML, so one parser gives both their lines. */
function textLayer(_filepath: string, content: string, name: string): Layer {
  const lineCounter = new LineCounter();
  const document = parseDocument(content, { lineCounter });
  const [error] = document.errors;
  if (error) {
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
    throw new ConfigError(
      `${name}:${line}:${col}: ${error.message.split('\n', 1)[0]?.replace(/ at line .*$/, '')}`,
    );
  }
  const values = withoutEmpty(plainValue(document, name) ?? {});
  if (!isPlainObject(values)) throw new ConfigError(`${name}:1: expected keys and values`);
  const lineOf = (wanted: Path) => {
    const offset = keyOffset(document.contents, wanted);
    return offset === null ? null : lineCounter.linePos(offset).line;
  };
  return { name, values, lineOf };
}

/** @throws ConfigError for an alias without its anchor, or one that multiplies without end */
function plainValue(document: Document.Parsed, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // Without the name of the alias, which may be a secret in the wrong place.
    throw new ConfigError(`${name}: ${(error as Error).message.replace(/: .*/s, '')}`);
  }
}

/** Where the last key of `wanted` begins in the source text. */
function keyOffset(node: unknown, wanted: Path): number | null {
  let pair: Pair | undefined;
  let inner = node;
  for (const key of wanted) {
    pair = isMap(inner) ? inner.items.find((item) => String(item.key) === key) : undefined;
    if (!pair) return null;
    inner = pair.value;
  }
  return (pair?.key as { range?: [number, number, number] } | undefined)?.range?.[0] ?? null;
}

async function codeLayer(filepath: string, _content: string, name: string): Promise<Layer> {
  const { createJiti } = await import('jiti');
  let values: unknown;
  try {
    values = await createJiti(import.meta.url, { moduleCache: false }).import(filepath, { default: true });
  } catch (error) {
    throw new ConfigError(`${name}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  if (!isPlainObject(values)) throw new ConfigError(`${name}: expected an object as its default export`);
  return { name, values: values as SettingsTree };
}
