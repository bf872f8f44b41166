import { describe, expect, it } from 'vitest';
import { ASK_BASELINES } from '../../../src/benchmark/baselines/ask-model.ts';
import type { BaselineDefinition } from '../../../src/benchmark/baselines/baseline.ts';
import { quint, RESPONSE, SAMPLES, startService, verdicts } from './baseline-service.ts';

const definition = (id: string) => ASK_BASELINES.find((baseline) => baseline.id === id) as BaselineDefinition;

describe('the model asked once', () => {
  it('takes the stated probability for the passage, and for a sentence the surest of the wrong words in it', async () => {
    const service = await startService({
      'ask-passage': () => ({
        probability: 85,
        errors: [
          { words: 'Leith', instead: 'Fife', confidence: 60 },
          { words: 'a painter', instead: 'a poet', confidence: 30 },
          { words: '1912', instead: '', confidence: 80 },
          { words: 'nowhere in it', instead: '', confidence: 99 },
        ],
      }),
    });
    const scores = await definition('ask-passage').score(quint(), service.parts);
    expect(scores).toMatchObject({ passage: 0.85, sentences: [0.6, 0.8, 0], claims: null, reason: null });
    const [request] = service.asked('ask-passage');
    expect(request?.block('response')).toBe(RESPONSE);
    expect(request?.block('samples')).toBe('(none)');
    expect(service.count()).toBe(1);
  });

  it('asks for sentences and claims in one request, and leaves null what the answer lacks', async () => {
    let asked = 0;
    const service = await startService({
      'ask-sentences': () => ({ probability: 40, ...verdicts('probability', [10, asked++ === 0 ? 20 : 25]) }),
    });
    const input = quint({ claims: ['Mara Quint painted.', 'She sang.'] });
    const scores = await definition('ask-sentences').score(input, service.parts);
    expect(scores).toMatchObject({ passage: 0.4, sentences: [0.1, 0.2, null], claims: [null, null] });
    expect(service.asked('ask-sentences')[0]?.list('sentences')).toHaveLength(5);
  });

  it('gives a sentence the greatest risk of its facts, and none where it states no fact', async () => {
    const service = await startService({
      'ask-facts': () => ({ probability: 70, ...verdicts('probability', [10, 90, 30]) }),
    });
    const scores = await definition('ask-facts').score(quint(), service.parts);
    expect(scores).toMatchObject({ passage: 0.7, sentences: [0.9, 0.3, null], claims: [] });
    expect(service.asked('ask-facts')[0]?.list('facts')[1]).toBe('(Mara Quint; was born in; Leith)');
  });

  it('shows the samples that are not blank', async () => {
    const service = await startService({ 'ask-passage': () => ({ probability: 20, errors: [] }) });
    const input = quint({ samples: [SAMPLES[0] as string, ' '] });
    const scores = await definition('ask-passage-samples').score(input, service.parts);
    expect(scores).toMatchObject({ passage: 0.2, sentences: [0, 0, 0] });
    expect(service.asked('ask-passage')[0]?.block('samples-1')).toBe(SAMPLES[0]);
  });

  it('cannot use a probability outside 0 to 100', async () => {
    const service = await startService({ 'ask-passage': () => ({ probability: 140, errors: [] }) });
    const scores = await definition('ask-passage').score(quint(), service.parts);
    expect(scores).toMatchObject({ passage: null, reason: 'unparsable' });
  });
});
