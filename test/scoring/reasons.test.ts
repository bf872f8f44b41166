import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { Passage, PassageVerdict, Reason } from '../../src/passage.ts';
import { renderReport } from '../../src/report/render-report.ts';
import type { ReportFormat } from '../../src/report/report.ts';
import { allOf } from '../../src/run/records.ts';
import { sampleManifest } from '../report/sample-report.ts';
import { brooke } from '../support/brooke.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { correctingFirst } from '../../src/scoring/reasons.ts';
import { simulate } from '../support/simulated-model.ts';

const { passage, samples } = brooke;
const tokens = passage.response
  .split(/(?= )/)
  .map((text) => ({ text, logprob: text === ' 1921.' ? Math.log(0.1) : -0.01 }));

/** What a mode is made of, and what it says of the year that is wrong. */
const MODES: Record<string, { settings: ConfigInput; own: Partial<Passage>; kind: Reason['kind'] }> = {
  samples: { settings: { preset: 'local' }, own: { samples }, kind: 'samples-contradict' },
  'a model': {
    settings: { preset: 'gca', sampling: { n: 3 }, cache: { enabled: false } },
    own: {},
    kind: 'rebuilt-otherwise',
  },
  'a reference': {
    settings: { preset: 'check' },
    own: { context: ['Rupert Brooke was an English poet. Rupert Brooke died in 1915.'] },
    kind: 'reference-contradicts',
  },
  tokens: { settings: { preset: 'rhd' }, own: { tokens }, kind: 'model-unsure' },
};
const KEYS = ['instead', 'kind', 'note', 'of', 'quote', 'samples', 'value', 'weight'];

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer({ handler: simulate(brooke.model) });
});
afterAll(() => server.close());

async function render(verdict: PassageVerdict, format: ReportFormat): Promise<string> {
  const options = { format, top: null, parts: false, trace: false, color: false, columns: 80 };
  const run = sampleManifest([verdict.passage]);
  return (await allOf(renderReport({ run, verdicts: [verdict] }, options))).join('');
}

describe('reasons', () => {
  it.each(Object.entries(MODES))('of %s are records of one form, in every format', async (_name, mode) => {
    const { env } = server;
    const verdict = await createDetector(mode.settings, { env }).evaluate({ ...passage, ...mode.own });
    const wrong = verdict.triples.find(({ triple }) => triple.tail.includes('1921'));
    const ofKind = wrong?.reasons.filter(({ kind }) => kind === mode.kind) ?? [];
    expect(ofKind.map(({ value }) => value).join()).toContain('1921');
    for (const { reasons } of verdict.triples)
      for (const record of reasons) expect(Object.keys(record).sort()).toEqual(KEYS);

    const expected = verdict.triples.map(({ reasons }) => reasons.map(({ kind }) => kind));
    const kindsOf = (triples: PassageVerdict['triples']) =>
      triples.map(({ reasons }) => reasons.map(({ kind }) => kind));
    const json = JSON.parse(await render(verdict, 'json'));
    expect(kindsOf(json.passages[0].triples)).toEqual(expected);
    const lines = (await render(verdict, 'jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.flatMap(({ triples = [] }) => kindsOf(triples))).toEqual(expected);
    const rows: { reasons: string }[] = parse(await render(verdict, 'csv'), { columns: true });
    expect(rows.map(({ reasons }) => JSON.parse(reasons).map(({ kind }: Reason) => kind))).toEqual(expected);
  });

  it('of a reference name the value and what it gives instead', async () => {
    const context = ['Rupert Brooke was an English poet. Rupert Brooke died in 1915.'];
    const { triples } = await createDetector({ preset: 'check' }).evaluate({ ...passage, context });
    const reasons = triples.flatMap((row) => row.reasons);
    expect(reasons).toContainEqual(
      expect.objectContaining({ kind: 'reference-contradicts', value: '1921', instead: '1915' }),
    );
  });

  it('that name the right value come first, the others as they were', () => {
    const reason = (kind: Reason['kind'], instead: string | null): Reason => ({
      ...{ kind, samples: [], of: 1, value: '1913', instead, note: null, quote: null, weight: 1 },
    });
    const verdict = reason('judged-wrong', null);
    const silent = reason('reference-silent', null);
    const samples = reason('samples-contradict', '1911');
    const graph = reason('triples-differ', '1911');
    expect(correctingFirst([verdict, silent, samples, graph])).toEqual([samples, verdict, silent, graph]);
  });
});

it.each([
  ['of a table the row', ['| Town | People |', '| --- | --- |'], '\n', 24],
  ['of a sentence without end no more than its beginning', ['A town | has people'], ', ', 1000],
])('quotes %s', async (_what, head, separator, length) => {
  const rows = Array.from({ length: 200 }, (_, n) => `| Town ${n} | ${1000 + n} people |`);
  const table = [...head, ...rows].join(separator);
  const detector = createDetector({ preset: 'check' });
  const { triples } = await detector.evaluate({
    id: 'p',
    prompt: 'Towns?',
    response: 'Town 7 has 1007 people.',
    context: [table],
  });
  await detector.close();
  const quotes = triples.flatMap(({ reasons }) => reasons.flatMap(({ quote }) => quote ?? []));
  expect(quotes.length).toBeGreaterThan(0);
  for (const { start, end, text } of quotes) {
    expect(text).toBe(table.slice(start, end));
    expect(text.length).toBe(length);
  }
});
