/**
 * The measurements behind the defaults of encoder and consistency, on the development data:
 *
 *   npm run choices -- ../shared/data       all passages (half an hour, most of it training)
 *   npm run choices -- ../shared/data 40    the first 40 of each set
 *
 * Each row is the `local` preset scored by consistency alone (Eq. 2), so that what a row names is all that differs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDataset } from '../../datasets/index.ts';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { createEncoder, type EncoderOptions, type GraphEncoder } from '../../gnn/index.ts';
import { runBenchmark } from '../../src/benchmark/run-benchmark.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { type ConsistencySettings, compareTriples } from '../../src/consistency/votes.ts';
import { type IdentityIndex, identify } from '../../src/graph/identity.ts';
import { embedPhrases, type PhraseVectors } from '../../src/graph/phrase-vectors.ts';
import { buildResponseGraph, type ResponseGraph } from '../../src/graph/response-graph.ts';
import { encodeGraphs, type NodeStates } from '../../src/graph/states.ts';
import { cacheEmbeddings } from '../../src/models/cached-embedder.ts';
import { createLexicalEmbedder } from '../../src/models/lexical-embedder.ts';
import { ZERO_USAGE } from '../../src/models/usage.ts';
import { COMPONENTS, type Segmentation, sampleId } from '../../src/passage.ts';
import { judge, type Scoring } from '../../src/scoring/verdict.ts';
import { createLocalExtractor } from '../../src/triples/local/local-extractor.ts';
import { splitSentences } from '../../src/triples/sentences.ts';
import { type BenchTable, printTable } from './bench-table.ts';

const FILES = { phd: 'phd/phd_with_samples.json', wikibio: 'wikibio/wiki_bio_gpt3_hallucination.json' };
const NO_WEIGHTS = Object.fromEntries(COMPONENTS.map((name) => [name, 0]));
const defaults = resolveConfig({ preset: 'local' });
const none = resolveConfig({ preset: 'local', scoring: { weights: NO_WEIGHTS, context: 0 } }).scoring;
const scoring: Scoring = { ...none, weights: { ...none.weights, consistency: 1 } };

const ENCODERS: Record<string, Partial<EncoderOptions>> = {
  'identity (−Graph)': { kind: 'identity' },
  'gcn, residual (−Relations)': { kind: 'gcn' },
  'rgcn, residual, α .1': { neighbourWeight: 0.1 },
  'rgcn, residual, α .3': { neighbourWeight: 0.3 },
  'rgcn, residual, α .5': { neighbourWeight: 0.5 },
  'rgcn, residual, α .3, 1 layer': { layers: 1 },
  'rgcn, residual, α .3, no inverse edges': { inverseEdges: false },
  'rgcn, glorot': { initialiser: 'glorot' },
  'rgcn, glorot, 16 wide, relu': { initialiser: 'glorot', hidden: 16, activation: 'relu' },
  'rgcn, trained': { initialiser: 'trained' },
};

const OPTIONS: Record<string, { consistency?: Partial<ConsistencySettings>; scoring?: Partial<Scoring> }> = {
  'as by default': {},
  'conflict votes −1': { scoring: { conflictVote: true } },
  'tails with other numbers may be the same': { consistency: { exactNumbers: false } },
  'θ_t .5': { consistency: { tailThreshold: 0.5 } },
  'θ_t .6': { consistency: { tailThreshold: 0.6 } },
  'θ_t .8': { consistency: { tailThreshold: 0.8 } },
  'θ_r .2': { consistency: { relationThreshold: 0.2 } },
  'θ_r .5': { consistency: { relationThreshold: 0.5 } },
  'C_i raw': { scoring: { consistency: 'raw' } },
};

/** What all variants of one passage share. */
interface Prepared {
  labelled: LabelledPassage;
  original: Segmentation;
  samples: Segmentation[];
  index: IdentityIndex;
  vectors: PhraseVectors;
  graphs: ResponseGraph[];
}

const extractor = createLocalExtractor();
const embedder = cacheEmbeddings(createLexicalEmbedder());

async function prepare(labelled: LabelledPassage): Promise<Prepared> {
  const { prompt, response = '', samples = [] } = labelled.passage;
  const original = await extractor.extract({ id: 'original', text: response }, { prompt });
  const sampled = await Promise.all(
    samples.map((text, index) => extractor.extract({ id: sampleId(index), text }, { prompt })),
  );
  const responses = [original, ...sampled];
  const vectors = await embedPhrases(embedder, responses);
  const index = identify(responses, vectors, defaults.graph);
  const graphs = responses.map((one) => buildResponseGraph(one, index));
  return { labelled, original, samples: sampled, index, vectors, graphs };
}

function verdictOf(prepared: Prepared, states: NodeStates, option: (typeof OPTIONS)[string] = {}) {
  const { labelled, original, samples, index } = prepared;
  const consistency = compareTriples(
    { ...prepared, states },
    { ...defaults.consistency, ...option.consistency },
  );
  const trace = {
    segmentations: [original, ...samples],
    identity: index.identity,
    consistency,
    verification: [],
    agreement: null,
  };
  const { passage } = labelled;
  const sentences = passage.sentences ?? splitSentences(passage.response ?? '');
  return judge(
    { passage, sentences, trace, usage: ZERO_USAGE, abstention: null },
    { ...scoring, ...option.scoring },
  );
}

type States = Map<Prepared, NodeStates>;

async function encodeAll(prepared: readonly Prepared[], encoder: GraphEncoder): Promise<States> {
  const states: States = new Map();
  for (const one of prepared) {
    states.set(one, await encodeGraphs(one.graphs, { ...one, encoder, seed: defaults.seed }));
  }
  return states;
}

function figures(dataset: string, states: States, option?: (typeof OPTIONS)[string]): string[] {
  const passages = [...states.keys()].map(({ labelled }) => labelled);
  const verdicts = [...states].map(([one, own]) => verdictOf(one, own, option));
  const gca = runBenchmark({ dataset, passages, verdicts, seed: 0 }).methods.gca;
  const shown = [gca?.passage.rocAuc, gca?.sentence?.rocAuc, gca?.passage.pearson];
  return shown.map((value) => (typeof value === 'number' ? value.toFixed(3) : '–'));
}

async function main(folder: string | undefined, limit = Number.POSITIVE_INFINITY): Promise<void> {
  if (folder === undefined) throw new Error('name the folder with phd/ and wikibio/');
  const columns = ['passage ROC-AUC', 'sentence ROC-AUC', 'passage Pearson'];
  for (const [name, file] of Object.entries(FILES)) {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`${path} is not there`);
    const { passages } = await openDataset({ path });
    const prepared: Prepared[] = [];
    for (const labelled of passages.slice(0, limit)) prepared.push(await prepare(labelled));

    const encoders: BenchTable = { name: `${name}: encoder`, columns: ['encoder', ...columns], rows: [] };
    for (const [variant, own] of Object.entries(ENCODERS)) {
      const encoder = await createEncoder({ ...defaults.encoder, ...own });
      encoders.rows.push([variant, ...figures(name, await encodeAll(prepared, encoder))]);
    }
    printTable(encoders);

    const states = await encodeAll(prepared, await createEncoder(defaults.encoder));
    const options: BenchTable = { name: `${name}: consistency`, columns: ['option', ...columns], rows: [] };
    for (const [variant, option] of Object.entries(OPTIONS)) {
      options.rows.push([variant, ...figures(name, states, option)]);
    }
    printTable(options);
  }
}

const [folder, limit] = process.argv.slice(2);
await main(folder, limit === undefined ? undefined : Number(limit));
