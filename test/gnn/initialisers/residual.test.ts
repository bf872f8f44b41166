import { describe, expect, it } from 'vitest';
import { residualWeights } from '../../../gnn/initialisers/residual.ts';

const WIDTH = 384;
const [first, second] = residualWeights({ layers: 2, width: WIDTH, relationCount: 3, neighbourWeight: 0.3 });
const gate = (relation: number, layer = first) =>
  layer?.relations.subarray(relation * WIDTH, (relation + 1) * WIDTH) ?? new Float32Array();

describe('residual weights', () => {
  it('keep 1 − α of every coordinate', () => {
    expect(first?.self).toEqual(new Float32Array(WIDTH).fill(0.7));
  });

  it('let a relation pass half of the coordinates, with gain α √2', () => {
    const open = gate(0).filter((value) => value !== 0);
    expect(open).toEqual(new Float32Array(WIDTH / 2).fill(0.3 * Math.SQRT2));
  });

  it('open other coordinates for other relations and layers', () => {
    expect(gate(0)).not.toEqual(gate(1));
    expect(gate(0)).not.toEqual(gate(0, second));
  });

  it('do not depend on the number of relations, from two on', () => {
    const [more] = residualWeights({ layers: 1, width: WIDTH, relationCount: 9, neighbourWeight: 0.3 });
    expect(gate(2, more)).toEqual(gate(2));
  });

  it('open everything where there is one relation', () => {
    const [only] = residualWeights({ layers: 1, width: 5, relationCount: 1, neighbourWeight: 0.25 });
    expect(only?.relations).toEqual(new Float32Array(5).fill(0.25));
  });

  it('round half of an odd width up', () => {
    const [odd] = residualWeights({ layers: 1, width: 3, relationCount: 2, neighbourWeight: 1 });
    const open = odd?.relations.slice(0, 3).filter((value) => value !== 0);
    expect(open).toEqual(new Float32Array(2).fill(Math.sqrt(1.5)));
  });
});
