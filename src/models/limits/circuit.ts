/**
 * A circuit breaker that lets callers wait instead of failing them.
 *
 * After some failures of the service in a row the circuit opens: nothing is sent but one probe at a time, after
 * pauses that grow. An answer closes it. A service that stays silent for too long counts as down, and whoever waits
 * is to give up. All times are milliseconds of one clock.
 */

/** Failures in a row that open the circuit. */
const FAILURES = 5;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 8000;

export class Circuit {
  readonly #giveUpAfter: number;
  #failures = 0;
  /** When the first request of the present row of failures was sent. */
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

  /** Whole seconds without an answer. */
  silentSeconds(now: number): number {
    return this.#failures === 0 ? 0 : Math.round((now - this.#failingSince) / 1000);
  }

  isDown(now: number): boolean {
    return this.isOpen && now - this.#failingSince >= this.#giveUpAfter;
  }

  /**
   * Milliseconds to wait before asking again; 0 to send now. Whoever is told 0 by an open circuit is its probe, and
   * everybody else waits for the next one.
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

  /** @param sentAt when the request was sent that failed now */
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
