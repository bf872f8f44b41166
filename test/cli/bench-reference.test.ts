/** `bench` on data sets with contexts, spans and triples of another extractor. */
import { beforeEach, describe, expect, it } from 'vitest';
import { pageText } from '../support/page-data.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { byTheLetter } from '../support/reference-answers.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { makeTinyModel } from '../support/tiny-model.ts';
import { spanDetector } from './span-detector.ts';
import { linesIn, temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { refusal, run, succeeded, words } from './test-host.ts';

const RESPONSE = 'This is right. That is wrong. All is wrong.';
const mark = (start: number, end: number, more = {}) => ({
  ...{ start, end, label_type: 'Evident Baseless Info', text: '', meta: '' },
  ...more,
});
const response = (id: string, change = {}) => ({
  ...{ id, source_id: 's', model: 'm1', labels: [], quality: 'good', response: RESPONSE },
  ...change,
});

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryFolder();
});

async function ragTruth() {
  const source = { source_id: 's', task_type: 'Summary', source_info: 'This is right.', prompt: 'Summarise' };
  await writeFiles(cwd, {
    'rag/source_info.jsonl': [source],
    'rag/response.jsonl': [
      response('1', { labels: [mark(15, 29)] }),
      response('2', { response: 'This is right.', model: 'm2' }),
      response('3', { labels: [mark(0, 14, { implicit_true: true })], model: 'm2' }),
      response('4', { quality: 'truncated' }),
    ],
  });
}

/** No method beside: there is no service to ask. */
const bench = (...args: string[]) => {
  const isSaid = ['--resume', '--methods'].some((flag) => args.includes(flag));
  const methods = isSaid ? [] : ['--methods', 'none'];
  return run(['bench', ...args, ...methods], { cwd, createDetector: spanDetector });
};

describe('bench ragtruth', () => {
  beforeEach(ragTruth);

  it('counts characters in spans, also of a run printed again with less gold', async () => {
    const { stdout } = await succeeded(bench('ragtruth', '--data', 'rag', '--out', 'r', '--format', 'json'));
    const { spans, published, n, run: origin } = JSON.parse(stdout);
    expect(n).toBe(4);
    expect(origin).toMatchObject({ command: 'bench', preset: expect.any(String), input: 'rag' });
    expect([origin.sha256, origin.date]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ]);
    // each response but the second has two wrong sentences of 14 and 13 characters; 14 are marked in two of them:
    // 14 of 81 characters, 2 of 3 responses
    expect(spans.overall.values).toMatchObject({
      ...{ precision: 0.17284, recall: 14 / 28, responsePrecision: 0.666667, responseRecall: 1 },
      ...{ 'evident baseless': 0.5, 'subtle conflict': null },
    });
    expect(spans.parts.map(({ part }: { part: string }) => part)).toEqual(['m1', 'm2']);
    expect(published[0].source).toContain('RAGTruth');

    const less = await bench('--resume', 'r', '--exclude', 'implicit-true,flawed', '--format', 'json');
    const again = JSON.parse(less.stdout);
    expect([again.n, again.unlabelled]).toEqual([3, 1]);
    expect(again.spans.overall).toMatchObject({ n: 3, spans: 1, values: { precision: 0.259259, recall: 1 } });
    // what was left out once is left out again
    const repeated = await bench('--resume', 'r', '--format', 'json');
    expect(JSON.parse(repeated.stdout)).toEqual(again);
  });

  it('takes the thresholds of spans from the other folds where those of scores come from there', async () => {
    const { stdout } = await bench('ragtruth', '--data', 'rag', '--out', 'r', '--format', 'json');
    expect(JSON.parse(stdout).spans).not.toHaveProperty('outOfFold');
    const args = ['--resume', 'r', '--threshold', 'cross-validated'];
    const again = await bench(...args, '--format', 'json');
    expect(JSON.parse(again.stdout).spans).toMatchObject({ outOfFold: true, overall: { n: 4, spans: 2 } });
    expect((await bench(...args)).stdout).toMatch(/best F1 of\s+characters\s+on\s+the\s+other\s+folds/);
  });

  it.each(['table', 'markdown', 'html'])('prints them as %s', async (format) => {
    const { stdout } = await succeeded(bench('ragtruth', '--data', 'rag', '--format', format));
    const text = format === 'html' ? pageText(stdout) : stdout;
    for (const words of ['Spans', 'recall by kind', 'subtle conflict', 'Published figures', '78.7']) {
      expect(text).toContain(words);
    }
  });

  it('takes the other responses to a prompt for samples, also when it goes on', async () => {
    const args = ['ragtruth', '--data', 'rag', '--samples-from', 'others', '--limit', '2', '--out', 's'];
    const { stdout } = await succeeded(bench(...args, '--format', 'json'));
    expect(JSON.parse(stdout).warnings.join()).toContain('the other responses to its prompt');
    const records = await linesIn(cwd, 's/records.jsonl');
    const samples = records.map(({ passage }) => passage.samples);
    expect(samples).toEqual([
      ['This is right.', RESPONSE, RESPONSE],
      [RESPONSE, RESPONSE, RESPONSE],
    ]);
    const again = await bench('--resume', 's', '--format', 'json');
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(stdout));
    expect(await refusal(bench('--resume', 's', '--samples-from', 'others'))).toContain(
      "cannot be used with option '--samples-from",
    );
    await refusal(bench('ragtruth', '--data', 'rag', '--samples-from', 'me'));
  });

  it('refuses gold it cannot leave out', async () => {
    const stderr = await refusal(bench('ragtruth', '--data', 'rag', '--exclude', 'evident'));
    expect(stderr).toContain('expected implicit-true, due-to-null, flawed');
  });

  it('says so where the run looks for no spans', async () => {
    const { stdout } = await run('bench ragtruth --data rag --methods none', { cwd });
    expect(stdout).toContain('no verdict of this run says anything of them');
  });
});

