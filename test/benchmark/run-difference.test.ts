import { describe, expect, it } from 'vitest';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { factPairs } from '../../src/benchmark/fact-changes.ts';
import { differenceDocument } from '../../src/benchmark/difference-document.ts';
import { runDifference } from '../../src/benchmark/run-difference.ts';
import type { ComparedRun } from '../../src/benchmark/compared-run.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { documentText } from '../../src/format/document-text.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { HOSTILE_TEXTS, UNPRINTABLE } from '../report/hostile-report.ts';
import { stubVerdict } from '../run/stub-detector.ts';

/** Each sentence is a fact, hallucinated where it holds "wrong". @param responses by id */
const runOf = (name: string, responses: Record<string, string>, set = {}): ComparedRun => ({
  ...{ name, command: 'evaluate', version: '1.0.0' },
  config: resolveConfig({ preset: 'local', ...set }),
  verdicts: Object.entries(responses).map(([id, response]) => stubVerdict({ id, prompt: 'q', response })),
});

/** The same run with another verdict on the facts of some passages, as other settings give. */
const withFacts = (
  run: ComparedRun,
  name: string,
  ids: readonly string[],
  change: Partial<PassageVerdict>,
) => ({
  ...run,
  name,
  verdicts: run.verdicts.map((verdict) =>
    ids.includes(verdict.passage.id)
      ? {
          ...verdict,
          ...change,
          triples: verdict.triples.map((triple) => ({
            ...triple,
            ...{ label: change.label ?? triple.label, score: change.score ?? triple.score },
            evidence: [`as ${name} sees it`],
          })),
        }
      : verdict,
  ),
});

const A = runOf('a', {
  one: 'One is wrong.',
  two: 'Two is right.',
  three: 'Three is right. Three is right.',
  four: 'Four is wrong.',
});
const B = withFacts(A, 'b', ['one', 'four'], { label: 'factual', score: 0.8 });
const labelled = (label: LabelledPassage['label'], run = A): LabelledPassage[] =>
  run.verdicts.map(({ passage }) => ({ passage, label }));
const GOLD = labelled('factual').map((passage, index) =>
  index === 0 ? { ...passage, label: 'non-factual' as const } : passage,
);

describe('runDifference', () => {
  it('finds nothing between a run and itself', () => {
    const { settings, flips, facts, scores, labels } = runDifference({ a: A, b: A, seed: 1 });
    expect({ settings, flips, facts }).toEqual({
      settings: [],
      flips: [],
      facts: { both: 5, only: { a: 0, b: 0 }, flips: [] },
    });
    expect(scores).toEqual({ n: 4, a: 0.5, b: 0.5, difference: 0, interval: [0, 0] });
    expect(labels).toEqual([
      { a: 'factual', b: 'factual', passages: 2 },
      { a: 'hallucinated', b: 'hallucinated', passages: 2 },
    ]);
  });

  it('names passages and facts whose label changed, with the reasons of both', () => {
    const { flips, facts, labels } = runDifference({ a: A, b: B, seed: 1 });
    expect(flips.map(({ id }) => id)).toEqual(['one', 'four']);
    expect(flips[0]).toEqual({
      id: 'one',
      label: { a: 'hallucinated', b: 'factual' },
      score: { a: 0, b: 0.8 },
      gold: null,
    });
    expect(facts.flips[0]).toMatchObject({
      passage: 'one',
      fact: 'One is wrong',
      label: { a: 'hallucinated', b: 'factual' },
      evidence: { a: [expect.stringContaining('contradicted'), expect.any(String)], b: ['as b sees it'] },
    });
    expect(labels).toContainEqual({ a: 'hallucinated', b: 'factual', passages: 2 });
  });

  it('gives the mean difference of scores with its interval', () => {
    const { scores } = runDifference({ a: A, b: B, seed: 1 });
    expect(scores).toMatchObject({ n: 4, a: 0.5 });
    expect(scores.difference).toBeCloseTo(0.4, 12); // (0.8 + 0 + 0 + 0.8) / 4
    const [low, high] = scores.interval ?? [Number.NaN, Number.NaN];
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(0.8);
    expect(low).toBeLessThan(high);
  });

  it('leaves out what one run alone has, and counts other responses', () => {
    const other = runOf('c', { two: 'Two is wrong. Two is new.', five: 'Five is right.' });
    const { passages, facts } = runDifference({ a: A, b: other, seed: 1 });
    expect(passages).toEqual({
      both: 1,
      only: { a: ['one', 'three', 'four'], b: ['five'] },
      otherResponse: 1,
    });
    expect(facts).toMatchObject({ both: 0, only: { a: 1, b: 2 } });
  });

  it('tells settings that differ by their paths', () => {
    const { settings } = runDifference({ a: A, b: runOf('d', {}, { seed: 7 }), seed: 1 });
    expect(settings).toEqual([{ setting: 'seed', a: 0, b: 7 }]);
    // one value here, several there
    const uncalibrated = runOf('d', {}, { scoring: { calibration: { fact: 'none' } } });
    expect(runDifference({ a: A, b: uncalibrated, seed: 1 }).settings).toEqual([
      {
        setting: 'scoring.calibration.fact',
        a: expect.objectContaining({ method: 'evidence' }),
        b: 'none',
      },
    ]);
  });

  it('takes labels of any name', () => {
    const unsure = withFacts(A, 'e', ['one'], { label: 'undecided' });
    expect(runDifference({ a: A, b: unsure, seed: 1 }).labels).toContainEqual({
      ...{ a: 'hallucinated', b: 'undecided', passages: 1 },
    });
  });
});

