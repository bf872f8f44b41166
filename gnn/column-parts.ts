/**
 * Splits large graphs by columns: diagonal weights do not mix columns, so memory of the backend is bounded for any
 * graph. Other weights need all columns at once.
 */
import type { EncoderOptions } from './encoder-options.ts';
import type { Messages } from './messages.ts';
import type { DiagonalWeights, LayerWeights } from './weights.ts';

export interface ForwardOptions extends Pick<EncoderOptions, 'activation' | 'lastActivation'> {
  /** One vector a node, at least one, all of the first layer's input width. */
  features: readonly Float32Array[];
  messages: Messages;
  layers: readonly LayerWeights[];
}

/** Numbers in the largest matrix of a part, one row a node or a message: 64 MiB, of which a layer holds a few. */
const LARGEST = 2 ** 24;

/** @returns the parts to compute in sequence; a node's state is the concatenation over all parts */
export function columnParts(options: ForwardOptions, largest = LARGEST): ForwardOptions[] {
  const { features, messages, layers } = options;
  const width = features[0]?.length ?? 0;
  const columns = Math.max(1, Math.floor(largest / Math.max(features.length, messages.sources.length)));
  if (columns >= width || !layers.every(isDiagonal)) return [options];
  return Array.from({ length: Math.ceil(width / columns) }, (_, part) => {
    const [start, end] = [part * columns, Math.min(width, (part + 1) * columns)];
    return {
      ...options,
      features: features.map((vector) => vector.subarray(start, end)),
      layers: layers.map((weights) => columnsOf(weights, start, end)),
    };
  });
}

const isDiagonal = (weights: LayerWeights): weights is DiagonalWeights => weights.form === 'diagonal';

function columnsOf(
  { form, inputWidth, self, relations }: DiagonalWeights,
  start: number,
  end: number,
): DiagonalWeights {
  const width = end - start;
  const kept = new Float32Array((relations.length / inputWidth) * width);
  for (let at = 0; at * width < kept.length; at++) {
    kept.set(relations.subarray(at * inputWidth + start, at * inputWidth + end), at * width);
  }
  return { form, inputWidth: width, outputWidth: width, self: self.subarray(start, end), relations: kept };
}
