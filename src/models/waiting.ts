/** Waiting time for models, by purpose; concurrent calls of one purpose are each counted. */
import { type ChatModel, wrapChat } from './chat-model.ts';

export class Waiting {
  readonly #seconds = new Map<string, number>();

  chat(model: ChatModel): ChatModel {
    return wrapChat(model, async (request, options) => {
      const began = performance.now();
      try {
        return await model.complete(request, options);
      } finally {
        const own = (performance.now() - began) / 1000;
        this.#seconds.set(request.purpose, (this.#seconds.get(request.purpose) ?? 0) + own);
      }
    });
  }

  /** In alphabetical order, to a hundredth. @param before waiting times of an earlier part of the run */
  seconds(before: Readonly<Record<string, number>> = {}): Record<string, number> {
    const all = new Map(Object.entries(before));
    for (const [purpose, seconds] of this.#seconds) all.set(purpose, (all.get(purpose) ?? 0) + seconds);
    const sorted = [...all].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted.map(([purpose, seconds]) => [purpose, Math.round(seconds * 100) / 100]));
  }
}
