/** Who may import whom; the picture stands in CONTRIBUTING.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const METHOD = [
  'triples',
  'graph',
  'consistency',
  'local',
  'verification',
  'reference',
  'uncertainty',
  'scoring',
  'correction',
];

/**
 * Folders of src that import each other: the lexical embedder, and the interface it fulfils; the records that travel, and
 * those made on the way.
 */
const KNOWN_CIRCLES = [
  ['models', 'english'],
  ['passage.ts', 'records'],
];

/** Pairs of files that import each other for a type alone. */
const KNOWN_PAIRS = [
  'src/scoring/pooled-scores.ts -> src/scoring/statement-scores.ts',
  'src/scoring/statement-scores.ts -> src/scoring/verdict.ts',
];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
  dynamic: boolean;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

const IMPORT = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, type, specifier, dynamicSpecifier]) => {
    const target = (specifier ?? dynamicSpecifier) as string;
    const to = target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target;
    return { from: file, to, typeOnly: type !== undefined, dynamic: specifier === undefined };
  });
}

const PATTERN =
  /(?<=[(=:,!&|?[\s])\/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\n\\])*\]|[^/\n\\[])+\/[dgimsuvy]*(?=[.,;)\]\s])/g;
/** A word of a text held against a fixed one, and sets of such. */
const COMPARED =
  /\b(?:text|lower|lemma|surface|verb|word|aspect|modal|joint)\)? [!=]== '[a-z]+'|wordKey\('[^']*'|'[a-z ]+'\.split/g;

/** Patterns that name words, and words that are compared by name. */
function wordsIn(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\//gs, '').replace(/(?<=^|\s)\/\/.*/gm, '');
  const patterns = (code.match(PATTERN) ?? []).filter((pattern) =>
    /[a-z]{2}/.test(pattern.replace(/\\[pP]\{[^}]*\}|\\.|\/[a-z]*$/g, '')),
  );
  return [...patterns, ...(code.match(COMPARED) ?? [])];
}

const files = ['src', 'gnn', 'prompts', 'datasets'].flatMap(sourceFiles);
const imports = files.flatMap(importsOf);
const show = (list: Import[]) => list.map(({ from, to }) => `${from} -> ${to}`);

