/**
 * What the paper protocol sends for a small passage, to the letter: the requests of the authors' methods (GCA, GraphCorrect,
 * RAGTruth's three detections by prompt) stay as they are whatever becomes of the economy protocol. Where they are meant
 * to change, `vitest -u` writes the files anew.
 */
import { expect, it } from 'vitest';
import { loadPrompts } from '../prompts/loader.ts';
import { resolveConfig } from '../src/config/resolve.ts';
import { correctText } from '../src/correction/correct-text.ts';
import { createDetector } from '../src/detector/create-detector.ts';
import { createParts } from '../src/detector/parts.ts';
import { type JudgedFact, verdictOf } from './support/verdicts.ts';
import { startOpenAiServer } from './support/openai-server.ts';
import { type Fact, type SimulatedModel, simulate } from './support/simulated-model.ts';

const RESPONSE = 'Mara Quint was born in Leith. She died in 1974.';
const SAMPLE = 'Mara Quint was born in Leith and died in 1960.';
const born: Fact = ['Mara Quint', 'was born in', 'Leith'];
const model: SimulatedModel = {
  facts: [born, ['Mara Quint', 'died in', '1960']],
  texts: [SAMPLE],
  triples: new Map<string, readonly Fact[]>([
    [RESPONSE, [born, ['Mara Quint', 'died in', '1974']]],
    [SAMPLE, [born, ['Mara Quint', 'died in', '1960']]],
  ]),
  distractors: ['1948', '1955', '1960', 'Ayr', 'Perth', 'Oban'],
};

interface Body {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { json_schema: { name: string } };
  [setting: string]: unknown;
}

it('sends the requests of the paper protocol as they were', async () => {
  const server = await startOpenAiServer({ handler: simulate(model) });
  const { env } = server;
  const detector = createDetector(
    {
      ...{ preset: 'paper-phd', cache: { enabled: false }, embedder: { provider: 'lexical' } },
      models: { generator: { model: 'generator' }, analyst: { model: 'analyst' } },
      verification: { headDraws: 1, relationDraws: 1, tailDraws: 1 },
    },
    { env },
  );
  await detector.evaluate({
    id: 'quint',
    prompt: 'Who was Mara Quint?',
    response: RESPONSE,
    samples: [SAMPLE],
  });
  const bodies: Body[] = server.chatBodies();
  await server.close();
  const others = [await graphCorrectRequests(), ...(await spanRequests())];
  const titled = others.map(([title, own]) => `# ${title}\n\n${own}`);
  await expect([written(bodies), ...titled].join('\n')).toMatchFileSnapshot('./paper-requests.txt');
});

/** GraphCorrect of two facts that the reference denies: the second is put into the text that the first has changed. */
async function graphCorrectRequests(): Promise<[string, string]> {
  const corrected: Record<string, Fact> = { Leith: ['Mara Quint', 'was born in', 'Oban'] };
  const server = await startOpenAiServer({
    handler: ({ body }) => {
      const shown: string = body.messages.at(-1).content;
      if (body.response_format.json_schema.name === 'replace-fact')
        return JSON.stringify({
          text: shown.includes('born in; Oban') ? RESPONSE.replace('Leith', 'Oban') : SEK_RECORDS,
        });
      const [head, relation, tail] = (shown.includes('Leith') && corrected.Leith) || DIED;
      return JSON.stringify({ head, relation, tail });
    },
  });
  const config = {
    ...({ preset: 'refchecker', protocol: 'paper', cache: { enabled: false } } as const),
    models: { generator: { model: 'generator' }, analyst: { model: 'analyst' } },
  };
  const passage = {
    id: 'quint',
    prompt: 'Who?',
    response: RESPONSE,
    context: ['Mara Quint, Oban 1850 - Perth 1960.'],
  };
  const facts: JudgedFact[] = [
    { fact: [...born], stated: 'was born in Leith', label: 'hallucinated' },
    { fact: ['Mara Quint', 'died in', '1974'], stated: 'died in 1974', label: 'hallucinated' },
  ];
  const parts = await createParts(resolveConfig(config), server.env);
  const { model = null, ...own } = { model: parts.forPassage('quint').analyst, prompts: await loadPrompts() };
  const settings = { below: null, otherWords: 0, groupSize: 1, asPublished: true };
  const { text, changes } = await correctText(verdictOf(passage, facts), { model, ...own, settings });
  await parts.close();
  expect([text, changes.map(({ status }) => status)]).toEqual([SEK_RECORDS, ['replaced', 'replaced']]);
  const bodies: Body[] = server.chatBodies();
  await server.close();
  return ['GraphCorrect', written(bodies)];
}

const DIED: Fact = ['Mara Quint', 'died in', '1960'];
const SEK_RECORDS = 'Mara Quint was born in Oban. She died in 1960.';

/** RAGTruth: question answering, summaries, data-to-text. */
async function spanRequests(): Promise<[string, string][]> {
  const record = JSON.stringify({ name: 'Mara Quint', died: null });
  const tasks = [
    ['RAGTruth, question answering', 'When did Mara Quint die?', 'Mara Quint died in 1960.'],
    ['RAGTruth, summary', 'Summarize the following news within 30 words:', 'Mara Quint died in 1960.'],
    ['RAGTruth, data-to-text', 'Write an objective overview of this person.', record],
  ] as const;
  return Promise.all(
    tasks.map(async ([title, question, reference]): Promise<[string, string]> => {
      const server = await startOpenAiServer({ handler: () => JSON.stringify({ spans: [] }) });
      const config = { preset: 'check', reference: { spans: 'llm' }, cache: { enabled: false } } as const;
      const parts = await createParts(resolveConfig(config), server.env);
      await parts
        .forPassage('quint')
        .spanDetector?.detect({ question, response: RESPONSE, references: [reference] });
      await parts.close();
      const bodies: Body[] = server.chatBodies();
      await server.close();
      return [title, written(bodies)];
    }),
  );
}

/** Each system prompt once, then the requests, those to one prompt in alphabetical order. */
function written(bodies: readonly Body[]): string {
  const nameOf = ({ response_format: format }: Body) => format?.json_schema.name ?? 'sample';
  const systems = new Map(bodies.map((body) => [nameOf(body), body.messages[0]?.content ?? '']));
  const requests = bodies.map((body) => {
    const { messages, response_format: _, ...settings } = body;
    const said = messages.slice(1).map(({ role, content }) => `${role}:\n${content}`);
    return [`== ${nameOf(body)} ${JSON.stringify(settings)}`, ...said].join('\n');
  });
  return `${[
    ...[...systems].sort().map(([name, system]) => `## ${name}\n${system}`),
    ...requests.sort(),
  ].join('\n\n')}\n`;
}
