/** Passages and detectors for tests of threads. */
import { onTestFinished } from 'vitest';
import type { ConfigInput } from '../../../src/config/schema.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';
import type { DetectorOptions } from '../../../src/detector/detector-interface.ts';
import type { Passage } from '../../../src/passage.ts';
import type { Handler } from '../../support/openai-server.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

export const ADA = 'Ada Lovelace was an English mathematician. She was born in London in 1815.';
export const OTHER = 'Ada Lovelace was a mathematician. She was born in London in 1816.';
export const passage = (id: string, more: Partial<Passage> = {}): Passage => ({
  ...{ id, prompt: 'Who was Ada Lovelace?', response: ADA, samples: [ADA, OTHER] },
  ...more,
});

export const detectorWith = (
  threads: number,
  input: ConfigInput = { preset: 'local' },
  more: DetectorOptions = {},
) => {
  const detector = createDetector(input, { threads, env: {}, ...more });
  onTestFinished(() => detector.close());
  return detector;
};

const KEY = 'sk-test-0123456789abcdef';

export const asking: ConfigInput = {
  preset: 'gca',
  cache: { enabled: false },
  sampling: { n: 3 },
  models: { generator: { model: 'generator', maxRetries: 0 }, analyst: { model: 'analyst' } },
};

export const withServer = async (handler: Handler) => {
  const server = await serveOpenAi({ handler });
  return { server, env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url } };
};
