/**
 * What a benchmark would ask of the models, before it asks anything. Requests are upper estimates: how many triples
 * and sentences there are is known only afterwards, and a request that is not needed is not sent.
 */
import type { Config } from '../config/schema.ts';
import type { Passage } from '../passage.ts';
import { splitSentences } from '../triples/sentences.ts';
import type { BaselineDefinition, PassageSize } from './baselines/baseline.ts';
import { markdownTable, plainTable } from './text-table.ts';

/** Triples of a sentence, on the high side of what the extractors find. */
const TRIPLES_PER_SENTENCE = 2;
/** Sentences of a response that is not there yet. */
const SENTENCES = 8;

export interface DryRunInput {
  dataset: string;
  config: Config;
  /** All passages of the run. */
  passages: readonly Passage[];
  /** How many of them have a gold label of any kind. */
  labelled: number;
  /** Those the detector has not evaluated yet. */
  pending: readonly Passage[];
  /** The baselines that would run, with the passages they have not scored yet. */
  baselines: readonly { definition: BaselineDefinition; pending: readonly Passage[] }[];
  /** Methods asked for that cannot run, and why. */
  absent: readonly { method: string; reason: string }[];
}

export interface DryRun {
  dataset: string;
  passages: number;
  labelled: number;
  /** Samples that the passages bring and would be used, and those that would be drawn. */
  samples: { given: number; toDraw: number };
  methods: { method: string; passages: number; requests: number }[];
  /** What the authors' scripts would ask for the passages of the first row. */
  authorsRequests: number;
  absent: { method: string; reason: string }[];
}

export function dryRun({ config, passages, pending, baselines, ...input }: DryRunInput): DryRun {
  const { sampling } = config;
  const size = (passage: Passage) => sizeOf(passage, config);
  const drawn = passages.filter(isDrawn).length * (sampling.ask ? sampling.n : 0);
  const given = sum(passages.filter((passage) => !isDrawn(passage)).map((passage) => size(passage).samples));
  const detector = {
    method: 'hallugraph',
    passages: pending.length,
    requests: sum(pending.map((passage) => detectorRequests(passage, size(passage), config))),
  };
  return {
    dataset: input.dataset,
    passages: passages.length,
    labelled: input.labelled,
    samples: { given, toDraw: drawn },
    methods: [
      detector,
      ...baselines.map(({ definition, pending: own }) => ({
        method: definition.id,
        passages: own.length,
        requests: sum(own.map((passage) => definition.requests(size(passage)))),
      })),
    ],
    authorsRequests: sum(pending.map((passage) => authorsRequests(size(passage)))),
    absent: [...input.absent],
  };
}

const isDrawn = ({ samples = [] }: Passage): boolean => samples.length === 0;

function sizeOf(passage: Passage, { sampling: { ask, n, limit }, models }: Config): PassageSize {
  const { samples = [], response, sentences, claims = [] } = passage;
  const count = sentences?.length ?? (response === undefined ? SENTENCES : splitSentences(response).length);
  return {
    samples: isDrawn(passage) ? (ask ? n : 0) : Math.min(samples.length, limit ?? samples.length),
    sentences: count,
    triples: TRIPLES_PER_SENTENCE * count,
    claims: claims.length,
    oneAnswerARequest: models.generator.multipleChoices === 'no',
  };
}

/** Sampling, extraction with correction, and reverse verification as `verification/llm-verifier.ts` asks for them. */
function detectorRequests(passage: Passage, size: PassageSize, config: Config): number {
  const { samples: n, triples: m, oneAnswerARequest } = size;
  const { sampling, segmentation, verification } = config;
  const draws = (count: number) => (oneAnswerARequest ? count : 1);
  const sampled = isDrawn(passage) && sampling.ask ? draws(n) : 0;
  const answered = passage.response === undefined ? 1 : 0;
  const segmented = segmentation.extractor === 'llm' ? (segmentation.correct ? 2 : 1) * (n + 1) : 0;
  if (verification.by !== 'llm') return sampled + answered + segmented;
  const filtered = verification.factFilter ? n : 0;
  const heads = verification.head ? m * (2 + draws(verification.headDraws) + 1) : 0;
  const relations = verification.relation ? m * (draws(verification.relationDraws) + 1) : 0;
  const tails = verification.tail ? 1 + m * verification.tailDraws : 0;
  return sampled + answered + segmented + filtered + heads + relations + tails;
}

/**
 * The authors' scripts, with 10 draws a task: n samples, 2 (n + 1) for triples, n·m support checks, and for each
 * triple 10 answers with 10 judgements for two tasks and 10 selections: 2 + 3n + nm + 50m.
 */
const authorsRequests = ({ samples: n, triples: m }: PassageSize): number => 2 + 3 * n + n * m + 50 * m;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Markdown that reads well in a terminal, with a line break at the end. */
export function renderDryRun({ samples, methods, absent, ...run }: DryRun): string {
  const rows = methods.map(({ method, passages, requests }) => [method, `${passages}`, `${requests}`]);
  const sections = [
    `# Benchmark: ${run.dataset} (dry run: nothing is asked, nothing is written)`,
    `${run.passages} passages, ${run.labelled} labelled; ${samples.given} samples given, ${samples.toDraw} to draw.`,
    markdownTable(plainTable(['method', 'passages', 'requests at most'], rows)),
    `The authors' scripts would send about ${run.authorsRequests} requests for the first row.`,
    ...(absent.length === 0 ? [] : ['## Cannot run', absent.map(absentLine).join('\n')]),
  ];
  return `${sections.join('\n\n')}\n`;
}

const absentLine = ({ method, reason }: DryRun['absent'][number]): string => `- ${method}: ${reason}`;
