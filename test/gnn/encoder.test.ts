import { describe, expect, it, vi } from 'vitest';
import { createEncoder, type EncoderOptions, type GraphBatch } from '../../gnn/index.ts';
import { glorotWeights } from '../../gnn/initialisers/glorot.ts';
import { residualWeights } from '../../gnn/initialisers/residual.ts';
import { LOADERS } from '../../gnn/loaders.ts';
import type { LayerWeights } from '../../gnn/weights.ts';
import type { Config } from '../../src/config/schema.ts';
import { expectStatesClose, OPTIONS, tf } from './fixtures.ts';
import { messageGraph, naiveStates } from './naive.ts';
import { randomBatch, randomFeatures } from './random-graph.ts';

const BATCH = randomBatch({ nodeCount: 12, relationCount: 4, edgeCount: 30, seed: 1 });
const FEATURES = randomFeatures(12, 7, 1);
const SEED = 5;

/** Encodes with the given options, everything else as in `OPTIONS`. */
async function encode(
  options: Partial<EncoderOptions>,
  batch: GraphBatch = BATCH,
  features: readonly Float32Array[] = FEATURES,
  seed = SEED,
): Promise<Float32Array[]> {
  const encoder = createEncoder({ ...OPTIONS, ...options });
  return encoder.encode(batch, features, seed);
}

describe('hand-computed graphs', () => {
  // 0 → 1 → 2 and 0 → 2, every edge of the one relation; α = 0.3.
  const chain: GraphBatch = {
    nodeCount: 3,
    relationCount: 1,
    edges: [
      { source: 0, relation: 0, target: 1 },
      { source: 1, relation: 0, target: 2 },
      { source: 0, relation: 0, target: 2 },
    ],
  };
  const features = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(2, 2)];

  it('takes 0.7 of the feature and 0.3 of the mean neighbour', async () => {
    // node 2: 0.7 · [2, 2] + 0.3 · ([0, 1] + [1, 0]) / 2
    expectStatesClose(await encode({ layers: 1 }, chain, features), [
      [0.7, 0],
      [0.3, 0.7],
      [1.55, 1.55],
    ]);
  });

  it('passes messages on in the second layer', async () => {
    // node 1: 0.7 · [0.3, 0.7] + 0.3 · [0.7, 0]; node 2: 0.7 · 1.55 + 0.15 · ([0.3, 0.7] + [0.7, 0])
    expectStatesClose(await encode({ layers: 2 }, chain, features), [
      [0.49, 0],
      [0.42, 0.49],
      [1.235, 1.19],
    ]);
  });

  it('passes messages against the edges as well, without relations', async () => {
    // node 0 hears 1 and 2, node 1 hears 0 and 2, node 2 hears 1 and 0
    const states = await encode({ kind: 'gcn', inverseEdges: true, layers: 1 }, chain, features);
    expectStatesClose(states, [
      [0.7 + 0.3, 0.3 * 1.5],
      [0.3 * 1.5, 0.7 + 0.3],
      [1.55, 1.55],
    ]);
  });

  it('applies the activation between the layers only, where told to', async () => {
    const [a, b, c] = [Math.tanh(0.7), Math.tanh(0.3), Math.tanh(1.55)];
    // node 1: 0.7 · [b, a] + 0.3 · [a, 0]; node 2: 0.7 · [c, c] + 0.15 · ([b, a] + [a, 0])
    expectStatesClose(await encode({ activation: 'tanh', lastActivation: false }, chain, features), [
      [0.7 * a, 0],
      [0.7 * b + 0.3 * a, 0.7 * a],
      [0.7 * c + 0.15 * (a + b), 0.7 * c + 0.15 * a],
    ]);
    // what is left of negative features after σ is nothing, of positive ones everything
    const released = { activation: 'relu', lastActivation: false, initialiser: 'glorot', hidden: 4 } as const;
    const states = await encode(released);
    expect(states.some((state) => state.some((value) => value < 0))).toBe(true);
  });
});

