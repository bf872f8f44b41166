import { describe, expect, it } from 'vitest';
import { InputError } from '../src/errors.ts';
import { factual, provider } from '../src/promptfoo.ts';

const prompt = 'Write a brief Wikipedia for Rupert Brooke';
const samples = [
  'Rupert Brooke was an English poet who was born in Rugby in 1887. He died in 1915.',
  'The English poet Rupert Brooke, born in Rugby, died in 1915.',
  'Rupert Brooke was an English poet. He died in 1915 on the way to Gallipoli.',
];
const WRONG = 'Rupert Brooke was an English poet. He was born in Rugby. He died in 1921.';

describe('the assertion for promptfoo', () => {
  it('grades an output by the samples of a test, with a result for each fact', async () => {
    const right = await factual(WRONG.replace('1921', '1915'), { prompt, vars: { samples } });
    expect(right).toMatchObject({ pass: true, reason: 'no error found' });
    const wrong = await factual(WRONG, { prompt, vars: { samples: JSON.stringify(samples) } });
    expect(wrong.pass).toBe(false);
    expect(wrong.score).toBeLessThan(right.score);
    expect(wrong.reason).toContain('contradicted by all 3 samples: they give "1915", not "1921"');
    expect(wrong.componentResults?.map(({ pass }) => pass)).toEqual([true, true, false]);
  });

  it('takes what the assertion says before what the test says, and reference texts', async () => {
    const config = { context: 'Ada Lovelace was born in London in 1815.' };
    const vars = { context: 'Ada Lovelace was born in Paris in 1815.' };
    const output = 'Ada Lovelace was born in Paris in 1815.';
    expect((await factual(output, { prompt, vars })).pass).toBe(true);
    expect((await factual(output, { prompt, vars, config })).pass).toBe(false);
  });

  it.each([
    [{}, 'give samples or context'],
    [{ vars: { samples: [1] } }, 'samples: expected a text or a list of texts'],
    [{ config: { context: {} } }, 'context: expected a text or a list of texts'],
  ])('refuses %j', async (context, message) => {
    await expect(factual('It is.', context)).rejects.toThrow(message);
    await expect(factual('It is.', context)).rejects.toThrow(InputError);
  });
});

it('is a provider, whose answers are judged', async () => {
  const nobody = new provider({ id: 'x', config: { preset: 'local', basePath: '/work' } });
  expect(nobody.id()).toBe('x');
  const { error } = await nobody.callApi('Who?');
  expect(error).toContain('no model may be asked for it');
  await nobody.cleanup();
});
