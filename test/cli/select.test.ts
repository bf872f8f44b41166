import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { spanDetector } from './span-detector.ts';
import { jsonIn, temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { refusal, run, succeeded } from './test-host.ts';

let cwd: string;

const select = (...args: string[]) => run(['select', ...args], { cwd, createDetector: spanDetector });

describe('select', () => {
  beforeEach(async () => {
    const rows = [
      { id: 'a', prompt: 'p', context: ['c'], responses: ['It is wrong.', 'It is right.'] },
      { id: 'b', prompt: 'p', context: ['c'], responses: ['All is wrong. That is wrong.', 'One is wrong.'] },
    ];
    cwd = await temporaryFolder({ 'answers.jsonl': rows });
  });

  it('prints the response with the fewest spans', async () => {
    const { stdout } = await succeeded(select('answers.jsonl', '--format', 'json'));
    const { choices, suppression } = JSON.parse(stdout);
    expect(
      choices.map(({ id, chosen, response }: Record<string, unknown>) => [id, chosen, response]),
    ).toEqual([
      ['a', 1, 'It is right.'],
      ['b', 1, 'One is wrong.'],
    ]);
    expect(choices[1].candidates.map(({ spans }: { spans: number }) => spans)).toEqual([2, 1]);
    expect(suppression).toBeNull();
  });

  it('prints none where only a clean one will do', async () => {
    const { stdout } = await select('answers.jsonl', '--only-clean');
    expect(stdout).toBe(
      'a: response 2 of 2; suspicious spans by response: 1, 0\n  It is right.\nb: no response; suspicious spans by response: 2, 1\n',
    );
  });

  it('refuses one text, and says what it takes', async () => {
    await writeFiles(cwd, { 'answer.txt': 'It is wrong.' });
    const stderr = await refusal(select('answer.txt'));
    expect(stderr).toContain('error: answer.txt: is one text; select takes a file of prompts');
  });

  it('takes a part of the prompts', async () => {
    const { stdout } = await select('answers.jsonl', '--limit', '1');
    expect(stdout).toContain('a: response 2');
    expect(stdout).not.toContain('b:');
  });

  it.each([
    ['a file that is not there', ['no.jsonl'], 'no.jsonl'],
    ['a model nobody knows', ['answers.jsonl', '--models', 'x'], 'no response is by "x"'],
  ])('refuses %s', async (_, args, words) => {
    expect(await refusal(select(...args))).toContain(words);
  });

  it('refuses settings that find no spans before anything is written, and responses without a context', async () => {
    expect(await refusal(select('answers.jsonl', '--set', 'reference.spans=none'))).toContain(
      'reference.spans',
    );
    expect(await readdir(cwd)).toEqual(['answers.jsonl']);
    expect(await refusal(run('select answers.jsonl', { cwd }))).toContain('each lacks a context');
  });

  it('keeps the verdicts in a run folder, and chooses again from it', async () => {
    const first = await select('answers.jsonl', '--out', 'r', '--only-clean');
    expect(first.stderr).toContain('Run saved in r');
    const asked: string[] = [];
    const before = ({ id }: { id: string }) => void asked.push(id);
    const again = await run('select --resume r', { cwd, before });
    expect(again).toMatchObject({ status: 0, stdout: first.stdout });
    expect(asked).toEqual([]);
    const manifest = await jsonIn(cwd, 'r/run.json');
    expect(manifest).toMatchObject({ command: 'select', status: 'done', summary: { recorded: 4 } });
    for (const flag of [['--only-clean'], ['--models', 'x'], ['answers.jsonl']])
      expect(await refusal(select('--resume', 'r', ...flag))).toContain('--resume');
  });

  it('does not go on with other responses than those it began with', async () => {
    await select('answers.jsonl', '--out', 'r');
    await writeFiles(cwd, { 'answers.jsonl': [{ id: 'a', prompt: 'p', responses: ['x'] }] });
    expect(await refusal(select('--resume', 'r'))).toContain('has changed since the run began');
  });

  it('goes on with runs of its own alone', async () => {
    await select('answers.jsonl', '--out', 'r');
    const stderr = await refusal(run('evaluate --resume r', { cwd }));
    expect(stderr).toContain('r is a run of select: continue it with hallugraph select --resume');
  });

  it('prints a table for Markdown', async () => {
    const { stdout } = await select('answers.jsonl', '--format', 'markdown');
    expect(stdout).toContain('# Chosen responses');
    expect(stdout).toMatch(/\| b +\| response 2 of 2 +\| 2, 1 +\| One is wrong. +\|/);
  });
});

describe('select among labelled responses', () => {
  beforeEach(async () => {
    const response = (id: string, source_id: string, model: string, text: string, marked: boolean) => ({
      ...{ id, source_id, model, response: text, quality: 'good' },
      labels: marked ? [{ start: 0, end: 3, label_type: 'Evident Conflict' }] : [],
    });
    const source = (source_id: string) => ({
      ...{ source_id, task_type: 'Summary', source_info: source_id, prompt: 'p' },
    });
    const rows = [
      response('1', 's', 'x', 'It is wrong.', true),
      response('2', 's', 'y', 'It is right.', false),
      response('3', 't', 'x', 'It is right.', true),
      response('4', 't', 'y', 'It is wrong.', true),
      response('5', 's', 'z', 'It is wrong. It is wrong.', false),
    ];
    cwd = await temporaryFolder({
      'rag/source_info.jsonl': [source('s'), source('t')],
      'rag/response.jsonl': rows,
    });
  });

  it('says what choosing does to the hallucination rate', async () => {
    const { stdout } = await succeeded(select('rag', '--models', 'x, y'));
    expect(stdout).toContain('1: response 2 of 2 (y); suspicious spans by response: 1, 0');
    expect(stdout).toMatch(/a response by chance +75\.0 % +2/);
    expect(stdout).toMatch(/x +100\.0 % +2/);
    expect(stdout).toMatch(/the response chosen +50\.0 % +2/);
    expect(stdout).toContain('Change against chance: -33.3 %');
    expect(stdout).not.toContain('z ');
  });

  it('gives the same figures as JSON', async () => {
    const { suppression } = JSON.parse((await select('rag', '--models', 'x,y', '--format', 'json')).stdout);
    expect(suppression).toMatchObject({ prompts: 2, chosen: 2, random: 0.75, selected: 0.5 });
  });
});
