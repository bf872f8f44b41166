import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Host } from '../../src/run/host.ts';
import { noteLongPassages, startProgress } from '../../src/cli/progress.ts';

/** What is written while all passages of a stage are done, where standard error is no terminal. */
function linesOf(total: number, { name = '', quiet = false } = {}): string[] {
  const lines: string[] = [];
  const stderr = { write: (text: string) => lines.push(text) };
  const progress = startProgress({ stderr } as unknown as Host, { name, total, quiet });
  for (let done = 1; done <= total; done++) progress.onRecord(done);
  progress.stop();
  return lines;
}

it('is a line each tenth without a terminal, and one at the end', () => {
  expect(linesOf(200)).toEqual(
    [20, 40, 60, 80, 100, 120, 140, 160, 180, 200].map((done) => `${done} of 200 passages\n`),
  );
  expect(linesOf(205)).toHaveLength(10);
  expect(linesOf(12)).toEqual(['10 of 12 passages\n', '12 of 12 passages\n']);
  expect(linesOf(30, { name: 'probes' })).toEqual([
    '10 of 30 passages of probes\n',
    '20 of 30 passages of probes\n',
    '30 of 30 passages of probes\n',
  ]);
});

it('is nothing where a run is short, or nobody wants to know', () => {
  expect(linesOf(10)).toEqual([]);
  expect(linesOf(200, { quiet: true })).toEqual([]);
});

it('shows in a terminal what is done with which passage, whose id cannot act on it', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let shown = '';
  const write = (text: string) => {
    shown += text;
    return true;
  };
  const stderr = Object.assign(new EventEmitter(), { write, isTTY: true, columns: 80 });
  const progress = startProgress({ stderr } as unknown as Host, { name: '', total: 2, quiet: false });
  vi.advanceTimersByTime(1000);
  progress.onProgress({ passageId: 'a\u001b]0;owned\u0007', stage: 'sample' });
  vi.advanceTimersByTime(1000);
  progress.stop();
  expect(shown).toContain('sample a');
  expect(shown).not.toContain('\u001b]0;');
});

it('tells of a passage that is long, and of no other', () => {
  const lines: string[] = [];
  const stderr = { write: (text: string) => lines.push(text) } as unknown as Host['stderr'];
  const [response, prompt] = ['Oslo. '.repeat(100_000), 'What is Oslo?'];
  noteLongPassages(
    [
      { id: 'short', prompt, response },
      { id: 'long', prompt, response, samples: [response] },
    ],
    { stderr },
  );
  expect(lines).toEqual([
    'note: passage long has 1.2 million characters of text: nothing is shown while it is read\n',
  ]);
});