describe('agreement with the equation written as loops', () => {
  const width = 7;
  const cases = (['rgcn', 'gcn'] as const).flatMap((kind) =>
    ([true, false] as const).flatMap((inverseEdges) =>
      (['none', 'relu', 'tanh'] as const).flatMap((activation) =>
        [1, 2, 3].map((layers) => ({ kind, inverseEdges, activation, layers })),
      ),
    ),
  );
  const compare = async (
    options: (typeof cases)[number] & Partial<EncoderOptions>,
    weights: LayerWeights[],
  ) => {
    const { activation, initialiser } = options;
    const normalisation = initialiser === 'glorot' ? 'relation' : 'node';
    const graph = messageGraph(BATCH, options);
    const expected = naiveStates(graph, FEATURES, weights, { activation, normalisation });
    expectStatesClose(await encode(options), expected);
  };

  it.each(cases)('residual, $kind, inverse $inverseEdges, $activation, $layers layers', async (options) => {
    const { relationCount } = messageGraph(BATCH, options);
    const { layers } = options;
    await compare(options, residualWeights({ layers, width, relationCount, neighbourWeight: 0.3 }));
  });

  it.each(cases)('glorot, $kind, inverse $inverseEdges, $activation, $layers layers', async (options) => {
    const { relationCount } = messageGraph(BATCH, options);
    const { layers } = options;
    for (const hidden of [undefined, 4, 11]) {
      const weights = glorotWeights({ layers, width, hidden: hidden ?? width, relationCount, seed: SEED });
      await compare({ ...options, initialiser: 'glorot', hidden } as typeof options, weights);
    }
  });
});

