import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, textIn } from '../support/temporary-folder.ts';
import { refusal, run, succeeded } from './test-host.ts';

const FILES = {
  'answer.txt': 'It is wrong.\n',
  'one.txt': 'It is right.',
  'two.txt': 'It is.',
  'list.json': '["It was right.", "It was."]',
  'others/b.md': 'B is right.',
  'others/a.txt': 'A is right.',
  'others/scan.pdf': 'not read',
  'scans/scan.pdf': 'not read',
  'binary.txt': 'It is\0 right.',
};
const LOCAL = '--preset local -q';

/** Evaluates in a folder of its own, with these files beside the others. */
async function evaluate(line: string, files: Record<string, string> = {}, stdin = '') {
  const cwd = await temporaryFolder({ ...FILES, ...files });
  return run(`evaluate ${line} ${LOCAL}`, { cwd, stdin });
}

async function passageOf(line: string, files = {}, stdin = '') {
  const { stdout, stderr } = await succeeded(evaluate(`${line} -f json`, files, stdin));
  return { passage: JSON.parse(stdout).passages[0].passage, stderr };
}

describe('an answer in a text file', () => {
  it('is compared with those of other files, without a prompt', async () => {
    const { passage } = await passageOf('answer.txt --samples one.txt two.txt');
    expect(passage).toMatchObject({ id: 'answer', prompt: '', response: 'It is wrong.\n' });
    expect(passage.samples).toEqual(['It is right.', 'It is.']);
  });

  it('takes other files as samples by their option alone, and says so', async () => {
    const files = await refusal(evaluate('answer.txt one.txt two.txt'));
    expect(files).toContain('are given by --samples one.txt two.txt.');
    const missing = await refusal(evaluate('answer.txt three.txt'));
    expect(missing).toContain("too many arguments for 'evaluate'. Expected 1 argument but got 2.");
  });

  it('may have a prompt, and a list of samples as JSON', async () => {
    const { passage } = await passageOf('answer.txt --prompt q --samples list.json one.txt');
    expect(passage).toMatchObject({ prompt: 'q', samples: ['It was right.', 'It was.', 'It is right.'] });
  });

  it('is compared with a folder of texts; what is no text is named', async () => {
    const { passage, stderr } = await passageOf('answer.txt --samples others');
    expect(passage.samples).toEqual(['A is right.', 'B is right.']);
    expect(stderr).toBe('note: others: 1 file ignored, not .txt or .md: scan.pdf\n');
  });

  it('notes samples that are the same, and counts each', async () => {
    const { passage, stderr } = await passageOf('answer.txt --samples one.txt two.txt one.txt');
    expect(passage.samples).toHaveLength(3);
    expect(stderr).toBe(
      'note: --samples: one.txt and one.txt hold the same: each is counted, but they are one witness\n',
    );
  });

  it('is not among its samples when it lies in their folder', async () => {
    const { passage } = await passageOf('others/a.txt --samples others');
    expect(passage.samples).toEqual(['B is right.']);
  });

  it('is the file answer of a folder', async () => {
    const files = { 'lovelace/Answer.txt': 'Answer.txt', 'lovelace/a.txt': 'a.txt' };
    const { passage } = await passageOf('lovelace', files);
    expect(passage).toMatchObject({ id: 'lovelace', response: 'Answer.txt', samples: ['a.txt'] });
  });

  it('is that file also beside samples from elsewhere', async () => {
    const files = { 'lovelace/answer.txt': 'It is wrong.' };
    const { passage } = await passageOf('lovelace --samples one.txt', files);
    expect(passage).toMatchObject({ response: 'It is wrong.', samples: ['It is right.'] });
  });

  it('is asked for a reference where it is checked', async () => {
    const stderr = await refusal(run('check answer.txt', { cwd: await temporaryFolder(FILES) }));
    expect(stderr).toContain('give the text to check it against (--reference FILE)');
    expect(stderr).not.toContain('--samples');
  });

  it('may come by standard input', async () => {
    const { passage } = await passageOf('- --samples one.txt', {}, 'Pasted, in part. It is wrong.');
    expect(passage).toMatchObject({ id: 'stdin', response: 'Pasted, in part. It is wrong.' });
    await passageOf('-', {}, '{"prompt":"q","response":"It is right."}');
  });

  it('says where it stands in its file', async () => {
    const { stdout } = await evaluate('answer.txt --samples one.txt -f sarif');
    expect(stdout).toContain('"uri": "answer.txt"');
  });

  it.each([
    ['answer.txt', 'answer.txt: is one text without anything to compare it with: give other answers'],
    ['-', 'standard input: is one text without anything to compare it with'],
    ['others', 'others: which of its texts is the answer? Name it, as in others/a.txt --samples others'],
    ['answer.txt --samples answer.txt', '--samples answer.txt: is the answer itself'],
    ['answer.txt --samples nix.txt', 'nix.txt: cannot be read (no such file or directory)'],
    ['scans', 'scans: is a folder without an answer.txt or response.txt'],
    ['scans --samples one.txt', 'scans: is a folder without an answer.txt or response.txt'],
    ['binary.txt --samples one.txt', 'binary.txt: not text: it holds a NUL byte'],
    ['answer.txt --samples binary.txt', 'binary.txt: not text: it holds a NUL byte'],
    [
      'answer.txt --samples --preset local',
      "option '--samples <files...>' argument '--preset' is invalid. Expected a file.",
    ],
    ['list.json --samples one.txt', '--samples needs one answer in a text file, or --prompt'],
    ['answer.txt --response x --samples one.txt', 'answer.txt is the answer already; remove --response'],
  ])('is refused: %s', async (args, message) => {
    expect(await refusal(evaluate(args, {}, 'One text.'))).toContain(`error: ${message}`);
  });

  it('refuses an answer that holds nothing', async () => {
    const inFile = evaluate('empty.txt --samples one.txt', { 'empty.txt': ' \n' });
    expect(await refusal(inFile)).toBe('error: empty.txt: holds no text\n');
    const piped = evaluate('- --samples one.txt');
    expect(await refusal(piped)).toBe('error: standard input: holds no text\n');
  });

  it('refuses samples that hold nothing', async () => {
    const { stderr } = await evaluate('answer.txt --samples empty.txt', { 'empty.txt': ' \n' });
    expect(stderr).toBe('error: --samples empty.txt: holds no text\n');
  });
});

