/** Under presets that ask a model a part of weight 0 is out of score, minimum, labels and reasons. */
import { describe, expect, it } from 'vitest';
import { ablate, type AblationInput } from '../../src/benchmark/ablations.ts';
import { partsAlone } from '../../src/benchmark/parts-alone.ts';
import { componentSet } from '../../src/benchmark/tune/component-set.ts';
import { checkConfig } from '../../src/config/check-config.ts';
import { PRESETS } from '../../src/config/presets.ts';
import type { Config } from '../../src/config/schema.ts';
import { ZERO_USAGE } from '../../src/models/budget/usage.ts';
import {
  type Component,
  EMPTY_TRACE,
  type PassageVerdict,
  type TaskResult,
  type Trace,
} from '../../src/passage.ts';
import { scorePassage, rescoreVerdict } from '../../src/scoring/verdict.ts';
import { segmentation, statement, verification, vote } from '../support/records.ts';
import { weights } from '../support/scoring.ts';
import type { Scoring } from '../../src/scoring/scoring-schema.ts';

/** C weighs .05 in both, so that one table of scores by hand serves. */
const configOf = (preset: 'gca' | 'lean') =>
  checkConfig([
    { name: preset, values: PRESETS[preset] },
    { name: 'test', values: { scoring: { weights: { consistency: 0.05 } } } },
  ]);

const task = (value: number, instead: string): TaskResult => ({
  ...{ value, reason: null, asked: null },
  draws: Array.from({ length: 4 }, (_, index) => {
    const match = index < 4 * value;
    return { answer: match ? 'x' : instead, match, matchedBy: 'judge' as const };
  }),
});

/**
 * Three facts, each of one sample:      S_h   S_r   S_t   C   stated
 *   was born in 1887                    1     .75   1     1   (0 + ¼) ÷ (1 + ½) = ⅙
 *   died in 1921                        .25   1     0     0   (1 + ¼) ÷ (1 + ½) = ⅚
 *   was a poet                          1     .5    1     1   (1 + ¼) ÷ (1 + ½) = ⅚
 */
function recorded(scoring: Scoring): PassageVerdict {
  const facts = [
    { values: [1, 0.75, 1], repeated: true, says: 'contradicts' },
    { values: [0.25, 1, 0], repeated: false, says: 'repeats' },
    { values: [1, 0.5, 1], repeated: true, says: 'repeats' },
  ] as const;
  const idOf = (index: number) => `original/${index + 1}`;
  const values = { value: '1887', instead: '1888' };
  const original = segmentation('original', [
    ['Brooke', 'was born in', '1887'],
    ['Brooke', 'died in', '1921'],
    ['Brooke', 'was', 'a poet'],
  ]);
  const trace: Trace = {
    ...EMPTY_TRACE,
    segmentations: [original],
    consistency: facts.map(({ repeated }, index) => ({ tripleId: idOf(index), votes: [vote({ repeated })] })),
    verification: facts.map(({ values: [head, relation, tail], says }, index) =>
      verification(idOf(index), {
        statements: [statement(says, says === 'contradicts' ? values : {})],
        ...{ head: task(head, 'A. Reader'), relation: task(relation, 'left'), tail: task(tail, '1922') },
      }),
    ),
  };
  const response = 'Brooke was born in 1887. He died in 1921. He was a poet.';
  const passage = { id: 'p', prompt: 'q', response, samples: ['s'] };
  return scorePassage({ passage, sentences: [], trace, usage: ZERO_USAGE, abstention: null }, scoring);
}

const inputOf = (preset: 'gca' | 'lean') => {
  const { scoring } = configOf(preset);
  const verdict = recorded(scoring);
  const passages = [{ passage: verdict.passage, label: 'non-factual' as const }];
  return { passages, verdicts: [verdict], scoring, unaligned: 'same-head' as const };
};

const without = (scoring: Scoring, name: Component): Scoring => ({
  ...scoring,
  weights: { ...scoring.weights, [name]: 0 },
});

const labelsOf = ({ triples }: PassageVerdict) => triples.map(({ label }) => label === 'hallucinated');

