import { expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { withBlindAnswers } from '../../src/verification/blind-verifier.ts';
import { statements, verification } from '../support/records.ts';
import { scriptedChat } from '../support/scripted-chat.ts';
import { verificationInput } from '../support/verification.ts';

const INPUT = verificationInput(
  [
    ['Ada Marlow', 'was born in', 'Leeds'],
    ['Ada Marlow', 'died in', '1913'],
    ['Ada Marlow', 'wrote', 'Mosses'],
    ['Ada Marlow', 'met', 'Ove Brandt'],
  ],
  [],
);
const rows = INPUT.original.triples.map(({ id }, index) =>
  verification(id, index === 1 ? { statements: statements('repeats', 'repeats') } : {}),
);

it('adds the blind answers about each fact to its row', async () => {
  const answers = ['Leeds', 'unknown', 'wrong premise', 'unknown'].map((answer, index) => ({
    ...{ number: index + 1, answers: [answer], confidence: 80 },
  }));
  const model = scriptedChat({ 'blind-answers': { answers } });
  const verifier = withBlindAnswers(
    { id: 'inner', verify: async () => rows },
    {
      ...{ generator: model, judge: { model, prompts: await loadPrompts() } },
      ...{ draws: 1, temperature: 1, size: 25 },
    },
  );
  const verified = await verifier.verify(INPUT);
  expect(verified.map(({ answered, ...row }) => row)).toEqual(rows);
  expect(verified.map(({ answered }) => [answered?.value?.toFixed(6), answered?.reason])).toEqual([
    ['0.800000', null],
    [undefined, 'abstained'],
    ['0.200000', null],
    [undefined, 'abstained'],
  ]);
});
