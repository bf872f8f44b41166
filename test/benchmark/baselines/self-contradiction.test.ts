import { describe, expect, it } from 'vitest';
import { SELF_CONTRADICTION_BASELINE } from '../../../src/benchmark/baselines/self-contradiction.ts';
import { completion } from '../../support/openai-server.ts';
import { quint, startService } from './baseline-service.ts';

const FIRST = 'Mara Quint was a painter born in Leith.';

describe('self-contradiction', () => {
  it('compares each sentence with another one for the same place', async () => {
    const service = await startService({
      'alternative-statement': ({ block }) => ({
        sentence: `Instead of what follows: ${block('preceding')}`,
      }),
      'judge-contradiction': ({ block }) => ({
        explanation: 'Because.',
        contradiction: block('first').includes('1912') ? true : 'no',
      }),
    });
    const scores = await SELF_CONTRADICTION_BASELINE.score(quint({ claims: ['x'] }), service.parts);
    expect(scores).toMatchObject({ sentences: [0, 1, 0], claims: null, reason: null });
    expect(scores.passage).toBeCloseTo(1 / 3, 12);
    expect(scores.trace).toMatchObject({
      sentences: [
        { gaps: ['(Mara Quint; was; ?)', '(Mara Quint; was born in; ?)'], contradiction: false },
        {
          gaps: ['(Mara Quint; moved to Oban in; ?)'],
          alternative: `Instead of what follows: ${FIRST}`,
          explanation: 'Because.',
          contradiction: true,
          reason: null,
        },
        { gaps: [] },
      ],
    });
    expect(service.count()).toBe(6);
  });

  it('asks the generator without the sentence and its tails, each sentence with a seed of its own', async () => {
    const service = await startService({
      'alternative-statement': () => ({ sentence: 'She moved to Oban in 1907.' }),
      'judge-contradiction': () => ({ explanation: '', contradiction: true }),
    });
    await SELF_CONTRADICTION_BASELINE.score(quint(), service.parts);
    const asked = service.asked('alternative-statement');
    const second = asked.find(({ block }) => block('preceding') === FIRST);
    expect(second?.model).toBe('generator');
    expect(second?.list('gaps')).toEqual(['(Mara Quint; moved to Oban in; ?)']);
    expect(JSON.stringify(second?.body.messages)).not.toContain('1912');
    expect(new Set(asked.map(({ body }) => body.seed)).size).toBe(3);
    const judged = service.asked('judge-contradiction');
    expect(judged.every(({ model }) => model === 'analyst')).toBe(true);
    expect(judged.map(({ block }) => block('second'))).toContain('She moved to Oban in 1907.');
  });

  it('leaves sentences without an alternative or a judgement out of the share', async () => {
    const service = await startService({
      'alternative-statement': ({ block, body }) =>
        block('preceding') === ''
          ? completion({ body } as never, ['No.'], { refusal: 'No.' })
          : { sentence: block('preceding') },
      'judge-contradiction': ({ block }) =>
        block('first').includes('1912') ? 'They differ.' : { explanation: '', contradiction: true },
    });
    const scores = await SELF_CONTRADICTION_BASELINE.score(quint(), service.parts);
    expect(scores).toMatchObject({ passage: 1, sentences: [null, null, 1], reason: null });
    expect(scores.trace).toMatchObject({
      sentences: [{ reason: 'refused' }, { reason: 'unparsable' }, { reason: null }],
    });
    // Three alternatives, two judgements, and the one attempt to mend an unreadable one.
    expect(service.count()).toBe(6);
  });
});
