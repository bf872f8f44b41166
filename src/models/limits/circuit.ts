/**
 * A circuit breaker that makes callers wait instead of failing them.
 *
 * After consecutive failures of the service the circuit opens: only one probe at a time is sent, after growing
 * pauses. An answer closes it. A service without an answer for too long counts as down, and calls fail. All
 * times are milliseconds of one clock.
 */

/** Consecutive failures that open the circuit. */
const FAILURES = 5;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 8000;

export class Circuit {
  readonly #giveUpAfter: number;
  #failures = 0;
  /** When the first request of the current series of failures was sent. */
  #failingSince = 0;
  #pause = FIRST_PAUSE;
  #pausedUntil = 0;

  /** @param giveUpSeconds silence after which the service counts as down */
  constructor(giveUpSeconds: number) {
    this.#giveUpAfter = giveUpSeconds * 1000;
  }

  get isOpen(): boolean {
    return this.#failures >= FAILURES;
  }

  silentSeconds(now: number): number {
    return this.#failures === 0 ? 0 : Math.round((now - this.#failingSince) / 1000);
  }

  isDown(now: number): boolean {
    return this.isOpen && now - this.#failingSince >= this.#giveUpAfter;
  }

  /**
   * Milliseconds to wait before asking again; 0 to send now. A caller that gets 0 from an open circuit is its probe;
   * all others wait for the next one.
   */
  wait(now: number): number {
    if (!this.isOpen) return 0;
    if (now < this.#pausedUntil) {
      const untilGivenUp = this.#failingSince + this.#giveUpAfter - now;
      return untilGivenUp > 0 ? Math.min(this.#pausedUntil - now, untilGivenUp) : this.#pausedUntil - now;
    }
    this.#pauseFrom(now);
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pause = FIRST_PAUSE;
  }

  /** @param sentAt when the failed request was sent */
  failed(sentAt: number, now: number): void {
    this.#failingSince = this.#failures === 0 ? sentAt : Math.min(this.#failingSince, sentAt);
    this.#failures += 1;
    if (this.#failures === FAILURES) this.#pauseFrom(now);
  }

  #pauseFrom(now: number): void {
    this.#pausedUntil = now + this.#pause;
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }
}
