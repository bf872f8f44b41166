import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Label } from '../../src/passage.ts';
import {
  chanceWith,
  type OwnLabels,
  passageLabels,
  passageScoreWith,
  sentenceScoreWith,
  statementLabels,
} from '../../src/scoring/levels.ts';

const fact = (label: Label, isUnmentioned = false, isUnstated = isUnmentioned, isUnfounded = false) => ({
  ...{ label, isUnmentioned, isUnstated, isUnfounded },
});
const sentence = (label: Label, facts: number[], isUnmentioned = false) => ({
  ...{ label, facts, isUnmentioned, isCourtesy: false },
});

const DECIDING = { doesScoreDecide: true, doFactsDecide: true, doSentencesDecide: false };

/** Labels in the end; an unsure passage is given as such. */
function labelsOf(own: OwnLabels, isUnsure = false) {
  const { passage } = passageLabels(own);
  const settled: Label = isUnsure ? 'unsure' : passage;
  return { passage: settled, ...statementLabels(own, settled) };
}

describe('labels of one verdict', () => {
  it('calls unsupported what no sample mentions beside other facts, and leaves the passage factual', () => {
    const own: OwnLabels = {
      passage: 'factual',
      facts: [fact('factual'), fact('unsure', true), fact('unsure', true)],
      sentences: [sentence('factual', [0]), sentence('hallucinated', [1, 2]), sentence('factual', [], true)],
      ...DECIDING,
    };
    expect(labelsOf(own)).toEqual({
      passage: 'factual',
      facts: ['factual', 'unsupported', 'unsupported'],
      sentences: ['factual', 'unsupported', 'unsupported'],
    });
  });

  it.each([
    ['hallucinated', 'unsupported'],
    ['factual', 'unsure'],
  ] as const)('calls what is only not found in references of a %s passage %s', (passage, label) => {
    const own: OwnLabels = {
      ...{ passage, facts: [fact('hallucinated', false, false, true), fact('factual')], sentences: [] },
      ...{ ...DECIDING, doFactsDecide: false },
    };
    expect(labelsOf(own)).toEqual({ passage, facts: [label, 'factual'], sentences: [] });
  });

  it('calls it unsure where they mention nothing of the passage', () => {
    const own: OwnLabels = {
      passage: 'factual',
      facts: [fact('unsure', true)],
      sentences: [sentence('factual', [0], true), sentence('factual', [], true)],
      ...DECIDING,
    };
    expect(labelsOf(own, true)).toEqual({
      passage: 'unsure',
      facts: ['unsure'],
      sentences: ['factual', 'unsure'],
    });
  });

  it('makes a passage and a sentence hallucinated by a fact where facts decide', () => {
    const own: OwnLabels = {
      passage: 'factual',
      facts: [fact('hallucinated'), fact('factual')],
      sentences: [sentence('factual', [0]), sentence('factual', [1])],
      ...DECIDING,
    };
    expect(labelsOf(own)).toEqual({
      passage: 'hallucinated',
      facts: ['hallucinated', 'factual'],
      sentences: ['hallucinated', 'factual'],
    });
    expect(labelsOf({ ...own, doFactsDecide: false })).toEqual({
      passage: 'factual',
      facts: ['unsure', 'factual'],
      sentences: ['factual', 'factual'],
    });
  });

  it('calls sentences of a passage that is hallucinated as a whole so by their scores, if nothing speaks for them', () => {
    const own: OwnLabels = {
      passage: 'hallucinated',
      facts: [fact('factual'), fact('factual'), fact('unsure', true)],
      sentences: [
        sentence('hallucinated', [0]),
        sentence('hallucinated', [1, 2]),
        sentence('hallucinated', []),
      ],
      ...DECIDING,
    };
    expect(labelsOf(own).sentences).toEqual(['unsure', 'hallucinated', 'hallucinated']);
  });

  it('makes a passage hallucinated by a sentence that is by its score, whatever its facts, where sentences decide', () => {
    const own: OwnLabels = {
      passage: 'factual',
      facts: [fact('factual'), fact('unsure')],
      sentences: [sentence('hallucinated', [0]), sentence('factual', [1])],
      ...{ ...DECIDING, doSentencesDecide: true },
    };
    expect(labelsOf(own)).toEqual({
      passage: 'hallucinated',
      facts: ['factual', 'unsure'],
      sentences: ['hallucinated', 'factual'],
    });
    expect(labelsOf(own, true).sentences).toEqual(['unsure', 'factual']);
    expect(labelsOf({ ...own, doSentencesDecide: false }).passage).toBe('factual');
  });
});

it('calls unsupported what samples have the words of at most, in a passage that is hallucinated as a whole', () => {
  const own: OwnLabels = {
    passage: 'hallucinated',
    facts: [fact('unsure', false, true), fact('unsure'), fact('factual')],
    sentences: [sentence('hallucinated', [0]), sentence('hallucinated', [1]), sentence('factual', [2])],
    ...DECIDING,
  };
  expect(labelsOf(own)).toEqual({
    passage: 'hallucinated',
    facts: ['unsupported', 'unsure', 'factual'],
    sentences: ['hallucinated', 'unsure', 'factual'],
  });
  expect(labelsOf({ ...own, passage: 'factual' }).facts).toEqual(['unsure', 'unsure', 'factual']);
});

