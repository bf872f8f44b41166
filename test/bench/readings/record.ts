/** Readings from the folder of a run: what it recorded of each passage, as raw parts beside the labels. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LabelledPassage } from '../../../datasets/index.ts';
import { contentKeys } from '../../../src/english/content-words.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { PassageVerdict, Triple } from '../../../src/passage.ts';
import { agreementOf, statementsOf } from '../../../src/scoring/statement-scores.ts';
import { scoringInputOf } from '../../../src/scoring/verdict.ts';
import { allOf, type MethodRecord, methodScores, recordsIn } from '../../../src/run/records.ts';
import { passagesOfRun, recordedRun } from '../../../src/run/recorded-run.ts';
import { parsedLines } from '../../support/json-lines.ts';
import { shareHeld } from '../share-held.ts';
import type { FactReading, Plain, Reading } from './readings.ts';

/** What the plain questions of a run said of one passage, by their names. */
type Asked = Record<string, MethodRecord | undefined>;

/** @param labelled file with the words that people, or whoever planted them, marked wrong; default: the input of the run */
export async function readingsOf(set: string, folder: string, labelled?: string): Promise<Reading[]> {
  const run = await recordedRun(folder, { cwd: process.cwd(), stderr: process.stderr });
  const labels = await labelsOfRun(run, labelled);
  const methods = path.join(run.directory, 'methods');
  const names = (existsSync(methods) ? await readdir(methods) : []).map((file) => path.parse(file).name);
  const records = await Promise.all(
    names
      .filter((name) => name.startsWith('ask-'))
      .map(async (name) => ({ name, rows: await allOf(recordsIn(run.directory, methodScores(name))) })),
  );
  return run.verdicts.map((verdict) => {
    const { id } = verdict.passage;
    const asked = records.map(({ name, rows }) => [name, rows.find((row) => row.id === id)] as const);
    return readingOf(set, verdict, { ...labels(id), asked: Object.fromEntries(asked) });
  });
}

/** What is known of a passage. */
export interface Labels {
  gold: LabelledPassage | undefined;
  wrong: readonly string[] | undefined;
}

/** @param labelled as of {@link readingsOf} */
export async function labelsOfRun(
  run: Awaited<ReturnType<typeof recordedRun>>,
  labelled: string | undefined,
): Promise<(id: string) => Labels> {
  const gold = new Map((await passagesOfRun(run)).map((one) => [one.passage.id, one]));
  const wrong = await wrongPartsIn(labelled ?? path.resolve(run.directory, run.manifest.input.path));
  return (id) => ({ gold: gold.get(id), wrong: wrong.get(id) });
}

/** Whether passage, sentences and facts are wrong by their labels; null where these do not tell. */
export function wrongBy({ gold, wrong }: Labels, { passage, triples, sentences }: PassageVerdict) {
  const label = gold?.label ?? null;
  return {
    passage: label === null ? null : label !== 'factual',
    sentences: sentences.map((_, index) => {
      const own = gold?.sentences?.[index]?.label;
      return own === undefined ? null : own !== 'factual';
    }),
    facts: triples.map(({ triple }) =>
      label === 'factual' ? false : isWrong(triple, wrong, passage.response ?? ''),
    ),
  };
}

/** Position of the sentence that a fact stands in; null where it has none. */
export function sentenceOf({ sentences }: PassageVerdict, { id }: Triple): number | null {
  const position = sentences.findIndex(({ tripleIds }) => tripleIds.includes(id));
  return position < 0 ? null : position;
}

