import { expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import type { FactJudgement, SampleStatement, TripleVerification } from '../../src/passage.ts';
import { withBlindAnswers } from '../../src/verification/blind-verifier.ts';
import { noResult } from '../../src/verification/task-result.ts';
import { weights } from '../support/scoring.ts';
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
const judged = (...values: (number | null)[]): FactJudgement[] =>
  values.map((value, index) => ({
    ...{ tripleId: `original/${index + 1}`, verdict: 'right', instead: null, draws: [], value, reason: null },
  }));
const repeats: SampleStatement = {
  ...{ responseId: 'sample-1', says: 'repeats', coverage: null, kind: null },
  ...{ value: null, instead: null, quote: null, likeness: null },
};
const disabled = noResult('disabled');
const rows = INPUT.original.triples.map(
  ({ id }, index): TripleVerification => ({
    ...{ tripleId: id, inFactFilter: false, head: disabled, relation: disabled, tail: disabled },
    ...(index === 1 && { statements: [repeats, repeats, repeats] }),
  }),
);

async function verify(facts: FactJudgement[], ask: 'all' | 'undecided', carriers = 2) {
  const answers = [1, 2, 3, 4].map((number) => ({ number, answers: ['unknown'], confidence: 50 }));
  const model = scriptedChat({ 'blind-answers': { answers } });
  const verifier = withBlindAnswers(
    { id: 'inner', verify: async () => rows },
    {
      ...{ generator: model, judge: { model, prompts: await loadPrompts() } },
      ...{ draws: 1, temperature: 1, size: 25 },
      further: { ask, decided: 0.9, carriers },
      pooling: { weights: weights({ judged: 1, stated: 1, answered: 0.5 }), prior: 0 },
    },
  );
  const judgement = { judge: 'judge', whole: { value: null, reason: null }, facts };
  const verified = await verifier.verify({ ...INPUT, judgement });
  return verified.map(({ askedFor = null, answered }) => [askedFor, answered?.reason]);
}

it('asks about what judge and samples leave open, adds to each row, and says of the others that they are decided', async () => {
  // the second is .8 by the judge and (3 + ¼) / 3½ by the samples
  const asked = await verify(judged(0.05, 0.8, null, 0.97), 'undecided');
  expect(asked[2]).toEqual(['undecided', 'abstained']);
  const others = asked.toSpliced(2, 1).map((one) => one.join());
  expect(others.toSorted()).toEqual([',decided', ',decided', 'control,abstained']);
});

it('asks about those that carry the verdict, and about all where that is wanted', async () => {
  const asked = await verify(judged(0.92, 0.95, 0.93, 0.97), 'undecided', 1);
  expect(asked[0]).toEqual(['carries-verdict', 'abstained']);
  expect(asked.filter(([reason]) => reason === 'control')).toHaveLength(1);
  expect((await verify(judged(0.01, 0.9, 0.9, 0.9), 'all')).map(([reason]) => reason)).toEqual(
    Array(4).fill('all'),
  );
});
