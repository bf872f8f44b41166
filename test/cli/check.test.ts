/** `hallugraph check`, and `evaluate --preset grapheval`, with the detector itself. */
import { readdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { brooke } from '../support/brooke.ts';
import { simulate } from '../support/simulated-model.ts';
import { makeTinyModel } from '../support/tiny-model.ts';
import { jsonIn, linesIn, temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { refusal, run, succeeded, words } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { parsedLines } from '../support/json-lines.ts';

const PASSAGES = [
  {
    id: 'quint',
    prompt: 'Who was Mara Quint?',
    response: 'Mara Quint was born in Leith. She married a baker in Vienna.',
    context: ['A note on rivers.', 'Mara Quint was born in Leith. She painted The Pier in 1932.'],
  },
  {
    id: 'no',
    prompt: 'Who?',
    response: "I'm sorry, but I cannot help with that.",
    context: ['Ann Lee sang.'],
  },
  { id: 'none', prompt: 'Who?', response: 'Ann Lee sang in Leeds.' },
];

const folder = () => temporaryFolder({ 'in.jsonl': PASSAGES });
const cli = (cwd: string, args: string | readonly string[], env: NodeJS.ProcessEnv = {}) =>
  run(args, { cwd, env, createDetector });

describe('check', () => {
  it('takes the name of a published method for its preset', async () => {
    const cwd = await folder();
    const evaluated = await cli(cwd, 'evaluate in.jsonl --method rhd -f json');
    expect(JSON.parse(evaluated.stdout).run.config.preset).toBe('rhd');
    const planned = await cli(cwd, 'check in.jsonl --method refchecker --dry-run');
    expect(planned.stdout).toContain('reference-check');
    const needsModel = await cli(cwd, 'check in.jsonl --method grapheval');
    expect(needsModel.stderr).toContain('nli.model');
    for (const flags of [
      ['--method', 'gca', '--preset', 'local'],
      ['--preset', 'local', '--method', 'gca'],
    ]) {
      const both = await cli(cwd, ['check', 'in.jsonl', ...flags]);
      expect(both.stderr).toContain('cannot be used with');
    }
  });

  it('holds the facts of each response against its references, and asks no model', async () => {
    const { stdout, stderr } = await succeeded(cli(await folder(), 'check in.jsonl'));
    expect(stdout).toContain('3 passages');
    expect(stdout).toContain('none: there is no reference text to check against');
    expect(stdout).toContain('Against the references (lexical)');
    expect(stdout).toMatch(/abstain rate +– +50 %/);
    expect(stdout).toMatch(/married/);
    expect(stderr).toContain('Run saved in');
  });

  it('fits its tables into the terminal', async () => {
    const cwd = await folder();
    const fact = 'The town council of Wexley voted 11 to 4 on Monday to close the swimming pool on Mill Lane';
    await writeFiles(cwd, { 'a.txt': `${fact}.`, 'b.txt': `${fact.replaceAll('o', 'a')} and more.` });
    const { stdout } = await succeeded(cli(cwd, 'check a.txt --reference b.txt --all'));
    const lines = stdout.split('\n');
    expect(lines.some((line) => /^ {2}fact .* reference$/.test(line))).toBe(true);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('gives the same figures in every format', async () => {
    const cwd = await folder();
    const text = async (format: string) =>
      (await cli(cwd, ['check', 'in.jsonl', '-q', '-f', format, '-o', format])).stdout;
    const { passages, reference, run: manifest } = JSON.parse(await text('json'));
    expect(manifest.command).toBe('check');
    expect(passages).toHaveLength(3);
    expect(reference.passages.map(({ id }: { id: string }) => id)).toEqual(['quint', 'no']);
    const [{ triples, spans }] = reference.passages;
    expect(triples[0]).toMatchObject({ label: 'entailment', evidence: { reference: 1 } });
    expect(spans.map((span: { text: string }) => span.text).join()).toContain('married');

    const lines = parsedLines(await text('jsonl'));
    expect(lines.map((line) => line.reference?.strict ?? null)).toEqual([
      reference.passages[0].strict,
      null,
      null,
    ]);
    expect(lines[0].reference.triples).toEqual(triples);
    expect(lines[2].reference).toBeNull();

    // No field before the label holds a comma.
    const [header, ...rows] = (await text('csv'))
      .trimEnd()
      .split('\n')
      .map((row) => row.split(','));
    const column = header?.indexOf('label') as number;
    const labels = triples.map(({ label }: { label: string }) => label);
    expect(rows.map((row) => row[column])).toEqual([...labels, '', '']);
    expect(rows[0]).toContain('Mara Quint was born in Leith.');

    const markdown = await text('markdown');
    expect(markdown).toContain('## Against the references (lexical)');
    expect(markdown).toContain(`| copy rate         | –     | ${reference.copyRate.toFixed(2)} |`);
  });

  it('has a row with the reason for a passage that was not judged', async () => {
    const { stdout } = await cli(await folder(), 'check in.jsonl -q -f csv --filter none');
    expect(stdout.trimEnd().split('\n')[1]).toMatch(/^none,+no-reference,+$/);
  });

  it('checks one answer against texts from files', async () => {
    const cwd = await folder();
    await writeFiles(cwd, {
      'answer.txt': 'Ann Lee sang in Leeds.',
      'one.txt': 'Ann Lee sang in Leeds.\n',
      'two.json': '["Bo Day slept.", "Cy Fox wept."]',
    });
    const one = ['check', '--prompt', 'Who?', '--response-file', 'answer.txt', '-q', '-f', 'json'];
    const { stdout } = await succeeded(
      cli(cwd, [...one, '--reference', 'two.json', '--reference', 'one.txt']),
    );
    const { passages, reference } = JSON.parse(stdout);
    expect(passages[0].passage.context).toEqual([
      'Bo Day slept.',
      'Cy Fox wept.',
      'Ann Lee sang in Leeds.\n',
    ]);
    expect(reference.passages[0].strict).toBe('entailment');
  });

  it.each([
    [['check', 'in.jsonl', '--reference', 'one.txt'], /--reference needs --prompt/],
    [['check', 'in.jsonl', '--preset', 'local'], /preset local checks nothing/],
    [['check', 'in.jsonl', '--set', 'reference.checker=nli'], /nli\.model/],
    [['check', '--prompt', 'Who?', '--response', 'Ann.', '--reference', 'absent.txt'], /absent\.txt/],
    [['check', '--resume', 'r', '--reference', 'x'], /cannot be used with option '--reference/],
  ])('refuses %j', async (args, message) => {
    const cwd = await folder();
    expect(await refusal(cli(cwd, args))).toMatch(message);
    expect(await readdir(cwd)).toEqual(['in.jsonl']);
  });

  it.each([
    ['[1]', 'expected a JSON list of texts'],
    ['["", " "]', 'holds no text to check against'],
    ['\n', 'holds no text to check against'],
  ])('refuses a reference file of %j', async (content, words) => {
    const cwd = await folder();
    await writeFiles(cwd, { 'reference.json': content });
    const one = ['check', '--prompt', 'Who?', '--response', 'Ann.', '--reference', 'reference.json'];
    expect(await refusal(cli(cwd, one))).toContain(`reference.json: ${words}`);
  });

  it('says what its columns mean, and shows no table of responses where nothing was checked', async () => {
    const cwd = await folder();
    for (const format of ['table', 'markdown']) {
      const { stdout } = await cli(cwd, ['check', 'in.jsonl', '-q', '-f', format, '--filter', 'none']);
      expect(stdout).toContain('abstain rate: responses without a fact');
      expect(stdout).not.toMatch(/response[ |]+facts/);
    }
  });

  it('begins with the preset check, over which file and flags stand', async () => {
    const cwd = await folder();
    await writeFiles(cwd, { 'hallugraph.config.yaml': 'reference: { sentences: false }\n' });
    const configOf = async (...args: string[]) => {
      await cli(cwd, ['check', 'in.jsonl', '-q', '-o', 'run', ...args]);
      return (await jsonIn(cwd, 'run/run.json')).config;
    };
    expect(await configOf('--set', 'reference.spans=none')).toMatchObject({
      preset: 'check',
      reference: { checker: 'lexical', sentences: false, spans: 'none' },
      scoring: { weights: { reference: 1 } },
    });
  });

  it('ends with the status that is asked for, and can be taken up again', async () => {
    const cwd = await folder();
    const failing = await cli(cwd, 'check in.jsonl -q -o run --fail-on abstained');
    expect(failing.status).toBe(1);
    const again = await cli(cwd, 'check --resume run -q');
    expect(again).toMatchObject({ status: 0, stdout: failing.stdout });
  });
});

describe('check --probe', () => {
  const probesOf = (stdout: string) => JSON.parse(stdout).reference.probes;

  it('checks again with the words of each fact masked', async () => {
    const cwd = await folder();
    const { stdout } = await succeeded(cli(cwd, 'check in.jsonl --probe -q -f json'));
    const { masked, biased, knowledge } = probesOf(stdout);
    expect(masked).toBeGreaterThan(0);
    expect([biased, knowledge]).toEqual([0, null]);
    const table = await cli(cwd, 'check in.jsonl --probe -q -o table');
    expect(table.stdout).toMatch(new RegExp(`judged with its words masked +0 of ${masked}`));
    const csv = await cli(cwd, 'check in.jsonl --probe -q -f csv -o csv');
    expect(csv.stdout).toMatch(/,knows,masked_label\n/);
    expect(csv.stdout).toMatch(/,neutral\n/);
  });

  it('keeps the probes in the run folder, and shows them again', async () => {
    const cwd = await folder();
    const first = await cli(cwd, 'check in.jsonl --probe -q -f jsonl -o run');
    const lines = await linesIn(cwd, 'run/probes.jsonl');
    expect(lines.map(({ id, probes }) => [id, probes === null])).toEqual([
      ['quint', false],
      ['no', false],
      ['none', true],
    ]);
    const again = await cli(cwd, 'check --resume run -q -f jsonl');
    expect(again).toMatchObject({ status: 0, stdout: first.stdout });
  });

  it('can be asked for of a run that was made without', async () => {
    const cwd = await folder();
    await cli(cwd, 'check in.jsonl -q -o plain');
    const plain = await cli(cwd, 'check --resume plain -q -f json');
    expect(JSON.parse(plain.stdout).reference.probes).toBeUndefined();
    const probed = await cli(cwd, 'check --resume plain --probe -q -f json');
    expect(probesOf(probed.stdout)).toMatchObject({ biased: 0, knowledge: null });
  });

  it('is counted in a dry run, as far as it is not done', async () => {
    const cwd = await folder();
    const settings = ['--set', 'segmentation.extractor=llm', '--set', 'reference.checker=llm'];
    const purposes = async (...args: string[]) => {
      const { stdout } = await cli(cwd, [...words('check in.jsonl --dry-run -f json'), ...settings, ...args]);
      return JSON.parse(stdout).purposes.map(({ purpose }: { purpose: string }) => purpose);
    };
    expect(await purposes()).toEqual(['segment', 'reference-check']);
    expect(await purposes('--probe')).toEqual(['segment', 'reference-check', 'knowledge-probe']);
    await cli(cwd, 'check in.jsonl --probe -q -o run');
    const rest = await cli(cwd, 'check --resume run --dry-run');
    expect(rest.stdout).toContain('0 passages');
    expect((await readdir(cwd)).sort()).toEqual(['in.jsonl', 'run']);
  });

  it('asks the evaluated model what it knows by itself', async () => {
    const server = await serveOpenAi({ handler: simulate(brooke.model) });
    const cwd = await temporaryFolder();
    const context = ['Brooke was an English poet.'];
    await writeFiles(cwd, { 'in.jsonl': [{ ...brooke.passage, context }] });
    const settings = ['segmentation.extractor=llm', 'reference.checker=llm', 'models.analyst.model=analyst'];
    const line = words('check in.jsonl --probe -q -f json --no-cache');
    const args = [...line, ...settings.flatMap((one) => ['--set', one])];
    const { stdout } = await succeeded(cli(cwd, args, server.env));
    // The model knows three of the four facts.
    expect(probesOf(stdout)).toEqual({ knowledge: { yes: 3, no: 0, unsure: 1 }, masked: 4, biased: 0 });
    const asked = server
      .chatBodies()
      .filter((body) => body.response_format.json_schema.name === 'knowledge-probe');
    expect(asked.map(({ model }) => model)).toEqual(['gpt-4o-mini']);
    expect(JSON.stringify(asked)).not.toContain('was an English poet.');
  });
});

describe('GraphEval on the command line', () => {
  it.each(['evaluate', 'check'])(
    '%s takes triples from a model and holds them against the context',
    async (command) => {
      const server = await serveOpenAi({ handler: simulate(brooke.model) });
      const nli = await makeTinyModel({ labels: ['entailment', 'neutral', 'contradiction'] });
      onTestFinished(() => nli.remove());
      const cwd = await temporaryFolder();
      const context = ['Rupert Brooke was an English poet. He died in 1915.'];
      await writeFiles(cwd, { 'in.jsonl': [{ ...brooke.passage, context }] });
      const line = `${command} in.jsonl --preset grapheval --set nli.model=${nli.path} -f json --no-cache`;
      const { stdout, stderr } = await succeeded(cli(cwd, line, server.env));
      expect(stderr).toContain('Run saved in');
      const { run: manifest, passages } = JSON.parse(stdout);
      expect(manifest.detector.checker).toBe(`nli/transformers/${nli.path}`);
      expect(passages[0].triples).toHaveLength(4);
      expect(JSON.stringify(server.chatBodies())).not.toContain('1915');
    },
  );
});
