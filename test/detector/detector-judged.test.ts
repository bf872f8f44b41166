/** A passage that is judged by sentences: from the answer to scores, labels and reports. */
import { expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { reportedSentences } from '../../src/report/reported-sentences.ts';
import { verdictText } from '../../src/report/verdict-text.ts';
import { rescoreVerdict } from '../../src/scoring/verdict.ts';
import { scriptedChat } from '../support/scripted-chat.ts';

const response = 'Ada Marlow was born in Leeds. She taught botany there. She liked it.';
const fact = (relation: string, tail: string, confidence: number, verdict = 'right') => ({
  ...{ head: 'Ada Marlow', relation, tail, verdict, instead: '', confidence },
});

async function evaluate(probabilities: number[], confidence = 90): Promise<PassageVerdict> {
  const chat = scriptedChat({
    'judge-facts': {
      sentences: [
        { number: 1, facts: [fact('was born in', 'Leeds', 95)], probability: probabilities[0] },
        { number: 2, facts: [fact('taught', 'botany', confidence)], probability: probabilities[1] },
        { number: 3, facts: [], probability: probabilities[2] },
      ],
    },
    'blind-answers': ({ messages }) => ({
      answers: [1, 2].map((number) => ({
        ...{ number, confidence: 90 },
        answers: [messages[1]?.content.includes(`${number}. (Ada Marlow; taught`) ? 'physics' : 'Leeds'],
      })),
    }),
    'mark-answers': { verdicts: [{ number: 1, verdict: 'excludes' }] },
  });
  const detector = createDetector(
    { preset: 'thorough', cache: { enabled: false }, embedder: { provider: 'lexical' } },
    { chat, env: {} },
  );
  return detector.evaluate({ id: 'marlow', prompt: 'Who was Ada?', response });
}

const odds = (score: number | null | undefined) => (score as number) / (1 - (score as number));

it('pools judgement and blind answers of facts, and the rating of their sentence', async () => {
  const { triples, sentences, score, label } = await evaluate([5, 40, 20]);
  // odds 19 and the root of 9; odds 9 and the root of 1/9
  expect(triples.map((one) => odds(one.score).toFixed(6))).toEqual(['57.000000', '3.000000']);
  expect(triples[1]?.evidence).toEqual([
    'the model itself calls it right, 90 %',
    'asked blindly, the model answers "physics" (90 % sure), not "botany"',
  ]);
  // odds 19 and the root of 9; odds 1.5 and the root of 1/9; the judge's 4 alone
  expect(sentences.map((one) => [odds(one.score).toFixed(6), one.source])).toEqual([
    ['57.000000', 'triples'],
    ['0.500000', 'triples'],
    ['4.000000', 'sentence'],
  ]);
  expect(odds(score)).toBeCloseTo(0.5, 9);
  expect(label).toBe('hallucinated');
});

it('calls a sentence wrong that the judge rates so, whatever its facts, and the passage with it', async () => {
  const verdict = await evaluate([5, 90, 97]);
  expect(verdict.triples.map(({ label }) => label)).toEqual(['factual', 'factual']);
  expect(verdict.sentences.map(({ label }) => label)).toEqual(['factual', 'hallucinated', 'hallucinated']);
  expect(verdict.label).toBe('hallucinated');
  expect(reportedSentences(verdict).map(({ state, because }) => [state, ...because])).toEqual([
    ['confirmed'],
    ['wrong', 'the model itself rates it wrong, 90 %'],
    ['wrong', 'the model itself rates it wrong, 97 %'],
  ]);
  expect(verdictText(verdict)).toContain('sentence “She taught botany there.” (1:31,');
});

it('scores a record of an older version, without ratings of sentences, by facts', async () => {
  const verdict = await evaluate([5, 90, 97], 60);
  const { config } = createDetector({ cache: { enabled: false } }, { env: {} });
  const { judgement, ...trace } = verdict.trace;
  const { sentences: _, ...older } = judgement as NonNullable<typeof judgement>;
  const scored = rescoreVerdict({ ...verdict, trace: { ...trace, judgement: older } }, config.scoring);
  expect(scored.sentences.map(({ source }) => source)).toEqual(['triples', 'triples', 'passage']);
  expect(scored.score).toBeCloseTo(Math.min(...scored.triples.map(({ score }) => score as number)), 12);
});

it('judges a passage without facts by the ratings of its sentences, and abstains without any', async () => {
  const verdictOf = (probability: number | string) => {
    const chat = scriptedChat({ 'judge-facts': { sentences: [{ number: 1, facts: [], probability }] } });
    const detector = createDetector(
      { preset: 'default', cache: { enabled: false }, embedder: { provider: 'lexical' } },
      { chat, env: {} },
    );
    return detector.evaluate({
      id: 'it',
      prompt: 'Is it so?',
      response: 'It surely is.',
      samples: ['It is not.'],
    });
  };
  const wrong = await verdictOf(95);
  expect([wrong.label, wrong.abstention, wrong.triples]).toEqual(['hallucinated', null, []]);
  expect(wrong.sentences).toMatchObject([{ label: 'hallucinated', source: 'sentence' }]);
  expect(rescoreVerdict(wrong, createDetector({ preset: 'default' }).config.scoring).score).toBe(wrong.score);
  expect(wrong.usage.requests).toBe(1);
  expect((await verdictOf('none')).abstention?.reason).toBe('no-triples');
});
