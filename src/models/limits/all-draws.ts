/** Chat models that return all requested answers, also where a service returns one per request. */
import { mapAll } from '../../common/map-all.ts';
import { addUsage, ZERO_USAGE } from '../budget/usage.ts';
import { type ChatAnswer, type ChatModel, type ChatRequest, NO_ANSWER, wrapChat } from '../chat-model.ts';

/**
 * Wraps `model`, whose calls are single requests. All answers are requested at once; missing ones in single requests,
 * each with its own seed, since equal seeds give equal answers. A service that returned too few gets single requests
 * from then on.
 *
 * @param multipleChoices `no`: never ask for several at once; `yes`: always do
 */
export function drawAll(model: ChatModel, multipleChoices: 'auto' | 'yes' | 'no'): ChatModel {
  let asksForSeveral = multipleChoices !== 'no';

  return wrapChat(model, async (request, options) => {
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
    const { choices, usage } = joinedAnswers([...answers, ...(await mapAll(missing, single))]);
    return { choices: choices.slice(0, n), usage };
  });
}

/** Wraps `model`: `n` answers are `n` requests with different seeds, counted from `firstDraw`. */
export function oneAtATime(model: ChatModel): ChatModel {
  const { complete } = drawAll(model, 'no');
  return wrapChat(model, ({ firstDraw, ...request }, options) => {
    if ((request.n ?? 1) === 1 && firstDraw === undefined) return model.complete(request, options);
    return complete({ ...request, seed: (request.seed ?? 0) + (firstDraw ?? 0) }, options);
  });
}

export const firstChoice = (answer: ChatAnswer): ChatAnswer => ({
  ...answer,
  choices: [answer.choices[0] ?? NO_ANSWER],
});

/** The single request for the draw at a position, with its own seed. */
export const singleDraw = ({ seed, ...request }: ChatRequest, position: number): ChatRequest => ({
  ...request,
  n: 1,
  ...(seed !== undefined && { seed: (seed + position) & 0x7fffffff }),
});

export const joinedAnswers = (answers: readonly ChatAnswer[]): ChatAnswer => ({
  choices: answers.flatMap(({ choices }) => choices),
  usage: answers.map(({ usage }) => usage).reduce(addUsage, ZERO_USAGE),
});
