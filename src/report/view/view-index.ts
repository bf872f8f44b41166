/** The index of the viewer: the run, and a row a passage. */
import { labelWords } from '../../format/label-words.ts';
import { counted, shortened } from '../../format/text.ts';
import type { PassageVerdict } from '../../passage.ts';
import type { RunManifest } from '../../run/manifest.ts';
import { originOf } from '../../run/origin-of-run.ts';
import type { Outline } from '../outline.ts';
import { ABSTENTION_WORDS, legendLines, summaryLine } from '../shared-sentences.ts';
import type { ViewIndex, ViewRow } from './view-data.ts';

/** Passages whose details are read at once. */
export const CHUNK_SIZE = 20;
const PREVIEW = 160;

export function viewRow(verdict: PassageVerdict, gold: boolean | null): ViewRow {
  const { passage, label, score, probability, triples, coverage, usage, calls } = verdict;
  return {
    id: passage.id,
    ...{ label, words: labelWords(label), score, chance: probability },
    facts: triples.length,
    flagged: triples.filter((row) => row.label === 'hallucinated').length,
    coverage: coverage.sentences,
    gold,
    requests: usage.requests,
    usd: calls?.usd ?? null,
    preview: shortened(passage.response ?? '', PREVIEW),
  };
}

/** @param outline of all passages, without facts */
export function viewIndex(outline: Outline, rows: ViewRow[], title: string): ViewIndex {
  const { run } = outline;
  const { summary } = run;
  return {
    title,
    status: run.status,
    summary: summaryLine(outline),
    provenance: provenanceOf(run),
    legend: legendLines(outline, { parts: false }),
    threshold: summary.threshold,
    purposes: Object.entries(summary.byPurpose ?? {}).map(([name, use]) => ({
      name,
      requests: use.requests,
      tokens: use.inputTokens + use.outputTokens,
      usd: use.usd ?? null,
    })),
    failures: failuresOf(outline),
    rows,
    chunkSize: CHUNK_SIZE,
  };
}

/** What the run was made of; a value a line. */
function provenanceOf(run: RunManifest): [string, string][] {
  const { detector, startedAt, finishedAt, seed, summary } = run;
  const { version, command, preset, models, extractor, embedder, input, sha256, draw } = originOf(run);
  const own = (role: string): [string, string][] =>
    typeof detector[role] === 'string' ? [[role, detector[role]]] : [];
  return [
    ['version', `hallugraph ${version}`],
    ['command', command],
    ['preset', preset],
    ...(models === null ? [] : Object.entries(models)),
    ['extractor', extractor],
    ['embedder', embedder],
    ...['encoder', 'verifier', 'checker'].flatMap(own),
    ['data', input],
    ['checksum (SHA-256)', sha256],
    ...(draw === undefined ? [] : [['drawn', draw] as [string, string]]),
    ['seed', String(seed)],
    ['begun', startedAt],
    ['ended', finishedAt ?? 'not yet'],
    ['requests', summary.usage.requests === 0 ? 'none' : counted(summary.usage.requests, 'request')],
  ];
}

function failuresOf({ passages }: Pick<Outline, 'passages'>): [string, number][] {
  const counts = new Map<string, number>();
  for (const { abstention } of passages) {
    if (abstention === null) continue;
    const words = ABSTENTION_WORDS[abstention.reason];
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}
