import { expect, it } from 'vitest';
import { findingsOf } from '../../src/report/findings.ts';
import { sampleReport } from './sample-report.ts';

it('says why a passage is called hallucinated in which no fact is suspicious', async () => {
  const { run, verdicts } = sampleReport();
  const hallucinated = verdicts
    .filter(({ passage }) => passage.id === 'curie')
    .map((verdict) => ({ ...verdict, label: 'hallucinated' as const, score: 0.2, triples: [] }));
  const texts = [];
  for await (const { findings } of findingsOf({ run, verdicts: hallucinated }))
    texts.push(...findings.map(({ text }) => text));
  expect(texts).toEqual([
    'curie: hallucinated: support 0.20 is too little for the passage as a whole, though no single fact is suspicious',
  ]);
});