describe('single parts', () => {
  // means over the three facts
  const alone = {
    S_h: (1 + 0.25 + 1) / 3,
    S_r: (0.75 + 1 + 0.5) / 3,
    S_t: (1 + 0 + 1) / 3,
    C: (1 + 0 + 1) / 3,
    stated: (1 / 6 + 5 / 6 + 5 / 6) / 3,
  };

  it.each(['gca', 'lean'] as const)('are the part itself under %s', (preset) => {
    const rows = partsAlone(inputOf(preset)).methods;
    expect(rows.map(({ method }) => method)).toEqual(Object.keys(alone));
    for (const { method, scores } of rows) {
      expect([method, -(scores[0]?.passage as number)]).toEqual([
        method,
        expect.closeTo(alone[method as keyof typeof alone], 12),
      ]);
    }
  });
});

describe('the method without a part', () => {
  const half = (scores: number[]) =>
    (scores.reduce((sum, one) => sum + one, 0) / 3 + Math.min(...scores)) / 2;

  it('is scored, under gca, by what is left', () => {
    const { methods } = ablate(inputOf('gca'));
    // weights: stated .4, S_t .4, S_h .1, S_r .1, C .05; the minimum of stated and S_t is ⅙, 0, ⅚
    const expected: Record<string, number[]> = {
      '−RVF': [(0.4 / 6 + 0.05) / 0.45, (0.4 * (5 / 6)) / 0.45, (0.4 * (5 / 6) + 0.05) / 0.45],
      '−GCCC': [0.8 / 6 + 0.1 + 0.075, 0.025 + 0.1, 0.8 * (5 / 6) + 0.1 + 0.05],
      '−HEQA': [(0.8 / 6 + 0.075 + 0.05) / 0.95, 0.1 / 0.95, (0.8 * (5 / 6) + 0.05 + 0.05) / 0.95],
      '−RR': [(0.8 / 6 + 0.1 + 0.05) / 0.95, 0.025 / 0.95, (0.8 * (5 / 6) + 0.1 + 0.05) / 0.95],
      '−FTSTE': [
        (0.4 / 6 + 0.1 + 0.075 + 0.05) / 0.65,
        (0.4 * (5 / 6) + 0.025 + 0.1) / 0.65,
        (0.4 * (5 / 6) + 0.1 + 0.05 + 0.05) / 0.65,
      ],
      '−stated': [(0.4 + 0.1 + 0.075 + 0.05) / 0.65, (0.025 + 0.1) / 0.65, (0.4 + 0.1 + 0.05 + 0.05) / 0.65],
    };
    for (const [method, scores] of Object.entries(expected)) {
      const row = methods.find((one) => one.method === method);
      expect([method, -(row?.scores[0]?.passage as number)]).toEqual([
        method,
        expect.closeTo(half(scores), 12),
      ]);
    }
  });

  it('is scored, under lean, by what is left', () => {
    const { methods } = ablate(inputOf('lean'));
    // weights: stated .4, S_t .4, C .05; HEQA and RR have none
    const expected: Record<string, number[]> = {
      '−RVF': [(0.4 / 6 + 0.05) / 0.45, (0.4 * (5 / 6)) / 0.45, (0.4 * (5 / 6) + 0.05) / 0.45],
      '−GCCC': [1 / 6, 0, 5 / 6],
      '−FTSTE': [(0.4 / 6 + 0.05) / 0.45, (0.4 * (5 / 6)) / 0.45, (0.4 * (5 / 6) + 0.05) / 0.45],
      '−stated': [1, 0, 1],
    };
    const rows = methods.filter(({ method }) => Object.hasOwn(expected, method));
    expect(rows.map(({ method, scores }) => [method, -(scores[0]?.passage as number)])).toEqual(
      Object.entries(expected).map(([method, scores]) => [method, expect.closeTo(half(scores), 12)]),
    );
    expect(methods.some(({ method }) => method === '−HEQA' || method === '−RR')).toBe(false);
  });

  it.each(['gca', 'lean'] as const)('labels facts, under %s, by what is left', (preset) => {
    const { verdicts, scoring } = inputOf(preset);
    const [verdict] = verdicts as [PassageVerdict];
    const labels = (name: Component) => labelsOf(rescoreVerdict(verdict, without(scoring, name)));
    expect(labelsOf(verdict)).toEqual([true, true, false]);
    expect(labels('tail')).toEqual([true, false, false]);
    expect(labels('stated')).toEqual([false, true, false]);
    expect(labels('head')).toEqual([true, true, false]);
    const neither = { ...scoring, weights: weights({ consistency: 1 }) };
    expect(labelsOf(rescoreVerdict(verdict, neither))).toEqual([false, true, false]);
  });

  it('gives no reason that has no weight', () => {
    const { verdicts, scoring } = inputOf('gca');
    const [verdict] = verdicts as [PassageVerdict];
    const kindsIn = (own: Scoring) =>
      rescoreVerdict(verdict, own).triples.map(({ reasons }) =>
        reasons.map(({ kind, note }) => note ?? kind),
      );
    expect(kindsIn(scoring)).toEqual([
      ['samples-contradict'],
      ['samples-repeat', 'tail', 'head'],
      ['samples-repeat', 'relation'],
    ]);
    expect(kindsIn(without(scoring, 'tail'))[1]).toEqual(['samples-repeat', 'head']);
    expect(kindsIn(without(scoring, 'stated'))).toEqual([
      ['triples-repeat'],
      ['no-triple-repeats', 'tail', 'head'],
      ['triples-repeat', 'relation'],
    ]);
    const byTail = { ...scoring, weights: weights({ tail: 1 }) };
    expect(kindsIn(byTail)).toEqual([[], ['tail'], []]);
  });

  it.each(['gca', 'lean'] as const)('is what a search for weights scores under %s', (preset) => {
    searchAgrees(configOf(preset), inputOf(preset), ['head', 'relation', 'tail', 'consistency', 'stated']);
    const { passages, verdicts, scoring } = inputOf(preset);
    const { scoresOf } = componentSet({ label: 'run', config: configOf(preset), passages, verdicts });
    const [alone] = scoresOf({ ...scoring, weights: weights({ tail: 1 }), components: 0 });
    expect(alone?.triples).toEqual([1, 0, 1]);
  });
});