describe('bench refchecker', () => {
  it('compares triples with those of Claude 2, with nothing to check against', async () => {
    const fact = (triplet: string[]) => ({ triplet, human_label: 'Entailment' });
    const answers = [
      {
        ...{ id: '1', response: 'Ada Lovelace wrote the first program.' },
        claude2_response_kg: [
          fact(['Ada Lovelace', 'wrote', 'the first program']),
          fact(['Babbage', 'built', 'it']),
        ],
      },
    ];
    await writeFiles(cwd, { 'nq_gpt4_answers.json': JSON.stringify(answers) });
    const args = ['bench', 'refchecker', '--data', 'nq_gpt4_answers.json', '--preset', 'check'];
    const { stdout } = await succeeded(run([...args, '--format', 'json'], { cwd, createDetector }));
    const { extraction, checker, warnings } = JSON.parse(stdout);
    expect(extraction.overall).toMatchObject({ n: 1, own: 1, gold: 2 });
    expect(extraction.overall.rules.parts.values).toEqual({ precision: 1, recall: 0.5, f1: 0.666667 });
    expect(checker).toBeUndefined();
    expect(warnings).toContainEqual(expect.stringContaining('no reference texts'));
    const table = await run(args, { cwd, createDetector });
    expect(table.stdout).toContain('token F1 of every part ≥ .5');
  });

  it('holds the checker against people where the references lie beside the answers', async () => {
    const answer = (id: string, response: string, triplet: string[], human_label: string) => ({
      ...{ id, response, claude2_response_kg: [{ triplet, human_label }] },
    });
    const entailed = answer('1', 'Ada wrote a program.', ['Ada', 'wrote', 'a program'], 'Entailment');
    const contradicted = answer('1', 'Ada ate a pear.', ['Ada', 'ate', 'a pear'], 'Contradiction');
    const context = ['Ada wrote a program.', 'Nothing else.'];
    await writeFiles(cwd, {
      'bench/nq_gpt4_answers.json': JSON.stringify([entailed]),
      'bench/dolly_gpt4_answers.json': JSON.stringify([contradicted]),
      'bench/nq.json': JSON.stringify([{ id: '1', question: 'Who?', context }]),
      'bench/dolly.json': JSON.stringify([{ id: '1', question: 'What?', context }]),
    });
    const args = ['bench', 'refchecker', '--data', 'bench', '--preset', 'check'];
    const { stdout } = await succeeded(run([...args, '-f', 'json'], { cwd, createDetector }));
    const { checker } = JSON.parse(stdout);
    // entailed and neutral, against entailed and contradicted
    expect(checker).toMatchObject({ n: 2, accuracy: 0.5, response: { accuracy: 1 } });
    expect(checker.parts.map((one: { part: string }) => one.part)).toEqual([
      'accurate context',
      'zero context',
    ]);
    const table = await run(args, { cwd, createDetector });
    expect(table.stdout).toMatch(/accuracy on triplets +\.500 +\.000 +1\.000/);
    expect(table.stdout).toContain('83.95');
  });
});