export function readingOf(
  set: string,
  verdict: PassageVerdict,
  { asked, ...labels }: Labels & { asked: Asked },
): Reading {
  const { passage, trace, triples, sentences, calls } = verdict;
  const wrong = wrongBy(labels, verdict);
  const { sentences: agreed } = agreementOf(
    statementsOf(scoringInputOf(verdict), 'mean'),
    resolveConfig({ preset: 'default' }).scoring,
  );
  const plain = (of: (record: MethodRecord, name: string) => number | null | undefined): Plain =>
    Object.fromEntries(
      Object.entries(asked).map(([name, record]) => [name, (record && of(record, name)) ?? null]),
    );
  return {
    ...{ set, id: passage.id, wrong: wrong.passage },
    sentences: sentences.map((_, index) => ({
      wrong: wrong.sentences[index] ?? null,
      stated: trace.judgement?.sentences?.[index]?.draws ?? [],
      agreed: agreed[index] ?? null,
      plain: plain(({ sentences: own }) => own?.[index]),
    })),
    facts: triples.map(({ triple }, index): FactReading => {
      const { draws: judged = [] } =
        trace.judgement?.facts.find(({ tripleId }) => tripleId === triple.id) ?? {};
      const { statements = [], answered } =
        trace.verification.find(({ tripleId }) => tripleId === triple.id) ?? {};
      const sentence = sentenceOf(verdict, triple);
      return {
        sentence,
        wrong: wrong.facts[index] ?? null,
        judged,
        stated: statements.map(({ says }) => says),
        answered:
          answered?.asked == null
            ? null
            : answered.draws.map(({ outcome = null, confidence = 0 }) => ({ outcome, confidence })),
        plain: plain((record, name) =>
          factRisk(record, name, { triple, sentence: sentence ?? -1, response: passage.response ?? '' }),
        ),
      };
    }),
    plain: plain((record) => record.passage),
    calls: Object.fromEntries(
      Object.entries(calls?.byPurpose ?? {}).map(([purpose, usage]) => {
        const { requests, inputTokens } = usage;
        return [purpose, { requests, inputTokens }];
      }),
    ),
  };
}

/** What a plain question says of a fact: itself, of words that touch it, or of its sentence. */
function factRisk(
  { sentences, trace }: MethodRecord,
  name: string,
  { triple, sentence, response }: { triple: Triple; sentence: number; response: string },
): number | null {
  const { facts = [], errors = [] } = (trace ?? {}) as {
    facts?: { id: string; risk: number | null }[];
    errors?: { words: string; confidence: number }[];
  };
  if (name.startsWith('ask-facts')) return facts.find(({ id }) => id === triple.id)?.risk ?? null;
  if (name.startsWith('ask-sentences')) return sentences?.[sentence] ?? null;
  return Math.max(
    0,
    ...errors.flatMap((error) => (touches(triple, error.words, response) ? error.confidence : [])),
  );
}

function touches({ span }: Triple, words: string, response: string): boolean {
  const at = words === '' ? -1 : response.indexOf(words);
  return span !== null && at >= 0 && at < span.end && at + words.length > span.start;
}

/** Whether it touches wrong words that hold half of its tail, or of which it holds half; null where there are none. */
function isWrong(triple: Triple, wrong: readonly string[] | undefined, response: string): boolean | null {
  if (wrong === undefined || !wrong.some((words) => response.includes(words))) return null;
  const own = contentKeys(`${triple.head} ${triple.relation} ${triple.tail}`);
  return wrong.some((words) => {
    if (!touches(triple, words, response)) return false;
    const marked = contentKeys(words);
    return shareHeld(contentKeys(triple.tail), marked) >= 0.5 || shareHeld(marked, own) >= 0.5;
  });
}

/** Wrong words of the response of each passage, by its id: of PHD (`wrong_part`, parted by semicolons) and of passages with a planted error (`planted.wrong`). */
export async function wrongPartsIn(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(file, 'utf8');
  const document: object = file.endsWith('.jsonl') ? parsedLines(text) : JSON.parse(text);
  const rows = Object.values(document).flat() as {
    id?: string;
    entity?: string;
    /** A number where the wrong words are one. */
    wrong_part?: string | number | null;
    planted?: { wrong: string };
  }[];
  return new Map(
    rows.flatMap(({ id, entity, wrong_part: marked, planted }) => {
      const words = String(planted?.wrong ?? marked ?? '')
        .split(';')
        .map((one) => one.trim())
        .filter(Boolean);
      return words.length === 0 ? [] : [[id ?? entity ?? '', words] as const];
    }),
  );
}
