/** Settings of scores, thresholds, labels and calibrated probabilities. */
import { z } from 'zod';
import { choice, share, whole } from '../common/setting-types.ts';
import { COMPONENTS, type Component } from '../passage.ts';

const weightShape = Object.fromEntries(
  COMPONENTS.map((name) => [name, z.number().min(0).max(1000).default(0)]),
) as Record<Component, z.ZodDefault<z.ZodNumber>>;

const thresholdSchema = z.discriminatedUnion('rule', [
  z.strictObject({
    rule: z.literal('fixed'),
    triple: z.number().describe('Triples scored below are hallucinated.'),
    passage: z.number().describe('Passages scored below are hallucinated.'),
    claim: z.number().optional().describe('Claims scored below are hallucinated; default: as triples.'),
  }),
  z.strictObject({
    rule: z.literal('meanPlusVariance'),
    k: z
      .number()
      .describe('T = mean + k · variance of the passage scores of the run; needs the whole data set.'),
  }),
]);

const basis = z.string().optional().describe('What it was fitted on, in words for reports.');

const calibratorSchema = z.strictObject({
  method: z.literal('platt'),
  basis,
  slope: z.number().max(0).describe('p = 1 / (1 + exp(-(slope * F + intercept))); more support, less risk.'),
  intercept: z.number(),
});

const factChanceSchema = z
  .strictObject({
    method: z.literal('evidence'),
    basis,
    allContradict: share.describe('Of a fact that every sample contradicts.'),
    someContradict: share.describe('Of one that some contradict and none repeats or holds.'),
    disputed: share.describe('Of one that some contradict and some repeat or hold.'),
    unmentioned: share.describe('Of one that no sample speaks of.'),
    slope: z.number().max(0).describe('Of all others p = 1 / (1 + exp(-(slope * F + intercept))).'),
    intercept: z.number(),
  })
  .describe('The chance that a fact is wrong by the kind of evidence on it.');

const unsureSchema = z
  .strictObject({
    coverage: share.default(0.5).describe('Facts with evidence cover a smaller share of the sentences.'),
    samples: whole(2, 0).describe('Samples are all the evidence, and fewer than this many are usable.'),
    alike: share
      .default(0)
      .describe('Samples are all the evidence, and two of them share less of their words on average.'),
  })
  .describe('When a passage in which no error was found is unsure, not factual; 0: never for that reason.');

export const scoringSchema = z.strictObject({
  weights: z
    .strictObject(weightShape)
    .prefault({})
    .describe('w of Eq. 3, and of the parts beside it; their sum does not matter.'),
  consistency: choice(['raw', 'mean'], 'mean').describe(
    'C_i as published, of 10 samples (another number is scaled to them), or C_i / n.',
  ),
  /** β */
  context: share
    .default(0)
    .describe('Share of the score of a triple or sentence taken from the mean of its passage.'),
  claimContext: share.default(0).describe('The same share for a claim the passage brings.'),
  /** η */
  wholeSentence: share
    .default(0)
    .describe("Share of a sentence's score taken from its own sample agreement beside that of its triples."),
  passage: choice(['mean', 'min', 'meanAndMin'], 'mean').describe(
    'How scores of triples, or sentences, become the passage score: their mean, the worst, or half of each (meanAndMin).',
  ),
  passageOf: choice(['triples', 'sentences'], 'triples').describe(
    'What the passage score is made of; of a response without triples, always its sentences.',
  ),
  facts: choice(['parts', 'statements', 'evidence', 'pooled'], 'parts').describe(
    'What the score and label of a fact rest on: its weighted parts; what each sample says of it (repeats, contradicts, silent); as evidence, the weaker of that and of the tail the model chooses for it (S_t); or, pooled, the log odds of all parts, by which sentences and passages are judged too.',
  ),
  /** b of log-odds.ts */
  prior: z
    .number()
    .min(-10)
    .max(10)
    .default(0)
    .describe('facts pooled: log odds that a fact is right without any evidence.'),
  factThreshold: share
    .default(0.34)
    .describe('Facts scored below are hallucinated, where facts is statements or evidence.'),
  threshold: thresholdSchema.prefault({ rule: 'fixed', triple: 0.5, passage: 0.5 }),
  unsure: unsureSchema.prefault({}),
  calibration: z
    .strictObject({
      passage: calibratorSchema.optional(),
      triple: calibratorSchema.optional(),
      fact: z
        .union([factChanceSchema, z.literal('none')])
        .default('none')
        .describe(
          'Of facts that rest on what samples say of them (facts: statements or evidence) and on no other family.',
        ),
    })
    .prefault({})
    .describe(
      'How scores become the chance of being wrong: of passages; of triples, sentences and claims, as `hallugraph calibrate` writes it; of facts.',
    ),
});

type Settings = z.output<typeof scoringSchema>;

/** Without a calibration there are no probabilities. */
export type Scoring = Omit<Settings, 'calibration'> & {
  calibration?: Partial<Settings['calibration']> | undefined;
};
export type ThresholdRule = Settings['threshold'];
/** Lower bounds; below one of them a passage is unsure. */
export type UnsureSettings = Settings['unsure'];
export type Calibrator = z.output<typeof calibratorSchema>;
export type EvidenceChance = z.output<typeof factChanceSchema>;
