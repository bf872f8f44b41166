/**
 * Writes ONNX models: just enough of the protobuf encoding, without a dependency.
 * Field numbers are those of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
 */

const FLOAT = 1;
const INT64 = 7;

type Field = number | bigint | string | Uint8Array;

/** One protobuf field: varint for integers, length-delimited for the rest. */
function field(number: number, value: Field): Uint8Array[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [varint(number << 3), varint(value)];
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return [varint((number << 3) | 2), varint(bytes.length), bytes];
}

function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Uint8Array.of(...bytes, Number(rest));
}

const message = (...fields: Uint8Array[][]): Uint8Array => Buffer.concat(fields.flat());

/** A constant of the graph. */
export function floatTensor(name: string, dims: readonly number[], values: Float32Array): Uint8Array {
  return tensor(name, dims, FLOAT, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
}

export function intTensor(name: string, dims: readonly number[], values: readonly number[]): Uint8Array {
  return tensor(name, dims, INT64, new Uint8Array(BigInt64Array.from(values, BigInt).buffer));
}

function tensor(name: string, dims: readonly number[], type: number, raw: Uint8Array): Uint8Array {
  return message(...dims.map((dim) => field(1, dim)), field(2, type), field(8, name), field(9, raw));
}

/** An operation; its attributes are integers. */
export function node(
  operation: string,
  inputs: readonly string[],
  output: string,
  attributes: Record<string, number> = {},
): Uint8Array {
  const encoded = Object.entries(attributes).map(([name, value]) =>
    message(field(1, name), field(3, value), field(20, 2)),
  );
  return message(
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(3, output),
    field(4, operation),
    ...encoded.map((attribute) => field(5, attribute)),
  );
}

/** An input or output; a dimension is a size or a name. */
function valueInfo(name: string, type: number, dims: readonly (number | string)[]): Uint8Array {
  const shape = message(...dims.map((dim) => field(1, message(field(typeof dim === 'number' ? 1 : 2, dim)))));
  return message(field(1, name), field(2, message(field(1, message(field(1, type), field(2, shape))))));
}

export interface Graph {
  nodes: readonly Uint8Array[];
  constants: readonly Uint8Array[];
  /** Integer inputs, [batch, sequence] each. */
  inputs: readonly string[];
  /** The float output, and its sizes or their names. */
  output: string;
  outputDims: readonly (number | string)[];
}

/** The bytes of a model file, operator set 17. */
export function onnxModel(graph: Graph): Uint8Array {
  const body = message(
    ...graph.nodes.map((bytes) => field(1, bytes)),
    field(2, 'graph'),
    ...graph.constants.map((bytes) => field(5, bytes)),
    ...graph.inputs.map((name) => field(11, valueInfo(name, INT64, ['batch', 'sequence']))),
    field(12, valueInfo(graph.output, FLOAT, graph.outputDims)),
  );
  return message(field(1, 8), field(7, body), field(8, message(field(1, ''), field(2, 17))));
}
