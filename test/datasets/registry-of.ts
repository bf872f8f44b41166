/** A registry of one data set whose file is given by a test's own server. */
import type { RegistryEntry, RegistryFile } from '../../datasets/dataset-registry.ts';

/** Three labelled passages. */
export const FILE = `${[1, 2, 3]
  .map((index) =>
    JSON.stringify({ id: `p${index}`, prompt: 'p', response: 'r'.repeat(20_000), label: 'factual' }),
  )
  .join('\n')}\n`;

export function registryOf(urls: string[], file: Partial<RegistryFile> = {}): RegistryEntry {
  return {
    name: 'letters',
    title: 'Letters',
    what: 'passages of one letter',
    home: 'http://example.org',
    licence: 'CC0',
    citation: 'nobody',
    files: [
      {
        name: 'letters.jsonl',
        urls,
        format: 'jsonl',
        sha256: null,
        content: { passages: 3, factual: 3 },
        ...file,
      },
    ],
  };
}