describe('names of fields', () => {
  it('are understood as users write them in a header', async () => {
    const files = { 't.csv': 'Prompt,Response,sample1,Sample 2\nq,It is wrong.,a,b\n' };
    const { passage } = await passageOf('t.csv', files);
    expect(passage).toMatchObject({ prompt: 'q', response: 'It is wrong.', samples: ['a', 'b'] });
  });

  it('are named where one is nearly right, so that no sample is dropped without a word', async () => {
    const line = '{"prompt":"q","response":"It is wrong.","sampels":["a"],"sample_1":"b","note":"c"}';
    const { stderr } = await evaluate('in.jsonl', { 'in.jsonl': line });
    expect(stderr).toBe(
      'note: in.jsonl: field "sampels" is not read; did you mean "samples"?\n' +
        'note: in.jsonl: field "sample_1" is not read; did you mean "samples"?\n',
    );
    const other = await evaluate('in.jsonl', { 'in.jsonl': '{"Promt":"q","response":"It is wrong."}' });
    expect(other.stderr).toContain('--map prompt=Promt takes that field');
  });
});

describe('the last run', () => {
  it('is shown without a name, its page beside its records', async () => {
    const cwd = await temporaryFolder(FILES);
    const none = await run('report', { cwd });
    expect(none.stderr).toBe('error: latest: no run in runs/ here; name a run folder\n');
    await run(`evaluate answer.txt --samples one.txt ${LOCAL}`, { cwd });
    await run(`evaluate answer.txt --samples two.txt --out runs/zz ${LOCAL}`, { cwd });
    const { stderr } = await succeeded(run('report', { cwd }));
    expect(stderr).toBe('Report written to runs/zz/report.html\n');
    expect(await textIn(cwd, 'runs/zz/report.html')).toContain('<html');
    const sheet = await succeeded(run('report --xlsx zz.xlsx', { cwd }));
    expect(sheet.stderr).toBe('Report written to zz.xlsx\n');
    expect((await readFile(path.join(cwd, 'zz.xlsx'))).subarray(0, 2).toString()).toBe('PK');
    await succeeded(run('diff latest runs/zz', { cwd }));
  });
});
