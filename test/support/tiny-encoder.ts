/** The computation of a small text encoder with random weights, with inputs and outputs of a BERT, as an ONNX graph. */
import { randomFor } from '../../src/common/random.ts';
import { floatTensor, intTensor, node, onnxModel } from './onnx-writer.ts';

export interface EncoderShape {
  vocabulary: number;
  hidden: number;
  positions: number;
  /** Outputs of a classifier of the first token's state; without, the model gives the states. */
  classes?: number;
  /** Gives the outputs of the classifier for every token. */
  perToken?: boolean;
}

/** @returns the bytes of `model.onnx`: three integer inputs, `last_hidden_state` or `logits` as output */
export function encoderModel(shape: EncoderShape): Uint8Array {
  const { vocabulary, hidden, positions, classes, perToken = false } = shape;
  const random = randomFor('tiny-encoder');
  const nodes: Uint8Array[] = [];
  const constants: Uint8Array[] = [];
  const apply = (operation: string, inputs: readonly string[], attributes: Record<string, number> = {}) => {
    const name = `${operation}_${nodes.length}`;
    nodes.push(node(operation, inputs, name, attributes));
    return name;
  };
  const constant = (tensorNamed: (name: string) => Uint8Array) => {
    const name = `constant_${constants.length}`;
    constants.push(tensorNamed(name));
    return name;
  };
  const integers = (dims: readonly number[], ...values: number[]) =>
    constant((name) => intTensor(name, dims, values));
  /** Uniform weights in ±scale. */
  const weights = (rows: number, columns: number, scale: number) => {
    const values = Float32Array.from({ length: rows * columns }, () => (2 * random() - 1) * scale);
    return constant((name) => floatTensor(name, [rows, columns], values));
  };
  const ones = constant((name) => floatTensor(name, [hidden], new Float32Array(hidden).fill(1)));
  const normalised = (input: string) => apply('LayerNormalization', [input, ones], { axis: -1 });
  const linear = (input: string, width: number) =>
    apply('MatMul', [input, weights(hidden, width, 1 / Math.sqrt(hidden))]);

  const length = apply('Gather', [apply('Shape', ['input_ids']), integers([], 1)]);
  const places = apply('Range', [integers([], 0), length, integers([], 1)]);
  // Words count for more than places and types.
  const embeddings = [
    apply('Gather', [weights(vocabulary, hidden, 1), 'input_ids']),
    apply('Gather', [weights(2, hidden, 0.05), 'token_type_ids']),
    apply('Gather', [weights(positions, hidden, 0.05), places]),
  ];
  const tokens = normalised(embeddings.reduce((sum, one) => apply('Add', [sum, one])));
  // Each token is mixed with all from it on, which are summed up from the end, so that padding changes no bit.
  const mask = apply('Unsqueeze', [apply('Cast', ['attention_mask'], { to: 1 }), integers([1], 2)]);
  const following = apply('CumSum', [apply('Mul', [tokens, mask]), integers([], 1)], { reverse: 1 });
  const states = normalised(apply('Add', [tokens, linear(normalised(following), hidden)]));

  const output = classes === undefined ? 'last_hidden_state' : 'logits';
  const classified = perToken ? states : apply('Gather', [states, integers([], 0)], { axis: 1 });
  const result = classes === undefined ? states : linear(classified, classes);
  nodes.push(node('Identity', [result], output));
  const isPerToken = classes === undefined || perToken;
  return onnxModel({
    ...{ nodes, constants, output, inputs: ['input_ids', 'attention_mask', 'token_type_ids'] },
    outputDims: ['batch', ...(isPerToken ? ['sequence'] : []), classes ?? hidden],
  });
}
