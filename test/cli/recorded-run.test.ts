/** The recorded run of the sample passages, as the README shows it: the whole method, and nobody is asked. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { linesIn, temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './test-host.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../datasets/samples');
const STALE =
  'datasets/samples/answers.jsonl was recorded with other prompts: npm run recording -- FOLDER asks for what has no ' +
  'answer yet, and with --reworded keeps the answers to the same data (test/bench/recording.ts)';

interface Gold {
  id: string;
  label: string;
  wrong: { text: string }[];
}

async function replayed(preset: string): Promise<PassageVerdict[]> {
  const [passages, answers] = ['passages.jsonl', 'answers.jsonl'].map((name) => path.join(SAMPLES, name));
  const cwd = await temporaryFolder();
  // no key, and nobody at the address
  const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9' };
  const files = [passages as string, '--replay', answers as string];
  const replay = ['evaluate', ...files, '--preset', preset, '--format', 'json'];
  const { status, stdout, stderr } = await run(replay, { cwd, env, createDetector });
  expect(status, `${STALE}\n\n${stderr}`).toBe(0);
  return JSON.parse(stdout).passages;
}

const goldLabels = async (): Promise<Gold[]> => await linesIn(SAMPLES, 'labels.jsonl');

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N},]{3,}/gu) ?? [];

/** Scores of the facts that hold at least half of the words of a planted error. */
function scoresOf({ triples }: PassageVerdict, wrong: string): number[] {
  const planted = words(wrong);
  return triples.flatMap(({ triple: { head, relation, tail }, score }) => {
    const own = new Set(words(`${head} ${relation} ${tail}`));
    return score !== null && planted.filter((word) => own.has(word)).length * 2 >= planted.length
      ? [score]
      : [];
  });
}

it.each([
  ['default', 2],
  ['thorough', 5],
])(
  'judges every passage rightly under %s, and finds all planted errors below all facts of the right passages',
  async (preset, mostRequests) => {
    const [verdicts, gold] = await Promise.all([replayed(preset), goldLabels()]);
    expect(verdicts.map(({ passage }) => passage.id)).toEqual(gold.map(({ id }) => id));
    const facts = verdicts.flatMap(({ triples }) => triples);
    for (const part of ['judged', 'stated', 'consistency'] as const)
      expect(facts.every(({ components }) => components[part].value !== null)).toBe(true);
    const answered = facts.filter(({ components }) => components.answered.value !== null);
    expect(answered.length > 0.5 * facts.length).toBe(preset === 'thorough');
    const requests = verdicts.map(({ usage }) => usage.requests);
    expect(Math.max(...requests)).toBe(mostRequests);

    const labels = verdicts.map(({ label }) => (label === 'hallucinated' ? 'non-factual' : label));
    expect(labels).toEqual(gold.map(({ label }) => label));
    const right = verdicts.filter((_, index) => gold[index]?.label === 'factual');
    const least = Math.min(...right.flatMap(({ triples }) => triples.map(({ score }) => score ?? 1)));
    const missed = verdicts.flatMap((verdict, index) =>
      (gold[index]?.wrong ?? []).filter(
        ({ text }) => !scoresOf(verdict, text).some((score) => score < least),
      ),
    );
    expect(missed).toEqual([]);
  },
  60_000,
);
