import { expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { alignmentLine, alignmentOf } from '../../src/report/alignment-recall.ts';
import { quint } from '../support/quint.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { simulate } from '../support/simulated-model.ts';
import { rendered, sampleManifest } from './sample-report.ts';

const says = (...stances: string[]) =>
  stances.map((stance, index) => ({ responseId: `sample-${index + 1}`, says: stance }));
const votes = (...repeated: boolean[]) =>
  repeated.map((one, index) => ({ responseId: `sample-${index + 1}`, repeated: one }));

it('is the share of the pairs that the model finds and Eq. 2 finds as well', () => {
  const trace = {
    verification: [
      { tripleId: 'original/1', statements: says('repeats', 'repeats', 'silent') },
      { tripleId: 'original/2', statements: says('contradicts', 'repeats') },
      { tripleId: 'original/3' },
    ],
    consistency: [
      { tripleId: 'original/1', votes: votes(true, false, true) },
      { tripleId: 'original/2', votes: votes(true, true) },
      { tripleId: 'original/3', votes: votes(true) },
    ],
  } as never;
  expect(alignmentOf({ trace })).toEqual({ supported: 3, aligned: 2 });
});

it('stands in a report with parts, of runs whose samples are taken apart', async () => {
  const { env } = await serveOpenAi({ handler: simulate(quint.model) });
  const settings = { preset: 'gca', cache: { enabled: false }, embedder: { provider: 'lexical' } } as const;
  const verdict = await createDetector(settings, { env }).evaluate({
    ...quint.passage,
    samples: quint.samples,
  });
  const { supported, aligned } = alignmentOf(verdict);
  expect(supported).toBeGreaterThan(0);
  const manifest = sampleManifest([quint.passage]);
  const shown = async (extractor: 'llm' | 'judge', parts: boolean) => {
    const config = { ...manifest.config, segmentation: { ...manifest.config.segmentation, extractor } };
    const report = { run: { ...manifest, config }, verdicts: [verdict] };
    return rendered(report, { parts, columns: 300 });
  };
  const line = `${aligned} of ${supported} (`;
  expect(await shown('llm', true)).toContain(line);
  expect(await shown('llm', false)).not.toContain(line);
  expect(await shown('judge', true)).not.toContain(line);
  expect(alignmentLine({ supported: 0, aligned: 0 }, manifest.config)).toBeNull();
});
