/** Clients that ask a service, and what became of each of their requests. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** Requests by the status of their answer; `lost` had none, those of `left` were given up by their client. */
  outcomes: Record<string, number>;
  /** What each answer with status 200 took, ascending. */
  milliseconds: number[];
  /** From the first request to the last answer. */
  seconds: number;
}

const REFUSED_MILLISECONDS = 10;
const LEAVING_MILLISECONDS = 10;

/**
 * @param count clients that ask at once, each for the next passage as soon as it has an answer, and a moment after a refusal
 * @param leaveEvery one in so many requests is given up by its client while it is in work; 0: none
 */
export async function load(
  url: URL,
  passages: Iterable<unknown>,
  count: number,
  leaveEvery = 0,
): Promise<Load> {
  const outcomes: Record<string, number> = {};
  const milliseconds: number[] = [];
  const left = passages[Symbol.iterator]();
  let asked = 0;
  const client = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      asked += 1;
      const leaves = leaveEvery > 0 && asked % leaveEvery === 0;
      const start = performance.now();
      const outcome = await ask(url, JSON.stringify(next.value), leaves);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcome === 200) milliseconds.push(performance.now() - start);
      if (outcome === 429) await sleep(REFUSED_MILLISECONDS);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: count }, client));
  const seconds = (performance.now() - start) / 1000;
  return { outcomes, milliseconds: milliseconds.sort((a, b) => a - b), seconds };
}

async function ask(url: URL, body: string, leaves: boolean): Promise<number | 'lost' | 'left'> {
  const headers = { 'content-type': 'application/json' };
  const signal = leaves ? { signal: AbortSignal.timeout(LEAVING_MILLISECONDS) } : {};
  try {
    const response = await fetch(url, { method: 'POST', headers, body, ...signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return leaves ? 'left' : 'lost';
  }
}
