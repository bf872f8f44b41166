import { describe, expect, it } from 'vitest';
import type { BenchmarkReport } from '../../src/benchmark/benchmark-report.ts';
import { benchmarkPage } from '../../src/benchmark/render-benchmark.ts';
import { documentHtml } from '../../src/format/document-html.ts';
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

const pageOf = (...input: Parameters<typeof benchmarkPage>): string => documentHtml(benchmarkPage(...input));

describe('the benchmark page', () => {
  it('holds every part of the report, warnings first', () => {
    const html = pageOf(sampleBenchmark());
    expect(headings(html)).toEqual([
      'Warnings',
      'Passages',
      'Sentences',
      'Claims',
      'Parts of our own',
      'Against hallugraph',
      'hallugraph on the parts of the data set',
      'Neighbours (paper Table 3)',
      'Thresholds',
      'Model calls',
      'Not run',
      'Not defined',
      'Legend',
    ]);
    expectBalanced(html);
    expect(html).toContain('238 labelled passages. Gold labels: 238 passages, 190 of them non-factual');
    expect(sectionText(html, 'Not run')).toContain('reverse-validation-em: asks a chat model');
    expect(sectionText(html, 'Not defined')).toContain(
      'Spearman of passages: all ranks are tied (hallugraph',
    );
    expect(sectionText(html, 'Model calls')).toContain('selfcheck-nli 4760 20.0 2411020 61204');
    expect(html).toContain('<th scope="row">with RGCN</th><td class="figure">.401</td>');
    expect(sectionText(html, 'Legend')).toContain('AP average precision of the non-factual class');
  });

  it('shows each method with its intervals, ours marked, all-positive last', () => {
    const html = pageOf(sampleBenchmark());
    const passages = html.split('<h2>Passages</h2>')[1]?.split('</section>')[0] ?? '';
    expect(passages).toContain(
      '<tr class="marked"><th scope="row">hallugraph</th><td class="figure">.880 <span class="interval">[.830, .930]</span></td>',
    );
    const rows = [...passages.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, name]) => name);
    expect(rows.at(0)).toBe('hallugraph');
    expect(rows.at(-1)).toBe('allPositive');
    expect(passages).toContain(
      'role="img" aria-label="ROC-AUC: hallugraph: .880 [.830, .930]; selfcheck-unigram-avg',
    );
  });

  it('keeps hostile names text', () => {
    const sample = sampleBenchmark();
    const methods = { [HOSTILE]: sample.methods.hallugraph, constructor: sample.methods['selfcheck-nli'] };
    const report = {
      ...sample,
      dataset: HOSTILE,
      methods: methods as unknown as BenchmarkReport['methods'],
      comparisons: [],
      warnings: [HOSTILE],
      absent: [{ method: HOSTILE, reason: HOSTILE }],
      groups: [{ ...(sample.groups[0] as BenchmarkReport['groups'][number]), group: HOSTILE }],
      neighbours: [{ encoder: HOSTILE, passages: 1, mean: 0.5, min: 0.1 }],
    };
    const html = pageOf(report, [{ label: HOSTILE, passageId: HOSTILE, before: [1, 0], after: [0, 1] }]);
    expect(html).not.toContain('<script');
    expectBalanced(html);
  });

  it('draws node states where they are given, with equal bytes twice', () => {
    const vectors = Array.from({ length: 8 }, (_, index) => [Math.cos(index), Math.sin(index)]);
    const nodes = vectors.map((vector, index) => ({
      ...{ label: `entity ${index}`, passageId: `p${index % 2}`, before: vector, after: vector },
    }));
    const html = pageOf(sampleBenchmark(), nodes);
    expect(headings(html)).toContain('Node states');
    expect(html.match(/<title>entity 3 \(p1\)<\/title>/g)).toHaveLength(2);
    expect(sectionText(html, 'Node states')).toContain('first two principal components');
    expectBalanced(html);
    expect(pageOf(sampleBenchmark(), nodes)).toBe(html);
  });

  it('can be made of an empty report', () => {
    const report: BenchmarkReport = {
      ...{ dataset: 'none', seed: 1, n: 0, unlabelled: 0, methods: {}, comparisons: [] },
      ...{ absent: [], groups: [], neighbours: [], warnings: [] },
    };
    const html = pageOf(report);
    expect(html).toContain('0 labelled passages.');
    expect(html).not.toMatch(/NaN|undefined/);
    expectBalanced(html);
  });
});
