import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { quint } from '../../support/quint.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';
import { simulate } from '../../support/simulated-model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type FactReading, itemsOf, LEVELS, type Reading, turnedRound, WEIGHTS } from './readings.ts';
import { readingOf, wrongPartsIn } from './record.ts';

const DEFAULT = { weights: WEIGHTS };

it('a reading of a verdict has the scores of the verdict, at every level', async () => {
  const { env } = await serveOpenAi({ handler: simulate(quint.model) });
  const detector = createDetector({ preset: 'thorough', cache: { enabled: false } }, { env });
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
    const [items = []] = itemsOf([labelled], level, [DEFAULT]);
    expect(items.map((item) => (1 - item.score).toFixed(9))).toEqual(
      expected[level].map((one) => one.score?.toFixed(9)),
    );
  }
  const asked = Object.values(reading.calls).reduce((sum, { requests }) => sum + requests, 0);
  expect(asked).toBe(verdict.usage.requests);
});

const fact = (draws: number[], answered: FactReading['answered'] = null): FactReading => ({
  ...{ sentence: 0, wrong: false, judged: draws, stated: [], answered, plain: {} },
});
const excluded = [{ outcome: 'excludes' as const, confidence: 0.9 }];
const reading: Reading = {
  ...{ set: 'own', id: 'p', wrong: true, plain: { 'ask-passage': 0.3 }, calls: {} },
  sentences: [{ wrong: true, stated: [0.9], agreed: null, plain: { 'ask-passage': null } }],
  facts: [fact([0.2]), fact([0.98], excluded), fact([0.97], excluded)],
};

it('weighs the parts of facts below the sentence that holds them', () => {
  const riskBy = (level: 'facts' | 'sentences', rule: Parameters<typeof itemsOf>[2][number]) =>
    itemsOf([reading], level, [rule])[0]?.map(({ score }) => score.toFixed(6));
  // odds 9 of the sentence, and the root of 1/9 of its least answered fact
  expect(riskBy('sentences', DEFAULT)).toEqual(['0.250000']);
  // the sentence has odds 3; facts by themselves ¼, 49/3 and (97/3)/3
  expect(riskBy('facts', DEFAULT)).toEqual(['0.250000', (3 / 52).toFixed(6), (9 / 106).toFixed(6)]);
  // the least of its facts
  const alone = { weights: WEIGHTS, factsAlone: true } as const;
  expect(riskBy('sentences', alone)).toEqual(['0.800000']);
  // agreement with odds 3 lifts the sentence from 3 to 9, and halved in weight to the root of 27
  const agreeing = {
    ...reading,
    sentences: reading.sentences.map((own) => ({ ...own, agreed: Math.log(3) })),
  };
  const risk = (agreed: number) => {
    const [[item] = []] = itemsOf([agreeing], 'sentences', [{ ...DEFAULT, agreed }]);
    return item?.score.toFixed(6);
  };
  expect([risk(0), risk(0.5), risk(1)]).toEqual([
    '0.250000',
    (1 / (1 + Math.sqrt(27))).toFixed(6),
    '0.100000',
  ]);
});

it('turns verdicts round by chance', () => {
  const chances = [0.05, 0.9, 0.9, 0.9];
  const turned = turnedRound(reading, 0.1, () => chances.shift() as number);
  expect(turned.facts.map(({ judged }) => judged)).toEqual([[0.8], [0.98], [0.97]]);
  expect(turned.sentences[0]?.stated).toEqual([0.9]);
});

it('ranks by a plain question the items that it was asked about', () => {
  expect(itemsOf([reading], 'passages', ['ask-passage'])).toEqual([
    [{ unit: 0, positive: true, score: 0.3 }],
  ]);
  expect(itemsOf([reading], 'sentences', ['ask-passage', DEFAULT])).toEqual([[], []]);
});

it('reads wrong words of either form', async () => {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const [phd, planted] = [path.join(folder, 'phd.json'), path.join(folder, 'planted.jsonl')];
  const marked = { entity: 'a', wrong_part: ' in Leeds;She won. ' };
  const rows = [marked, { entity: 'b' }, { entity: 'd', wrong_part: 1479 }];
  await writeFile(phd, JSON.stringify({ 'PHD-Low': rows }));
  await writeFile(planted, `${JSON.stringify({ id: 'c', planted: { wrong: 'Swiss' } })}\n`);
  expect([...(await wrongPartsIn(phd))]).toEqual([
    ['a', ['in Leeds', 'She won.']],
    ['d', ['1479']],
  ]);
  expect([...(await wrongPartsIn(planted))]).toEqual([['c', ['Swiss']]]);
});
