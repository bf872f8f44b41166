/** What errors say: one line that names place and fault, and does nothing to a terminal. */
import { expect, it } from 'vitest';
import { usesColor } from '../../src/cli/report-options.ts';
import { UNPRINTABLE } from '../report/hostile-report.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { refusal, run } from './test-host.ts';

async function faultOf(content: string, name = 'in.jsonl'): Promise<string> {
  const cwd = await temporaryFolder({ [name]: content });
  return refusal(run(['evaluate', name, '--preset', 'local'], { cwd }));
}

it.each([
  [
    '{"question": "q", "id": 7}',
    'error: in.jsonl, line 1: field "prompt": missing; --map prompt=... takes another field; there are "question", "id"\n',
  ],
  [
    '{"id": 7, "prompt": 7}',
    'error: in.jsonl, line 1: field "prompt": expected text or a list, found a number\n',
  ],
  [
    '{"id": "a", "prompt": "q", "samples": [null]}',
    'error: in.jsonl, line 1: field "samples.0": expected text, found null\n',
  ],
  ['[]', 'error: in.jsonl, line 1: expected an object, found a list\n'],
])('name the field and what was found: %s', async (content, expected) => {
  expect(await faultOf(content)).toBe(expected);
});

it('quote broken JSON on one line, without what acts on a terminal', async () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested
  const oneSafeLine = /^error: [^\u0000-\u001f\u007f-\u009f]*\n$/;
  expect(await faultOf('\0\u001b[31m\u009b2J{"id": "b"')).toMatch(oneSafeLine);
  expect(await faultOf('[\n{"id": }\n]', 'in.json')).toMatch(oneSafeLine);
  const id = JSON.stringify({ id: '\u001b]0;title\u0007x', prompt: 'q' });
  expect(await faultOf(`${id}\n${id}`)).toMatch(oneSafeLine);
});

it('quote an option without what acts on a terminal', async () => {
  const cwd = await temporaryFolder();
  for (const args of [
    ['evaluate', '--limit', 'a\0\u001b[31mb\u0007'],
    ['evaluate', '--preset', 'a\u001b]0;x\u0007'],
    ['evaluate', '--\u001b[2J'],
  ]) {
    const stderr = await refusal(run(args, { cwd }));
    expect(stderr.replaceAll('\n', '')).not.toMatch(UNPRINTABLE);
  }
});

it.each([
  [{}, true, true],
  [{}, false, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ TERM: 'dumb' }, true, false],
])('colours: %j on a terminal %s gives %s', (env, isTTY, expected) => {
  const host = { env, stdout: { isTTY, write: () => true } } as unknown as Parameters<typeof usesColor>[0];
  expect(usesColor(host, true)).toBe(expected);
});

it('a name that is neither a run folder nor looked for on a queue is said to be no run folder', async () => {
  const stderr = await refusal(run('status nosuch', { cwd: await temporaryFolder() }));
  expect(stderr).toMatch(/^error: nosuch: is no run folder; for a run on a queue, name the queue: --queue /);
});
