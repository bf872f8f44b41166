import { expect, it } from 'vitest';
import { outlineOf } from '../../src/report/outline.ts';
import { sampleManifest } from './sample-report.ts';
import { whyAsWhole } from '../../src/report/low-support.ts';
import { verdictOf } from '../support/verdicts.ts';

const passage = { id: 'ada', prompt: 'Who?', response: 'Ada was a poet. Ada died in Rome. Ada had a cat.' };
const fact = { fact: ['Ada', 'died in', 'Rome'] } as const;

it('names the suspicious sentences of a passage whose facts are none, the least supported first', () => {
  const verdict = { ...verdictOf(passage, [fact]), label: 'hallucinated' as const, score: 0.2 };
  const scores = [0.3, 0.1, 0.9];
  const sentences = verdict.sentences.map((sentence, index) => ({
    ...sentence,
    score: scores[index] as number,
    label: index === 2 ? ('factual' as const) : ('hallucinated' as const),
  }));
  const check = { value: 0.1, reason: null, label: null, evidence: null };
  const notes = [null, "'Rome' is not there.", 'Not said.'];
  const reference = {
    ...{ checker: 'lexical', triples: {}, claims: [] },
    sentences: notes.map((note) => ({ ...check, note })),
  };
  expect(whyAsWhole({ ...verdict, sentences, trace: { ...verdict.trace, reference } })).toBe(
    'support 0.20 is too little for the passage as a whole, though no single fact is suspicious; least supported: ' +
      "“Ada died in Rome.” (1:17, support 0.10, 'Rome' is not there); “Ada was a poet.” (1:1, support 0.30)",
  );
});

it('says nothing of a passage with a suspicious fact, or without an error', () => {
  expect(whyAsWhole(verdictOf(passage, [fact]))).toBeNull();
  expect(whyAsWhole(verdictOf(passage, [fact, { ...fact, label: 'hallucinated' }]))).toBeNull();
});

it('is told of as many passages as facts are shown, and how many more there are', async () => {
  const whole = { ...verdictOf(passage, [fact]), label: 'hallucinated' as const };
  const report = { run: sampleManifest([passage]), verdicts: [whole, whole, whole] };
  const linesFor = async (top: number | null) => (await outlineOf(report, { top })).asWhole;
  expect(await linesFor(null)).toHaveLength(3);
  expect(await linesFor(3)).toEqual(await linesFor(null));
  expect((await linesFor(1)).map((line) => line.slice(0, 14))).toEqual(['ada: support 0', '2 more passage']);
});
