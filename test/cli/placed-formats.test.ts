/** Reports for CI: where in the files of a project the wrong facts stand. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './test-host.ts';

const RECORDS = [
  { id: 'a', prompt: 'Who?', response: 'A is right. 😀 is "wrong" here.\nA is wrong.' },
  { id: 'b', prompt: 'Who?', response: 'B is right.' },
];
const JSON_LINES = `${RECORDS.map((record) => JSON.stringify(record)).join('\r\n')}\r\n`;

/** The stub knows no statements of samples. */
const SUPPORT_ONLY = ['--preset', 'paper-phd', '--set', 'scoring.weights.support=1'].concat(
  ...['head', 'tail', 'relation', 'consistency'].map((name) => ['--set', `scoring.weights.${name}=0`]),
);

const local = (args: readonly string[]) => [...args, '--preset', 'local', '--quiet', '--out', 'run'];

describe('github', () => {
  it('names file, line and columns of facts in JSON Lines', async () => {
    const cwd = await temporaryFolder({ 'data/in.jsonl': JSON_LINES });
    const { stdout } = await run(local(['evaluate', 'data/in.jsonl', '--format', 'github']), { cwd });
    const [first = ''] = stdout.split('\n');
    const start = JSON_LINES.indexOf('A is wrong.') + 1 - 1; // one character takes two code units
    expect(first).toContain(`::error file=data/in.jsonl,line=1,endLine=1,col=${start},`);
    expect(stdout).toContain('::notice title=hallugraph::2 passages: 1 hallucinated');
  });

  it('names files from the root of the repository', async () => {
    const cwd = await temporaryFolder({ 'part/in.jsonl': JSON_LINES });
    const args = local(['evaluate', 'in.jsonl', '--format', 'github']);
    const { stdout } = await run(args, { cwd: path.join(cwd, 'part'), env: { GITHUB_WORKSPACE: cwd } });
    expect(stdout).toContain('file=part/in.jsonl,');
  });

  it('names no file where the passages are in none', async () => {
    const cwd = await temporaryFolder();
    const args = local(['evaluate', '-', '--format', 'github']);
    const { stdout } = await run(args, { cwd, stdin: JSON_LINES });
    expect(stdout).toMatch(/^::error title=a::A is wrong/);
  });
});

it('places the facts of a text file in it, byte order mark and CRLF aside', async () => {
  const cwd = await temporaryFolder({ 'answer.txt': '\ufeffA is right.\r\n😀 😀 B is wrong.\r\n' });
  const prompt = ['evaluate', '--prompt', 'Who?', '--response-file', 'answer.txt', '--format', 'sarif'];
  const first = await run(local(prompt), { cwd });
  const again = await run('evaluate --resume run --format sarif', { cwd });
  for (const { stdout } of [first, again]) {
    const location = JSON.parse(stdout).runs[0].results[0].locations[0].physicalLocation;
    expect(location).toEqual({
      artifactLocation: { uri: 'answer.txt', uriBaseId: '%SRCROOT%' },
      region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 16, charOffset: 13, charLength: 15 },
    });
  }
});

it('shows a check, a run scored again and one that goes on in the same formats, and leaves --fail-on as it is', async () => {
  const records = RECORDS.map((record) => ({ ...record, context: ['A is right.'] }));
  const cwd = await temporaryFolder({ 'in.jsonl': records });
  const junit = ['--format', 'junit'];
  const outcomes = [
    await run(['check', 'in.jsonl', '--out', 'run', ...junit], { cwd }),
    await run(['check', '--resume', 'run', ...junit, '--fail-on', 'hallucinated'], { cwd }),
    await run(['evaluate', 'in.jsonl', '--preset', 'local', '--out', 'other', ...junit], { cwd }),
    await run(['rescore', 'other', ...junit, '--fail-on', 'hallucinated', ...SUPPORT_ONLY], { cwd }),
  ];
  expect(outcomes.map(({ status }) => status)).toEqual([0, 1, 0, 1]);
  for (const { stdout } of outcomes)
    expect(stdout).toMatch(
      /<testcase name="a" classname="hallugraph\.\w+" file="in\.jsonl" line="1" time="\d+\.\d{3}">\n<failure /,
    );
});