describe.each(['residual', 'glorot'] as const)('%s weights', (initialiser) => {
  const options = { initialiser, inverseEdges: true } as const;

  it('give equal states for an equal seed', async () => {
    expect(await encode(options)).toEqual(await encode(options));
  });

  it('permute the states when the nodes are permuted', async () => {
    const order = [3, 7, 0, 11, 5, 1, 10, 2, 9, 4, 8, 6];
    const permuted: GraphBatch = {
      ...BATCH,
      edges: BATCH.edges
        .map(({ source, relation, target }) => ({
          source: order.indexOf(source),
          relation,
          target: order.indexOf(target),
        }))
        .reverse(),
    };
    const features = order.map((node) => FEATURES[node] as Float32Array);
    const states = await encode(options);
    const expected = order.map((node) => states[node] as Float32Array);
    expectStatesClose(await encode(options, permuted, features), expected);
  });

  it('are as good on the CPU backend', async () => {
    expectStatesClose(await encode({ ...options, backend: 'cpu' }), await encode(options));
  });

  it('leave no tensor behind', async () => {
    const encoder = createEncoder({ ...OPTIONS, ...options });
    await encoder.encode(BATCH, FEATURES, SEED);
    const before = tf.memory().numTensors;
    await encoder.encode(BATCH, FEATURES, SEED);
    await encoder.encode({ nodeCount: 12, relationCount: 0, edges: [] }, FEATURES, SEED);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('give numbers for an empty batch, no edges, zero vectors, and vectors of width 0 and 1', async () => {
    expect(await encode(options, { nodeCount: 0, relationCount: 0, edges: [] }, [])).toEqual([]);
    const isolated = { nodeCount: 12, relationCount: 3, edges: [] };
    expect((await encode(options, isolated)).every((state) => state.every(Number.isFinite))).toBe(true);
    for (const width of [0, 1, 7]) {
      const states = await encode(
        options,
        BATCH,
        FEATURES.map(() => new Float32Array(width)),
      );
      expect(states).toEqual(FEATURES.map(() => new Float32Array(width)));
    }
  });

  it('keep calls that overlap apart', async () => {
    const encoder = createEncoder({ ...OPTIONS, ...options });
    const onCpu = createEncoder({ ...OPTIONS, ...options, backend: 'cpu' });
    const alone = await encoder.encode(BATCH, FEATURES, SEED);
    const [first, second, third] = await Promise.all([
      encoder.encode(BATCH, FEATURES, SEED),
      onCpu.encode(BATCH, FEATURES, SEED),
      encoder.encode(BATCH, FEATURES, SEED),
    ]);
    expect(first).toEqual(alone);
    expect(third).toEqual(alone);
    expectStatesClose(second as Float32Array[], alone);
  });
});

it.each(['residual', 'glorot'] as const)(
  '%s states of a graph stay the same when another joins the batch',
  async (initialiser) => {
    const options = { initialiser, inverseEdges: true } as const;
    const other = randomBatch({ nodeCount: 5, relationCount: 4, edgeCount: 9, seed: 2 });
    const merged: GraphBatch = {
      nodeCount: 17,
      relationCount: 4,
      edges: [
        ...BATCH.edges,
        ...other.edges.map((e) => ({ ...e, source: e.source + 12, target: e.target + 12 })),
      ],
    };
    const otherFeatures = randomFeatures(5, 7, 2);
    const states = await encode(options, merged, [...FEATURES, ...otherFeatures]);
    expectStatesClose(states.slice(0, 12), await encode(options));
    expectStatesClose(states.slice(12), await encode(options, other, otherFeatures));
  },
);

describe('the seed', () => {
  const withSeeds = async (options: Partial<EncoderOptions>) => [
    await encode(options, BATCH, FEATURES, 0),
    await encode(options, BATCH, FEATURES, 1),
  ];

  it('changes glorot states', async () => {
    const [first, second] = await withSeeds({ initialiser: 'glorot' });
    expect(first).not.toEqual(second);
  });

  it('does not change residual states', async () => {
    const [first, second] = await withSeeds({ initialiser: 'residual' });
    expect(first).toEqual(second);
  });
});

describe('the identity encoder', () => {
  it('returns copies of the features and needs no backend', async () => {
    const encoder = createEncoder({ ...OPTIONS, kind: 'identity' });
    const states = await encoder.encode(BATCH, FEATURES, SEED);
    expect(states).toEqual(FEATURES);
    expect(states[0]).not.toBe(FEATURES[0]);
    expect(encoder.id).toBe('identity');
    expect(await encoder.backend()).toEqual({ backend: 'none', rejected: [] });
  });
});

describe('what an encoder says of itself', () => {
  it.each([
    [{}, 'rgcn/residual/2 layers'],
    [{ kind: 'gcn', layers: 1 }, 'gcn/residual/1 layer'],
    [{ initialiser: 'glorot', activation: 'relu' }, 'rgcn/glorot/2 layers/relu'],
  ] as const)('%o is %s', async (options, id) => {
    const encoder = createEncoder({ ...OPTIONS, ...options });
    expect(encoder.id).toBe(id);
    expect(await encoder.backend()).toMatchObject({ backend: 'wasm', rejected: [] });
  });

  it('takes the encoder section of the configuration as it is', () => {
    const config = OPTIONS satisfies Config['encoder'];
    const options: EncoderOptions = config as Config['encoder'];
    expect(options).toBe(OPTIONS);
  });
});

describe('wrong use', () => {
  it.each([
    { layers: 0 },
    { layers: 1.5 },
    { hidden: 0 },
    { neighbourWeight: 1.1 },
    { neighbourWeight: Number.NaN },
  ])('refuses the options %o', (options) => {
    expect(() => createEncoder({ ...OPTIONS, ...options })).toThrow(RangeError);
  });

  const edge = { source: 0, relation: 0, target: 1 };
  it.each([
    ['a relation out of range', { edges: [{ ...edge, relation: 4 }] }, FEATURES],
    ['a negative relation', { edges: [{ ...edge, relation: -1 }] }, FEATURES],
    ['a source out of range', { edges: [{ ...edge, source: 12 }] }, FEATURES],
    ['a target that is no integer', { edges: [{ ...edge, target: 0.5 }] }, FEATURES],
    ['a missing feature', {}, FEATURES.slice(1)],
    ['features of two lengths', {}, [...FEATURES.slice(1), new Float32Array(6)]],
    ['a feature that is not finite', {}, [...FEATURES.slice(1), new Float32Array(7).fill(Number.NaN)]],
  ])('refuses %s', async (_, change, features) => {
    for (const kind of ['rgcn', 'identity'] as const) {
      const encoder = createEncoder({ ...OPTIONS, kind });
      await expect(encoder.encode({ ...BATCH, ...change }, features, SEED)).rejects.toThrow(RangeError);
    }
  });
});

it('tries a backend again that could not be opened', async () => {
  const load = vi.spyOn(LOADERS, 'cpu').mockRejectedValueOnce(new Error('no file'));
  const encoder = createEncoder({ ...OPTIONS, backend: 'cpu' });
  await expect(encoder.backend()).rejects.toThrow('no file');
  expect((await encoder.backend()).backend).toBe('cpu');
  load.mockRestore();
});
