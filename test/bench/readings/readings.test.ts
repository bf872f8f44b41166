import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { quint } from '../../support/quint.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';
import { simulate } from '../../support/simulated-model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type FactReading, itemsOf, LEVELS, type Reading, requestsOf, WEIGHTS } from './readings.ts';
import { readingOf, wrongPartsIn } from './record.ts';

const ALL = { weights: WEIGHTS, ask: 'all' } as const;

it('a reading of a verdict has the scores of the verdict, at every level', async () => {
  const { env } = await serveOpenAi({ handler: simulate(quint.model) });
  const detector = createDetector({ cache: { enabled: false }, verification: { ask: 'all' } }, { env });
  const verdict = await detector.evaluate({ ...quint.passage, samples: quint.samples });
  const reading = readingOf('quint', verdict, {
    gold: { passage: quint.passage, label: 'factual' },
    wrong: undefined,
    asked: {},
  });
  expect(reading.facts.some(({ answered }) => answered?.some(({ outcome }) => outcome !== null))).toBe(true);
  const labelled: Reading = {
    ...reading,
    sentences: reading.sentences.map((sentence) => ({ ...sentence, wrong: false })),
  };
  const { score, sentences, triples } = verdict;
  const expected = { passages: [{ score }], sentences, facts: triples };
  for (const level of LEVELS) {
    const [items = []] = itemsOf([labelled], level, [ALL]);
    expect(items.map((item) => (1 - item.score).toFixed(9))).toEqual(
      expected[level].map((one) => one.score?.toFixed(9)),
    );
  }
  expect(requestsOf(reading, ALL)).toBe(verdict.usage.requests);
});

const fact = (draws: number[], answered: FactReading['answered'] = null): FactReading => ({
  ...{
    sentence: 0,
    wrong: false,
    judged: { verdict: 'right', draws },
    stated: [],
    characters: 30,
    answered,
    plain: {},
  },
});
const excluded = [{ outcome: 'excludes' as const, confidence: 0.9, byJudge: true }];
const reading: Reading = {
  ...{ set: 'own', id: 'p', wrong: true, whole: [0.6], plain: { 'ask-passage': 0.3 }, calls: {} },
  sentences: [{ wrong: true, stated: [0.9], plain: { 'ask-passage': null } }],
  facts: [fact([0.2]), fact([0.98], excluded), fact([0.97], excluded)],
};

it('counts blind answers of the facts alone that a policy asks about', () => {
  const riskBy = (rule: Parameters<typeof itemsOf>[2][number]) =>
    itemsOf([reading], 'facts', [rule])[0]?.map(({ score }) => score.toFixed(6));
  const [first, ...decided] = riskBy({ weights: WEIGHTS }) ?? [];
  expect(first).toBe('0.800000');
  // the first is undecided, and one control is asked about
  expect(decided.filter((risk) => risk === '0.020000' || risk === '0.030000')).toHaveLength(1);
  // odds 1/49 and 3 for the second
  expect(riskBy(ALL)?.[1]).toBe((3 / 52).toFixed(6));
});

it('ranks by a plain question the items that it was asked about', () => {
  expect(itemsOf([reading], 'passages', ['ask-passage'])).toEqual([
    [{ unit: 0, positive: true, score: 0.3 }],
  ]);
  expect(itemsOf([reading], 'sentences', ['ask-passage', ALL])).toEqual([[], []]);
});

it('reads wrong words of either form', async () => {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const [phd, planted] = ['phd.json', 'planted.jsonl'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const rows = [{ entity: 'a', wrong_part: ' in Leeds;She won. ' }, { entity: 'b' }];
  await writeFile(phd, JSON.stringify({ 'PHD-Low': rows }));
  await writeFile(planted, `${JSON.stringify({ id: 'c', planted: { wrong: 'Swiss' } })}\n`);
  expect([...(await wrongPartsIn(phd))]).toEqual([['a', ['in Leeds', 'She won.']]]);
  expect([...(await wrongPartsIn(planted))]).toEqual([['c', ['Swiss']]]);
});
