import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import type { Passage } from '../../src/passage.ts';
import { selectPassages } from '../../src/run/input.ts';
import { withOtherResponses } from '../../src/run/other-responses.ts';

const item = (id: string, prompt: string, changes: Partial<Passage> = {}) => ({
  passage: { id, prompt, response: `Answer ${id}.`, ...changes },
  label: 'factual' as const,
});
const samplesOf = (items: readonly { passage: Passage }[]) => items.map(({ passage }) => passage.samples);

describe('withOtherResponses', () => {
  it('takes all other responses to the same prompt, in order', () => {
    const items = [item('a', 'Who?'), item('b', 'Where?'), item('c', 'Who?'), item('d', 'Who?')];
    const sampled = withOtherResponses(items);
    expect(samplesOf(sampled)).toEqual([
      ['Answer c.', 'Answer d.'],
      undefined,
      ['Answer a.', 'Answer d.'],
      ['Answer a.', 'Answer c.'],
    ]);
    expect(sampled[1]).toBe(items[1]);
    expect(sampled[0]).toMatchObject({ label: 'factual', passage: { id: 'a', response: 'Answer a.' } });
  });

  it('keeps own samples, and pairs nothing by a blank prompt', () => {
    const items = [
      item('a', 'Who?', { samples: ['Mine.'] }),
      item('b', 'Who?'),
      ...[item('c', ' '), item('d', ' ')],
    ];
    expect(samplesOf(withOtherResponses(items))).toEqual([['Mine.'], ['Answer a.'], undefined, undefined]);
  });

  it('takes none from, and gives none to, a passage without a response', () => {
    const items = [item('a', 'Who?', { response: undefined }), item('b', 'Who?'), item('c', 'Who?')];
    expect(samplesOf(withOtherResponses(items))).toEqual([undefined, ['Answer c.'], ['Answer b.']]);
  });

  it('refuses passages of which no two answer one prompt', () => {
    expect(() => withOtherResponses([item('a', 'Who?'), item('b', 'Where?')])).toThrow(InputError);
  });
});

describe('a selection with samples from others', () => {
  it('takes them from the whole input, whatever part of it is selected', () => {
    const items = [item('a', 'Who?'), item('b', 'Who?')];
    const selected = selectPassages(items, { samplesFrom: 'others', filter: 'a', limit: 1 });
    expect(samplesOf(selected)).toEqual([['Answer b.']]);
    expect(samplesOf(selectPassages(items, { filter: 'a', limit: 1 }))).toEqual([undefined]);
  });
});
