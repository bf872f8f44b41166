import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { numbered, type PromptValue, render } from '../../src/models/prompt.ts';
import { HOSTILE, outsideBlocks } from '../support/hostile.ts';

const prompt = (await loadPrompts()).get('segment');
const userOf = (blocks: readonly string[]) =>
  render(prompt, { question: 'Who?', responses: { blocks } })[1]?.content ?? '';

describe('several texts in one prompt', () => {
  it('gives each a numbered block of its own, with its lines as they are', () => {
    const user = userOf(['one\n\n  two', 'three']);
    const [, nonce] = /<responses-1-([0-9a-f]{12})>/.exec(user) ?? [];
    expect(user).toContain(
      `<responses-1-${nonce}>\none\n\n  two\n</responses-1-${nonce}>\n\n<responses-2-${nonce}>\nthree\n</responses-2-${nonce}>`,
    );
    expect(user).toContain(`<question-${nonce}>`);
  });

  it('says so where there is none', () => {
    expect(userOf([])).toMatch(/<responses-[0-9a-f]{12}>\n\(none\)\n/);
  });
});

describe('every prompt', async () => {
  const prompts = (await loadPrompts()).all;
  const forms: [string, (text: string) => PromptValue][] = [
    ['a text', (text) => text],
    ['a list', (text) => [text, text]],
    ['several texts', (text) => ({ blocks: [text, text] })],
  ];
  it.each(prompts.map((one) => [one.name, one] as const))('%s keeps every text in its block', (_, one) => {
    for (const [, inForm] of forms) {
      const outside = (text: string) => {
        const values = one.variables.map((name) => [name, inForm(text)]);
        const [system, user] = render(one, Object.fromEntries(values));
        return [system?.content, outsideBlocks(user?.content ?? '')];
      };
      const plain = outside('Q');
      for (const attack of HOSTILE) expect(outside(attack)).toEqual(plain);
    }
  });
});

describe('numbered', () => {
  it('keeps each item on its line', () => {
    expect(numbered(['a\n2. b', ' c\u2028d '])).toBe('1. a 2. b\n2. c d');
    expect(numbered([])).toBe('(none)');
  });
});
