import { describe, expect, it } from 'vitest';
import { givesAway, verifyHead } from '../../src/verification/paper-heqa.ts';
import { triples } from '../support/records.ts';
import { blockOf, choices, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { markByWords, taskContext } from '../support/verification.ts';

const [triple, known] = triples('original', [
  ['Mara Quint', 'painted', 'The Pier'],
  ['Mara Quint', 'was born in', 'Leith'],
]) as [never, never];

async function verify(analystScript: Script, generatorScript: Script) {
  const analyst = scriptedChat(analystScript);
  const generator = scriptedChat(generatorScript);
  const result = await verifyHead(triple, [known], await taskContext(generator, analyst));
  return { result, analyst, generator };
}

describe('verifyHead', () => {
  it('phrases a question, draws N_A answers in one request, and counts those that match', async () => {
    const { result, analyst, generator } = await verify(
      {
        'heqa-question': { question: 'Who painted The Pier?' },
        'judge-equal': markByWords,
      },
      {
        'heqa-answer': (_, call) =>
          call > 0
            ? 'Hm!'
            : choices({ answer: 'Mara Quint' }, { answer: 'Ann Lee' }, { answer: 'mara quint' }, 'Hm.'),
      },
    );
    expect(result).toMatchObject({ value: 2 / 3, reason: null, asked: 'Who painted The Pier?' });
    expect(result.draws.map(({ answer, match }) => [answer, match])).toEqual([
      ['Mara Quint', true],
      ['Ann Lee', false],
      ['mara quint', true],
      ['Hm.', null],
    ]);
    expect(blockOf(analyst.requests[0] as never, 'known')).toBe('1. (Mara Quint; was born in; Leith)');
    // The unreadable answer was asked for again, once.
    expect(generator.requests).toHaveLength(2);
    expect(generator.requests[0]).toMatchObject({ n: 4, temperature: 1 });
    expect(JSON.stringify(generator.requests[0]?.messages)).not.toContain('Quint');
  });

  it('asks for another question when the first names the answer, and gives up after the second', async () => {
    const leaking = { question: 'What did Mara Quint paint?' };
    const good = { question: 'Who painted The Pier?' };
    const answers = { 'heqa-answer': { answer: 'Mara Quint' } };
    const mended = await verify(
      { 'heqa-question': (_, call) => (call === 0 ? leaking : good), 'judge-equal': markByWords },
      answers,
    );
    expect(mended.result).toMatchObject({ value: 1, asked: good.question });
    expect(blockOf(mended.analyst.requests[1] as never, 'rejected')).toBe(`1. ${leaking.question}`);

    const lost = await verify({ 'heqa-question': leaking }, answers);
    expect(lost.result).toEqual({ value: null, reason: 'no-question', asked: leaking.question, draws: [] });
    expect(lost.analyst.requests).toHaveLength(2);
    expect(lost.generator.requests).toHaveLength(0);
  });

  it('has no score, but the reason, without a question or without answers', async () => {
    const question = { 'heqa-question': { question: 'Who painted The Pier?' } };
    expect((await verify({ 'heqa-question': 'Hm.' }, {})).result).toMatchObject({
      value: null,
      reason: 'unparsable',
    });
    const refusing = [{ text: 'No.', finishReason: 'refusal' as const }];
    const { result } = await verify(question, { 'heqa-answer': refusing });
    expect(result).toMatchObject({ value: null, reason: 'refused', asked: 'Who painted The Pier?' });
  });
});

describe('givesAway', () => {
  const fact = (head: string, tail = 'The Pier') => ({ head, relation: 'painted', tail });
  it.each([
    ['What did Mara Quint paint?', fact('Mara Quint'), true],
    ['What did MÁRA QUINT’s brush paint?', fact('Mara Quint'), true],
    ['What did Quint, whose first name is Mara, paint?', fact('Mara Quint'), true],
    ['What did Quint paint?', fact('Mara Quint'), true],
    ['Who painted The Pier?', fact('Mara Quint'), false],
    ['What did Mara paint?', fact('Mara Quint'), true],
    ['Which university owns The Pier?', fact('University of Leith'), false],
    ['Which county lies beside Lincoln County?', fact('Washington County', 'Lincoln County'), false],
    ['What is the capital of the country?', fact('The capital'), true],
    ['Which city is it?', fact('—'), false],
  ])('%s', (question, triple, expected) => {
    expect(givesAway(question, triple)).toBe(expected);
  });
});
