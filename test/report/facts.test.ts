import { expect, it } from 'vitest';
import type { Reason } from '../../src/passage.ts';
import { blocksOf, FactList, factOf } from '../../src/report/facts.ts';
import { evidenceOf } from '../../src/scoring/evidence.ts';
import { verdictOf } from '../support/verdicts.ts';
import { rendered, sampleReport } from './sample-report.ts';

const PASSAGE = {
  id: 'henry',
  prompt: 'Who was Henry?',
  response: 'Henry was King of Morocco and Lord of Morocco. He ruled Morocco.',
};

/** @param others what fewer samples give */
const giving = (samples: string[], instead: string, others?: Reason['others']): Reason => ({
  ...{ kind: 'samples-contradict', samples, of: 3, value: 'Morocco', instead, note: null, quote: null },
  ...{ ...(others && { others }), weight: samples.length / 3 },
});

const facts = [
  { fact: ['Henry', 'was King of', 'Morocco'], reasons: [giving(['sample-1', 'sample-2'], 'England')] },
  { fact: ['Henry', 'died in', 'Morocco'], reasons: [giving(['sample-1'], 'France')] },
  { fact: ['Henry', 'was Lord of', 'Morocco'], reasons: [giving(['sample-1', 'sample-2'], 'England')] },
  { fact: ['Henry', 'ruled', 'Morocco'], reasons: [giving(['sample-3'], 'England')] },
  { fact: ['He', 'ruled', 'Morocco'], reasons: [giving(['sample-3'], 'England')] },
  { fact: ['Henry', 'ruled in', 'Morocco'], reasons: [] },
] as const;

function verdict() {
  const whole = verdictOf(
    PASSAGE,
    facts.map(({ fact }) => ({ fact, label: 'hallucinated' })),
  );
  for (const [index, { reasons }] of facts.entries())
    Object.assign(whole.triples[index] ?? {}, { reasons, evidence: evidenceOf(reasons) });
  return whole;
}

it('puts facts about one thing together where samples give the same in place of the same', () => {
  const whole = verdict();
  const blocks = blocksOf(whole.triples.map((triple) => factOf(whole, triple)));
  expect(blocks.map(({ title }) => title)).toEqual([
    '3 facts about Henry: samples give "England", not "Morocco"',
    'Henry died in Morocco',
    'He ruled Morocco',
    'Henry ruled in Morocco',
  ]);
  const byTwo = ['contradicted by 2 of 3 samples (1, 2): they give "England", not "Morocco"'];
  expect(blocks[0]?.members).toEqual([
    { line: 'Henry was King of Morocco (not located, suspicious, support 0.20)', evidence: byTwo },
    { line: 'Henry was Lord of Morocco (not located, suspicious, support 0.20)', evidence: byTwo },
    {
      line: 'Henry ruled Morocco (not located, suspicious, support 0.20)',
      evidence: ['contradicted by 1 of 3 samples (3): it gives "England", not "Morocco"'],
    },
  ]);
  expect(blocks[1]).toMatchObject({
    members: [],
    evidence: ['contradicted by 1 of 3 samples (1): it gives "France", not "Morocco"'],
  });
});

it('says once what speaks against all of them', () => {
  const whole = verdict();
  const facts = [whole.triples[0], whole.triples[2]].flatMap((triple) =>
    triple ? factOf(whole, triple) : [],
  );
  const [block] = blocksOf(facts);
  expect(block?.evidence).toEqual([
    'contradicted by 2 of 3 samples (1, 2): they give "England", not "Morocco"',
  ]);
  expect(block?.members.flatMap(({ evidence }) => evidence)).toEqual([]);
});

it('names no value where samples give several, and keeps passages apart', () => {
  const others = [{ value: 'Morocco', instead: 'France', samples: ['sample-3'] }];
  const whole = verdict();
  for (const triple of whole.triples.slice(0, 2))
    triple.reasons = [giving(['sample-1', 'sample-2'], triple.triple.tail, others)];
  const [first, second] = whole.triples.map((triple) => factOf(whole, triple));
  if (first === undefined || second === undefined) throw new Error('the verdict holds no facts');
  expect(blocksOf([first, second]).map(({ title }) => title)).toEqual([
    '2 facts about Henry: samples give other values than "Morocco"',
  ]);
  expect(blocksOf([first, { ...second, passageId: 'other' }])).toHaveLength(2);
});

it.each(['table', 'markdown'] as const)('%s shows such facts as one', async (format) => {
  const { run } = sampleReport();
  const report = await rendered({ run, verdicts: [verdict()] }, { format, columns: 100 });
  const text = report.replaceAll('\\', '');
  expect(text).toContain('3 facts about Henry: samples give "England", not "Morocco"');
  expect(text).toContain('- Henry was Lord of Morocco (not located, suspicious, support 0.20)');
  expect(text).toMatch(/\n +- contradicted by 1 of 3 samples \(3\): it gives "England", not "Morocco"/);
});

it('a fact shows the parts that were looked at, with or without a value, and no others', () => {
  const [verdict] = sampleReport().verdicts;
  if (verdict === undefined) throw new Error('the sample report holds no verdict');
  for (const { components } of verdict.triples) {
    components.reference = { value: null, reason: 'disabled' };
    components.consistency = { value: null, reason: 'no-samples' };
    components.tokens = { value: null, reason: 'no-entity' };
  }
  const list = new FactList(null);
  list.add(verdict);
  const [fact] = list.selected().facts;
  const symbols = fact?.parts.map(({ symbol }) => symbol);
  expect(symbols).not.toContain('reference');
  expect(symbols).not.toContain('C');
  expect(fact?.parts.at(-1)).toEqual({ symbol: 'tokens', value: null });
});
