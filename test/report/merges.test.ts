import { expect, it } from 'vitest';
import type { PassageVerdict } from '../../src/passage.ts';
import { mergeLines } from '../../src/report/merges.ts';

it('names the forms of each group with several, and why they joined', () => {
  const mention = (text: string, mergedBy: string, similarity: number | null = null) => ({
    text,
    count: 1,
    mergedBy,
    similarity,
  });
  const identity = {
    entities: [
      {
        id: 'entity-1',
        label: 'Marie Curie',
        mentions: [
          mention('Marie Curie', 'first'),
          mention('marie curie', 'normalised'),
          mention('Curie', 'alias'),
          mention('M. Curie', 'embedding', 0.876),
        ],
      },
      { id: 'entity-2', label: 'Warsaw', mentions: [mention('Warsaw', 'first')] },
    ],
    relations: [
      {
        id: 'relation-1',
        label: 'was born in',
        mentions: [mention('was born in', 'first'), mention('born\nin', 'embedding', 0.9)],
      },
    ],
  };
  const verdict = { passage: { id: 'curie' }, trace: { identity } } as unknown as PassageVerdict;
  expect(mergeLines(verdict)).toEqual([
    'curie: Marie Curie = marie curie, Curie (short form), M. Curie (0.88)',
    'curie: was born in = born in (0.90)',
  ]);
});
