/** Work that is the same for the same text, done once. */

/**
 * `compute`, which must depend on the text alone, with its last results at hand.
 *
 * @param most results kept; once there are so many all of them go, so that memory stays bounded
 */
export function remembering<Result>(
  compute: (text: string) => Result,
  most = 20_000,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const result = compute(text);
    if (known.size >= most) known.clear();
    known.set(text, result);
    return result;
  };
}
