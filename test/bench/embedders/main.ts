/**
 * `npm run measure -- embedders FOLDER [--model DIR] [--recorded DIR] [--limit N] [--out FILE]`: what the graph adds to
 * consistency, and what is merged at which threshold, with lexical vectors and with those of a sentence model.
 *
 * FOLDER holds phd/ and wikibio/; DIR after --model a model in the form of transformers.js (config.json, tokenizer.json,
 * onnx/model.onnx), without which there are lexical vectors alone; DIR after --recorded run folders of `evaluate` with a
 * model's triples. --limit takes the first N passages of each set.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { embedderSchema } from '../../../src/config/model-schemas.ts';
import { withThresholds } from '../../../src/config/thresholds.ts';
import { InputError } from '../../../src/errors.ts';
import { cacheEmbeddings } from '../../../src/models/cache/cached-embedder.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { createTransformersEmbedder } from '../../../src/models/transformers/transformers-embedder.ts';
import { createLexicalEmbedder } from '../../../src/english/lexical/lexical-embedder.ts';
import { consistencyGrid } from './consistency-grid.ts';
import { documentOf, type EmbedderFigures, gridTable, joinedIn } from './document.ts';
import { mergesAt } from './merges.ts';
import { readByModel, readByPatterns, type TriplesRead } from './sets.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    recorded: { type: 'string' },
    limit: { type: 'string' },
    out: { type: 'string' },
  },
});
const [, folder] = positionals;
if (folder === undefined) throw new InputError('name the folder with phd/ and wikibio/');

const say = (step: string): void => {
  process.stderr.write(`${step}\n`);
};

/** Vectors of all passages are kept: they are asked for at every threshold. */
const KEPT = 500_000;

/** An embedder with its thresholds of identity. */
function named(name: string, embedder: Embedder, provider: 'lexical' | 'transformers') {
  const { graph } = withThresholds(resolveConfig({ embedder: { provider } }));
  const { entitySimilarity, relationSimilarity } = graph;
  return { name, embedder: cacheEmbeddings(embedder, KEPT), graph: { entitySimilarity, relationSimilarity } };
}

function embedders() {
  const lexical = named('lexical', createLexicalEmbedder(), 'lexical');
  if (values.model === undefined) {
    say('no --model: the sentence model is skipped');
    return [lexical];
  }
  if (!existsSync(path.join(values.model, 'config.json'))) {
    throw new InputError(`${values.model}: there is no config.json of a model`);
  }
  const config = embedderSchema.parse({ provider: 'transformers', model: values.model, offline: true });
  const model = createTransformersEmbedder(config, { env: {} });
  return [lexical, named(path.basename(values.model), model, 'transformers')];
}

const own = embedders();
const sets: TriplesRead[] = [];
if (values.recorded === undefined) say('no --recorded: triples by a model are skipped');
else sets.push(...(await readByModel(values.recorded)));
sets.push(...(await readByPatterns(folder, Number(values.limit ?? Number.POSITIVE_INFINITY))));

const measured: EmbedderFigures[] = [];
for (const { name, embedder, graph } of own) {
  const grids = [];
  for (const set of sets) {
    say(`${name}: ${set.title}`);
    const rows = await consistencyGrid(set, embedder, graph);
    say(gridTable(rows));
    grids.push({ set, rows });
  }
  say(`${name}: merges`);
  const [entity, relation] = [
    await mergesAt('entity', embedder, joinedIn(sets)),
    await mergesAt('relation', embedder, joinedIn(sets)),
  ];
  measured.push({ name, grids, merges: { entity, relation } });
}
export const text = documentOf(measured);