/** `tune` scores as `rescore` does, without each part and by each alone. */
function searchAgrees(config: Config, { passages, verdicts }: AblationInput, parts: Component[]): void {
  const { scoring } = config;
  const { scoresOf } = componentSet({ label: 'run', config, passages, verdicts });
  for (const name of parts) {
    for (const own of [without(scoring, name), { ...scoring, weights: weights({ [name]: 1 }) }]) {
      const { score } = rescoreVerdict(verdicts[0] as PassageVerdict, own);
      expect(score).not.toBeNull();
      expect([name, scoresOf({ ...own, components: 0 })[0]?.passage]).toEqual([name, score]);
    }
  }
}

/**
 * The same facts as judged, and as answered blindly. As odds, with the root for a weight of ½:
 *                      judged     stated    answered   default   thorough
 *   was born in 1887   .9: 9      ⅙: 1/√5   .9: 3      9/√5      27/√5
 *   died in 1921       .2: 1/4    ⅚: √5     .9: 3      √5/4      3√5/4
 *   was a poet         .8: 4      ⅚: √5     .1: 1/3    4√5       4√5/3
 */
describe.each(['default', 'thorough'] as const)('the parts of %s', (preset) => {
  const ROOT = Math.sqrt(5);
  const isThorough = preset === 'thorough';
  const config = checkConfig([{ name: preset, values: PRESETS[preset] }]);
  const { scoring } = config;
  const verdict = rescoreVerdict(judgedRecord(), scoring);
  const input = {
    passages: [{ passage: verdict.passage, label: 'non-factual' as const }],
    ...{ verdicts: [verdict], scoring, readByModel: true },
  };

  function judgedRecord(): PassageVerdict {
    const plain = recorded(scoring);
    const unasked: TaskResult = { value: null, reason: 'disabled', asked: null, draws: [] };
    const [judged, answered] = [
      [0.9, 0.2, 0.8],
      [0.9, 0.9, 0.1],
    ];
    const { verification, ...trace } = plain.trace;
    const facts = verification.map(({ tripleId }, index) => ({
      ...{ tripleId, value: judged[index] as number, reason: null, instead: null },
      verdict: index === 1 ? ('wrong' as const) : ('right' as const),
      draws: [judged[index] as number],
    }));
    const rows = verification.map((row, index) => ({
      ...{ ...row, head: unasked, relation: unasked, tail: unasked },
      ...(isThorough && { answered: blind(answered[index] as number) }),
    }));
    return { ...plain, trace: { ...trace, verification: rows, judgement: { judge: 'judge', facts } } };
  }

  function blind(value: number): TaskResult {
    const match = value > 0.5;
    const outcome = match ? ('same' as const) : ('excludes' as const);
    return {
      ...{ value, reason: null, asked: 'Brooke ...?' },
      draws: [{ answer: 'x', match, matchedBy: 'judge', outcome }],
    };
  }

  it('are each the part itself', () => {
    const alone: Record<string, number> = {
      C: (1 + 0 + 1) / 3,
      stated: (1 / 6 + 5 / 6 + 5 / 6) / 3,
      judged: (0.9 + 0.2 + 0.8) / 3,
      ...(isThorough && { answered: (0.9 + 0.9 + 0.1) / 3 }),
    };
    const rows = partsAlone(input).methods.map(({ method, scores }) => [method, -(scores[0]?.passage ?? 0)]);
    expect(rows).toEqual(Object.entries(alone).map(([name, value]) => [name, expect.closeTo(value, 12)]));
  });

  const least = isThorough ? (3 * ROOT) / 4 : ROOT / 4;
  const leastWithout: Partial<Record<Component, number>> = isThorough
    ? { stated: 3 / 4, judged: ROOT / 3, answered: ROOT / 4 }
    : { stated: 1 / 4, judged: 1 / ROOT };
  const probability = (odds: number) => odds / (1 + odds);

  it('are each left out of the least probable fact', () => {
    expect(verdict.score).toBeCloseTo(probability(least), 12);
    const rows = ablate(input).methods.map(({ method, scores }) => [method, -(scores[0]?.passage ?? 0)]);
    expect(rows).toEqual(
      Object.entries(leastWithout).map(([name, odds]) => [`−${name}`, expect.closeTo(probability(odds), 12)]),
    );
  });

  it('are each left out of the labels of facts', () => {
    const labels = (name: Component) => labelsOf(rescoreVerdict(verdict, without(scoring, name)));
    expect(labelsOf(verdict)).toEqual([false, !isThorough, false]);
    expect(labels('stated')).toEqual([false, true, false]);
    expect(labels('judged')).toEqual(isThorough ? [false, false, true] : [true, false, false]);
    expect(labels('answered')).toEqual([false, true, false]);
  });

  it('are what a search for weights scores', () => {
    const asked: Component[] = ['consistency', 'stated', 'judged'];
    searchAgrees(config, input, isThorough ? [...asked, 'answered'] : asked);
  });

  it('give no reason without a weight', () => {
    const kindsIn = (own: Scoring) =>
      rescoreVerdict(verdict, own).triples.map(({ reasons }) => reasons.map(({ kind }) => kind).sort());
    const answers = isThorough ? ['answered-same', 'answered-same', 'answered-otherwise'] : [];
    const expected = (...others: string[][]) =>
      others.map((kinds, index) => [...kinds, ...(answers[index] ? [answers[index]] : [])].sort());
    const samples = ['samples-contradict', 'samples-repeat', 'samples-repeat'];
    const judged = ['judged-right', 'judged-wrong', 'judged-right'];
    const both = samples.map((kind, index) => [kind, judged[index] as string]);
    expect(kindsIn(scoring)).toEqual(expected(...both));
    expect(kindsIn(without(scoring, 'judged'))).toEqual(expected(...samples.map((kind) => [kind])));
    expect(kindsIn(without(scoring, 'stated'))).toEqual(expected(...judged.map((kind) => [kind])));
    expect(kindsIn(without(scoring, 'answered'))).toEqual(both.map((kinds) => kinds.sort()));
  });
});
