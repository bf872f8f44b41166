/** What the baselines that ask no chat model are given in tests. */
import type {
  BaselineDefinition,
  BaselineInput,
  BaselineParts,
  BaselineScores,
} from '../../../src/benchmark/baselines/baseline.ts';
import { EMPTY_TRACE } from '../../../src/passage.ts';

export interface TextInput {
  /** The sentences of the response, which is these with a blank between them. */
  sentences: readonly string[];
  samples: readonly string[];
  claims?: readonly string[];
}

export function textInput({ sentences, samples, claims }: TextInput): BaselineInput {
  const response = sentences.join(' ');
  let end = -1;
  const spans = sentences.map((sentence) => {
    const start = end + 1;
    end = start + sentence.length;
    return { start, end };
  });
  return {
    passage: {
      id: 'a',
      prompt: 'Who?',
      response,
      samples: [...samples],
      ...(claims && { claims: [...claims] }),
    },
    sentences: spans,
    trace: { ...EMPTY_TRACE },
    seed: 0,
  };
}

/** The scores of a baseline that is made with these parts alone. */
export function scoresOf(
  definition: BaselineDefinition,
  input: TextInput,
  parts: Partial<BaselineParts> = {},
): Promise<BaselineScores> {
  const all = { generator: null, analyst: null, nli: null, tokens: null, prompts: {}, ...parts };
  return definition.score(textInput(input), all as BaselineParts);
}
