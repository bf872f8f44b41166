/**
 * The schema of the configuration: types, defaults, validation, and (through `z.toJSONSchema`) the JSON Schema for
 * editors. Meaning, unit and range of every key are documented here or in the schemas of its parts, and nowhere else.
 */
import { z } from 'zod';
import { choice, flag, whole } from '../common/setting-types.ts';
import {
  consistencySchema,
  encoderSchema,
  graphSchema,
  referenceSchema,
  samplingSchema,
  segmentationSchema,
  uncertaintySchema,
  verificationSchema,
} from './method-schemas.ts';
import {
  budgetSchema,
  cacheSchema,
  chatModelSchema,
  embedderSchema,
  nliSchema,
  pricesSchema,
} from './model-schemas.ts';
import { scoringSchema } from '../scoring/scoring-schema.ts';

/** A dimension of the search space of `tune`: a range, or a list of values. */
const searchDimension = z.union([
  z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
  z.strictObject({ min: z.number(), max: z.number() }),
]);

const tuneSchema = z.strictObject({
  objective: z
    .string()
    .default('passage.rocAuc')
    .describe(
      'passage., sentence. or claim. and a metric of the benchmark report; or mean(..., ...) of several.',
    ),
  folds: whole(5, 2).describe('Outer folds, whose held-out passages give the figure reported.'),
  innerFolds: whole(4, 2).describe('Folds inside, over which a setting is chosen.'),
  trials: whole(500, 1).describe('Settings tried in each search.'),
  space: z
    .record(z.string(), searchDimension)
    .optional()
    .describe(
      'What may be changed, by path: scoring.weights.head: {min: 0, max: 1}, scoring.passage: [mean, min]. Default: weights, shares, aggregation, thresholds.',
    ),
});

const settingsSchema = z.strictObject({
  $schema: z.string().optional(),
  preset: choice(
    [
      'default',
      'thorough',
      'gca',
      'lean',
      'local',
      'paper-phd',
      'paper-wikibio',
      'check',
      'refchecker',
      'grapheval',
      'rhd',
    ],
    'default',
  ).describe('Starting point; the settings below change it.'),
  protocol: choice(['economy', 'paper'], 'economy').describe(
    "How models are asked: economy, many questions a request; paper, one by one as the authors' scripts do.",
  ),
  seed: z.int().default(0).describe('Seed of every random draw.'),
  concurrency: z
    .int()
    .min(1)
    .max(256)
    .optional()
    .describe(
      'Passages in work at once; default: as many as requests may be in flight where a service is asked, else 4.',
    ),
  threads: z
    .strictObject({
      memory: whole(2048, 128).describe(
        'Heap of a worker thread at most, in MiB; a passage that needs more fails, and the thread is replaced.',
      ),
      passages: whole(20_000, 1).describe('Passages after which a worker thread is replaced by a new one.'),
    })
    .prefault({})
    .describe('Limits of the worker threads that evaluate passages.'),
  models: z
    .strictObject({
      generator: chatModelSchema.prefault({}).describe('The model under evaluation: samples and answers.'),
      analyst: chatModelSchema.optional().describe('Extracts and phrases; default: the generator.'),
      judge: chatModelSchema
        .optional()
        .describe('Says what is equal and what is supported; default: the analyst.'),
    })
    .prefault({}),
  embedder: embedderSchema.prefault({}),
  sampling: samplingSchema.prefault({}),
  segmentation: segmentationSchema.prefault({}),
  graph: graphSchema.prefault({}),
  encoder: encoderSchema.prefault({}),
  recordEncoders: z
    .array(encoderSchema.shape.kind.unwrap())
    .default([])
    .describe('Record what these encoders make of the same graphs, for ablations without a further call.'),
  consistency: consistencySchema.prefault({}),
  verification: verificationSchema.prefault({}),
  agreement: z
    .strictObject({
      enabled: flag(true).describe('Measure sample agreement (support, numbers, spread, agreement).'),
    })
    .prefault({}),
  reference: referenceSchema.prefault({}),
  uncertainty: uncertaintySchema.prefault({}),
  scoring: scoringSchema.prefault({}),
  cache: cacheSchema.prefault({}),
  budget: budgetSchema.prefault({}),
  prices: pricesSchema.default({}),
  nli: nliSchema.optional(),
  tune: tuneSchema.prefault({}),
  telemetry: z
    .enum(['off', 'spans', 'content'])
    .optional()
    .describe(
      'Spans of OpenTelemetry for each passage, stage and model request; content: with prompts and answers. Default: off.',
    ),
  provenance: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Where settings come from, as tune and calibrate write it; changes nothing.'),
  prompts: z
    .string()
    .optional()
    .describe('Folder with own copies of prompt files; those absent come from the package.'),
});

export const configSchema = settingsSchema.superRefine((config, { addIssue }) => {
  if (config.protocol === 'paper' && config.segmentation.extractor === 'judge') {
    const message =
      'paper asks what the authors asked: take the preset gca, paper-phd or paper-wikibio, or segmentation.extractor=llm';
    addIssue({ code: 'custom', path: ['protocol'], message });
  }
});

/** A complete configuration: every default filled in. */
export type Config = z.output<typeof configSchema>;
export type ConfigInput = z.input<typeof configSchema>;
export type ChatModelConfig = Config['models']['generator'];
export type CacheConfig = Config['cache'];
export type EmbedderConfig = Config['embedder'];
export type NliConfig = NonNullable<Config['nli']>;
