/** Work under way, of which there is no more at once than allowed; nothing waits for its turn. */
export class WorkLimit {
  readonly #limit: number;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#underWay.size;
  }

  get isFull(): boolean {
    return this.size >= this.#limit;
  }

  /** Counts until it has ended, even where nobody waits for its result any more. */
  async begin<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }

  /** Once nothing is under way. */
  async ended(): Promise<void> {
    while (this.size > 0) await Promise.allSettled(this.#underWay);
  }
}
