/**
 * How many requests may be in flight: additive increase, multiplicative decrease (as TCP does; Chiu and Jain, 1989).
 *
 * Each answer adds 1 ÷ size, so a full window of answers adds one; a request that was throttled halves the window,
 * once for all requests that were in flight together.
 */
export class AimdWindow {
  readonly #largest: number;
  #size: number;
  #lastShrunk = Number.NEGATIVE_INFINITY;

  /** @param largest at least 1 */
  constructor(largest: number) {
    this.#largest = largest;
    this.#size = largest;
  }

  /** Whole requests, from 1. */
  get slots(): number {
    return Math.max(1, Math.floor(this.#size));
  }

  /** The open share of the largest window, in (0, 1]. */
  get share(): number {
    return this.#size / this.#largest;
  }

  grow(): void {
    this.#size = Math.min(this.#largest, this.#size + 1 / this.#size);
  }

  /** @param sentAt when the throttled request was sent; ignored for requests sent before the last decrease */
  shrink(sentAt: number, now: number): void {
    if (sentAt < this.#lastShrunk) return;
    this.#size = Math.max(SMALLEST, this.#size / 2);
    this.#lastShrunk = now;
  }
}

/** Below one request at a time only the request rates keep falling. */
const SMALLEST = 0.25;
