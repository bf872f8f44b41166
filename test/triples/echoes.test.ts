import { describe, expect, it } from 'vitest';
import { withoutEchoes } from '../../src/triples/echoes.ts';
import { parseTriples } from '../../src/triples/parse-triples.ts';

const system =
  'Example: "Ada Marlow (1902-1977), a Welsh botanist, taught in Leeds and may have founded the Hallam Society (HS)" ' +
  'gives (Ada Marlow; was born in; 1902), (Ada Marlow; was; botanist), (Ada Marlow; taught in; Leeds).';
const TEXT = 'Palma de Mallorca is the capital of the Balearic Islands. The city lies on the bay of Palma.';
const triple = (head: string, relation = 'is', tail = 'a city') => ({ head, relation, tail });
const kept = (head: string) => withoutEchoes({ triples: [triple(head)], rejected: [] }, system, TEXT).triples;

describe('facts of the instruction', () => {
  // What SmolLM2 135M answered, shortened.
  it('are told in the answer of a small model, and recorded', () => {
    const answer = `{ "triples": [
      { "head": "Ada Marlow (1902-1977), a Welsh botanist, taught in Leeds and may have founded the Hallam Society (HS)",
        "relation": "admirers", "tail": "dance in the city of Palma de Mallorca" },
      { "head": "Ada Marlow (1902-1977), a Welsh botanist, taught in Leeds.",
        "relation": "admirer of the Balearic Islands", "tail": "was born in" },
      { "head": "Palma de Mallorca", "relation": "is the capital of", "tail": "the Balearic Islands" }
    ] }`;
    const { triples, rejected } = withoutEchoes(parseTriples(answer, TEXT), system, TEXT);
    expect(triples.map(({ head }) => head)).toEqual(['Palma de Mallorca']);
    expect(rejected.map(({ reason }) => reason)).toEqual(['not-of-the-text', 'not-of-the-text']);
    expect(rejected[1]?.raw).toContain('Ada Marlow');
  });

  it('leave what the text says, and what is worded in words of the model', () => {
    expect(kept('Ada Marlow')).toEqual([]);
    expect(kept('Palma')).toHaveLength(1);
    expect(kept('The town')).toHaveLength(1);
    expect(kept('botanist')).toHaveLength(1);
    expect(kept('Ada Marlow of Tromsø')).toHaveLength(1);
    expect(kept('帕尔马')).toHaveLength(1);
  });

  it('are facts where the text is about the same', () => {
    const text = 'Ada Marlow was a botanist.';
    const own = { triples: [triple('Ada Marlow')], rejected: [] };
    expect(withoutEchoes(own, system, text)).toEqual(own);
  });
});
