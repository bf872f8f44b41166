/** A chat model that returns all requested answers, also where its service returns one per request. */
import pMap from 'p-map';
import { addUsage, ZERO_USAGE } from '../budget/usage.ts';
import type { ChatAnswer, ChatChoice, ChatModel, ChatRequest } from '../chat-model.ts';

/** Placeholder for an answer that a service left out of a successful response. */
const NO_ANSWER: ChatChoice = { text: '', finishReason: 'stop' };
/** Concurrent single requests of one call. */
const PARALLEL_DRAWS = 4;

/**
 * Wraps `model`, whose calls are single requests. All answers are requested at once; missing ones in single requests,
 * each with its own seed, since equal seeds give equal answers. A service that returned too few gets single requests
 * from then on.
 *
 * @param multipleChoices `no`: never ask for several at once; `yes`: always do
 */
export function drawAll(model: ChatModel, multipleChoices: 'auto' | 'yes' | 'no'): ChatModel {
  let asksForSeveral = multipleChoices !== 'no';

  return {
    id: model.id,
    async complete(request, options) {
      const { n = 1 } = request;
      const answers: ChatAnswer[] = [];
      if (n > 1 && asksForSeveral) {
        const answer = await model.complete(request, options);
        if (answer.choices.length < n && multipleChoices === 'auto') asksForSeveral = false;
        answers.push(answer);
      }
      const found = Math.min(n, answers[0]?.choices.length ?? 0);
      const missing = Array.from({ length: n - found }, (_, index) => found + index);
      const single = async (position: number) =>
        firstChoice(await model.complete(singleDraw(request, position), options));
      answers.push(...(await pMap(missing, single, { concurrency: PARALLEL_DRAWS })));
      return {
        choices: answers.flatMap((answer) => answer.choices).slice(0, n),
        usage: answers.map((answer) => answer.usage).reduce(addUsage, ZERO_USAGE),
      };
    },
  };
}

export const firstChoice = (answer: ChatAnswer): ChatAnswer => ({
  ...answer,
  choices: [answer.choices[0] ?? NO_ANSWER],
});

/** The single request for the draw at a position, with its own seed. */
export function singleDraw({ seed, ...request }: ChatRequest, position: number): ChatRequest {
  return { ...request, n: 1, ...(seed !== undefined && { seed: (seed + position) & 0x7fffffff }) };
}
