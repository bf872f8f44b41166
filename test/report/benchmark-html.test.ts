import { describe, expect, it } from 'vitest';
import type { BenchmarkReport } from '../../src/benchmark/benchmark-report.ts';
import { renderBenchmarkHtml } from '../../src/report/benchmark-html.ts';
import { sampleBenchmark } from './sample-benchmark.ts';

const HOSTILE = `<script>alert('x')</script>"&`;
const VOID = new Set(['meta', 'br', 'hr', 'img', 'link', 'input']);

/** Fails where an element is not closed in its turn. */
function expectBalanced(html: string): void {
  const open: string[] = [];
  for (const [, slash, name = '', rest = ''] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/gi,
  )) {
    if (slash) expect(open.pop()).toBe(name);
    else if (!VOID.has(name) && !rest.endsWith('/')) open.push(name);
  }
  expect(open).toEqual([]);
}

const headings = (html: string): string[] =>
  [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title as string);

/** The text of a section, without its elements. */
function sectionText(html: string, title: string): string {
  const section = html.split('<section>').find((part) => part.includes(`<h2>${title}</h2>`)) ?? '';
  return section.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

describe('the benchmark page', () => {
  it('holds every part of the report, warnings first', async () => {
    const html = await renderBenchmarkHtml({ report: sampleBenchmark() });
    expect(headings(html)).toEqual([
      'Warnings',
      'What was measured',
      'Passages',
      'Sentences',
      'Claims',
      'Against hallugraph',
      'Ablations',
      'Parts alone',
      'Groups',
      'Node similarity',
      'Thresholds',
      'Model calls',
      'Not run',
      'Not defined',
      'Legend',
    ]);
    expectBalanced(html);
    expect(sectionText(html, 'What was measured')).toContain('238 labelled passages of wikibio (3 more');
    expect(sectionText(html, 'What was measured')).toContain('Passages 238 190 .798');
    expect(sectionText(html, 'Not run')).toContain('reverse-validation-em asks a chat model');
    expect(sectionText(html, 'Not defined')).toContain('hallugraph, passage, Spearman: all ranks are tied');
    expect(sectionText(html, 'Model calls')).toContain('selfcheck-nli 4,760 2,411,020 61,204 20.0');
    expect(sectionText(html, 'Node similarity')).toContain('with RGCN .557 .401 238');
  });

  it('shows each method with its intervals, ours marked, all-positive last', async () => {
    const html = await renderBenchmarkHtml({ report: sampleBenchmark() });
    const passages = html.split('<h2>Passages</h2>')[1]?.split('</section>')[0] ?? '';
    expect(passages).toContain(
      '<tr class="marked"><th scope="row">hallugraph</th><td class="figure">.880 <span class="interval">[.830, .930]</span></td>',
    );
    const rows = [...passages.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, name]) => name);
    expect(rows.at(0)).toBe('hallugraph');
    expect(rows.at(-1)).toBe('allPositive');
    expect(rows).not.toContain('−RVF');
    expect(rows).not.toContain('S_h');
    expect(passages).toContain(
      'role="img" aria-label="ROC-AUC: hallugraph: .880 [.830, .930]; selfcheck-unigram-avg',
    );
  });

  it('sorts ablations by their effect and stars what is sure', async () => {
    const report = sampleBenchmark();
    const base = { reference: 'hallugraph', level: 'passage', metric: 'rocAuc', n: 238 } as const;
    const html = await renderBenchmarkHtml({
      report: {
        ...report,
        comparisons: [
          { ...base, method: '−RVF', difference: 0.01, interval: [-0.02, 0.04] },
          { ...base, method: '−GCCC', difference: null, interval: null },
          { ...base, method: '−HEQA', difference: -0.05, interval: [-0.08, -0.02] },
        ],
      },
    });
    expect(sectionText(html, 'Ablations')).toContain(
      '−HEQA −.050* [−.080, −.020] 238 −RVF +.010 [−.020, .040] 238 −GCCC – 238',
    );
    expect(headings(html)).not.toContain('Against hallugraph');
  });

  it('keeps hostile names text', async () => {
    const sample = sampleBenchmark();
    const methods = { [HOSTILE]: sample.methods.hallugraph, constructor: sample.methods['selfcheck-nli'] };
    const html = await renderBenchmarkHtml({
      report: {
        ...sample,
        dataset: HOSTILE,
        methods: methods as unknown as BenchmarkReport['methods'],
        comparisons: [],
        warnings: [HOSTILE],
        absent: [{ method: HOSTILE, reason: HOSTILE }],
        groups: [{ ...(sample.groups[0] as BenchmarkReport['groups'][number]), group: HOSTILE }],
        neighbours: [{ encoder: HOSTILE, passages: 1, mean: 0.5, min: 0.1 }],
      },
      figures: {
        nodes: [{ label: HOSTILE, passageId: HOSTILE, before: [1, 0], after: [0, 1] }],
        reliability: [{ level: HOSTILE, bins: [] }],
      },
      titles: { [HOSTILE]: HOSTILE },
    });
    expect(html).not.toContain('<script');
    expectBalanced(html);
  });

  it('draws node states and reliability where they are given, with equal bytes twice', async () => {
    const vectors = Array.from({ length: 8 }, (_, index) => [Math.cos(index), Math.sin(index)]);
    const nodes = vectors.map((vector, index) => ({
      ...{ label: `entity ${index}`, passageId: `p${index % 2}`, before: vector, after: vector },
    }));
    const bins = [
      { lower: 0, upper: 1, n: 3, meanProbability: 0.5, observed: 0.667, interval: [0.2, 0.9] as const },
    ];
    const page = {
      report: sampleBenchmark(),
      figures: { nodes, reliability: [{ level: 'passages', bins }] },
    };
    const html = await renderBenchmarkHtml(page);
    expect(headings(html)).toEqual(expect.arrayContaining(['Node states', 'Reliability']));
    expect(html.match(/<title>entity 3 \(p1\)<\/title>/g)).toHaveLength(2);
    expectBalanced(html);
    expect(await renderBenchmarkHtml(page)).toBe(html);
  });

  it('can be made of an empty report', async () => {
    const report: BenchmarkReport = {
      ...{ dataset: 'none', seed: 1, n: 0, unlabelled: 0, methods: {}, comparisons: [] },
      ...{ absent: [], groups: [], neighbours: [], warnings: [] },
    };
    const html = await renderBenchmarkHtml({ report });
    expect(html).toContain('0 labelled passages of none');
    expect(html).not.toMatch(/NaN|undefined/);
    expectBalanced(html);
  });
});