describe('who may import whom', () => {
  it('reads imports at all', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(show(imports)).toContain('src/detector/detector.ts -> src/scoring/verdict.ts');
    expect(imports.some(({ dynamic }) => dynamic)).toBe(true);
  });

  it('no two files have one name', () => {
    const names = files.map((file) => file.split('/').at(-1)).filter((name) => name !== 'index.ts');
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('every relative import leads to a file of the project', () => {
    const relativeImports = imports.filter(({ to }) => /^(src|gnn|prompts|datasets)\//.test(to));
    expect(show(relativeImports.filter(({ to }) => !files.includes(to)))).toEqual([]);
  });

  it('gnn, prompts and datasets know only passages, errors, randomness, problems of schemas and files', () => {
    const allowed = new Set([
      ...['src/errors.ts', 'src/models/prompt.ts'],
      ...['json-line', 'random', 'schema-problems', 'without-undefined'].map(
        (name) => `src/common/${name}.ts`,
      ),
      ...['lock', 'make-folder', 'read-bytes', 'system-reason', 'user-cache', 'write-whole'].map(
        (name) => `src/files/${name}.ts`,
      ),
    ]);
    const outside = imports.filter(({ from, to, typeOnly }) => {
      const folder = from.split('/')[0] as string;
      if (folder === 'src' || !to.startsWith('src/')) return false;
      if (allowed.has(to)) return false;
      return !(to === 'src/passage.ts' && (typeOnly || folder === 'datasets'));
    });
    expect(show(outside)).toEqual([]);
  });

  it('the method folders know records, errors, randomness, one another and the interfaces in models', () => {
    const interfaces = [
      'chat-model',
      'nli-model',
      'embedder',
      'entity-recogniser',
      'prompt',
      'ask',
      'numbered-list',
      'parse-json',
      'budget/token-estimate',
    ].map((name) => `src/models/${name}.ts`);
    const outside = imports.filter(({ from, to, typeOnly }) => {
      const folder = /^src\/([^/]+)\//.exec(from)?.[1];
      if (folder === undefined || !METHOD.includes(folder)) return false;
      if (!/^(src|gnn|prompts|datasets)\//.test(to)) return false;
      if (
        /^src\/(passage|errors)\.ts$|^src\/common\/(random|map-all|group-by|memoize|setting-types)\.ts$|^src\/(text|english|statistics)\//.test(
          to,
        ) ||
        interfaces.includes(to)
      )
        return false;
      if (typeOnly && (to.startsWith('gnn/') || to.startsWith('prompts/'))) return false;
      return !METHOD.includes(/^src\/([^/]+)\//.exec(to)?.[1] ?? '');
    });
    expect(show(outside)).toEqual([]);
  });

  it('what reads a language knows nothing of facts, and what is of no language knows none', () => {
    const outside = imports.filter(
      ({ from, to, typeOnly }) =>
        (from.startsWith('src/english/') &&
          /^src\//.test(to) &&
          !/^src\/(english|text|models|common)\/|^src\/(passage|errors)\.ts$/.test(to)) ||
        (from.startsWith('src/text/') && /^src\/(?!text\/|common\/)[^/]+\//.test(to) && !typeOnly),
    );
    expect(show(outside)).toEqual([]);
  });

  it('what decides about facts holds no word of a language', () => {
    const words = files
      .filter((file) => /^src\/local\/(?!neutral\/)/.test(file))
      .flatMap((file) => wordsIn(readFileSync(join(root, file), 'utf8')).map((word) => `${file}: ${word}`));
    expect(wordsIn("const IN = /^(?:in|at)$/;\nif (token.lower === 'the') continue;")).toHaveLength(2);
    expect(words).toEqual([]);
  });

  it('nobody imports the command line', () => {
    const outside = imports.filter(
      ({ from, to }) => to.startsWith('src/cli/') && !from.startsWith('src/cli/'),
    );
    expect(show(outside)).toEqual([]);
  });

  it('only the service knows its framework, and only the command line listens', () => {
    const knowing = imports.filter(
      ({ from, to }) => /^hono(\/|$)/.test(to) && !from.startsWith('src/service/'),
    );
    expect(show(knowing)).toEqual([]);
    const listening = imports.filter(({ to }) => to.startsWith('@hono/'));
    expect(show(listening)).toEqual(['src/cli/serve.ts -> @hono/node-server']);
    const serving = imports.filter(
      ({ from, to }) => to.startsWith('src/service/') && !from.startsWith('src/service/'),
    );
    expect(serving.filter(({ from }) => !from.startsWith('src/cli/'))).toEqual([]);
  });

  it('only gnn loads TF.js and only adapters load ONNX or the openai SDK, all of them on demand', () => {
    const heavy = imports.filter(({ to }) => /^(@tensorflow\/|@huggingface\/|openai)/.test(to));
    const misplaced = heavy.filter(({ from, typeOnly, dynamic, to }) => {
      if (typeOnly) return false;
      return to.startsWith('@tensorflow/')
        ? !from.startsWith('gnn/')
        : !(from.startsWith('src/models/') || dynamic);
    });
    expect(show(misplaced)).toEqual([]);
    const adapters = imports.filter(
      ({ to, typeOnly, dynamic }) =>
        /^src\/models\/(openai|transformers)\//.test(to) && !typeOnly && !dynamic,
    );
    expect(show(adapters.filter(({ from }) => !from.startsWith('src/models/')))).toEqual([]);
  });

  it('no two folders of src import each other, and benchmark and report stand side by side', () => {
    // a single file, such as passage.ts, is a folder of its own
    const folderOf = (file: string): string | undefined => /^src\/([^/]+)/.exec(file)?.[1];
    const arrows = new Set(
      imports.flatMap(({ from, to }) => {
        const [own, other] = [folderOf(from), folderOf(to)];
        return own === undefined || other === undefined || own === other ? [] : `${own} -> ${other}`;
      }),
    );
    const turned = (arrow: string): string => arrow.split(' -> ').reverse().join(' -> ');
    const circles = [...arrows].filter((arrow) => arrows.has(turned(arrow)));
    expect(
      circles.filter(
        (arrow) => !KNOWN_CIRCLES.some((pair) => arrow.split(' -> ').every((own) => pair.includes(own))),
      ),
    ).toEqual([]);
    expect([...arrows].filter((arrow) => /^(benchmark|report) -> (benchmark|report)$/.test(arrow))).toEqual(
      [],
    );
  });

  it('no file leads back to itself, by imports of any kind', () => {
    const edges = new Map(files.map((file) => [file, [] as string[]]));
    for (const one of imports) {
      if (edges.has(one.to) && !show([one]).some((arrow) => KNOWN_PAIRS.includes(arrow)))
        edges.get(one.from)?.push(one.to);
    }
    const state = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (state.get(file) === 'open') circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (state.has(file)) return;
      state.set(file, 'open');
      for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });
});
