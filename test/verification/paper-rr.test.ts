import { describe, expect, it } from 'vitest';
import { verifyRelation } from '../../src/verification/paper-rr.ts';
import { triples } from '../support/records.ts';
import { blockOf, choices, scriptedChat } from '../support/scripted-chat.ts';
import { taskContext } from '../support/verification.ts';

describe('verifyRelation', () => {
  it('masks the relation, draws N_p predictions, and counts those that mean the same', async () => {
    const [triple, known] = triples('original', [
      ['Mara Quint', 'was born in', 'Leith'],
      ['Mara Quint', 'painted', 'The Pier'],
    ]) as [never, never];
    const relations = ['was born in', 'came from', 'died in', 'died in'].map((relation) => ({ relation }));
    const generator = scriptedChat({ 'relation-answer': choices(...relations) });
    const analyst = scriptedChat({
      'judge-equal': (_, call) => ({ verdicts: [{ number: 1, same: call < 2 }] }),
    });
    const result = await verifyRelation(triple, [known], await taskContext(generator, analyst));
    expect(result).toMatchObject({ value: 2 / 4, reason: null, asked: '(Mara Quint; [MASK]; Leith)' });
    expect(result.draws.map(({ matchedBy }) => matchedBy)).toEqual(['judge', 'judge', null, null]);
    expect(generator.requests[0]).toMatchObject({ n: 4, temperature: 1 });
    expect(JSON.stringify(generator.requests[0]?.messages[1])).not.toContain('was born in');
    expect(blockOf(generator.requests[0] as never, 'known')).toBe('1. (Mara Quint; painted; The Pier)');
    // Every prediction is judged in a call of its own, equal ones too.
    expect(analyst.requests.map((request) => blockOf(request, 'candidates'))).toEqual([
      '1. was born in',
      '1. came from',
      '1. died in',
      '1. died in',
    ]);
    expect(blockOf(analyst.requests[0] as never, 'expected')).toBe('was born in');
  });

  it('draws at a temperature of its own where one is set', async () => {
    const [triple] = triples('original', [['Mara Quint', 'was born in', 'Leith']]) as [never];
    const generator = scriptedChat({ 'relation-answer': { relation: 'was born in' } });
    const analyst = scriptedChat({ 'judge-equal': { verdicts: [{ number: 1, same: true }] } });
    const context = await taskContext(generator, analyst);
    await verifyRelation(triple, [], {
      ...context,
      settings: { ...context.settings, relationTemperature: 0 },
    });
    expect(generator.requests.map(({ temperature }) => temperature)).toEqual([0]);
  });
});
