/** Samples beside references: read where something rests on them, and not else. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/schema.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { createCorrector } from '../../src/detector/corrector.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { evaluatePassage } from '../../src/detector/detector.ts';
import { createParts } from '../../src/detector/parts.ts';
import { readsSamples } from '../../src/detector/read-responses.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { brooke } from '../support/brooke.ts';

const passage = {
  id: 'quint',
  prompt: 'Who was Mara Quint?',
  response: 'Mara Quint was born in Leith. She painted The Pier in 1911.',
  context: ['Mara Quint was born in Leith. She painted The Pier in 1932.'],
  samples: [
    'Mara Quint was born in Leith. Quint painted The Pier in 1932.',
    'Mara Quint was born in Cork. She painted The Pier in 1932.',
  ],
};
const WHOLE = { consistency: { always: true } };

/** The verdict of a check, which responses were segmented for it, and which phrases embedded. */
async function check(settings: ConfigInput, changes: object = {}) {
  const phrases: string[] = [];
  const embed = {
    id: 'counted',
    embed: async (texts: readonly string[]) => {
      phrases.push(...texts);
      return texts.map((text) => Float32Array.of(1, text.length));
    },
  };
  const loaded = await createParts(resolveConfig({ preset: 'check', ...settings }), {}, { own: { embed } });
  const { extractor, ...parts } = loaded.forPassage('quint');
  const segmented: string[] = [];
  const spied: typeof extractor = {
    id: extractor.id,
    extract(response, ...rest) {
      segmented.push(response.id);
      return extractor.extract(response, ...rest);
    },
  };
  const verdict = await evaluatePassage(
    { ...passage, ...changes },
    { config: loaded.config, parts: { ...parts, extractor: spied }, options: {} },
  );
  return { verdict, segmented, phrases };
}

const shown = ({ trace, passage: { samples, ...own }, ...verdict }: PassageVerdict) => ({ ...verdict, own });

describe('a check against references', () => {
  it('neither segments samples, which have no weight, nor identifies mentions', async () => {
    const { verdict, segmented, phrases } = await check({});
    expect(segmented).toEqual(['original']);
    expect(phrases).toEqual([]);
    expect(verdict.triples.map(({ label }) => label)).toContain('hallucinated');
    const { verdict: alone } = await check({}, { samples: undefined });
    expect([shown(verdict), verdict.trace]).toEqual([shown(alone), alone.trace]);
  });

  it('does both where a trace is asked for, and all else is the same', async () => {
    const { verdict: without } = await check({});
    const { verdict, segmented, phrases } = await check(WHOLE);
    expect(segmented).toEqual(['original', 'sample-1', 'sample-2']);
    expect(phrases).toContain('Cork');
    const { segmentations, identity, consistency } = verdict.trace;
    expect(segmentations.map(({ triples }) => triples.length)).toEqual([3, 3, 3]);
    expect(identity.entities.flatMap(({ mentions }) => mentions.map(({ text }) => text))).toContain('1932');
    expect(consistency[0]?.votes.map(({ responseId }) => responseId)).toEqual(['sample-1', 'sample-2']);
    const withoutVotes = (one: PassageVerdict) => ({
      ...shown(one),
      triples: one.triples.map(({ components, ...fact }) => ({
        ...fact,
        ...{ ...components, consistency: null, stated: null },
      })),
    });
    expect(withoutVotes(verdict)).toEqual(withoutVotes(without));
  });

  it('reads samples where there is no reference, to say why it abstains', async () => {
    const { verdict, segmented } = await check({}, { context: [' '] });
    expect(segmented).toEqual(['original', 'sample-1', 'sample-2']);
    expect(verdict.label).toBe('abstained');
  });

  it('is corrected by its samples all the same', async () => {
    const corrector = createCorrector({ preset: 'check' }, { env: {} });
    const { corrected, before, after } = await corrector.correctPassage(passage);
    expect(corrected).toBe('Mara Quint was born in Leith. She painted The Pier in 1932.');
    for (const { trace } of [before, after]) expect(trace.segmentations).toHaveLength(1);
  });
});

describe('readsSamples', () => {
  const reads = (settings: ConfigInput, context = ['A note.']) =>
    readsSamples({ context }, resolveConfig(settings));

  it('only leaves samples out where references decide alone', () => {
    expect(reads({ preset: 'check' })).toBe(false);
    expect(reads({ preset: 'check' }, [])).toBe(true);
  });

  it.each<[string, ConfigInput]>([
    ['agreement', { agreement: { enabled: true } }],
    ['reverse tasks', { verification: { by: 'llm' } }],
    ['a judge', { verification: { judged: true } }],
    ['C', { scoring: { weights: { reference: 1, consistency: 0.1 } } }],
    ['a trace', WHOLE],
    ['other encoders', { recordEncoders: ['gcn'] }],
  ])('reads them for %s', (_, settings) => {
    expect(reads({ preset: 'check', ...settings })).toBe(true);
  });

  it('reads them where nothing is checked', async () => {
    expect(reads({ preset: 'local' })).toBe(true);
    const detector = createDetector({ preset: 'local' }, { env: {} });
    const { trace } = await detector.evaluate({ ...brooke.passage, samples: brooke.samples });
    expect(trace.segmentations).toHaveLength(1 + brooke.samples.length);
  });
});
