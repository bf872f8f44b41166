/** Settings of the method, step by step: from samples to the evidence on facts. */
import { z } from 'zod';
import { choice, cosine, flag, share, temperature, text, whole } from '../common/setting-types.ts';

export const samplingSchema = z.strictObject({
  ask: flag(true).describe('Ask the generator for a missing response or missing samples.'),
  n: whole(10, 0, 100).describe(
    'Responses to sample where a passage brings none (paper: 10); 0: none are needed.',
  ),
  limit: whole(1000, 0).describe('Use at most this many of the samples of a passage; 0: none.'),
  temperature: temperature.default(1).describe('Temperature of sampling (paper: 1.0).'),
});

export const segmentationSchema = z.strictObject({
  extractor: choice(['llm', 'local', 'judge'], 'llm').describe(
    'llm: two prompts (paper 3.2); local: open information extraction; judge: the judge lists the facts of the response and says of each whether it is right, in one request, and samples are not taken apart.',
  ),
  rules: choice(['gca', 'grapheval'], 'gca').describe(
    'llm: by whose rules triples are made. gca: the question is shown, and they are corrected; grapheval: one prompt that sees the text alone.',
  ),
  correct: z
    .boolean()
    .optional()
    .describe(
      'Send the triples of each response back to be corrected (llm only); default: true in the paper protocol, else false.',
    ),
  groupSize: whole(5, 1, 50).describe(
    'economy: short samples read in one request; the response is always read alone.',
  ),
});

export const graphSchema = z.strictObject({
  mentions: choice(['merged', 'exact'], 'merged').describe(
    'merged: mentions of one normal form, short name or like vector are one entity; exact: equal ones alone, and relations by their cosine alone (paper).',
  ),
  entitySimilarity: cosine
    .optional()
    .describe('θ_head: mentions with a higher cosine are one entity; default: by the embedder.'),
  relationSimilarity: cosine
    .optional()
    .describe('Relation phrases with a higher cosine are one relation type; default: by the embedder.'),
  aliases: flag(true).describe('Take a surname or short form for the full name it is part of.'),
});

export const encoderSchema = z.strictObject({
  kind: choice(['rgcn', 'gcn', 'identity'], 'rgcn').describe(
    'gcn and identity are the ablations -Relations and -Graph.',
  ),
  initialiser: choice(['residual', 'glorot'], 'residual').describe('How the weights are set.'),
  layers: whole(2, 1, 8).describe('Message passing steps.'),
  activation: choice(['none', 'relu', 'tanh'], 'none').describe('σ of the RGCN equation.'),
  lastActivation: flag(true).describe(
    'Apply σ after the last layer too; false: between layers only, as the released code does.',
  ),
  inverseEdges: flag(true).describe('Let messages pass against the edges too, as relations of their own.'),
  hidden: z
    .int()
    .positive()
    .optional()
    .describe('Width between the layers for glorot weights; default: the input width.'),
  neighbourWeight: share.default(0.3).describe('residual: share of a state that comes from its neighbours.'),
  backend: choice(['auto', 'tensorflow', 'wasm', 'cpu'], 'auto').describe('TF.js backend.'),
});

export const consistencySchema = z.strictObject({
  always: flag(true).describe(
    'Compare the graphs where the part consistency has no weight, too: for the trace, corrections and other weights.',
  ),
  relationThreshold: cosine
    .optional()
    .describe('θ_r: relations above this cosine are the same; default: by the embedder.'),
  tailThreshold: cosine
    .optional()
    .describe(
      'θ_t: tail states above this cosine are the same; default: by the embedder. The paper has no value.',
    ),
  exactNumbers: flag(true).describe(
    'Tails with other numbers or months, with opposites or a negation are never the same, nor are such relations, and those turned round (not in the paper).',
  ),
  unaligned: choice(['same-head', 'any-head'], 'same-head').describe(
    'Which triples of a sample Eq. 2 calls unaligned: those of the same head by another relation, or all that are not aligned. The paper can be read both ways.',
  ),
  pairs: choice(['once', 'each'], 'once').describe(
    'What counts in Eq. 2 where several triples of a sample agree with the tail: one for and one against, or each. The paper can be read both ways.',
  ),
});

export const verificationSchema = z.strictObject({
  by: choice(['llm', 'none'], 'llm').describe('Who answers the reverse tasks: a model, or nobody.'),
  factFilter: flag(true).describe(
    'Find out what each sample says of each fact (economy: the part stated), and (paper) give well-supported facts as context of a question.',
  ),
  head: flag(true).describe('HEQA: mask the head and ask for it.'),
  relation: flag(true).describe('RR: mask the relation and ask for it.'),
  tail: flag(true).describe('FTSTE: ask which of several tails is right.'),
  judged: flag(false).describe(
    'Ask the judge whether each fact is right (the part judged), in a separate request; with segmentation.extractor judge it is asked anyway.',
  ),
  judgedDraws: whole(1, 1, 20).describe('How often to ask: more for models whose answers vary.'),
  answered: flag(false).describe(
    'Mask the tail and let the model complete the fact without seeing the response (the part answered).',
  ),
  answeredDraws: whole(1, 1, 20).describe('How often to ask: more for models whose answers vary.'),
  headDraws: whole(10, 1).describe('N_A, for which the paper has no value.'),
  relationDraws: whole(10, 1).describe('N_p.'),
  tailDraws: whole(10, 1).describe('N_s.'),
  distractors: whole(3, 1, 9).describe(
    'Replaced tails beside the original in FTSTE, for which the paper has no number.',
  ),
  temperature: temperature.default(1).describe('Temperature of the answers.'),
  relationTemperature: temperature
    .optional()
    .describe('Temperature of the answers to RR; default: temperature (paper: 0).'),
  groupSize: whole(25, 1, 50).describe('economy: triples asked about in one request, at most.'),
});

export const referenceSchema = z
  .strictObject({
    checker: choice(['none', 'lexical', 'nli', 'align', 'llm'], 'none').describe(
      'Who checks statements against the context of a passage: words, numbers and names; an NLI model; the same by chunk and sentence (AlignScore); the judge.',
    ),
    groupSize: whole(8, 1, 50).describe('llm: statements checked in one request.'),
    chunkTokens: whole(0, 0).describe(
      'nli, align and the method nli-context: tokens of a piece of a reference that is read at once; 0: 200 for nli (RefChecker), 350 for align (AlignScore).',
    ),
    sentences: flag(true).describe(
      'Check whole sentences, too, not triples alone. The claims of a passage always are.',
    ),
    spans: choice(['none', 'verdicts', 'llm'], 'none').describe(
      'Give hallucinated spans: from the verdicts on triples and sentences, or asked of the analyst.',
    ),
  })
  .describe('Checking against reference texts (RefChecker, GraphEval, RAGTruth).');

export const uncertaintySchema = z
  .strictObject({
    enabled: flag(false).describe('Read the log-probabilities of tokens.'),
    entities: text
      .default('compromise')
      .describe(
        'Who finds named entities: compromise (a library), or the Hugging Face id or local folder of a token classification model.',
      ),
    minProbability: share
      .default(0.45)
      .describe('θ1: an entity of lower probability is a hallucination (paper: .40 to .50).'),
    maxEntropy: z
      .number()
      .min(0)
      .optional()
      .describe('θ2: an entity of higher entropy, in nats, is a hallucination; default: not looked at.'),
  })
  .describe('Detection from token probabilities (RHD of DRAD).');
