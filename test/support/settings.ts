/** Model settings for tests: the defaults of the schema with some of them changed. */
import {
  type ChatModelConfig,
  chatModelSchema,
  type EmbedderConfig,
  embedderSchema,
} from '../../src/config/schema.ts';

export const chatSettings = (changes: Partial<ChatModelConfig> = {}): ChatModelConfig => ({
  ...chatModelSchema.parse({ model: 'test-model' }),
  ...changes,
});

export const embedderSettings = (changes: Partial<EmbedderConfig> = {}): EmbedderConfig => ({
  ...embedderSchema.parse({}),
  ...changes,
});
