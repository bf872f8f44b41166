import { expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import type { Trace } from '../../src/passage.ts';
import { labelRule } from '../../src/scoring/label-rule.ts';
import { segmentation } from '../support/records.ts';

const vote = (repeated: boolean) => ({
  responseId: 'sample-1',
  repeated,
  risk: false,
  conflict: false,
  tripleId: null,
  tailSimilarity: null,
});
const trace: Trace = {
  segmentations: [segmentation('original', [['Mara Quint', 'was born in', 'Leith']])],
  identity: { entities: [], relations: [] },
  consistency: [{ tripleId: 'original/1', votes: [vote(true), vote(false)] }],
  verification: [],
  agreement: null,
};
const scoringOf = (changes: object) =>
  configSchema.parse({
    scoring: { weights: { head: 0.4, relation: 0.2, tail: 0.2, consistency: 0.2 }, ...changes },
  }).scoring;

it('scores a triple by its tasks, with the parts that are known already', () => {
  const rule = labelRule(trace, scoringOf({ context: 0.3 }));
  expect(rule).toMatchObject({ threshold: 0.5, context: 0.3 });
  // consistency is (1 + 0) / 2
  expect(rule.score('original/1', { head: 1, relation: 0, tail: 0.5 })).toBeCloseTo(0.4 + 0.1 + 0.1, 12);
  expect(rule.score('original/1', { head: null, relation: null, tail: 1 })).toBeCloseTo(
    (0.2 + 0.1) / 0.4,
    12,
  );
});

it('takes the tasks for known once they are verified', () => {
  const task = (value: number) => ({ value, reason: null, asked: null, draws: [] });
  const verification = [
    { tripleId: 'original/1', inFactFilter: false, head: task(1), relation: task(0), tail: task(0.5) },
  ];
  const rule = labelRule({ ...trace, verification }, scoringOf({}));
  expect(rule.score('original/1', { consistency: -1 })).toBeCloseTo(0.4 + 0.1 - 0.2, 12);
  expect(rule.score('original/1', { consistency: null })).toBeCloseTo(0.5 / 0.8, 12);
});

it('knows no threshold that needs the whole data set', () => {
  const scoring = scoringOf({ threshold: { rule: 'meanPlusVariance', k: 0 } });
  expect(labelRule(trace, scoring).threshold).toBeNull();
});
