import { describe, expect, it } from 'vitest';
import { configSchema, type NliConfig } from '../../src/config/schema.ts';
import type { NliModel, NliVerdict } from '../../src/models/nli-model.ts';
import { createTransformersNli } from '../../src/models/transformers/transformers-nli.ts';
import { createNliChecker, labelOf } from '../../src/reference/nli-checker.ts';
import { describeReferenceChecker } from '../contract/reference-checker.contract.ts';
import { makeTinyModel } from '../support/tiny-model.ts';

const LABELS = ['entailment', 'neutral', 'contradiction'];

async function tinyNli() {
  const own = await makeTinyModel({ labels: LABELS });
  const config = configSchema.parse({ nli: { model: own.path } }).nli as NliConfig;
  return { model: createTransformersNli(config, { env: {} }), close: own.remove };
}

describeReferenceChecker('nli', async () => {
  const { model, close } = await tinyNli();
  return { checker: createNliChecker(model, { checker: 'nli', chunkTokens: 60 }), close };
});
describeReferenceChecker('align', async () => {
  const { model, close } = await tinyNli();
  return { checker: createNliChecker(model, { checker: 'align' }), close };
});

/** Probabilities (entailment, neutral, contradiction) by `premise > hypothesis`; neutral where none are named. */
function namedNli(named: Record<string, readonly [number, number, number]>) {
  const pairs: string[] = [];
  const model: NliModel = {
    id: 'test/named',
    async classify(list): Promise<NliVerdict[]> {
      return list.map(({ premise, hypothesis }) => {
        const pair = `${premise} > ${hypothesis}`;
        pairs.push(pair);
        const [entailment, neutral, contradiction] = named[pair] ?? [0.1, 0.8, 0.1];
        return { entailment, neutral, contradiction };
      });
    },
  };
  return { model, pairs };
}

const ask = (texts: readonly string[], references: readonly string[]) => ({
  question: '',
  statements: texts.map((text) => ({ text })),
  references,
});

describe('the NLI checker', () => {
  it('holds each statement against each chunk, and lets entailment win over contradiction', async () => {
    const { model, pairs } = namedNli({
      'Ann Lee sang. > Ann Lee sang': [0.7, 0.2, 0.1],
      'Bo Day danced. > Ann Lee sang': [0.05, 0.05, 0.9],
      'Bo Day danced. > Bo Day slept': [0.2, 0.2, 0.6],
    });
    const checker = createNliChecker(model, { checker: 'nli', chunkTokens: 16 });
    const checks = await checker.check(
      ask(['Ann Lee sang', 'Bo Day slept', 'Cy Fox wept'], ['Ann Lee sang.', 'Bo Day danced.']),
    );
    expect(pairs).toHaveLength(6);
    expect(checks).toEqual([
      {
        ...{ value: 0.7, reason: null, label: 'entailment', note: 'probability of entailment 0.70' },
        evidence: { reference: 0, span: { start: 0, end: 13 } },
      },
      {
        ...{ value: 0.2, reason: null, label: 'contradiction', note: 'probability of contradiction 0.60' },
        evidence: { reference: 1, span: { start: 0, end: 14 } },
      },
      { value: 0.1, reason: null, label: 'neutral', evidence: null, note: 'probability of neutral 0.80' },
    ]);
  });

  it('points to the sentence of a chunk that speaks of the statement', async () => {
    const text = 'It rained. Ann Lee sang in Leeds. All went home.';
    const { model } = namedNli({ [`${text} > Ann Lee sang in York`]: [0.1, 0.1, 0.8] });
    const [check] = await createNliChecker(model, { checker: 'nli', chunkTokens: 200 }).check(
      ask(['Ann Lee sang in York'], [text]),
    );
    const { start, end } = check?.evidence?.span ?? { start: 0, end: 0 };
    expect(text.slice(start, end)).toBe('Ann Lee sang in Leeds.');
  });

  it('takes the graver of two classes that are as likely', () => {
    expect(labelOf({ entailment: 0.4, neutral: 0.4, contradiction: 0.2 })).toBe('neutral');
    expect(labelOf({ entailment: 0.5, neutral: 0, contradiction: 0.5 })).toBe('contradiction');
    expect(labelOf({ entailment: 0.5, neutral: 0.3, contradiction: 0.2 })).toBe('entailment');
  });
});

describe('the AlignScore checker', () => {
  it('is the mean over sentences of the best chunk', async () => {
    const long = `${'A quiet line about nothing much at all. '.repeat(35)}`.trim();
    const { model, pairs } = namedNli({
      'Ann Lee sang. > Ann Lee sang.': [0.9, 0.1, 0],
      'Ann Lee sang. > Bo Day slept.': [0.3, 0.6, 0.1],
    });
    const [check] = await createNliChecker(model, { checker: 'align' }).check(
      ask(['Ann Lee sang. Bo Day slept.'], ['Ann Lee sang.', long]),
    );
    expect(pairs).toHaveLength(4);
    // max over chunks: .9 and .3; the second sentence is neutral, so the whole is
    expect(check?.value).toBeCloseTo(0.6, 12);
    expect(check?.label).toBe('neutral');
  });

  it('is contradicted where one sentence is, and entailed where all are', async () => {
    const { model } = namedNli({
      'Ann Lee sang. > Ann Lee sang.': [0.9, 0.1, 0],
      'Ann Lee sang. > She wept.': [0, 0.2, 0.8],
    });
    const checker = createNliChecker(model, { checker: 'align' });
    const checks = await checker.check(
      ask(['Ann Lee sang. She wept.', 'Ann Lee sang. Ann Lee sang.'], ['Ann Lee sang.']),
    );
    expect(checks.map(({ label }) => label)).toEqual(['contradiction', 'entailment']);
    expect(checks[0]).toMatchObject({
      value: 0.45,
      evidence: { reference: 0 },
      note: 'probability of contradiction 0.80',
    });
  });
});
