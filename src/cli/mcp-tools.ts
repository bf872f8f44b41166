/** The tools: input, action and result, independent of the protocol. */
import { z } from 'zod';
import type { EvaluateOptions } from '../detector/detector-interface.ts';
import { type Passage, type PassageVerdict, passageSchema } from '../passage.ts';
import { correctionRecord, correctionText } from '../report/corrections.ts';
import { verdictText } from '../report/verdict-text.ts';
import { correctionSchema, verdictSchema } from '../service/result-schemas.ts';
import type { KeptDetectors } from './kept-detectors.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodType<Passage>;
  /** Schema of `record`. */
  output: z.ZodType;
  run(passage: Passage, options: EvaluateOptions): Promise<ToolAnswer>;
}

/** A summary in words, and the records without their trace. */
export interface ToolAnswer {
  text: string;
  record: object;
}

const { id, prompt, response, samples, context, tokens, sentences, claims } = passageSchema.shape;

/** A passage; unknown fields are refused, since a misspelt one would change the request. */
const passageInput = z.strictObject({
  id: id.default('text').describe('A name for the text, repeated in the answer.'),
  prompt: prompt.describe('What was asked: a text, or the messages of a conversation, the last by the user.'),
  response: response.describe('The text to judge. Without it the configured model answers the prompt.'),
  samples: samples.describe(
    'More answers of the same model to the same prompt. Without them the configured model is asked.',
  ),
  context: context.describe('Reference texts to hold the response against.'),
  tokens: tokens.describe('Tokens of the response in order, with natural logarithms of their probabilities.'),
  sentences: sentences.describe('Your own sentence boundaries in the response, in UTF-16 code units.'),
  claims: claims.describe('Statements of the response in your own words, each judged as well.'),
});

const givenText = response.unwrap();

export function toolsOf({ corrector, checker }: Pick<KeptDetectors, 'corrector' | 'checker'>): Tool[] {
  return [
    {
      name: 'evaluate',
      title: 'Find hallucinations by samples',
      description:
        'Finds facts of a text that more answers to the same prompt contradict or do not mention. Says for each fact its support (1 supported, 0 contradicted) and why.',
      input: passageInput,
      output: verdictSchema,
      run: async (passage, how) => verdictAnswer(await corrector.detector.evaluate(passage, how)),
    },
    {
      name: 'check',
      title: 'Check against references',
      description:
        'Holds each fact of a text against reference texts (context), and says which it contradicts or does not find there.',
      input: passageInput.extend({
        response: givenText.describe('The text to check.'),
        context: context.unwrap().min(1).describe('The reference texts to check against.'),
      }),
      output: verdictSchema,
      run: async (passage, how) => verdictAnswer(await checker.evaluate(passage, how)),
    },
    {
      name: 'correct',
      title: 'Put flagged facts right',
      description:
        'Finds wrong facts as evaluate does, puts in their place what most samples, or the reference, say instead, and evaluates the new text.',
      input: passageInput.extend({ response: givenText.describe('The text to correct.') }),
      output: correctionSchema,
      async run(passage, how) {
        const correction = await corrector.correctPassage(passage, how);
        return { text: correctionText(correction), record: correctionRecord(correction, { trace: false }) };
      },
    },
  ];
}

function verdictAnswer(verdict: PassageVerdict): ToolAnswer {
  const { trace: _, ...record } = verdict;
  return { text: verdictText(verdict), record };
}