describe('against gold labels', () => {
  it('compares labels that are right, and metrics on the same items', () => {
    const { gold } = runDifference({ a: A, b: B, labelled: GOLD, seed: 1 });
    // A flags one (rightly) and four (wrongly), B nothing
    expect(gold?.labels).toEqual({ n: 4, right: { a: 3, b: 3 }, onlyRight: { a: 1, b: 1 }, p: 1 });
    const metrics = Object.fromEntries(gold?.levels[0]?.metrics.map((own) => [own.metric, own]) ?? []);
    expect(gold?.levels[0]).toMatchObject({ level: 'passage', n: 4 });
    expect(metrics.f1).toMatchObject({ a: expect.closeTo(2 / 3, 12), b: 0 });
    expect(metrics.f1?.difference).toBeCloseTo(-2 / 3, 12);
    expect(metrics.balancedAccuracy?.a).toBeCloseTo((1 + 2 / 3) / 2, 12);
  });

  it('leaves out passages whose response is not the labelled one', () => {
    const other = { ...B, verdicts: runOf('b', { one: 'Else.', two: 'Two is right.' }).verdicts };
    expect(runDifference({ a: A, b: other, labelled: GOLD, seed: 1 }).gold?.passages).toBe(1);
    const strange = labelled('factual', runOf('x', { one: 'Else.' }));
    expect(runDifference({ a: A, b: B, labelled: strange, seed: 1 }).gold).toBeNull();
    expect(runDifference({ a: A, b: B, labelled: labelled(null), seed: 1 }).gold).toBeNull();
  });
});

describe('differenceDocument', () => {
  it('says what changed, and how clearly', () => {
    const report = runDifference({ a: A, b: B, labelled: GOLD, seed: 1, warnings: ['Mind this.'] });
    expect(documentText(differenceDocument(report, { top: 1 }), 'table')).toMatchInlineSnapshot(`
      "What changed from A (a) to B (b)

      - A: a, evaluate with preset local, hallugraph 1.0.0, 4 passages
      - B: b, evaluate with preset local, hallugraph 1.0.0, 4 passages
      - 4 passages in both

      Warnings

      - Mind this.

      Passages

      - mean support of the 4 passages that both score: .500 in A, .900 in B; B − A .400 [.000, .800]
      - 5 facts in both, 0 in A alone, 0 in B alone; facts are held against each other by their words
      - brackets: 95 % bootstrap intervals over passages; * where they leave out 0

      Labels:

      label in A      no error found in B
      ───────────────────────────────────
      no error found                    2
      hallucinated                      2

      2 passages with another label

      passage  A             B               support in A  support in B  gold label
      ──────────────────────────────────────────────────────────────────────────────
      one      hallucinated  no error found          0.00          0.80  non-factual

      1 more not shown; --top shows more.

      2 facts with another label

      Of 5 facts in both. The largest change of support comes first.

      one: One is wrong

      - A: suspicious, support 0.10; contradicted by 2 of 3 samples (1, 2): they give right, not wrong; few samples mention
        "wrong"
      - B: no error found, support 0.80; as b sees it

      1 more not shown; --top shows more.

      Against gold labels

      - 4 passages with gold labels and the labelled response in both runs. Positive class: non-factual.
      - labels that are right: 3 of 4 in A, 3 in B; in A alone 1, in B alone 1 (exact sign test, p = 1.000)

      Passages, the 4 that both score:

      metric                A     B                    B − A
      ──────────────────────────────────────────────────────
      ROC-AUC            .833  .833        .000 [.000, .000]
      AP                 .500  .500        .000 [.000, .000]
      factual AP         .917  .917        .000 [.000, .000]
      F1                 .667  .000  −.667 [−1.000, −.500] *
      balanced accuracy  .833  .500      −.333 [−.500, .000]
      "
    `);
  });

  it('shows texts of any kind as text', () => {
    const texts = Object.fromEntries(Object.values(HOSTILE_TEXTS).map((text) => [text, `${text} wrong`]));
    const run = runOf('a', texts);
    const report = runDifference({
      a: run,
      b: withFacts(run, 'b', Object.keys(texts), { label: 'factual' }),
      seed: 1,
    });
    const shown = differenceDocument(report, { top: null });
    for (const text of [documentText(shown, 'table'), documentText(shown, 'markdown')])
      expect(text.replaceAll('\n', '')).not.toMatch(UNPRINTABLE);
  });
});

describe('factPairs', () => {
  it('puts facts of the same words together, the second of a pair with the second, and what one alone has last', () => {
    const { a, b } = {
      a: runOf('a', { one: 'Three is right. Three is right. Four is wrong.' }),
      b: runOf('b', { one: 'Five is new. THREE is right. three is right.' }),
    };
    const [one, other] = [a.verdicts[0] as PassageVerdict, b.verdicts[0] as PassageVerdict];
    expect(factPairs({ a: one, b: other })).toEqual([
      { a: 0, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: null },
      { a: null, b: 0 },
    ]);
  });
});
