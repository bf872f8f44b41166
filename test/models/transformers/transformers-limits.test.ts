import { describe, expect, it } from 'vitest';
import { batchSizeFor, tokenLimit } from '../../../src/models/transformers/transformers-limits.ts';
import type { LoadedModel, ModelConfig } from '../../../src/models/transformers/transformers-loading.ts';

const limit = (model_max_length: number, config: Partial<ModelConfig>) =>
  tokenLimit({ tokenizer: { model_max_length }, model: { config } } as unknown as LoadedModel);

describe('the most tokens of an input', () => {
  it.each([
    ['the smaller of tokenizer and model', 128, { max_position_embeddings: 512 }, 128],
    ['the model where the tokenizer says nothing', 1e30, { max_position_embeddings: 512 }, 512],
    [
      'two less where positions start after the padding',
      Number.POSITIVE_INFINITY,
      { model_type: 'roberta', max_position_embeddings: 514, pad_token_id: 1 },
      512,
    ],
    ['the tokenizer where positions are relative', 1024, { max_position_embeddings: -1 }, 1024],
    ['512 where nothing says', Number.POSITIVE_INFINITY, {}, 512],
  ])('is %s', (_name, tokenizer, config, expected) => {
    expect(limit(tokenizer, config)).toBe(expected);
  });
});

describe('batches', () => {
  it('are single items for 8-bit weights', () => {
    expect(batchSizeFor({ dtype: 'fp16', batchSize: 8 })).toBe(8);
    for (const dtype of ['q8', 'int8', 'uint8'] as const)
      expect(batchSizeFor({ dtype, batchSize: 8 })).toBe(1);
  });
});
