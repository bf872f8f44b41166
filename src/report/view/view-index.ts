/** The viewer's index: the run, and a row for each passage. */
import { countsOf } from '../../common/group-by.ts';
import { counted, scoreFigure, shortened, tripleWords } from '../../format/text.ts';
import type { PromptSet } from '../../models/prompt.ts';
import type { PassageVerdict } from '../../passage.ts';
import type { RunManifest } from '../../run/manifest.ts';
import { inputName, originOf } from '../../run/origin-of-run.ts';
import { byScore, flaggedFacts } from '../facts.ts';
import type { Outline } from '../outline.ts';
import { unsupportedIn } from '../passage-notes.ts';
import { ABSTENTION_WORDS, legendLines } from '../report-lines.ts';
import type { ViewIndex, ViewRow, WorstFact } from './view-data.ts';
import { whyFlagged } from './view-passage.ts';

/** Passages whose details are loaded together. */
export const CHUNK_SIZE = 20;
const PREVIEW = 160;

export function viewRow(verdict: PassageVerdict, gold: boolean | null): ViewRow {
  const { passage, label, score, threshold, probability, triples, coverage, usage } = verdict;
  return {
    ...{ id: passage.id, label, score, chance: probability, support: scoreFigure(score, threshold) },
    facts: triples.length,
    flagged: flaggedFacts(verdict).length,
    unsupported: unsupportedIn(verdict).factCount,
    worst: worstOf(verdict),
    ...{ coverage: coverage.sentences, gold, requests: usage.requests },
    preview: shortened(passage.response ?? '', PREVIEW),
  };
}

function worstOf(verdict: PassageVerdict): WorstFact | null {
  const [fact] = flaggedFacts(verdict).toSorted(byScore);
  if (fact === undefined) return null;
  const index = verdict.triples.indexOf(fact);
  return { index, text: tripleWords(fact.triple), score: fact.score, why: whyFlagged(fact) };
}

interface IndexInput extends Pick<ViewIndex, 'rows' | 'title'>, Partial<Pick<ViewIndex, 'methods'>> {
  outline: Outline;
  prompts: PromptSet;
}

export function viewIndex({ outline, rows, title, prompts, methods = [] }: IndexInput): ViewIndex {
  const { run } = outline;
  const { summary } = run;
  return {
    ...{ title, status: run.status, about: aboutOf(run, rows) },
    provenance: provenanceOf(run),
    legend: legendLines(outline, { parts: false }),
    threshold: summary.threshold,
    purposes: Object.entries(summary.byPurpose ?? {}).map(([name, use]) => ({
      ...{ name, words: purposeWords(prompts, name), requests: use.requests },
      tokens: use.inputTokens + use.outputTokens,
      ...(use.estimated && { estimated: true as const }),
      usd: run.replayed ? null : (use.usd ?? null),
      seconds: run.waited?.[name] ?? null,
    })),
    ...{ methods, failures: failuresOf(outline), rows, chunkSize: CHUNK_SIZE },
  };
}

function aboutOf({ command, config, summary, input }: RunManifest, rows: readonly ViewRow[]): string {
  const known = rows.length < summary.passages ? `${rows.length} of ` : '';
  const passages = `${known}${counted(summary.passages, 'passage')}`;
  return `${passages} of ${inputName(input)}, ${command} with preset ${config.preset}`;
}

/** The start of its description. */
const purposeWords = ({ all }: PromptSet, name: string): string | null =>
  /^[^.?;:(]*[^.?;:( ]/.exec(all.find((prompt) => prompt.name === name)?.description ?? '')?.[0] ?? null;

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
    ...(run.replayed ? [['answers', 'from a recording, at no cost'] as [string, string]] : []),
    ['extractor', extractor],
    ['embedder', embedder],
    ...['encoder', 'verifier', 'checker'].flatMap(own),
    ['data', input],
    ['checksum (SHA-256)', sha256],
    ...(draw === undefined ? [] : [['drawn', draw] as [string, string]]),
    ['seed', String(seed)],
    ['begun', minuteOf(startedAt)],
    ['ended', finishedAt === null ? 'not yet' : minuteOf(finishedAt)],
    ['requests', summary.usage.requests === 0 ? 'none' : String(summary.usage.requests)],
  ];
}

/** `2026-01-31 12:34 UTC`. */
const minuteOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;

function failuresOf({ passages }: Pick<Outline, 'passages'>): [string, number][] {
  const failures = passages.flatMap(({ abstention }) =>
    abstention === null ? [] : ABSTENTION_WORDS[abstention.reason],
  );
  return [...countsOf(failures)].toSorted(([, one], [, other]) => other - one);
}
