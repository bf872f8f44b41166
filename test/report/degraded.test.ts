/** What a run gave up, in words and in the reports. */
import { describe, expect, it } from 'vitest';
import { degradedLines, degradedSentences, degradedTitle } from '../../src/report/estimate-report.ts';
import { renderReport } from '../../src/report/render-report.ts';
import type { Degraded } from '../../src/run/manifest.ts';
import { sampleReport } from './sample-report.ts';

const cost = (requests: number, usd: number | null = null) => ({
  ...{ requests, inputTokens: 10 * requests, outputTokens: requests, usd },
});

const degraded: Degraded = {
  limits: { requests: 100, tokens: 5000 },
  order: ['samples', 'draws', 'tail'],
  steps: [
    { step: 'samples', path: 'sampling.n', from: 10, to: 3 },
    { step: 'tail', path: 'verification.tail', from: true, to: false },
  ],
  idle: ['draws'],
  expected: { before: cost(240), after: cost(90) },
  fits: true,
};

describe('degradedLines', () => {
  it('say what was expected, each change, what was left alone, and what is expected now', () => {
    expect(degradedTitle(degraded)).toBe('Degraded to fit the budget');
    expect(degradedLines(degraded)).toEqual([
      'expected: 240 requests, 2640 tokens, over the budget of 100 requests',
      'sampling.n 10 -> 3',
      'verification.tail true -> false',
      'a task that is off has no value; its weight goes to the other parts of the score',
      'draws left alone: less would save nothing here',
      'expected now: 90 requests, 990 tokens',
    ]);
  });

  it('say so where the budget is still exceeded, in dollars too', () => {
    const over: Degraded = {
      ...degraded,
      ...{ limits: { usd: 0.5 }, steps: [], idle: ['tail'], fits: false },
      expected: { before: cost(240, 0.75), after: cost(240, 0.75) },
    };
    expect(degradedTitle(over)).toBe('Over the budget');
    expect(degradedLines(over)).toEqual([
      'expected: $0.7500, over the budget of $0.5000',
      'tail left alone: less would save nothing here',
      'expected now: $0.7500, still over the budget, where the run will stop; --resume continues it with a larger one',
    ]);
    expect(degradedSentences(over)[0]).toMatch(/^Over the budget: expected: \$0\.7500, .*larger one\.$/);
  });

  it('are none of a run that fits as it is, or that has no such order', () => {
    const whole = { ...degraded, steps: [], idle: [], expected: { before: cost(9), after: cost(9) } };
    expect([degradedLines(whole), degradedSentences(whole), degradedSentences(undefined)]).toEqual([
      ...[[], [], []],
    ]);
  });
});

async function reportIn(format: 'table' | 'markdown' | 'json', run: object): Promise<string> {
  const report = sampleReport();
  const options = { format, top: 10, parts: false, trace: false, color: false, columns: 100 };
  let text = '';
  for await (const piece of renderReport({ ...report, run: { ...report.run, ...run } }, options))
    text += piece;
  return text;
}

describe('reports', () => {
  it('show it for people, and as it is for programs', async () => {
    expect(await reportIn('table', { degraded })).toContain(
      '\n\n  Degraded to fit the budget\n  expected: 240 requests, 2640 tokens, over the budget of 100 requests\n  sampling.n 10 -> 3\n',
    );
    expect(await reportIn('markdown', { degraded })).toContain(
      '\n\n## Degraded to fit the budget\n\n- expected: 240 requests',
    );
    expect(JSON.parse(await reportIn('json', { degraded })).run.degraded).toEqual(degraded);
  });

  it.each(['table', 'markdown'] as const)('say nothing of it where there is nothing: %s', async (format) => {
    const whole = { ...degraded, steps: [], idle: [], expected: { before: cost(9), after: cost(9) } };
    expect(await reportIn(format, { degraded: whole })).toBe(await reportIn(format, {}));
    expect(await reportIn(format, {})).not.toContain('budget');
  });
});
