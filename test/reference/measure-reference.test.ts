import { describe, expect, it } from 'vitest';
import type { ReferenceCheck } from '../../src/passage.ts';
import type { ReferenceChecker, ReferenceInput } from '../../src/reference/checker.ts';
import { measureReference } from '../../src/reference/measure-reference.ts';
import { triples } from '../support/records.ts';

/** Entails what it is asked, by the last reference, and keeps what it was asked. */
function yesChecker() {
  const asked: ReferenceInput[] = [];
  const checker: ReferenceChecker = {
    id: 'yes',
    async check(input): Promise<ReferenceCheck[]> {
      asked.push(input);
      const evidence = { reference: input.references.length - 1, span: { start: 0, end: 1 } };
      const check = { value: 1, reason: null, label: 'entailment', evidence } as const;
      return input.statements.map(({ text: note }) => ({ ...check, note }));
    },
  };
  return { checker, asked };
}

const response = 'Ann Lee sang. She slept.';
const input = (context?: string[]) => ({
  passage: { prompt: 'Who?', response, claims: ['Ann rested.'], ...(context && { context }) },
  sentences: [
    { start: 0, end: 13 },
    { start: 14, end: 24 },
  ],
  triples: triples('original', [['Ann Lee', 'sang in', 'Leeds']]),
});

describe('measureReference', () => {
  it('asks once for triples, sentences and claims, and counts references as the passage does', async () => {
    const { checker, asked } = yesChecker();
    const result = await measureReference(input(['One.', ' ', 'Two.']), {
      checker,
      settings: { sentences: true },
    });
    expect(asked.map(({ references, question }) => [question, references])).toEqual([
      ['Who?', ['One.', 'Two.']],
    ]);
    expect(asked[0]?.statements[0]?.triple?.id).toBe('original/1');
    const notes = [result.triples['original/1'], ...result.sentences, ...result.claims];
    expect(notes.map((check) => check?.note)).toEqual([
      'Ann Lee sang in Leeds',
      'Ann Lee sang.',
      'She slept.',
      'Ann rested.',
    ]);
    // The second of the references that are not blank is the third of the passage.
    expect(notes.map((check) => check?.evidence?.reference)).toEqual([2, 2, 2, 2]);
    expect(result.checker).toBe('yes');
  });

  it('checks no sentences where that is set, but the claims of the passage', async () => {
    const { checker, asked } = yesChecker();
    const result = await measureReference(input(['One.']), { checker, settings: { sentences: false } });
    expect(asked[0]?.statements).toHaveLength(2);
    expect([result.sentences, result.claims.map(({ note }) => note)]).toEqual([[], ['Ann rested.']]);
  });

  it.each([[undefined], [[]], [[' ']]])('asks nothing without a reference (%j)', async (context) => {
    const { checker, asked } = yesChecker();
    const result = await measureReference(input(context), { checker, settings: { sentences: true } });
    expect(asked).toEqual([]);
    const none = { value: null, reason: 'no-reference', label: null, evidence: null, note: null };
    expect(result.triples).toEqual({ 'original/1': none });
    expect(result.sentences).toEqual([none, none]);
    expect(result.claims).toEqual([none]);
  });
});
