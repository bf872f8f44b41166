/** Texts, ids, groups and answers made of the names that every object has: they are words like others. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../src/detector/create-detector.ts';
import { nliClasses } from '../src/models/transformers/transformers-nli.ts';
import type { PassageVerdict } from '../src/passage.ts';
import { lexicalVector } from '../src/english/lexical/lexical-embedder.ts';
import { extractTriples } from '../src/local/extract/extract-triples.ts';
import { parseTriples } from '../src/triples/parse-triples.ts';
import { verdictList } from '../src/verification/verdict-list.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { run } from './cli/test-host.ts';
import { brooke } from './support/brooke.ts';
import { serveOpenAi } from './support/serve-openai.ts';
import { simulate } from './support/simulated-model.ts';

const NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then', 'name', 'length'];

const passages = NAMES.flatMap((name) => [
  { id: name, prompt: name, response: name, samples: [name, name], context: [name] },
  {
    id: `${name} in sentences`,
    prompt: `Who was ${name}?`,
    response: `${name} Lee was the ${name} of three ${name}. In May 1912, ${name} Lee (born ${name}) moved to ${name}.`,
    samples: [
      `${name} Lee was a ${name}. She moved to ${name} in 1913.`,
      `5 ${name}. ${name} Lee moved to Leeds in May 1912.`,
    ],
    context: [`${name} Lee was the ${name} of 3 ${name}. She moved to Leeds in May 1912.`],
  },
]);

async function inputFile(rows: readonly unknown[]) {
  const cwd = await temporaryFolder();
  await writeFile(path.join(cwd, 'in.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  return cwd;
}

const json = async (args: readonly string[], rows: readonly unknown[] = passages) => {
  const outcome = await run([...args, '-f', 'json'], { cwd: await inputFile(rows), createDetector });
  expect(outcome).toMatchObject({ status: 0 });
  return JSON.parse(outcome.stdout);
};
const ids = (verdicts: readonly PassageVerdict[]) => verdicts.map(({ passage }) => passage.id);

describe('names that every object has', () => {
  it.each([
    ['evaluate', ['evaluate', 'in.jsonl', '--preset', 'local']],
    ['check', ['check', 'in.jsonl']],
  ])('%s judges passages made of them', async (_, args) => {
    const { passages: verdicts } = await json(args);
    expect(ids(verdicts)).toEqual(passages.map(({ id }) => id));
    const judged = (verdicts as PassageVerdict[]).filter(({ passage }) => / in sentences$/.test(passage.id));
    for (const { triples, score } of judged) {
      expect(triples.length).toBeGreaterThan(0);
      expect(score).toBeGreaterThan(0);
    }
  });

  it.each(['local', 'check'])('correct puts passages made of them right under %s', async (preset) => {
    const { summary } = await json(['correct', 'in.jsonl', '--preset', preset, '--replace', 'text']);
    expect(summary.verdicts.passages).toBe(passages.length);
  });

  it('bench measures a data set whose groups, ids and texts are made of them, beside recorded methods', async () => {
    const labelled = passages.map(({ context: _, ...passage }, index) => ({
      ...passage,
      label: index % 4 < 2 ? 'factual' : 'non-factual',
      group: NAMES[index % NAMES.length],
    }));
    const recorded = ['constructor', '__proto__'].flatMap((method) =>
      labelled.map(({ id }, index) => ({ method, id, score: index })),
    );
    const cwd = await inputFile(labelled);
    await writeFile(path.join(cwd, 'recorded.jsonl'), recorded.map((row) => JSON.stringify(row)).join('\n'));
    const args = ['bench', 'jsonl', '--data', 'in.jsonl', '--preset', 'local', '-f', 'json'];
    const { status, stdout } = await run([...args, '--scores', 'recorded.jsonl'], { cwd, createDetector });
    expect(status).toBe(0);
    const { methods } = JSON.parse(stdout);
    expect(Object.keys(methods)).toEqual(expect.arrayContaining(['hallugraph', 'constructor', '__proto__']));
    expect(Object.entries(methods).find(([name]) => name === '__proto__')?.[1]).toEqual(methods.constructor);
  });

  it('a model asked about facts made of them is understood', async () => {
    const rename = (text: string) =>
      text.replaceAll('Rupert Brooke', 'constructor __proto__').replaceAll('Rugby', 'toString');
    const server = await serveOpenAi({
      handler: simulate({
        facts: brooke.model.facts.map(
          ([head, relation, tail]) => [rename(head), relation, rename(tail)] as const,
        ),
        texts: brooke.model.texts.map(rename),
        triples: new Map(
          [...brooke.model.triples].map(([text, facts]) => [
            rename(text),
            facts.map(([head, relation, tail]) => [rename(head), relation, rename(tail)] as const),
          ]),
        ),
        distractors: ['valueOf', 'hasOwnProperty', 'isPrototypeOf'],
      }),
    });
    const detector = createDetector({ cache: { enabled: false }, sampling: { n: 3 } }, { env: server.env });
    const response = rename(brooke.passage.response);
    const { triples } = await detector.evaluate({ id: '__proto__', prompt: 'constructor', response });
    expect(triples.map(({ label }) => label)).toEqual(['factual', 'factual', 'factual', 'hallucinated']);
  });

  it('as words between others have a vector, numbers and triples', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(...NAMES, 'three', 'million', 'U.S.', '5', 'May', 'was', 'Ann', '(', ')', '.'),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (words) => {
          const text = words.join(' ');
          const length = Math.hypot(...lexicalVector(text));
          expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
          for (const { head, tail } of extractTriples({ id: 'original', text }, text).triples)
            expect([typeof head, typeof tail]).toEqual(['string', 'string']);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });

  it('are read from the answers of models as text, and as keys they are none of those asked for', () => {
    for (const name of NAMES) {
      expect(parseTriples(`(${name}, ${name}, ${name} 2)`, name).triples).toEqual([
        { head: name, relation: name, tail: `${name} 2` },
      ]);
      const verdicts = `{"${name}": 1, "verdicts": [{"number": 1, "${name}": true, "same": true}, {"number": "${name}", "same": true}]}`;
      expect(verdictList('same', 2)(verdicts)).toEqual([true, null]);
      expect(() => nliClasses({ 0: name, 1: 'neutral', 2: 'entailment' }, 'some/model')).toThrow(name);
    }
  });
});
