/** The passages that the page steps through: those of the list shown last, in its order. */
export interface Walk {
  positions: readonly number[];
  /** What they have in common; null for all passages. */
  words: string | null;
}

let last: Walk | null = null;

export function walkThrough(walk: Walk): void {
  last = walk;
}

/** All passages where the last list does not hold this one. */
export function walkAround(position: number, count: number): Walk {
  if (last?.positions.includes(position)) return last;
  return { positions: Array.from({ length: count }, (_, index) => index), words: null };
}
