import { expect, it } from 'vitest';
import { jsonIn, temporaryFolder } from '../support/temporary-folder.ts';
import { refusal, run } from './test-host.ts';

const TABLE = 'question,answer,sample_1\nWho?,Ada Lovelace was a poet.,Ada Lovelace was a poet.\n';
const MAP = ['--map', 'prompt=question', '--map', 'response=answer'];
const verdicts = (stdout: string) => JSON.parse(stdout).passages;

it('keeps the map of an input with the run, so that it can be taken up again', async () => {
  const cwd = await temporaryFolder({ 'in.csv': TABLE });
  const begun = await run(['evaluate', 'in.csv', ...MAP, '--out', 'run', '--format', 'json'], { cwd });
  expect(begun.stderr).not.toContain('error');
  const manifest = await jsonIn(cwd, 'run/run.json');
  expect(manifest.input.map).toEqual({ prompt: 'question', response: 'answer' });
  const resumed = await run('evaluate --resume run --format json', { cwd });
  expect(resumed.status).toBe(begun.status);
  expect(verdicts(resumed.stdout)).toEqual(verdicts(begun.stdout));
  expect(verdicts(begun.stdout)[0].passage).toMatchObject({ id: 'row-1', prompt: 'Who?' });
});

it('keeps what came by standard input as it was mapped', async () => {
  const cwd = await temporaryFolder();
  await run(['evaluate', '-', ...MAP, '--out', 'run'], { cwd, stdin: TABLE });
  const resumed = await run('evaluate --resume run --format json', { cwd });
  expect(verdicts(resumed.stdout)[0].passage).toMatchObject({ id: 'row-1', prompt: 'Who?' });
});

it('takes the map of a benchmark and of a choice', async () => {
  const cwd = await temporaryFolder({
    'gold.csv': 'q,a,label\nWho?,She was a poet.,factual\n',
    'choices.jsonl': '{"q":"Who?","all":["A.","B."],"context":"A."}\n',
  });
  const bench = 'bench jsonl --data gold.csv --map prompt=q,response=a --out bench --methods none';
  expect((await run(bench, { cwd })).stdout).toContain('1 labelled passages');
  const choose = 'select choices.jsonl --map prompt=q,responses=all --out chosen';
  expect((await run(choose, { cwd })).stderr).not.toContain('missing');
});

it.each([
  [
    ['--map', 'respons=answer'],
    '"respons" is not a field of a passage; expected one of id, prompt, response',
  ],
  [['--map', 'response'], 'Expected fields as in response=answer'],
  [['--map', 'response=anwser'], 'there is no such column; there are "question", "answer", "sample_1"'],
  [['--map', 'response=answer', '--dataset', 'phd'], 'not in the format phd'],
])('refuses %j', async (args, said) => {
  const cwd = await temporaryFolder({ 'in.csv': TABLE });
  expect(await refusal(run(['evaluate', 'in.csv', ...args, '--out', 'run'], { cwd }))).toContain(said);
});
