/** How the page reads its data: no failure is kept. */
import { memoizeBy, startedOnce } from '../common/memoize.ts';

/** `read`, once for each number, and again where it failed. */
export function memoize<T>(read: (number: number) => Promise<T>): (number: number) => Promise<T> {
  const reading = memoizeBy(
    (number: number) => startedOnce(() => read(number)),
    (number) => number,
  );
  return (number) => reading(number).get();
}

/** The newest index, or why it cannot be read; neither while it is first read. */
export interface IndexState<T> {
  index: T | null;
  error: string | null;
}

/** Reads the index, and again with every change; tells what came of it. */
export function followIndex<T>(
  source: { index(): Promise<T>; follow?(onChange: () => void): void },
  tell: (state: IndexState<T>) => void,
): void {
  const load = () =>
    source.index().then(
      (index) => tell({ index, error: null }),
      (fault) => tell({ index: null, error: String(fault) }),
    );
  void load();
  source.follow?.(() => void load());
}
