/** A scripted model service for baselines that ask a chat model, and a passage to score by them. */
import { loadPrompts } from '../../../prompts/loader.ts';
import type { BaselineInput, BaselineParts } from '../../../src/benchmark/baselines/baseline.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { EMPTY_TRACE, type Span, type Triple } from '../../../src/passage.ts';
import type { OpenAiServer, RecordedRequest, Reply } from '../../support/openai-server.ts';
import { segmentation } from '../../support/records.ts';
import { chatSettings } from '../../support/settings.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

/** One request as a scripted answer sees it. */
export interface AskedOf {
  /** `generator` or `analyst`. */
  model: string;
  /** The text of a fenced block, '' where there is none. */
  block(tag: string): string;
  /** The items of a numbered list in a block. */
  list(tag: string): string[];
  body: RecordedRequest['body'];
  /** How many requests for this prompt came before. */
  call: number;
}

/** By name of the prompt: an object is sent as JSON, an array as one text a choice. */
export type ServiceScript = Record<string, (asked: AskedOf) => object | Reply>;

export interface Service {
  server: OpenAiServer;
  parts: BaselineParts;
  /** The chat requests for one prompt, in order of arrival. */
  asked(prompt: string): AskedOf[];
  /** How many chat requests the service has had. */
  count(): number;
}

/** A service on a port of its own, closed after the test; a prompt that the script does not know is answered 500. */
export async function startService(script: ServiceScript): Promise<Service> {
  const seen: { name: string; asked: AskedOf }[] = [];
  const asked = (name: string) => seen.filter((one) => one.name === name).map((one) => one.asked);
  const server = await serveOpenAi({
    handler: ({ body }) => {
      const name: string = body.response_format?.json_schema?.name;
      const own = view(body, asked(name).length);
      seen.push({ name, asked: own });
      const answer = script[name]?.(own);
      if (answer === undefined) throw new Error(`no answer to the prompt "${name}"`);
      return isReply(answer) ? answer : JSON.stringify(answer);
    },
  });
  const model = (id: string) =>
    createOpenAiChat(chatSettings({ baseUrl: server.url, maxRetries: 0, model: id }), {
      env: { OPENAI_API_KEY: 'sk-test-0123456789abcdef' },
    });
  return {
    server,
    asked,
    count: () => server.chatBodies().length,
    parts: {
      generator: model('generator'),
      analyst: model('analyst'),
      nli: null,
      tokens: null,
      chunkTokens: 200,
      prompts: await loadPrompts(),
    },
  };
}

function isReply(answer: object | string): answer is Reply {
  return typeof answer === 'string' || Array.isArray(answer) || 'body' in answer || 'status' in answer;
}

function view(body: RecordedRequest['body'], call: number): AskedOf {
  const user: string = body.messages.find(({ role }: { role: string }) => role === 'user').content;
  const block = (tag: string) =>
    new RegExp(`<${tag}-([0-9a-f]{12})>\\n([\\s\\S]*?)\\n</${tag}-\\1>`).exec(user)?.[2] ?? '';
  const list = (tag: string) => [...block(tag).matchAll(/^\d+\. (.*)$/gm)].map(([, item]) => item as string);
  return { model: body.model, block, list, body, call };
}

/** `{verdicts: [{number, <field>: value}]}`, numbered from 1. */
export function verdicts(field: string, values: readonly unknown[]): object {
  return { verdicts: values.map((value, index) => ({ number: index + 1, [field]: value })) };
}

const SENTENCES = [
  'Mara Quint was a painter born in Leith.',
  'She moved to Oban in 1912.',
  'Her harbours are well known.',
];
export const RESPONSE = SENTENCES.join(' ');
export const SAMPLES = ['Mara Quint, a painter, was born in Leith.', 'Mara Quint was a poet.', 'A painter.'];

/** Two triples in the first sentence, one in the second, none in the third. */
export function quint(changes: Partial<BaselineInput['passage']> = {}): BaselineInput {
  const passage = {
    id: 'quint',
    prompt: 'Who was Mara Quint?',
    response: RESPONSE,
    samples: SAMPLES,
    ...changes,
  };
  const sentences = SENTENCES.map((text): Span => {
    const start = RESPONSE.indexOf(text);
    return { start, end: start + text.length };
  });
  const original = segmentation('original', [
    ['Mara Quint', 'was', 'a painter'],
    ['Mara Quint', 'was born in', 'Leith'],
    ['Mara Quint', 'moved to Oban in', '1912'],
  ]);
  const spans = [sentences[0], sentences[0], sentences[1]] as Span[];
  original.triples = original.triples.map(
    (triple, index): Triple => ({ ...triple, span: spans[index] as Span }),
  );
  const samples = [
    segmentation('sample-1', [
      ['Mara Quint', 'was', 'a painter'],
      ['Mara Quint', 'was born in', 'Leith'],
    ]),
    segmentation('sample-2', [['Mara Quint', 'was', 'a poet']]),
    segmentation('sample-3', []),
  ];
  return {
    passage,
    sentences: passage.response === RESPONSE ? sentences : [],
    trace: { ...EMPTY_TRACE, segmentations: [original, ...samples] },
    seed: 7,
  };
}

/** A passage in which every text from outside carries `extra`. */
export function carrying(extra: string): BaselineInput {
  const input = quint();
  const { passage } = input;
  const response = `${passage.response} ${extra}`;
  const whole = { start: 0, end: response.length };
  const fact = [`Mara ${extra}`, `was ${extra}`, `a painter ${extra}`] as const;
  const segmentations = ['original', 'sample-1'].map((id) => segmentation(id, [fact]));
  for (const { triples } of segmentations) for (const triple of triples) triple.span = whole;
  return {
    ...input,
    passage: {
      ...passage,
      prompt: `${passage.prompt} ${extra}`,
      response,
      samples: [`${SAMPLES[0]} ${extra}`],
      claims: [`She painted. ${extra}`],
      sentences: [whole],
    },
    sentences: [whole],
    trace: { ...input.trace, segmentations },
  };
}
