import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { renderMarkdown } from '../../src/report/markdown-report.ts';
import { outlineOf } from '../../src/report/outline.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { reasonWords, Unanswered } from '../../src/report/missing-values.ts';
import { components } from '../support/scoring.ts';
import { sampleReport } from './sample-report.ts';

const report = sampleReport();
const [scored] = report.verdicts as [PassageVerdict];
const { weights } = resolveConfig({
  scoring: { weights: { head: 0.5, relation: 0, tail: 0.5, consistency: 0 } },
}).scoring;

const [one, two] = scored.triples.slice(0, 2) as [never, never];
const lacking = (sample: 'ok' | 'failed'): PassageVerdict => ({
  ...scored,
  triples: [
    {
      ...(one as PassageVerdict['triples'][number]),
      components: { ...components({}), head: { value: null, reason: 'truncated' } },
    },
    {
      ...(two as PassageVerdict['triples'][number]),
      components: {
        ...components({}),
        head: { value: null, reason: 'unparsable' },
        relation: { value: null, reason: 'unparsable' },
        tail: { value: null, reason: 'no-distractors' },
      },
    },
  ],
  trace: {
    ...scored.trace,
    segmentations: (['original', 'sample-1', 'sample-2'] as const).map((responseId, index) => ({
      ...{ responseId, outcome: index === 1 ? sample : 'ok', detail: null, triples: [], rejected: [] },
    })),
  },
});

const linesOf = (...verdicts: PassageVerdict[]) => {
  const unanswered = new Unanswered();
  for (const verdict of verdicts) unanswered.add(verdict);
  return unanswered.lines(weights);
};

describe('answers that could not be used', () => {
  it('are counted for parts with a weight, by the reason; what cannot be asked is none of them', () => {
    expect(linesOf(lacking('ok'), lacking('ok'))).toEqual([
      'S_h: none for 4 of 4 facts (the answer of the model was cut off 2, the answer of the model could not be read 2); the other parts decide there',
    ]);
  });

  it('are counted for samples, too', () => {
    expect(linesOf(lacking('failed'))[1]).toBe(
      '1 of 2 samples not used (not read, since a request failed 1); the others decide',
    );
    const alone = lacking('failed');
    const segmentations = alone.trace.segmentations.slice(0, 2);
    const none = { ...alone, trace: { ...alone.trace, segmentations } };
    expect(linesOf(none)[1]).toBe('1 of 1 sample not used (not read, since a request failed 1)');
    expect(linesOf(scored)).toEqual([]);
  });

  it('are counted for samples that are left unread beside references', () => {
    const { trace, passage, ...verdict } = lacking('ok');
    const alone = { ...trace, segmentations: trace.segmentations.slice(0, 1) };
    const brought = { ...verdict, passage: { ...passage, samples: ['x', 'y'] }, trace: alone };
    expect(linesOf(brought)[1]).toBe('2 of 2 samples not used (references decide alone 2)');
    expect(linesOf({ ...brought, passage: { ...passage, samples: [] } })).toHaveLength(1);
  });

  it('stand in reports for people', async () => {
    const run = { ...report.run, config: resolveConfig({ scoring: { weights } }) };
    const outline = await outlineOf({ run, verdicts: [lacking('ok')] }, { top: 10 });
    const options = { top: 10, parts: false, color: false, columns: 100 };
    for (const text of [renderTerminal(outline, options), renderMarkdown(outline, options)]) {
      expect(text).toContain('Answers that were not used');
      expect(text.replace('S\\_h', 'S_h')).toContain('S_h: none for 2 of 2 facts');
    }
  });
});

it.each([
  ['unparsable', 'the answer of the model could not be read'],
  ['no-samples', 'no samples'],
] as const)('says %s as "%s"', (reason, words) => {
  expect(reasonWords(reason)).toBe(words);
});
