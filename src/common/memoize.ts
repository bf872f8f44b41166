/** Memoised functions with bounded memory. */

/** The most that is kept. */
interface Bounds {
  texts?: number;
  /** Of all texts together, UTF-16 code units; a text alone may have more. */
  characters?: number;
}

/**
 * `compute`, memoised by its text, on which alone it must depend. The memory is cleared as a whole once it is full.
 * Results are shared: no caller may change them.
 */
export function memoize<Result>(
  compute: (text: string) => Result,
  { texts = 20_000, characters = 500_000 }: Bounds = {},
): (text: string) => Result {
  const known = new Map<string, Result>();
  let length = 0;
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const result = compute(text);
    if (known.size >= texts || length + text.length > characters) {
      known.clear();
      length = 0;
    }
    known.set(text, result);
    length += text.length;
    return result;
  };
}

/** `compute`, memoised by a key, which must identify everything it depends on. The memory is not bounded. */
export const memoizeBy = <Item, Key, Result>(compute: (item: Item) => Result, keyOf: (item: Item) => Key) =>
  memoizedIn(new Map<Key, Result>(), compute, keyOf);

/** `compute`, memoised by its object as long as that is kept. */
export const memoizeWeak = <Item extends WeakKey, Result>(compute: (item: Item) => Result) =>
  memoizedIn(new WeakMap<Item, Result>(), compute, (item) => item);

function memoizedIn<Item, Key, Result>(
  known: { get(key: Key): Result | undefined; set(key: Key, result: Result): unknown },
  compute: (item: Item) => Result,
  keyOf: (item: Item) => Key,
): (item: Item) => Result {
  return (item) => {
    const key = keyOf(item);
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const result = compute(item);
    known.set(key, result);
    return result;
  };
}

/**
 * `compute`, memoised by a pair of ids, which must identify everything it depends on.
 *
 * @param most pairs kept
 */
export function memoizePairs<Item, Result>(
  compute: (one: Item, other: Item) => Result,
  idOf: (item: Item) => string,
  most = 100_000,
): (one: Item, other: Item) => Result {
  const known = new Map<string, Map<string, Result>>();
  let pairs = 0;
  return (one, other) => {
    const kept = known.get(idOf(one))?.get(idOf(other));
    if (kept !== undefined) return kept;
    const result = compute(one, other);
    if (pairs >= most) {
      known.clear();
      pairs = 0;
    }
    const row = known.get(idOf(one));
    if (row === undefined) known.set(idOf(one), new Map([[idOf(other), result]]));
    else row.set(idOf(other), result);
    pairs += 1;
    return result;
  };
}

/**
 * One reader, replaced by a new one after so many characters: for readers that keep something of every text they read,
 * so that memory stays bounded.
 */
export function memoizeRenewing<Reader>(make: () => Reader, characters: number): (text: string) => Reader {
  let reader: Reader | undefined;
  let read = 0;
  return ({ length }) => {
    if (reader === undefined || read >= characters) {
      reader = make();
      read = 0;
    }
    read += length;
    return reader;
  };
}

/** `make`, when it is first asked for. */
export function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** Work that starts when it is first asked for, and anew if it failed: a hub that is unreachable now may answer later. */
export function startedOnce<Given extends unknown[], Result>(start: (...given: Given) => Promise<Result>) {
  let started: Promise<Result> | undefined;
  return {
    get(...given: Given): Promise<Result> {
      started ??= start(...given).catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    /** Undefined where it was not asked for, or failed. */
    started: () => started,
  };
}