describe('bench refchecker --preset refchecker', () => {
  it('checks the labelled triplets, too, and prints the figures of the checker', async () => {
    const server = await serveOpenAi({
      handler: ({ body }) => {
        const isCheck = body.response_format?.json_schema?.name === 'reference-check';
        const triples = [{ head: 'Ada', relation: 'wrote', tail: 'a program' }];
        const extracted = { responses: [{ number: 1, triples }] };
        return [JSON.stringify(isCheck ? byTheLetter(body) : extracted)];
      },
    });
    const gold = [
      { triplet: ['Ada', 'wrote', 'a program'], human_label: 'Entailment' },
      { triplet: ['Ada', 'ate', 'a pear'], human_label: 'Contradiction' },
    ];
    const answers = [{ id: '1', response: 'Ada wrote a program.', claude2_response_kg: gold }];
    const reference = [{ id: '1', question: 'Who?', context: ['Ada wrote a program.'] }];
    await writeFiles(cwd, {
      '.env': `${server.dotenv}HALLUGRAPH_CACHE__ENABLED=false\n`,
      'bench/nq_gpt4_answers.json': JSON.stringify(answers),
      'bench/nq.json': JSON.stringify(reference),
    });
    const args = ['bench', 'refchecker', '--data', 'bench', '--preset', 'refchecker'];
    const { stdout } = await succeeded(run([...args, '-f', 'json'], { cwd, createDetector }));
    const { checker } = JSON.parse(stdout);
    // entailed and neutral, against entailed and contradicted: F1 of 1, 0 and 0
    expect(checker).toMatchObject({ n: 2, accuracy: 0.5, macroF1: expect.closeTo(1 / 3, 5) });
    expect(checker.models).toEqual([
      { model: 'gpt4', n: 1, abstained: 0, predicted: 0.5, gold: 0.5, own: 0 },
    ]);
    const table = await run(args, { cwd, createDetector });
    expect(table.stdout).toMatch(/accuracy on triplets +\.500/);
  });
});

describe('bench --methods nli-context', () => {
  it('runs on a real model without any sample, cut at its own threshold', async () => {
    const tiny = await makeTinyModel({ labels: ['contradiction', 'entailment', 'neutral'] });
    const row = (id: string, consistency: number) => ({
      ...{ id, source: 'This is right.', summary: RESPONSE, consistency },
    });
    await writeFiles(cwd, { 'summeval.jsonl': [row('1', 5), row('2', 1)] });
    const line = `summeval --data summeval.jsonl --methods nli-context --set nli.model=${tiny.path}`;
    const { stdout, stderr } = await succeeded(bench(...words(line), '--format', 'json'));
    await tiny.remove();
    expect(stderr).not.toContain('Stopped');
    const { passage } = JSON.parse(stdout).methods['nli-context'].levels;
    expect(passage).toMatchObject({ n: 2, abstained: 0, threshold: 0.5, thresholdRule: 'own' });
  });
});
