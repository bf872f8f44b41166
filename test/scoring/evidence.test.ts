import { describe, expect, it } from 'vitest';
import type { ReferenceCheck, Trace, Triple } from '../../src/passage.ts';
import { evidenceOf } from '../../src/scoring/evidence.ts';
import { reasonsByTriple } from '../../src/scoring/reasons.ts';
import { segmentation } from '../support/records.ts';
import { weights } from '../support/scoring.ts';

/** In words, of a triple that is not flagged. */
function linesOf(trace: Trace, triple: Triple, references: readonly string[] = []): string[] {
  const reasonsOf = reasonsByTriple(
    trace,
    { samples: new Map(), references },
    { weights: weights({}), facts: 'parts' },
  );
  return evidenceOf(reasonsOf(triple, false));
}

/** The evidence on `Brooke studied at Oxford` where each sample names the place given. */
function evidenceFor(places: readonly string[]): string[] {
  const original = segmentation('original', [['Brooke', 'studied at', 'Oxford']]);
  const samples = places.map((place, index) =>
    segmentation(`sample-${index + 1}`, [['Brooke', 'studied at', place]]),
  );
  const votes = samples.map(({ responseId }, index) => ({
    responseId,
    repeated: places[index] === 'Oxford',
    risk: false,
    conflict: places[index] !== 'Oxford',
    tripleId: `${responseId}/1`,
    tailSimilarity: null,
  }));
  const trace: Trace = {
    segmentations: [original, ...samples],
    identity: { entities: [], relations: [] },
    consistency: [{ tripleId: 'original/1', votes }],
    verification: [],
    agreement: null,
  };
  return linesOf(trace, original.triples[0] as Triple);
}

describe('evidence of conflicting tails', () => {
  it('names a tail that two samples agree on', () => {
    expect(evidenceFor(['Cambridge', 'Oxford', 'Cambridge'])).toEqual([
      'a fact of its own in 1 of 3 samples (2)',
      '2 of 3 samples (1, 3): "Cambridge" instead of "Oxford"',
    ]);
  });

  it('leaves out tails that one sample alone gives', () => {
    expect(evidenceFor(['Cambridge', 'Leeds', 'Munich'])).toEqual([
      'not a fact of its own in any of 3 samples',
    ]);
  });
});

describe('evidence of a reference', () => {
  const TEXTS = ['Brooke wrote poems.', 'He studied at Cambridge. He died in 1915.'];

  function linesFor(check: Partial<ReferenceCheck>, references: readonly string[] = TEXTS): string[] {
    const original = segmentation('original', [['Brooke', 'studied at', 'Oxford']]);
    const own: ReferenceCheck = {
      value: 0,
      reason: null,
      label: 'contradiction',
      evidence: null,
      note: null,
      ...check,
    };
    const trace: Trace = {
      segmentations: [original],
      identity: { entities: [], relations: [] },
      consistency: [],
      verification: [],
      agreement: null,
      reference: { checker: 'test', triples: { 'original/1': own }, sentences: [], claims: [] },
    };
    return linesOf(trace, original.triples[0] as Triple, references);
  }
  const evidence = { reference: 1, span: { start: 0, end: 24 } };

  it('says what it says, where, and why', () => {
    expect(linesFor({ evidence, note: 'Cambridge, not Oxford' })).toEqual([
      'reference 2 contradicts it (Cambridge, not Oxford): "He studied at Cambridge."',
    ]);
    expect(linesFor({ label: 'neutral', note: "Not in the reference: 'Oxford'." })).toEqual([
      "the reference does not say it (not in the reference: 'Oxford')",
    ]);
    const only = { ...evidence, reference: 0 };
    expect(linesFor({ label: 'entailment', evidence: only }, [TEXTS[1] as string])).toEqual([
      'the reference supports it: "He studied at Cambridge."',
    ]);
  });

  it('calls the place nearest that leaves it open', () => {
    expect(linesFor({ label: 'neutral', evidence })).toEqual([
      'reference 2 does not say it; nearest: "He studied at Cambridge."',
    ]);
  });

  it('is short where there is no place, and nothing where nobody could tell', () => {
    expect(linesFor({ label: 'neutral' })).toEqual(['the reference does not say it']);
    expect(linesFor({ label: null, value: null, reason: 'refused' })).toEqual([]);
  });
});