it('leaves a passage without a wrong part as it is where its score decides nothing, and its sentences', () => {
  const own: OwnLabels = {
    passage: 'hallucinated',
    facts: [fact('unsure', false, true), fact('factual')],
    sentences: [sentence('hallucinated', [0]), sentence('factual', [1])],
    ...{ ...DECIDING, doesScoreDecide: false },
  };
  expect(labelsOf(own, true)).toEqual({
    passage: 'unsure',
    facts: ['unsure', 'factual'],
    sentences: ['unsure', 'factual'],
  });
  expect(passageLabels(own).passage).toBe('factual');
  // beside a wrong fact the other sentences are what their own facts are
  const wrong = { ...own, facts: [fact('unsure', false, true), fact('hallucinated')] };
  expect(labelsOf(wrong)).toEqual({
    passage: 'hallucinated',
    facts: ['unsure', 'hallucinated'],
    sentences: ['unsure', 'hallucinated'],
  });
});

const label = fc.constantFrom<Label>('factual', 'unsure', 'hallucinated', 'abstained');
const own: fc.Arbitrary<OwnLabels> = fc
  .array(
    fc.record({ label, isUnmentioned: fc.boolean(), isUnstated: fc.boolean(), isUnfounded: fc.boolean() }),
    { maxLength: 6 },
  )
  .chain((facts) =>
    fc.record({
      passage: fc.constantFrom<Label>('factual', 'hallucinated', 'abstained'),
      facts: fc.constant(facts),
      sentences: fc.array(
        fc.record({
          label: fc.constantFrom<Label>('factual', 'hallucinated', 'abstained'),
          isUnmentioned: fc.boolean(),
          isCourtesy: fc.boolean(),
          facts: fc.subarray([...facts.keys()]),
        }),
        { maxLength: 4 },
      ),
      doesScoreDecide: fc.boolean(),
      doFactsDecide: fc.boolean(),
      doSentencesDecide: fc.boolean(),
    }),
  );

it('never lets two labels of one verdict contradict each other', () => {
  fc.assert(
    fc.property(own, fc.boolean(), (input, wouldBeUnsure) => {
      const byFacts = passageLabels(input);
      const mayBeUnsure = byFacts.passage !== 'abstained' && !byFacts.facts.includes('hallucinated');
      const { passage, facts, sentences } = labelsOf(input, wouldBeUnsure && mayBeUnsure);
      if (facts.includes('hallucinated')) expect(passage).toBe('hallucinated');
      if (passage !== 'hallucinated') expect(sentences).not.toContain('hallucinated');
      for (const [index, given] of sentences.entries()) {
        const held = (input.sentences[index]?.facts ?? []).map((position) => facts[position]);
        if (held.includes('hallucinated')) expect(given).toBe('hallucinated');
        if (given === 'hallucinated' && held.length > 0 && !input.doSentencesDecide)
          expect(held.some((one) => one === 'hallucinated' || one === 'unsupported')).toBe(true);
        if (given === 'factual') expect(held).not.toContain('unsupported');
        if (given === 'unsupported') expect(held.every((one) => one === 'unsupported')).toBe(true);
      }
      expect(passage).not.toBe('unsupported');
    }),
    { numRuns: 1000 },
  );
});

describe('scores of passages and sentences with hallucinated facts', () => {
  const thresholds = { triple: 0.55, passage: 0.6 };
  it.each([
    ['with none keep theirs', ['factual', 'unsure'], 0.8, 0.8, 0.8],
    ['with one are below the threshold, and at most ½', ['factual', 'hallucinated'], 0.8, 0.59, 0.5],
    ['keep what is lower', ['hallucinated'], 0.3, 0.3, 0.3],
    ['have none without parts', ['hallucinated'], null, null, null],
  ] as const)('%s', (_, facts, score, ofPassage, ofSentence) => {
    const rows = facts.map((label) => ({ label }));
    expect(passageScoreWith(rows, score, thresholds)).toBe(ofPassage);
    expect(sentenceScoreWith(rows, score, thresholds)).toBe(ofSentence);
  });

  it('wait for thresholds of the data set', () => {
    const rows = [{ label: 'hallucinated' }] as const;
    expect(passageScoreWith(rows, 0.8, null)).toBe(0.8);
    expect(sentenceScoreWith(rows, 0.8, { triple: 0.4, passage: 0.4 })).toBeCloseTo(0.39, 12);
  });
});

it('gives a passage no less chance of being wrong than a hallucinated fact in it', () => {
  const facts = [
    { label: 'hallucinated', probability: 0.9 },
    { label: 'factual', probability: 0.95 },
    { label: 'hallucinated', probability: null },
  ] as const;
  expect(chanceWith(facts, 0.4)).toBe(0.9);
  expect(chanceWith(facts, 0.97)).toBe(0.97);
  expect(chanceWith(facts, null)).toBeNull();
  expect(chanceWith([], 0.4)).toBe(0.4);
});
