/** What holds of every run that one looks at from outside, in a folder or on a queue. */
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RunStatus } from '../../src/run/run-status.ts';
import { type HostOptions, type Outcome, run } from '../cli/test-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface RunPlace {
  name: string;
  /** Why there is none here; null where there is. */
  missing: string | null;
  env(): NodeJS.ProcessEnv;
  /** What `status` and `cancel` call the run. */
  called: string;
  /** Puts the passages of `in.jsonl` there, if that is a step of its own. */
  submit?: string;
  /** Works on the run, one passage after the other. */
  work: string;
  /** When all of it is recorded, or it was cancelled. */
  ended: { state: RunStatus['state']; cancelled: RunStatus['state']; cancelledStatus: number };
}

const COUNT = 60;
const LINES = Array.from({ length: COUNT }, (_, index) =>
  JSON.stringify({ id: `p${index}`, prompt: 'Who?', response: 'Ann Lee sang.', samples: ['Ann Lee sang.'] }),
);

export function runHandleContract({ name, missing, env, called, submit, work, ended }: RunPlace): void {
  describe.skipIf(missing !== null)(`a run ${name}${missing ? ` (${missing})` : ''}`, () => {
    async function begun() {
      const cwd = await temporaryFolder();
      await writeFile(path.join(cwd, 'in.jsonl'), LINES.join('\n'));
      const cli = (args: string, before?: HostOptions['before']): Promise<Outcome> =>
        run(args.replaceAll('NAME', path.basename(cwd)).split(' '), {
          ...{ cwd, env: env() },
          ...(before && { before }),
        });
      if (submit) expect((await cli(submit)).status).toBe(0);
      const status = async (): Promise<RunStatus> =>
        JSON.parse((await cli(`status ${called} --json`)).stdout);
      return { cli, status };
    }

    it('says how far it is, who works on it, how fast, what it took and when it will be done', async () => {
      const { cli, status } = await begun();
      let seen: RunStatus | undefined;
      const worked = await cli(work, async ({ id }) => {
        if (id !== 'p12') return;
        while ((seen?.perMinute ?? null) === null) {
          await sleep(50);
          seen = await status();
        }
      });
      expect(worked.status).toBe(0);
      const { passages, recorded = 0, defects, workers, perMinute, secondsLeft } = seen ?? {};
      expect({ passages, recorded, defects }).toEqual({ passages: COUNT, recorded: 12, defects: 0 });
      expect(workers).toMatchObject([{ host: hostname(), pid: process.pid, done: 12, perMinute }]);
      expect(secondsLeft).toBe(Math.round(((COUNT - recorded) / (perMinute ?? 0)) * 60));
      expect(await status()).toMatchObject({
        ...{ state: ended.state, passages: COUNT, recorded: COUNT, waiting: 0, active: 0, dead: 0 },
        spent: { requests: 2 * COUNT },
      });
      expect((await cli(`status ${called}`)).stdout).toContain('60 of 60 passages recorded (100 %)\n');
    });

    it('does not tell when it ends before there is enough to tell from', async () => {
      const { cli, status } = await begun();
      let seen: [RunStatus, string] | undefined;
      await cli(work, async ({ id }) => {
        if (id !== 'p3') return;
        while (!seen?.[0].workers.some(({ done }) => done === 3)) {
          await sleep(50);
          seen = [await status(), (await cli(`status ${called}`)).stdout];
        }
      });
      expect(seen?.[0]).toMatchObject({ recorded: 3, perMinute: null, secondsLeft: null });
      expect(seen?.[1]).toContain('  1 worker; too early to estimate the end\n');
    });

    it('counts internal errors', async () => {
      const { cli, status } = await begun();
      await cli(work, ({ id }) => {
        if (id === 'p3') throw new TypeError('a bug');
      });
      expect(await status()).toMatchObject({ state: ended.state, recorded: COUNT, defects: 1 });
    });

    it('stops when it is cancelled, and keeps what is recorded', async () => {
      const { cli, status } = await begun();
      let told: Outcome | undefined;
      const worked = await cli(work, async ({ id }) => {
        if (id === 'p3') told = await cli(`cancel ${called}`);
        if (told) await sleep(100);
      });
      expect(told).toMatchObject({ status: 0, stderr: expect.stringContaining('of 60 passages recorded') });
      expect(worked.status).toBe(ended.cancelledStatus);
      const { state, recorded, workers } = await status();
      expect({ state, workers }).toEqual({ state: ended.cancelled, workers: [] });
      expect(recorded).toBeGreaterThanOrEqual(3);
      expect(recorded).toBeLessThan(COUNT);
    });

    it('is told from one that is not there', async () => {
      const { cli } = await begun();
      for (const command of ['status', 'cancel'])
        expect(await cli(`${command} ${called}-not`)).toMatchObject({ status: 2, stdout: '' });
    });
  });
}
