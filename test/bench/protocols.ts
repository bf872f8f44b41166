/**
 * What a passage costs under both protocols: a response of 7 triples, 10 samples, 10 draws a task, asked of the test
 * server, which counts tokens as words; beside that the messages and answers in tokens of GPT-4o. The authors' scripts need 2 + 3n + mn + 20m requests without HEQA and FTSTE;
 * with them, and the response given, n + 2(n + 1) + mn + (1 + 20)m + 20m + (1 + 10)m.
 */
import { createDetector } from '../../src/detector/create-detector.ts';
import { tokenCounterFor } from '../../src/models/budget/token-count.ts';
import type { Passage } from '../../src/passage.ts';
import { brooke } from '../support/brooke.ts';
import { type Handler, startOpenAiServer } from '../support/openai-server.ts';
import { quint } from '../support/quint.ts';
import { type SimulatedModel, simulate } from '../support/simulated-model.ts';
import type { BenchTable } from './bench-table.ts';

type Settings = NonNullable<Parameters<typeof createDetector>[0]>;

const PASSAGES = { 'Quint (m = 7)': quint, 'Brooke (m = 4)': brooke };
const PROTOCOLS: Record<string, Settings> = {
  paper: { preset: 'gca', protocol: 'paper' },
  economy: { preset: 'gca' },
  judged: {},
};

export async function benchProtocols(): Promise<BenchTable> {
  const rows: BenchTable['rows'] = [];
  for (const [name, { passage, model }] of Object.entries(PASSAGES)) {
    let paper: Cost | undefined;
    for (const [protocol, settings] of Object.entries(PROTOCOLS)) {
      const cost = await costOf({ passage, model }, settings);
      paper ??= cost;
      const { requests, tokens, modelTokens, labels } = paper;
      rows.push([
        ...[name, protocol, cost.requests, cost.tokens],
        ...[(cost.requests / requests).toFixed(3), (cost.tokens / tokens).toFixed(3)],
        ...[cost.modelTokens, (cost.modelTokens / modelTokens).toFixed(3)],
        ...[cost.labels === labels ? 'same' : 'other', cost.wrong.join(', ')],
      ]);
    }
  }
  const columns = [
    ...['passage', 'protocol', 'requests', 'tokens', '÷ paper', 'tokens ÷ paper'],
    ...['o200k tokens', 'o200k ÷ paper', 'labels', 'found wrong'],
  ];
  return { name: 'Requests and tokens a passage', columns, rows };
}

interface Cost {
  requests: number;
  /** As the server counts them: words. */
  tokens: number;
  /** Of the messages and answers, as GPT-4o counts them. */
  modelTokens: number;
  /** Of the passage and its triples. */
  labels: string;
  /** Tails of the triples found hallucinated. */
  wrong: string[];
}

async function costOf(
  { passage, model }: { passage: Passage; model: SimulatedModel },
  settings: Settings,
): Promise<Cost> {
  const { count } = await tokenCounterFor('gpt-4o');
  const answer = simulate(model);
  let modelTokens = 0;
  const handler: Handler = (request) => {
    const texts = [answer(request) ?? []].flat().map(String);
    const asked = (request.body?.messages ?? []).map(({ content }: { content: string }) => content);
    for (const text of [...asked, ...texts]) modelTokens += count(text);
    return texts;
  };
  const server = await startOpenAiServer({ handler });
  try {
    const env = { OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: server.url };
    const { usage, label, triples } = await createDetector(
      { ...settings, cache: { enabled: false } },
      { env },
    ).evaluate(passage);
    return {
      requests: server.chatBodies().length,
      tokens: usage.inputTokens + usage.outputTokens,
      modelTokens,
      labels: [label, ...triples.map((triple) => triple.label)].join(),
      wrong: triples.filter(({ label }) => label === 'hallucinated').map(({ triple }) => triple.tail),
    };
  } finally {
    await server.close();
  }
}
