/** Model settings for tests: the defaults of the schema with some of them changed. */
import { chatModelSchema, embedderSchema } from '../../src/config/model-schemas.ts';
import type { ChatModelConfig, EmbedderConfig } from '../../src/config/schema.ts';

export const chatSettings = (changes: Partial<ChatModelConfig> = {}): ChatModelConfig => ({
  ...chatModelSchema.parse({ model: 'test-model' }),
  ...changes,
});

export const embedderSettings = (changes: Partial<EmbedderConfig> = {}): EmbedderConfig => ({
  ...embedderSchema.parse({}),
  ...changes,
});
