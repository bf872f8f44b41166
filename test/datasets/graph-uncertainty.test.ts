import { describe, expect, it } from 'vitest';
import { groupOf } from '../../datasets/graph-uncertainty.ts';
import { open as openAs } from './published-rows.ts';

const mark = (claim: string, result: string | null) => ({
  claim,
  gpt_annotation_result: result,
  correctness: '',
});

const row = (entity = 'Ada Byron') => ({
  prompt: `Tell me a paragraph bio of ${entity}.\n`,
  entity,
  most_likely_generation: 'She was a poet.',
  more_generations: ['One.', 'Two.'],
  most_likely_breakdown: ['ignored'],
  most_likely_breakdown_len: 7,
  breakdown: ['ignored'],
  pointwise_dict: [
    mark('She was a poet.', 'N'),
    mark('She was admired.', 'S'),
    mark('She was English.', 'Y'),
    mark('She had a cat.', ''),
    mark('She had a dog.', 'Unk'),
    mark(' ', 'Y'),
    mark('She had a carp.', 'constructor'),
    mark('Claim of a sample.', 'Y'),
  ],
});

const open = (value: unknown) => openAs(value, 'x/factscore_gpt-3.5-turbo_bipartite.json');

describe('graph-uncertainty', () => {
  it('reads the greedy answer, its samples and its claims marked Y or N', () => {
    const { format, passages } = open([row()]);
    expect(format).toBe('graph-uncertainty');
    expect(passages).toEqual([
      {
        passage: {
          id: 'gpt-3.5-turbo factscore: Ada Byron',
          prompt: 'Tell me a paragraph bio of Ada Byron.',
          response: 'She was a poet.',
          samples: ['One.', 'Two.'],
          claims: ['She was a poet.', 'She was English.'],
        },
        label: null,
        claims: [
          { text: 'She was a poet.', label: 'non-factual' },
          { text: 'She was English.', label: 'factual' },
        ],
        group: 'gpt-3.5-turbo factscore',
      },
    ]);
  });

  it('keeps a passage without a usable claim', () => {
    const { passages } = open([{ ...row(), most_likely_breakdown_len: 0 }]);
    expect(passages[0]?.passage.claims).toEqual([]);
    expect(passages[0]).not.toHaveProperty('claims');
  });

  it('gives a repeated entity an id of its own', () => {
    expect(open([row(), row()]).passages[1]?.passage.id).toBe('gpt-3.5-turbo factscore: Ada Byron (2)');
  });

  it.each([
    ['more own claims than claims', { most_likely_breakdown_len: 9 }, 'most_likely_breakdown_len'],
    ['a claim without text', { pointwise_dict: [{ gpt_annotation_result: 'Y' }] }, 'pointwise_dict.0.claim'],
    [
      'a mark that is no text',
      { pointwise_dict: [mark('a', 1 as never)] },
      'pointwise_dict.0.gpt_annotation_result',
    ],
    ['no samples', { more_generations: null }, 'more_generations'],
    ['an empty entity', { entity: '' }, 'entity'],
  ])('names row and field of %s', (_, change, field) => {
    expect(() => open([row(), { ...row(), ...change }])).toThrow(`(row 2): field "${field}"`);
  });

  it.each([
    ['factscore_gpt-3.5-turbo_bipartite.json', 'gpt-3.5-turbo factscore'],
    ['a/pop_qa_filtered__gpt-4__pop_qa_filtered_gpt-4_bipartite.json', 'gpt-4 popqa'],
    ['factscore_llama-3-70b-instruct_bipartite_sc_5samples_4matches.json', 'llama-3-70b-instruct factscore'],
    ['claims of mine.json', 'claims of mine'],
  ])('reads the group off %s', (source, group) => {
    expect(groupOf(source)).toBe(group);
  });
});
