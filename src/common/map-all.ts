/** Concurrent work on the items of one passage, some of which may wait for a batch. */
import pMap, { type Options } from 'p-map';
import { PendingError } from '../errors.ts';

/** Concurrent requests of one piece of work. */
const AT_ONCE = 4;

/**
 * `pMap`, by default four at once. Where an item waits for a batch the others are started anyway, so that all
 * requests go into one batch.
 *
 * @throws PendingError once all items are processed, when one of them waits; any other error at once
 */
export async function mapAll<T, R>(
  items: readonly T[],
  mapper: (item: T, index: number) => Promise<R>,
  options: Options = { concurrency: AT_ONCE },
): Promise<R[]> {
  let pending: PendingError | undefined;
  const results = await pMap(
    items,
    async (item, index) => {
      try {
        return await mapper(item, index);
      } catch (error) {
        if (!(error instanceof PendingError)) throw error;
        pending ??= error;
        return undefined as R;
      }
    },
    options,
  );
  if (pending) throw pending;
  return results;
}
