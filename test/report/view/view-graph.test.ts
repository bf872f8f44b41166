import { expect, it } from 'vitest';
import type { Identity, Segmentation } from '../../../src/passage.ts';
import { viewGraph } from '../../../src/report/view/view-graph.ts';
import { verdictOf } from '../../support/verdicts.ts';

const group = (id: string, ...texts: string[]) => ({
  id,
  label: texts[0] as string,
  mentions: texts.map((text) => ({ text, count: 1, mergedBy: 'first' as const, similarity: null })),
});
const IDENTITY: Identity = {
  entities: [
    group('e1', 'Ann Lee', 'Lee'),
    group('e2', 'Leeds'),
    group('e3', 'York'),
    group('e4', 'Mars'),
    group('e5', 'Venus'),
  ],
  relations: [group('r1', 'was born in'), group('r2', 'orbits')],
};

function sample(number: number, ...facts: [string, string, string][]): Segmentation {
  const responseId = `sample-${number}`;
  const triples = facts.map(([head, relation, tail], index) => ({
    ...{ id: `${responseId}/${index + 1}`, responseId, head, relation, tail, span: null },
  }));
  return { responseId, outcome: 'ok', detail: null, triples, rejected: [] };
}

const verdict = verdictOf(
  { id: 'ann', prompt: '', response: 'Ann Lee was born in Leeds.' },
  [{ fact: ['Ann Lee', 'was born in', 'Leeds'] }],
  {
    identity: IDENTITY,
    segmentations: [
      sample(1, ['Lee', 'was born in', 'Leeds'], ['Lee', 'was born in', 'York']),
      sample(2, ['Ann Lee', 'was born in', 'York'], ['Mars', 'orbits', 'Venus']),
    ],
  },
);

it('merges what is the same, and leaves out what does not touch the response', () => {
  const graph = viewGraph(verdict);
  expect(graph?.nodes.map(({ label, own }) => [label, own])).toEqual([
    ['Ann Lee', true],
    ['Leeds', true],
    ['York', false],
  ]);
  expect(graph?.edges).toEqual([
    { from: 0, to: 1, label: 'was born in', fact: 0, samples: 1 },
    { from: 0, to: 2, label: 'was born in', fact: null, samples: 2 },
  ]);
  expect(graph?.omitted).toBe(0);
});

it('has places in the square, the same every time', () => {
  const graph = viewGraph(verdict);
  expect(viewGraph(verdict)).toEqual(graph);
  for (const { x, y } of graph?.nodes ?? []) {
    for (const place of [x, y]) expect(Number.isInteger(place) && place >= 0 && place <= 1000).toBe(true);
  }
});

it('keeps the entities of the response where there are too many of the samples', () => {
  const others = Array.from({ length: 80 }, (_, index) => `Place ${index}`);
  const crowded = verdictOf(verdict.passage, [{ fact: ['Ann Lee', 'was born in', 'Leeds'] }], {
    identity: {
      ...IDENTITY,
      entities: [...IDENTITY.entities, ...others.map((name, index) => group(`p${index}`, name))],
    },
    segmentations: [
      sample(1, ...others.map((name): [string, string, string] => ['Ann Lee', 'was born in', name])),
    ],
  });
  const graph = viewGraph(crowded);
  expect(graph?.nodes).toHaveLength(40);
  expect(graph?.omitted).toBe(42);
  expect(graph?.nodes.slice(0, 2).map(({ label }) => label)).toEqual(['Ann Lee', 'Leeds']);
});

it('keeps all entities of a response that has many', () => {
  const facts = Array.from({ length: 60 }, (_, index): [string, string, string] => [
    'Ann Lee',
    'saw',
    `Place ${index}`,
  ]);
  const graph = viewGraph(
    verdictOf(
      verdict.passage,
      facts.map((fact) => ({ fact })),
    ),
  );
  expect(graph?.nodes).toHaveLength(61);
  expect(graph?.omitted).toBe(0);
});

it('is none without facts', () => {
  expect(viewGraph(verdictOf(verdict.passage, []))).toBeNull();
});
