import { describe, expect, it } from 'vitest';
import type { BaselineDefinition } from '../../../src/benchmark/baselines/baseline.ts';
import { REVERSE_VALIDATION_BASELINES } from '../../../src/benchmark/baselines/reverse-validation.ts';
import { quint, startService, verdicts } from './baseline-service.ts';

const [QG, EM] = REVERSE_VALIDATION_BASELINES as [BaselineDefinition, BaselineDefinition];
const QUESTION = 'Which painter born in Leith moved to Oban in 1912?';
const asks = () => ({ entity: 'Mara Quint', question: QUESTION });

describe('Reverse Validation by question generation', () => {
  it('finds no risk where the answer is the subject in other spelling, and asks no judge', async () => {
    const service = await startService({
      'reverse-question': asks,
      'short-answer': () => ({ answer: 'mara quint.' }),
    });
    const scores = await QG.score(quint({ claims: ['x'] }), service.parts);
    expect(scores).toMatchObject({ passage: 0, sentences: null, claims: null, reason: null });
    expect(scores.trace).toEqual({
      entity: 'Mara Quint',
      question: QUESTION,
      answers: [{ answer: 'mara quint.', reason: null, same: true }],
    });
    expect(service.asked('reverse-question')[0]?.model).toBe('analyst');
    const [answered] = service.asked('short-answer');
    expect(answered?.model).toBe('generator');
    expect(answered?.block('question')).toBe(QUESTION);
    expect(answered?.body.temperature).toBe(0);
    expect(service.count()).toBe(2);
  });

  it('asks the analyst about other names; "unknown" is never the subject', async () => {
    const service = await startService({
      'reverse-question': asks,
      'short-answer': () => ({ answer: 'Edith Vane' }),
      'judge-equal': () => verdicts('same', [false]),
    });
    expect((await QG.score(quint(), service.parts)).passage).toBe(1);
    const [judged] = service.asked('judge-equal');
    expect([judged?.block('expected'), judged?.block('context'), judged?.list('candidates')]).toEqual([
      'Mara Quint',
      QUESTION,
      ['Edith Vane'],
    ]);

    const silent = await startService({
      'reverse-question': asks,
      'short-answer': () => ({ answer: 'Unknown' }),
    });
    expect((await QG.score(quint(), silent.parts)).passage).toBe(1);
    expect(silent.count()).toBe(2);
  });

  it('asks again for a question that names the subject, once', async () => {
    const service = await startService({
      'reverse-question': ({ call }) =>
        call === 0 ? { entity: 'Mara Quint', question: 'Where was Mara Quint born?' } : asks(),
      'short-answer': () => ({ answer: 'M. Quint' }),
      'judge-equal': () => verdicts('same', [true]),
    });
    expect((await QG.score(quint(), service.parts)).passage).toBe(0);
    expect(service.asked('reverse-question')[1]?.list('rejected')).toEqual(['Where was Mara Quint born?']);
    expect(service.count()).toBe(4);

    const hopeless = await startService({
      'reverse-question': () => ({ entity: 'Mara Quint', question: 'Who is Mara Quint?' }),
    });
    expect(await QG.score(quint(), hopeless.parts)).toMatchObject({
      passage: null,
      reason: 'no-question',
      trace: { rejected: ['Who is Mara Quint?', 'Who is Mara Quint?'] },
    });
    expect(hopeless.count()).toBe(2);
  });

  it('has no score where the judge gives no verdict', async () => {
    const service = await startService({
      'reverse-question': asks,
      'short-answer': () => ({ answer: 'Edith Vane' }),
      'judge-equal': () => 'Hard to say.',
    });
    expect(await QG.score(quint(), service.parts)).toMatchObject({
      passage: null,
      reason: 'unparsable',
    });
  });
});

describe('Reverse Validation by entity matching', () => {
  it('asks for what meets the requirements, without those that name the subject', async () => {
    const service = await startService({
      'entity-requirements': () => ({
        entity: 'Mara Quint',
        requirements: ['a painter', 'born in Leith', 'signed "MARA QUINT"', 'one of the Quint family', ' '],
      }),
      'entity-match': () => ({ answer: 'Edith Vane' }),
      'judge-equal': () => verdicts('same', [false]),
    });
    const scores = await EM.score(quint(), service.parts);
    expect(scores).toMatchObject({ passage: 1, sentences: null, claims: null });
    const [matched] = service.asked('entity-match');
    expect(matched?.model).toBe('generator');
    expect(matched?.list('requirements')).toEqual(['a painter', 'born in Leith', 'one of the Quint family']);
    expect(service.asked('judge-equal')[0]?.block('context')).toBe(
      'a painter; born in Leith; one of the Quint family',
    );
    expect(service.count()).toBe(3);
  });

  it('has no score where every requirement names the subject', async () => {
    const service = await startService({
      'entity-requirements': () => ({ entity: 'Mara Quint', requirements: ['is called Mara Quint'] }),
    });
    expect(await EM.score(quint(), service.parts)).toMatchObject({
      passage: null,
      reason: 'no-question',
      trace: { rejected: ['is called Mara Quint'] },
    });
  });
});
