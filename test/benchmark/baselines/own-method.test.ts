import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaselineParts } from '../../../src/benchmark/baselines/baseline.ts';
import { isModulePath, loadOwnMethods } from '../../../src/benchmark/baselines/own-method.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { quint } from './baseline-service.ts';

async function methodsOf(code: string, name = 'mine.ts') {
  const file = path.join(await temporaryFolder(), name);
  await writeFile(file, code);
  return loadOwnMethods(file);
}

async function scoreOf(code: string) {
  const [method] = await methodsOf(code);
  return method?.score(quint({ claims: ['c'] }), {} as BaselineParts);
}

describe('loadOwnMethods', () => {
  it('takes functions and objects, by file, name or id', async () => {
    const methods = await methodsOf(`
      import type { OwnMethod } from 'hallugraph/benchmark';
      const longest: OwnMethod = ({ passage }) => passage.response.length;
      export default longest;
      export const shortest = async ({ passage }: { passage: { response: string } }) => -passage.response.length;
      export const other = { id: 'own-2', title: 'Another', threshold: 3, score: () => null };
      export const size = 3;
    `);
    expect(methods.map(({ id, title, threshold }) => [id, title, threshold]).sort()).toEqual([
      ['mine', 'mine (mine.ts)', undefined],
      ['own-2', 'Another', 3],
      ['shortest', 'shortest (mine.ts)', undefined],
    ]);
  });

  it('takes a number, null, or scores of sentences and claims', async () => {
    const none = { sentences: null, claims: null };
    expect(await scoreOf('export default () => 0.7')).toEqual({ passage: 0.7, ...none, reason: null });
    expect(await scoreOf('export default async () => null')).toEqual({
      passage: null,
      ...none,
      reason: 'no score',
    });
    expect(
      await scoreOf(
        'export default ({ sentences }) => ({ sentences: sentences.map(() => 1), claims: [null], trace: { a: 1 } })',
      ),
    ).toEqual({ passage: null, sentences: [1, 1, 1], claims: [null], reason: 'no score', trace: { a: 1 } });
  });

  it.each([
    ['export default () => "high"', 'method mine, passage "quint"'],
    ['export default () => ({ sentences: [1] })', 'expected 3 scores, not 1'],
    ['export default () => ({ risk: 1 })', 'risk'],
  ])('refuses what is no score: %s', async (code, message) => {
    await expect(scoreOf(code)).rejects.toThrow(message);
  });

  it.each([
    ['export const size = 3', 'expected a function'],
    ['export default (', 'mine.ts'],
  ])('refuses a module without a method: %s', async (code, message) => {
    await expect(methodsOf(code)).rejects.toThrow(message);
  });
});

it('isModulePath tells modules from ids', () => {
  expect(['./mine.ts', '../a/b.mjs', '/x/y.js', 'mine.ts'].map(isModulePath)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['semantic-entropy', 'all', 'rv-qg'].map(isModulePath)).toEqual([false, false, false]);
});
