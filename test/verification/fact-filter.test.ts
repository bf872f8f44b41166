import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import type { Segmentation } from '../../src/passage.ts';
import { filterByModel, otherFacts } from '../../src/verification/fact-filter.ts';
import { segmentation } from '../support/records.ts';
import { blockOf, type Script, scriptedChat } from '../support/scripted-chat.ts';
import { verificationInput } from '../support/verification.ts';

const BORN = ['Mara Quint', 'was born in', 'Leith'] as const;
const STUDIED = ['Mara Quint', 'studied in', 'Paris'] as const;
const DIED = ['Mara Quint', 'died in', '1960'] as const;
const { original, samples } = verificationInput(
  [BORN, STUDIED, DIED],
  [
    [BORN, DIED],
    [['the Mara Quint', 'was born in', 'LEITH'], STUDIED],
  ],
);
const { triples } = original;
const silent: Segmentation = { ...segmentation('sample-3', []), outcome: 'no-triples' };

describe('filterByModel', () => {
  const verdict = (supported: unknown) => ({ verdicts: [{ number: 1, supported }] });

  async function filter(answer: Script[string], given: readonly Segmentation[] = samples) {
    const judge = scriptedChat({ 'fact-filter': answer });
    const prompts = await loadPrompts();
    const ids = await filterByModel({ triples, samples: given, judge, prompts });
    return { ids: [...ids], judge };
  }

  it('asks once a pair and keeps what all samples support', async () => {
    // Pairs go sample by sample: the fifth is the second triple against the second sample.
    const { ids, judge } = await filter((_, call) => verdict(call !== 4));
    expect(ids).toEqual(['original/1', 'original/3']);
    expect(judge.requests).toHaveLength(6);
    expect(blockOf(judge.requests[0] as never, 'facts')).toBe('1. (Mara Quint; was born in; Leith)');
    expect(blockOf(judge.requests[0] as never, 'sample')).toBe(
      '1. (Mara Quint; was born in; Leith)\n2. (Mara Quint; died in; 1960)',
    );
  });

  it('takes one missing judgement for not supported, and leaves out a sample without any', async () => {
    const isOf = (request: ChatRequest, words: string) => blockOf(request, 'facts').includes(words);
    const oneMissing = (request: ChatRequest) => (isOf(request, '1960') ? 'Hm.' : verdict(true));
    expect((await filter(oneMissing)).ids).toEqual(['original/1', 'original/2']);
    const firstSilent = (request: ChatRequest) =>
      blockOf(request, 'sample').includes('studied') ? verdict(!isOf(request, 'born')) : 'Hm.';
    expect((await filter(firstSilent)).ids).toEqual(['original/2', 'original/3']);
    expect((await filter('Hm.')).ids).toEqual([]);
  });

  it('asks nothing where no sample has triples', async () => {
    const { ids, judge } = await filter('Hm.', [silent]);
    expect([ids, judge.requests]).toEqual([[], []]);
  });
});

describe('otherFacts', () => {
  it('leaves out the triple itself and what did not pass, nothing else', () => {
    const { original } = verificationInput(
      [BORN, ['mara quint', 'loved', 'Leith'], ['Ann Lee', 'was born in', 'Ayr'], DIED],
      [],
    );
    const filter = new Set(['original/1', 'original/2', 'original/3']);
    const facts = otherFacts(original.triples[0] as never, { filter, triples: original.triples });
    expect(facts.map(({ id }) => id)).toEqual(['original/2', 'original/3']);
  });
});
