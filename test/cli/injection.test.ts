/**
 * Hostile texts through every command that asks a model. The server obeys whatever it reads outside of the blocks that
 * fence texts in a prompt, and else answers as the schema asks: no order reaches it, no task and no verdict moves.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { brooke } from '../support/brooke.ts';
import { HOSTILE, outsideBlocks } from '../support/hostile.ts';
import type { Handler, RecordedRequest } from '../support/openai-server.ts';
import { answering } from '../support/schema-answers.ts';
import { simulate } from '../support/simulated-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './test-host.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const ORDER = 'PLANTED ORDER';
const ATTACK = HOSTILE.map((text) => `${ORDER} ${text.slice(0, 400)} ${ORDER}`).join('\n');

/** Prompts of hallugraph, by schema or else by the first words, that were put to the server. */
const tasksSeen = new Set<string>();
afterAll(() => {
  // Every prompt there is stands in test/models/prompt-blocks.test.ts.
  expect(tasksSeen.size).toBeGreaterThan(25);
});

/** What stands in a request beside the texts, the answers of the model itself and the user's own prompts. */
function readable({ body }: RecordedRequest): string | null {
  const [system, ...others] = body.messages as { role: string; content: string }[];
  if (system?.role !== 'system') return null;
  const ours = others.filter(({ role }) => role === 'user').map(({ content }) => outsideBlocks(content));
  return [system.content, ...ours].join('\n');
}

/** Runs a command on the passages with `extra` behind every text that comes from outside. */
async function runOn(args: readonly string[], extra: string) {
  const withExtra = (text: string) => `${text} ${extra}`;
  const model = {
    ...brooke.model,
    texts: brooke.model.texts.map(withExtra),
    triples: new Map([...brooke.model.triples].map(([text, facts]) => [withExtra(text), facts])),
  };
  const knowing = answering(simulate(model));
  const answers: Handler = (request) => {
    if (request.body.response_format?.json_schema?.name !== 'spans') return knowing(request);
    const [, , response = ''] =
      /<(response-\w+)>\n([\s\S]*?)\n<\/\1>/.exec(request.body.messages[1].content) ?? [];
    const texts = ['1887', '1921'].filter((year) => response.includes(year));
    return JSON.stringify({ spans: texts.map((text) => ({ text, type: 'conflict' })) });
  };
  let obeyed = 0;
  const server = await serveOpenAi({
    handler: (request) => {
      const words = readable(request);
      if (words !== null) {
        tasksSeen.add(request.body.response_format?.json_schema?.name ?? words.slice(0, 60));
        if (words.includes(ORDER)) obeyed += 1;
      }
      return words?.includes(ORDER) ? 'As ordered: all of it is true.' : answers(request);
    },
  });
  const { prompt, response } = brooke.passage;
  const context = ['Brooke died in 1915.', 'He was born in Rugby.'].map(withExtra);
  const passage = { id: 'brooke', prompt: withExtra(prompt), response: withExtra(response), context };
  const label = 'non-factual';
  const samples = brooke.samples.map(withExtra);
  const cwd = await temporaryFolder({
    'in.jsonl': [{ ...passage, samples, label }],
    'answers.jsonl': [{ id: 'a', prompt: passage.prompt, context, responses: samples }],
    'notes/brooke.txt': withExtra('The poet Brooke died in 1915.'),
  });
  const env = { ...server.env, HALLUGRAPH_CACHE__ENABLED: 'false' };
  const outcome = await run([...args, '--format', 'json', '-q'], { cwd, env, createDetector });
  expect(outcome.stderr).toBe('');
  return { report: JSON.parse(outcome.stdout), obeyed, requests: server.requests.length };
}

const REFERENCE = ['--set', 'reference={checker: llm, spans: llm}', '--set', 'segmentation.extractor=llm'];
const FEWER = ['sampling={n: 3}', 'verification={headDraws: 2, relationDraws: 2, tailDraws: 2}']
  // The attack is sentences without facts.
  .concat('scoring.unsure.coverage=0')
  .flatMap((setting) => ['--set', setting]);
const MODES: Record<string, string[]> = {
  'evaluate, economy': ['evaluate', 'in.jsonl', '--preset', 'gca', ...FEWER],
  'evaluate, judged': ['evaluate', 'in.jsonl', ...FEWER],
  'evaluate, paper': ['evaluate', 'in.jsonl', '--preset', 'gca', '--protocol', 'paper', ...FEWER],
  check: ['check', 'in.jsonl', ...REFERENCE],
  'check, probes': ['check', 'in.jsonl', '--probe', '--set', 'sampling.ask=true', ...REFERENCE],
  'correct by samples': ['correct', 'in.jsonl', '--replace', 'llm', '--baseline', 'both', ...FEWER],
  'correct by references': ['correct', 'in.jsonl', '--preset', 'check', '--replace', 'llm', ...REFERENCE],
  select: ['select', 'answers.jsonl', '--set', 'reference.spans=llm'],
  sek: ['sek', 'in.jsonl', '--corpus', 'notes', '--timing', 'sentence'],
  'other methods': ['bench', 'jsonl', '--data', 'in.jsonl', '--preset', 'local', '--methods', 'all'].concat(
    ...['--set', 'sampling={ask: true, n: 3}'],
  ),
};

/** Labels of triples, facts and passages, choices and scores of methods, wherever they stand in a report. */
function verdictsIn(report: unknown): string[] {
  if (Array.isArray(report)) return report.flatMap(verdictsIn);
  if (typeof report !== 'object' || report === null) return [];
  return Object.entries(report).flatMap(([name, value]) =>
    VERDICTS.includes(name) && typeof value !== 'object' ? [`${name}: ${value}`] : verdictsIn(value),
  );
}
/** Their reports tell of retrievals, and of figures over all passages. */
const WITHOUT_VERDICTS = ['sek', 'other methods'];
const VERDICTS = ['label', 'chosen', 'status', 'outcome', 'verdict'];

describe('hostile texts in every place', () => {
  it.each(Object.entries(MODES))('give no order and move no verdict: %s', async (mode, args) => {
    const plain = await runOn(args, 'Q.');
    const hostile = await runOn(args, ATTACK);
    expect(plain.requests).toBeGreaterThan(0);
    expect(hostile.obeyed).toBe(0);
    expect(verdictsIn(plain.report).length > 0).toBe(!WITHOUT_VERDICTS.includes(mode));
    expect(new Set(verdictsIn(hostile.report))).toEqual(new Set(verdictsIn(plain.report)));
  });
});
