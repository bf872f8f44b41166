/** A report over a few passages that stand for the cases a reader meets. */
import { resolveConfig } from '../../src/config/resolve.ts';
import type { Passage, PassageVerdict } from '../../src/passage.ts';
import { renderReport } from '../../src/report/render-report.ts';
import type { Report, ReportOptions } from '../../src/report/report.ts';
import { allOf } from '../../src/run/records.ts';
import type { RunManifest } from '../../src/run/manifest.ts';
import { summarise } from '../../src/run/run-summary.ts';
import { stubVerdict } from '../run/stub-detector.ts';

const PASSAGES: Passage[] = [
  {
    id: 'curie',
    prompt: 'Who?',
    response: 'Curie was born.\nCurie discovered wrong metals. Curie won | prizes.',
  },
  { id: 'empty-one', prompt: 'Who?', response: '' },
  {
    id: '東京タワー',
    prompt: '何?',
    response:
      '東京タワーは wrong 高さ三百三十三メートルの電波塔であり東京都港区芝公園にある観光名所として非常に有名である.',
  },
  { id: 'fine', prompt: 'Who?', response: '=Fine is fine. Fine \u001b[31mis red.' },
];

export function sampleManifest(passages: readonly Passage[]): RunManifest {
  return {
    schemaVersion: 1,
    tool: { name: 'hallugraph', version: '0.0.0', node: 'v0' },
    command: 'evaluate',
    status: 'running',
    error: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
    seed: 0,
    input: { path: '/passages.jsonl', format: 'jsonl', sha256: 'none', filter: null, limit: null },
    detector: {},
    summary: summarise(passages.length, []),
    config: resolveConfig({ preset: 'local' }),
  };
}

/** A report whose verdicts are all there. */
interface SampleReport extends Report {
  verdicts: PassageVerdict[];
}

export function sampleReport(): SampleReport {
  const verdicts = PASSAGES.map(stubVerdict);
  return { run: { ...sampleManifest(PASSAGES), summary: summarise(4, verdicts) }, verdicts };
}

/** The same with a probability of .83 for every scored passage and of .91 for every triple. */
export function calibratedReport(): SampleReport {
  const report = sampleReport();
  const verdicts = report.verdicts.map((verdict) => ({
    ...verdict,
    probability: verdict.score === null ? null : 0.83,
    triples: verdict.triples.map((triple) => ({ ...triple, probability: 0.91 })),
  }));
  return { ...report, verdicts };
}

/** A report as text: the table of a narrow terminal without colours, unless said otherwise. */
export async function rendered(report: Report, options: Partial<ReportOptions> = {}): Promise<string> {
  const usual = { top: 10, parts: false, trace: false, color: false, columns: 80 };
  return (await allOf(renderReport(report, { format: 'table', ...usual, ...options }))).join('');
}
