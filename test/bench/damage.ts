/**
 * What becomes of commands where a file is damaged or a service makes up what it counts: each is tried many times, with
 * damage drawn by a fixed seed, and ends well, with words that say what is wrong, or in a defect of hallugraph.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Random, randomFor } from '../../src/common/random.ts';
import type { Answer } from '../support/openai-server.ts';
import { asItIs, type DamageOutcome, endingOf, GCA, inWorkplace, tried } from './workplace.ts';

const SEED = 0;

const withUsage =
  (usage: unknown) =>
  ({ body }: Answer): Answer => ({ body: { ...(body as object), usage } });

/** The bytes with one bit the other way round, or without their end. */
function damaged(bytes: Buffer, how: 'bit' | 'end', random: Random): Buffer {
  const at = Math.floor(random() * bytes.length);
  if (how === 'end') return bytes.subarray(0, at);
  const changed = Buffer.from(bytes);
  changed[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8));
  return changed;
}

const WITHOUT_MODEL = [
  'report run --html page.html',
  'status run',
  'rescore run --out again',
  'diff run kept',
];

/** A file of a run folder that is damaged, and each command that reads it. */
const ofRunFolder = (file: string, how: 'bit' | 'end', tries: number): Promise<DamageOutcome> =>
  inWorkplace(asItIs, async ({ cwd, run }) => {
    for (const out of ['run', 'kept']) await run(`evaluate in.jsonl --preset local --out ${out}`);
    const place = path.join(cwd, 'run', file);
    const whole = await readFile(place);
    const random = randomFor(SEED, `${file} ${how}`);
    const isRecords = file === 'records.jsonl';
    const title = how === 'bit' ? `a bit of ${file} flipped` : `${file} cut off`;
    return tried(`${title}; report, status, rescore, diff`, tries, async (index) => {
      await writeFile(place, damaged(whole, how, random));
      const ended = await run(WITHOUT_MODEL[index % WITHOUT_MODEL.length] as string);
      await rm(path.join(cwd, 'again'), { recursive: true, force: true });
      const isTold = /has changed since|is not finished|[012] of (its )?3 passages/.test(
        ended.stdout + ended.stderr,
      );
      return endingOf(ended, !isRecords || isTold);
    });
  });

/** An answer that was kept, with a bit flipped: dropped, and asked for again, so that records are the same. */
const ofKeptAnswers = (tries: number): Promise<DamageOutcome> =>
  inWorkplace(asItIs, async ({ cwd, server, run }) => {
    await run(`${GCA} --out run`);
    const scores = await scoresIn(cwd);
    const folder = path.join(cwd, 'cache');
    const names = (await readdir(folder, { recursive: true }))
      .filter((name) => name.endsWith('.json'))
      .sort();
    const random = randomFor(SEED, 'kept answers');
    return tried('a bit of a kept answer flipped; the run again', tries, async () => {
      const place = path.join(folder, names[Math.floor(random() * names.length)] as string);
      await writeFile(place, damaged(await readFile(place), 'bit', random));
      await rm(path.join(cwd, 'run'), { recursive: true });
      const asked = server.requests.length;
      const ended = await run(`${GCA} --out run`);
      return endingOf(ended, server.requests.length > asked && scores === (await scoresIn(cwd)));
    });
  });

/** What the records say of facts, without what it took. */
async function scoresIn(cwd: string): Promise<string> {
  const lines = (await readFile(path.join(cwd, 'run/records.jsonl'), 'utf8')).trimEnd().split('\n');
  return JSON.stringify(lines.map((line) => JSON.parse(line).triples));
}

/** Of input and output tokens. */
const COUNTS = [-10_000_000, '0x00', 'many', 1e308, null, [7], { n: 7 }, true, 0.5, undefined];

/** Counts that nobody can mean: estimated, and every command opens the run. */
const ofUsage = (): Promise<DamageOutcome> =>
  tried('counts of tokens that cannot be; evaluate, then status', COUNTS.length, (index) =>
    inWorkplace(
      withUsage({ prompt_tokens: COUNTS[index], completion_tokens: COUNTS[index] }),
      async ({ cwd, run }) => {
        const ended = await run(`${GCA} --no-cache --out run`);
        const { summary } = JSON.parse(await readFile(path.join(cwd, 'run/run.json'), 'utf8'));
        const { inputTokens, requests } = summary.usage;
        const again = await run('status run');
        return endingOf(ended, again.status === 0 && inputTokens > requests && inputTokens < 1e6);
      },
    ),
  );

/** A budget, where the service counts nothing. */
const ofBudgets = (tries: number): Promise<DamageOutcome> =>
  tried('a budget in tokens, and no count by the service', tries, (index) =>
    inWorkplace(withUsage(null), async ({ cwd, run }) => {
      const most = 4000 * (index + 1);
      const { status } = await run(`${GCA} --no-cache --budget-tokens ${most} --out run`);
      const { summary } = JSON.parse(await readFile(path.join(cwd, 'run/run.json'), 'utf8'));
      const { inputTokens = 0, outputTokens = 0 } = summary?.usage ?? {};
      if (inputTokens + outputTokens > most) return 'failed';
      return status === 0 ? 'well' : status === 1 ? 'told' : 'failed';
    }),
  );

export const sufferDamage = async (): Promise<DamageOutcome[]> => [
  await ofRunFolder('run.json', 'bit', 400),
  await ofRunFolder('records.jsonl', 'bit', 400),
  await ofRunFolder('run.json', 'end', 100),
  await ofRunFolder('records.jsonl', 'end', 100),
  await ofKeptAnswers(100),
  await ofUsage(),
  await ofBudgets(20),
];
