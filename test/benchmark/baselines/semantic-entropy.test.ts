import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clusterEntropy } from '../../../src/benchmark/baselines/answer-clusters.ts';
import {
  ANSWERS,
  QUESTIONS,
  SEMANTIC_ENTROPY_BASELINE,
} from '../../../src/benchmark/baselines/semantic-entropy.ts';
import { mean } from '../../../src/statistics/summary.ts';
import { quint, type ServiceScript, startService, verdicts } from './baseline-service.ts';

const answers = (...texts: string[]) => texts.map((answer) => JSON.stringify({ answer }));

/** Six questions a fact; only to the first question of the fact with 1912 do the answers differ. */
const script: ServiceScript = {
  'fact-questions': ({ block }) => ({
    questions: Array.from({ length: QUESTIONS }, (_, index) => ({
      question: `Question ${index + 1} on ${block('fact')}`,
      answer: index === 0 ? 1912 : 'Leith',
    })),
  }),
  'subquestion-answer': ({ block }) => {
    const isFirst = block('question').startsWith('Question 1 ');
    if (!isFirst) return answers('Leith', 'leith', 'Leith.');
    return block('question').includes('1912')
      ? answers('1907', '1912', 'in 1912')
      : answers('1912', '1912', '1912');
  },
  // 1912, 1907, in 1912
  'same-meaning': () => verdicts('equals', [1, 2, 1]),
};

