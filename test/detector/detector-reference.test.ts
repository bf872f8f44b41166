/** The detector where references, not samples, are what a response is held against. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { ProgressEvent } from '../../src/detector/detector-interface.ts';
import { ConfigError } from '../../src/errors.ts';
import { rescoreVerdict } from '../../src/scoring/verdict.ts';
import { brooke } from '../support/brooke.ts';
import { simulate } from '../support/simulated-model.ts';
import { makeTinyModel } from '../support/tiny-model.ts';
import { serveOpenAi } from '../support/serve-openai.ts';

const passage = {
  id: 'quint',
  prompt: 'Who was Mara Quint?',
  response: 'Mara Quint was born in Leith. She painted The Pier in Vienna.',
  context: ['A note on rivers.', 'Mara Quint was born in Leith. She painted The Pier in 1932.'],
};

async function evaluate(settings: ConfigInput, changes: object = {}) {
  const stages: ProgressEvent['stage'][] = [];
  const detector = createDetector({ preset: 'check', ...settings }, { env: {} });
  const verdict = await detector.evaluate(
    { ...passage, ...changes },
    { onProgress: ({ stage }) => stages.push(stage) },
  );
  return { verdict, stages };
}

describe('a response against a reference', () => {
  it('needs neither samples nor a model', async () => {
    const { verdict, stages } = await evaluate({});
    expect(stages).toEqual(['sample', 'segment', 'check', 'score']);
    expect(verdict.abstention).toBeNull();
    expect(verdict.trace.reference?.checker).toBe('lexical');
    const [born] = verdict.triples;
    expect(born?.components.reference.value).toBe(born?.score);
    expect(born?.score).toBeGreaterThan(0.5);
    expect(born?.evidence[0]).toContain('"Mara Quint was born in Leith."');
    expect(verdict.trace.reference?.sentences).toHaveLength(2);
    expect(verdict.usage.requests).toBe(0);
  });

  it('is scored again to the same verdict', async () => {
    const { verdict } = await evaluate({});
    const { scoring } = createDetector({ preset: 'check' }).config;
    expect(rescoreVerdict(verdict, scoring)).toEqual(verdict);
  });

  it('is compared with its samples too, where it has some', async () => {
    const settings = { agreement: { enabled: true }, scoring: { weights: { reference: 1, support: 1 } } };
    const { verdict, stages } = await evaluate(settings, { samples: [passage.context[1], passage.response] });
    expect(stages).toEqual(['sample', 'segment', 'check', 'compare', 'score']);
    const { reference, support } = verdict.triples[0]?.components ?? {};
    expect([reference?.value, support?.value].every((value) => typeof value === 'number')).toBe(true);
  });

  it('is not judged where there is no reference', async () => {
    for (const context of [undefined, [], ['  ']]) {
      const { verdict, stages } = await evaluate({}, { context });
      expect(verdict).toMatchObject({
        label: 'abstained',
        score: null,
        abstention: { reason: 'no-reference' },
      });
      expect(stages).toEqual(['sample', 'segment', 'score']);
    }
  });

  it('keeps the reason beside what samples say', async () => {
    const settings = { agreement: { enabled: true }, scoring: { weights: { reference: 1, support: 1 } } };
    const { verdict } = await evaluate(settings, { context: [], samples: [passage.response] });
    expect(verdict.triples[0]?.components.reference).toEqual({ value: null, reason: 'no-reference' });
    expect(verdict.triples[0]?.score).not.toBeNull();
  });

  it('is judged by its sentences where it has no triples, unless these are not checked', async () => {
    const response = 'Probably in Leith. Slowly towards Vienna.';
    const { verdict } = await evaluate({}, { response });
    expect(verdict.triples).toEqual([]);
    expect(verdict.abstention).toBeNull();
    const scores = verdict.sentences.map(({ score }) => score as number);
    expect(verdict.sentences.map(({ source }) => source)).toEqual(['sentence', 'sentence']);
    expect(verdict.score).toBe(Math.min(...scores));
    const alone = await evaluate({ reference: { checker: 'lexical', sentences: false } }, { response });
    expect(alone.verdict.abstention?.reason).toBe('no-triples');
  });

  it.each(['nli', 'align'] as const)('needs a model for the checker %s', async (checker) => {
    const detector = createDetector({ preset: 'check', reference: { checker } }, { env: {} });
    const error = await detector.describe().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toMatch(/nli\.model/);
  });
});

describe('hallucinated spans', () => {
  const response = 'Mara Quint was born in Leith. She married a baker in Vienna.';

  it('come from the verdicts, and again when these are scored again', async () => {
    const { verdict } = await evaluate({}, { response });
    const quotes = verdict.spans?.map(({ start, end }) => response.slice(start, end)) ?? [];
    expect(quotes.length).toBeGreaterThan(0);
    expect(quotes.join()).toContain('married a baker');
    expect(quotes.join()).not.toContain('Leith');
    const { scoring } = createDetector({ preset: 'check' }).config;
    const lenient = { ...scoring, threshold: { rule: 'fixed', triple: -1, passage: -1 } } as const;
    expect(rescoreVerdict(verdict, lenient).spans).toEqual([]);
  });

  it('are not given unasked, nor where nothing could be judged', async () => {
    const plain = await evaluate({ reference: { checker: 'lexical', spans: 'none' } }, { response });
    expect(plain.verdict).not.toHaveProperty('spans');
    expect((await evaluate({}, { context: [] })).verdict).not.toHaveProperty('spans');
  });

  async function askedFor(answer: string) {
    const server = await serveOpenAi({ handler: () => answer });
    const detector = createDetector(
      { preset: 'check', cache: { enabled: false }, reference: { checker: 'lexical', spans: 'llm' } },
      { env: server.env },
    );
    return { server, verdict: await detector.evaluate({ ...passage, response }) };
  }

  it('are asked of the analyst on request', async () => {
    const spans = [{ text: 'a baker', type: 'baseless' }];
    const { server, verdict } = await askedFor(JSON.stringify({ spans }));
    const expected = [{ start: 42, end: 49, type: 'baseless', source: 'model', tripleIds: [] }];
    expect(verdict.spans).toEqual(expected);
    expect(verdict.trace.spans).toEqual({ value: expected, reason: null });
    expect(server.chatBodies()).toHaveLength(1);
  });

  it('are absent where the model gave none that can be used', async () => {
    const { verdict } = await askedFor('I see none.');
    expect(verdict).not.toHaveProperty('spans');
    expect(verdict.trace.spans).toMatchObject({ value: null, reason: 'unparsable' });
  });
});

describe('GraphEval', () => {
  it('holds the triples of a model, one by one, against the context by NLI', async () => {
    const server = await serveOpenAi({ handler: simulate(brooke.model) });
    const nli = await makeTinyModel({ labels: ['entailment', 'neutral', 'contradiction'] });
    onTestFinished(() => nli.remove());
    const detector = createDetector(
      { preset: 'grapheval', cache: { enabled: false }, nli: { model: nli.path } },
      { env: server.env },
    );
    const context = ['Rupert Brooke was an English poet, born in Rugby in 1887. He died in 1915.'];
    const samples = ['Rupert Brooke died in 1916, and nobody reads this.'];
    // The context stands in the prompt, too, as in RAGTruth.
    const prompt = `Who was he? ${context[0]}`;
    const verdict = await detector.evaluate({ ...brooke.passage, prompt, samples, context });
    // Samples are not weighed, so nobody is asked to read them.
    expect(JSON.stringify(server.chatBodies())).not.toContain('1916');
    // The context never goes to the language model.
    expect(server.chatBodies().length).toBeGreaterThan(0);
    expect(JSON.stringify(server.chatBodies())).not.toContain('1915');
    const { reference } = verdict.trace;
    expect(reference?.checker).toBe(`nli/transformers/${nli.path}`);
    expect([reference?.sentences, reference?.claims]).toEqual([[], []]);
    const support = verdict.triples.map(({ triple }) => reference?.triples[triple.id]?.value as number);
    expect(support).toHaveLength(4);
    expect(verdict.score).toBe(Math.min(...support));
    // Inconsistent where 1 - P(entailment) > .5 for at least one triple.
    expect(verdict.label).toBe(support.some((value) => 1 - value > 0.5) ? 'hallucinated' : 'factual');
    expect(verdict.triples.map(({ label }) => label)).toEqual(
      support.map((value) => (1 - value > 0.5 ? 'hallucinated' : 'factual')),
    );
    expect((await detector.describe()).checker).toBe(reference?.checker);
  });
});

describe('RefChecker', () => {
  it('holds the triplets of a model, each in a request of its own, against the context by a model', async () => {
    const server = await serveOpenAi({ handler: simulate(brooke.model) });
    const detector = createDetector({ preset: 'refchecker', cache: { enabled: false } }, { env: server.env });
    const { triples: facts } = await createDetector(
      { preset: 'refchecker', cache: { enabled: false }, reference: { groupSize: 8 } },
      { env: server.env },
    ).evaluate({ ...brooke.passage, context: ['nothing'] });
    const before = server.chatBodies().length;
    const known = facts.slice(0, 3).map(({ triple }) => `${triple.head} ${triple.relation} ${triple.tail}`);
    const verdict = await detector.evaluate({ ...brooke.passage, context: known });
    expect(server.chatBodies().length - before).toBe(1 + facts.length);
    expect(verdict.triples.map(({ label }) => label)).toEqual([
      'factual',
      'factual',
      'factual',
      'hallucinated',
    ]);
    // strict: one that is not entailed is enough
    expect([verdict.label, verdict.score]).toEqual(['hallucinated', 0]);
    expect(verdict.trace.reference).toMatchObject({ sentences: [], claims: [] });
  });
});

describe('the LLM checker over HTTP', () => {
  it('asks the analyst, and nobody else', async () => {
    const server = await serveOpenAi({ handler: simulate(brooke.model) });
    const detector = createDetector(
      {
        preset: 'check',
        cache: { enabled: false },
        reference: { checker: 'llm' },
        models: { generator: { model: 'generator' }, analyst: { model: 'analyst' } },
      },
      { env: server.env },
    );
    const { trace, usage, calls } = await detector.evaluate(passage);
    expect([...new Set(server.chatBodies().map(({ model }) => model))]).toEqual(['analyst']);
    expect(trace.reference?.sentences).toMatchObject([
      { label: 'entailment', value: 1, evidence: { reference: 1, span: { start: 0, end: 29 } } },
      { label: 'neutral', value: 0, evidence: null },
    ]);
    expect(Object.keys(calls?.byPurpose ?? {})).toEqual(['reference-check']);
    expect(usage.requests).toBe(1);
  });
});
