/** A model reads any language; what runs without one reads English, and says so. */
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { unusedSamples } from '../../src/report/passage-notes.ts';
import { headline } from '../../src/report/verdict-text.ts';
import { serveOpenAi } from '../support/serve-openai.ts';
import { type Fact, type SimulatedModel, simulate } from '../support/simulated-model.ts';

interface Words {
  prompt: string;
  text: (year: string) => string;
  fact: (year: string) => Fact[];
}

const LANGUAGES: [string, Words][] = [
  [
    'German',
    {
      prompt: 'Wer war die Malerin Mara Quint?',
      text: (year) =>
        `Mara Quint war eine schottische Malerin, die in Leith geboren wurde und in Edinburgh studierte. Sie starb ${year}.`,
      fact: (year) => [
        ['Mara Quint', 'wurde geboren in', 'Leith'],
        ['Mara Quint', 'starb', year],
      ],
    },
  ],
  [
    'Chinese',
    {
      prompt: '玛拉·昆特是谁？',
      text: (year) => `玛拉·昆特是一位苏格兰画家，出生于利斯，曾在爱丁堡学习绘画。她于${year}年去世。`,
      fact: (year) => [
        ['玛拉·昆特', '出生于', '利斯'],
        ['玛拉·昆特', '去世于', `${year}年`],
      ],
    },
  ],
  [
    'Spanish',
    {
      prompt: '¿Quién fue la pintora Mara Quint?',
      text: (year) =>
        `Mara Quint fue una pintora escocesa que nació en Leith y estudió en Edimburgo durante varios años. Murió en ${year}.`,
      fact: (year) => [
        ['Mara Quint', 'nació en', 'Leith'],
        ['Mara Quint', 'murió en', year],
      ],
    },
  ],
];

describe.each(LANGUAGES)('a passage in %s', (language, { prompt, text, fact }) => {
  const [wrong, right] = [text('1921'), text('1915')];

  it.each(['economy', 'paper'] as const)('is judged by a model (%s)', async (protocol) => {
    const model: SimulatedModel = {
      facts: fact('1915'),
      texts: [right],
      triples: new Map([
        [wrong, fact('1921')],
        [right, fact('1915')],
      ]),
      distractors: ['1915', '1901', '1934'],
    };
    const { env } = await serveOpenAi({ handler: simulate(model) });
    const detector = createDetector(
      { preset: 'gca', protocol, cache: { enabled: false }, sampling: { n: 3 } },
      { env },
    );
    const verdict = await detector.evaluate({ id: 'quint', prompt, response: wrong });
    expect(verdict.trace.segmentations.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(verdict.triples.map(({ label }) => label)).toEqual(['factual', 'hallucinated']);
  });

  it('is read by sentences and numbers where no model is asked', async () => {
    const detector = createDetector({ preset: 'local' });
    const samples = [right, right];
    const verdict = await detector.evaluate({ id: 'quint', prompt, response: wrong, samples });
    expect(verdict).toMatchObject({ label: 'hallucinated', language, abstention: null });
    expect(headline(verdict)).toContain(`read without grammar: ${language}`);
    expect(verdict.sentences.map(({ label }) => label)).toEqual(['factual', 'hallucinated']);
    expect(verdict.triples.map(({ label, probability }) => [label, probability])).toEqual([
      ['factual', null],
      ['hallucinated', null],
    ]);
    expect(verdict.triples[1]?.evidence[0]).toMatch(
      /^contradicted by both samples: they give "1915", not "1921"; sample 1: "/,
    );
    const repeated = await detector.evaluate({ id: 'quint', prompt, response: right, samples });
    expect(repeated).toMatchObject({ label: 'factual', language });
  });

  it('is refused by a check without a model, with what to use instead', async () => {
    const detector = createDetector({ preset: 'check' });
    const verdict = await detector.evaluate({ id: 'quint', prompt, response: wrong, context: [right] });
    expect(verdict.abstention?.reason).toBe('non-english');
    expect(verdict.abstention?.detail).toContain('use a preset with a model, such as default');
  });
});

it('knows the language of a short response by those of its samples', async () => {
  const response = 'Die Berliner Mauer wurde 1961 gebaut.';
  const samples = [response, '1961 wurde die Berliner Mauer gebaut.', 'Die Mauer wurde 1961 errichtet.'];
  const detector = createDetector({ preset: 'local' });
  const prompt = 'Wann wurde die Berliner Mauer gebaut?';
  expect(await detector.evaluate({ id: 'mauer', prompt, response, samples })).toMatchObject({
    label: 'factual',
    language: 'German',
  });
});

it('compares with samples in the language of the response alone', async () => {
  const german = 'Mara Quint war eine schottische Malerin, die in Leith geboren wurde. Sie starb 1921.';
  const samples = [
    german,
    'Mara Quint était une peintre écossaise, qui est née dans la ville de Leith. Elle est morte en 1915.',
    'Mara Quint was a Scottish painter who was born in Leith and studied in Edinburgh. She died in 1915.',
  ];
  const detector = createDetector({ preset: 'local' });
  const verdict = await detector.evaluate({ id: 'quint', prompt: 'Mara Quint?', response: german, samples });
  expect(verdict.trace.segmentations.map(({ language }) => language)).toEqual([
    ...['German', 'German', 'French', undefined],
  ]);
  expect(verdict.triples[1]?.evidence[0]).toBe('repeated by the only usable sample');
  expect(unusedSamples(verdict).reasons).toEqual(Array(2).fill('in another language than the response'));
});