describe('semantic entropy', () => {
  it('scores given sentences and claims as facts by the mean entropy over their questions', async () => {
    const service = await startService(script);
    const { sentences } = quint();
    const input = quint({ sentences: [...sentences], claims: ['Mara Quint left in 1912.'] });
    const scores = await SEMANTIC_ENTROPY_BASELINE.score(input, service.parts);
    // Clusters [0, 1, 0, 0] for the first of six questions, one cluster for the others.
    const risk = 0.5623351446188083 / 6;
    expect(scores.sentences).toEqual([0, expect.closeTo(risk, 12), 0]);
    expect(scores.claims).toEqual([expect.closeTo(risk, 12)]);
    expect(scores.passage).toBeCloseTo(risk / 3, 12);
    expect(scores.trace).toMatchObject({
      facts: [
        {},
        {
          fact: 'She moved to Oban in 1912.',
          questions: [
            { expected: '1912', answers: ['1907', '1912', 'in 1912'], clusters: [0, 1, 0, 0] },
            { clusters: [0, 0, 0, 0], entropy: 0 },
            {},
            {},
            {},
            {},
          ],
        },
        {},
        {},
      ],
    });

    const drawn = service.asked('subquestion-answer');
    const [first] = drawn.filter(({ block }) => block('question').includes('She moved to Oban'));
    expect([first?.block('request'), first?.block('before')]).toEqual([
      input.passage.prompt,
      'Mara Quint was a painter born in Leith.',
    ]);
    expect(service.asked('fact-questions').map(({ block }) => block('before'))[0]).toBe('(nothing yet)');
    expect(service.asked('same-meaning')[0]?.block('request')).toBe(input.passage.prompt);
    expect(drawn).toHaveLength(4 * QUESTIONS);
    expect(
      drawn.every(({ model, body }) => model === 'generator' && body.n === ANSWERS && body.temperature === 1),
    ).toBe(true);
    expect(new Set(drawn.map(({ body }) => body.seed)).size).toBe(4 * QUESTIONS);
    expect(service.asked('fact-questions').every(({ model }) => model === 'analyst')).toBe(true);
    // Of four facts each: its questions, an answer to each of six, and for two of them the clusters.
    expect(service.count()).toBe(4 * (1 + QUESTIONS) + 2);
  });

  it('breaks a passage without sentences and claims of its own into facts, and scores the passage alone', async () => {
    const service = await startService({
      ...script,
      'response-facts': () => ({ facts: ['Mara Quint left in 1912.', 'Mara Quint came back in 1912.'] }),
    });
    const scores = await SEMANTIC_ENTROPY_BASELINE.score(quint(), service.parts);
    expect(scores).toMatchObject({ sentences: null, claims: null, reason: null });
    expect(scores.passage).toBeCloseTo(0.5623351446188083 / 6, 12);
    expect(service.count()).toBe(1 + 2 * (1 + QUESTIONS + 1));
  });

  it('keeps what can be scored where questions, answers or clusters fail', async () => {
    const service = await startService({
      'fact-questions': ({ block }) =>
        block('fact') === 'b'
          ? { questions: [] }
          : {
              questions: [
                { question: `same`, answer: 'Leith' },
                { question: `of ${block('fact')}`, answer: 'Leith' },
              ],
            },
      'subquestion-answer': ({ block }) =>
        block('question') === 'same' ? answers('Oban', 'Leith', 'Leith') : ['no', 'idea', 'at all'],
      'same-meaning': ({ call }) => (call === 0 ? verdicts('equals', [1, 2]) : 'alike'),
    });
    const { sentences } = quint();
    const input = { ...quint({ claims: ['a', 'b'] }), sentences };
    const scores = await SEMANTIC_ENTROPY_BASELINE.score(input, service.parts);
    expect(scores.claims).toEqual([expect.closeTo(0.5623351446188083, 12), null]);
    expect(scores.trace).toMatchObject({
      facts: [
        {
          reason: null,
          questions: [{ clusters: [0, 1, 0, 0] }, { answers: [], clusters: null, entropy: null }],
        },
        { reason: 'no-question', questions: [] },
      ],
    });

    const again = await SEMANTIC_ENTROPY_BASELINE.score(quint({ claims: ['c'] }), service.parts);
    expect(again).toMatchObject({ passage: null, claims: [null], reason: 'unparsable' });
  });

  it('takes answers that know nothing, and refusals, for the greatest entropy', async () => {
    const service = await startService({
      'fact-questions': ({ block }) => ({ questions: [{ question: block('fact'), answer: 'Leith' }] }),
      'subquestion-answer': ({ block }) => {
        if (block('question') === 'all') return answers('unknown', 'unknown', 'unknown');
        return block('question') === 'half'
          ? answers('unknown', 'Leith', 'That is not available.')
          : answers('Leith', 'unknown', 'Leith');
      },
      'same-meaning': () => verdicts('equals', [1, 2]),
    });
    const input = quint({ claims: ['all', 'half', 'one'] });
    const { claims, trace } = await SEMANTIC_ENTROPY_BASELINE.score(input, service.parts);
    expect(claims).toEqual([
      expect.closeTo(Math.log(4), 12),
      expect.closeTo(Math.log(4), 12),
      expect.closeTo(0.5623351446188083, 12),
    ]);
    expect(trace).toMatchObject({ facts: [{ questions: [{ unanswerable: true, clusters: null }] }, {}, {}] });
    // only answers that differ without knowing nothing are grouped
    expect(service.asked('same-meaning')).toHaveLength(1);
  });

  it('keeps two questions of equal words apart', async () => {
    const service = await startService({
      'fact-questions': () => ({
        questions: [
          { question: 'same', answer: 'Leith' },
          { question: 'same', answer: 'Leith' },
        ],
      }),
      'subquestion-answer': ({ call }) =>
        call === 0 ? answers('Leith', 'Leith', 'Leith') : answers('Oban', 'Oban', 'Oban'),
      'same-meaning': () => verdicts('equals', [1, 2]),
    });
    const scores = await SEMANTIC_ENTROPY_BASELINE.score(quint({ claims: ['c'] }), service.parts);
    // Clusters [0, 0, 0, 0] and [0, 1, 1, 1].
    expect(scores.claims).toEqual([expect.closeTo(0.5623351446188083 / 2, 12)]);
  });

  it('has no score where there are no facts', async () => {
    const service = await startService({ 'response-facts': () => ({ facts: [] }) });
    expect(await SEMANTIC_ENTROPY_BASELINE.score(quint(), service.parts)).toMatchObject({
      passage: null,
      reason: 'no-facts',
    });
  });
});

const records = '../shared/data/phd/semantic_entropy_records.json';
describe.skipIf(!existsSync(records))(`a published run (needs ${records})`, () => {
  interface Run {
    facts: string[];
    triples_score: number[];
    propositions: Record<
      string,
      Record<string, { equiv_response: number[]; uncertainty: number; answers: string[] }>
    >;
  }

  it('has as many questions and answers, and its entropies follow from its clusters', () => {
    const runs: Run[] = JSON.parse(readFileSync(records, 'utf8'));
    let questions = 0;
    for (const { propositions, triples_score: recorded } of runs) {
      const risks = Object.values(propositions).map((proposition) => {
        const own = Object.values(proposition);
        expect(own).toHaveLength(QUESTIONS);
        for (const { equiv_response: clusters, uncertainty, answers: drawn } of own) {
          expect([drawn.length, clusters.length]).toEqual([ANSWERS, ANSWERS + 1]);
          expect(clusterEntropy(clusters)).toBeCloseTo(uncertainty, 9);
          questions++;
        }
        return mean(own.map(({ equiv_response }) => clusterEntropy(equiv_response))) as number;
      });
      expect(risks).toHaveLength(recorded.length);
      for (const [index, risk] of risks.entries()) expect(risk).toBeCloseTo(recorded[index] as number, 9);
    }
    expect(questions).toBe(6324);
  });
});
