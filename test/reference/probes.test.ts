import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import type { ReferenceCheck, ReferenceLabel } from '../../src/passage.ts';
import type { ReferenceInput } from '../../src/reference/checker.ts';
import { maskTriple, probeKnowledge, probeMasked } from '../../src/reference/probes.ts';
import { triples } from '../support/records.ts';
import { blockOf, scriptedChat } from '../support/scripted-chat.ts';

const prompts = await loadPrompts();

const FACTS = triples('original', [
  ['Ann Lee', 'was born in', 'Leith'],
  ['Ann Lee', 'sang in', 'York'],
  ['Bo Day', 'slept in', 'Leeds'],
]);

describe('the knowledge probe', () => {
  it('asks for facts in groups, and reads yes, no and unsure', async () => {
    const model = scriptedChat({
      'knowledge-probe': (request) => ({
        answers: blockOf(request, 'facts')
          .split('\n')
          .map((line, index) => ({
            number: index + 1,
            answer: line.includes('Leith') ? 'Yes.' : line.includes('York') ? 'unsure' : 'no',
          })),
      }),
    });
    const probes = await probeKnowledge(FACTS, { model, prompts, groupSize: 2 });
    expect(probes.map(({ value }) => value)).toEqual(['yes', 'unsure', 'no']);
    expect(model.requests).toHaveLength(2);
    expect(model.requests.every(({ temperature, n }) => temperature === 0 && n === 1)).toBe(true);
  });

  it('keeps why there is no answer', async () => {
    const answers = [
      { number: 1, answer: 'perhaps' },
      { number: 2, answer: 'yes' },
    ];
    const model = scriptedChat({ 'knowledge-probe': { answers } });
    expect(await probeKnowledge(FACTS.slice(0, 2), { model, prompts, groupSize: 5 })).toEqual([
      { value: null, reason: 'unparsable' },
      { value: 'yes', reason: null },
    ]);
  });
});

describe('the mask', () => {
  it('strikes out the words of subject and object, whatever their ending, and no others', () => {
    const [born] = FACTS as [(typeof FACTS)[number]];
    expect(maskTriple('In 1901 Ann Lee was born near Leith, by the sea.', born)).toBe(
      'In 1901 #### was born near ####, by the sea.',
    );
    expect(maskTriple('Nothing of the kind.', born)).toBe('Nothing of the kind.');
    // what the question says is shown anyway
    expect(maskTriple('Ann Lee was born near Leith.', born, 'Where was Ann Lee born?')).toBe(
      'Ann Lee was born near ####.',
    );
  });

  it('tells a checker that reads from one that knows', async () => {
    const says = (label: (references: readonly string[]) => ReferenceLabel | null) => ({
      id: 'test',
      async check({ statements, references }: ReferenceInput) {
        return statements.map((): ReferenceCheck => {
          const own = label(references);
          const known = { evidence: null, note: null };
          if (own === null) return { value: null, reason: 'refused', label: own, ...known };
          return { value: own === 'entailment' ? 1 : 0, reason: null, label: own, ...known };
        });
      },
    });
    const input = { question: '', references: ['Ann Lee was born in Leith.'] };
    const probe = async (checker: ReturnType<typeof says>) =>
      (await probeMasked(FACTS.slice(0, 1), { ...input, checker }))[0];
    const reader = says(([text = '']) => (text.includes('Leith') ? 'entailment' : 'neutral'));
    expect(await probe(reader)).toEqual({ label: 'neutral', reason: null, biased: false });
    expect(await probe(says(() => 'entailment'))).toEqual({
      label: 'entailment',
      reason: null,
      biased: true,
    });
    expect(await probe(says(() => null))).toEqual({ label: null, reason: 'refused', biased: null });
  });
});
