/** An embedder that embeds each text once. */
import type { CallOptions } from '../chat-model.ts';
import type { Embedder } from '../embedder.ts';

/** Vectors kept by default: about 15 MB at 384 components. */
const DEFAULT_CAPACITY = 10_000;
/** Share of the capacity that is kept when it was exceeded. */
const ROOM = 0.9;

/**
 * Wraps `embedder`: equal texts are embedded once, the oldest vectors evicted beyond `capacity`. Concurrent calls
 * share nothing, so that aborting one does not affect another. Vectors are shared and must not be changed.
 */
export function cacheEmbeddings(embedder: Embedder, capacity = DEFAULT_CAPACITY): Embedder {
  const kept = new Map<string, Float32Array>();

  function keep(text: string, vector: Float32Array): void {
    kept.set(text, vector);
    if (kept.size <= capacity) return;
    // several at once: finding the oldest entry of a map skips over all deleted ones
    for (const oldest of kept.keys()) {
      if (kept.size <= capacity * ROOM) break;
      kept.delete(oldest);
    }
  }

  return {
    id: embedder.id,
    async embed(texts: readonly string[], options?: CallOptions): Promise<Float32Array[]> {
      options?.signal?.throwIfAborted();
      const vectors = new Map<string, Float32Array>();
      for (const text of texts) {
        const vector = kept.get(text);
        if (vector !== undefined) vectors.set(text, vector);
      }
      const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
      const found = missing.length > 0 ? await embedder.embed(missing, options) : [];
      missing.forEach((text, index) => {
        // A concurrent call may have been first; equal texts share one vector.
        const vector = kept.get(text) ?? (found[index] as Float32Array);
        vectors.set(text, vector);
        keep(text, vector);
      });
      return texts.map((text) => vectors.get(text) as Float32Array);
    },
  };
}
