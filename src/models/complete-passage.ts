/** Completes a passage: draws a missing response and missing samples from the model under evaluation. */
import type { Config } from '../config/schema.ts';
import { InputError, ModelCallError } from '../errors.ts';
import type { CompletePassage, Passage } from '../passage.ts';
import { promptMessages } from '../text/conversation.ts';
import type { CallOptions, ChatModel, ChatRequest } from './chat-model.ts';

type SamplingSettings = Config['sampling'] & {
  /** Requests the tokens of a missing response, with this many alternatives each. Default: not requested. */
  logprobs?: number | undefined;
  /** Whether a response makes statements that samples can be compared with; if not, no samples are drawn. */
  isAnswer?: ((response: string) => boolean) | undefined;
};

/** Longer responses, in characters, are rejected: an endless answer would take gigabytes. */
const LONGEST_RESPONSE = 1_000_000;
/** A sample is cut at this many characters, or at this multiple of the response if that is longer. */
const LONGEST_SAMPLE = 100_000;
const SAMPLE_SHARE = 4;

/**
 * The passage with a response and samples. A missing response is drawn at temperature 0; samples are those of the
 * passage, or draws where it has none and the model may be asked. A service may return fewer than requested. Draws that
 * are far longer than the response are cut.
 *
 * @throws InputError when there is no response and none may be asked
 * @throws ModelCallError when the service did not answer, or with a response without end
 */
export async function completePassage(
  passage: Passage,
  generator: ChatModel | null,
  { ask, n, limit, temperature, logprobs, isAnswer = () => true }: SamplingSettings,
  options?: CallOptions,
): Promise<CompletePassage> {
  const model = ask ? generator : null;
  const messages = promptMessages(passage.prompt);
  const draw = async (from: ChatModel, request: Omit<ChatRequest, 'messages'>) =>
    (await from.complete({ messages, ...request }, options)).choices;

  let { response, tokens } = passage;
  if (response === undefined) {
    if (model === null) {
      throw new InputError(
        `passage "${passage.id}": there is no response, and no model may be asked for it`,
        { field: 'response' },
      );
    }
    const wanted = { n: 1, temperature: 0, purpose: 'respond', ...(logprobs !== undefined && { logprobs }) };
    const [choice] = await draw(model, wanted);
    response = choice?.text ?? '';
    if (response.length > LONGEST_RESPONSE) {
      const text = `the response of ${model.id} is longer than ${LONGEST_RESPONSE} characters. Set maxOutputTokens.`;
      throw new ModelCallError(text, { retryable: false, status: 200, mayBeBilled: true });
    }
    tokens = choice?.tokens;
  }
  const answered = { ...passage, response, ...(tokens && { tokens }) };
  const brought = passage.samples ?? [];
  if (brought.length > 0 || model === null || n === 0 || !isAnswer(response)) {
    return { ...answered, samples: brought.slice(0, limit) };
  }
  const drawn = await draw(model, { n, temperature, purpose: 'sample' });
  const longest = Math.max(LONGEST_SAMPLE, SAMPLE_SHARE * response.length);
  return { ...answered, samples: drawn.map(({ text }) => text.slice(0, longest)) };
}
