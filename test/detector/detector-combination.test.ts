/** Zero-resource, reference and token evidence of one passage, weighted into one verdict. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { COMPONENTS, FAMILIES, type Family, type Passage } from '../../src/passage.ts';
import { rescoreVerdict } from '../../src/scoring/verdict.ts';
import { planted, type Shown } from '../support/planted.ts';

const ALL = { support: 1, reference: 1, tokens: 1 };

const settings = (weights: Partial<typeof ALL>): ConfigInput => ({
  preset: 'check',
  agreement: { enabled: true },
  uncertainty: { enabled: true },
  scoring: {
    weights: { support: 0, reference: 0, tokens: 0, ...weights },
    threshold: { rule: 'fixed', triple: 0.9, passage: 0.9 },
  },
});

const evaluate = (passage: Passage, weights: Partial<typeof ALL> = ALL) =>
  createDetector(settings(weights), { env: {} }).evaluate(passage);

const KINDS: Shown[] = ['zeroResource', 'reference', 'tokens', 'none'];

describe('families of evidence', () => {
  it('find all three errors together, and nothing where there is none', async () => {
    const verdicts = await Promise.all(KINDS.map((shown) => evaluate(planted(shown))));
    expect(verdicts.map(({ label }) => label)).toEqual([
      'hallucinated',
      'hallucinated',
      'hallucinated',
      'factual',
    ]);
    for (const { sentences } of verdicts.slice(0, 3)) {
      expect(sentences.map(({ label }) => label)).toEqual(['factual', 'hallucinated']);
    }
  });

  it.each([
    ['support', 'zeroResource'],
    ['reference', 'reference'],
    ['tokens', 'tokens'],
  ] as const)('miss two of them where %s alone has a weight', async (part, own) => {
    for (const shown of KINDS) {
      const verdict = await evaluate(planted(shown), { [part]: 1 });
      expect([shown, verdict.label]).toEqual([shown, shown === own ? 'hallucinated' : 'factual']);
      expect(verdict).not.toHaveProperty('families');
    }
  });
});

describe('a combined verdict', () => {
  it('is the mean of what each family says, by weight', async () => {
    const { score, families } = await evaluate(planted('reference'), { support: 1, reference: 2, tokens: 1 });
    const { zeroResource, reference, tokens } = families as Record<Family, number>;
    expect(reference).toBeLessThan(0.9);
    expect(score).toBeCloseTo((zeroResource + 2 * reference + tokens) / 4, 12);
  });

  it.each([
    ['samples', 'zeroResource', 'no-samples'],
    ['context', 'reference', 'no-reference'],
    ['tokens', 'tokens', 'no-tokens'],
  ] as const)('does without %s, whose weight goes to the others', async (field, family, reason) => {
    const { [field]: _, ...rest } = planted(family);
    const verdict = await evaluate(rest);
    const { [family]: own, ...others } = verdict.families as Record<Family, number | null>;
    expect(own).toBeNull();
    const [one, other] = Object.values(others) as [number, number];
    expect(verdict.score).toBeCloseTo((one + other) / 2, 12);
    expect(verdict.label).toBe('factual');
    const reasons = verdict.triples.flatMap(({ components }) =>
      FAMILIES[family].map((name) => components[name].reason),
    );
    expect(reasons).toContain(reason);
  });

  it('has evidence of each family', async () => {
    const lines = async (shown: Shown) =>
      (await evaluate(planted(shown))).triples.flatMap(({ evidence }) => evidence).join('\n');
    expect(await lines('zeroResource')).toContain(
      'contradicted by all 3 samples: they give "Oslo", not "Lisbon"',
    );
    expect(await lines('reference')).toContain(
      "the reference contradicts it ('Lisbon' is not in the reference, which has 'Oslo' in its place)",
    );
    expect(await lines('tokens')).toContain('the model was not sure of "Lisbon": probability 0.10');
  });

  it('is scored again under other weights to what the detector gives', async () => {
    const verdict = await evaluate(planted('tokens'));
    const { config } = createDetector(settings({ reference: 3, tokens: 1 }), { env: {} });
    expect(rescoreVerdict(verdict, config.scoring)).toEqual(
      await evaluate(planted('tokens'), { reference: 3, tokens: 1 }),
    );
  });

  it('is there under weights that a run without samples could not use', async () => {
    const { samples: _, ...rest } = planted('reference');
    const unweighted = await evaluate(rest, { support: 1 });
    expect(unweighted).toMatchObject({ label: 'abstained', abstention: { reason: 'no-scores' } });
    const { config } = createDetector(settings({ reference: 1 }), { env: {} });
    const { score, label, triples, sentences } = await evaluate(rest, { reference: 1 });
    expect(label).toBe('hallucinated');
    expect(rescoreVerdict(unweighted, config.scoring)).toMatchObject({ score, label, triples, sentences });
  });

  it('does not change when all weights grow alike', async () => {
    const one = await evaluate(planted('reference'));
    const tenfold = await evaluate(planted('reference'), { support: 10, reference: 10, tokens: 10 });
    expect(tenfold.score).toBeCloseTo(one.score as number, 12);
    expect(tenfold.label).toBe(one.label);
  });
});

describe('families', () => {
  it('hold every part once', () => {
    expect(Object.values(FAMILIES).flat().toSorted()).toEqual(COMPONENTS.toSorted());
  });
});
