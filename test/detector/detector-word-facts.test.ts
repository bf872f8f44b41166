import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';

/** A sentence in which a word tells, the same with another, and the words that differ. */
interface WordFact {
  says: string;
  denies: string;
  right: string;
  wrong: string;
}

const PERSONS = ['Maria Nowak', 'Josef Brandt', 'Ruth Keller', 'Piet Osten'];
const PAIRS: Readonly<Record<'role' | 'kin' | 'sort' | 'opposite', readonly (readonly [string, string])[]>> =
  {
    role: [
      ['chemist', 'botanist'],
      ['singer', 'lawyer'],
      ['painter', 'sculptor'],
    ],
    kin: [
      ['brother', 'uncle'],
      ['daughter', 'sister'],
    ],
    sort: [
      ['beetle', 'moth'],
      ['river', 'lake'],
      ['novel', 'poem'],
    ],
    opposite: [
      ['rose', 'fell'],
      ['increased', 'decreased'],
      ['opened', 'closed'],
    ],
  };
const TEMPLATES: readonly ((name: string, other: string) => fc.Arbitrary<WordFact>)[] = [
  (name) => ofPairs(PAIRS.role, (word) => `${name} was a Polish ${word}.`),
  (name) => ofPairs(PAIRS.kin, (word) => `${name} was taught by her ${word}.`),
  () => ofPairs(PAIRS.sort, (word) => `The Varna was a small ${word}.`),
  () => ofPairs(PAIRS.opposite, (word) => `The factory of radium ${word} during the summer.`),
  (name) =>
    fc.constant({
      ...{ right: 'won', wrong: 'did not win' },
      ...{ says: `${name} won the Geneva Prize.`, denies: `${name} did not win the Geneva Prize.` },
    }),
  (name, other) =>
    fc.constant({
      ...{ right: `${name} defeated ${other}`, wrong: `${other} defeated ${name}` },
      ...{
        says: `${name} defeated ${other} in the election.`,
        denies: `${other} defeated ${name} in the election.`,
      },
    }),
];

function ofPairs(
  pairs: readonly (readonly [string, string])[],
  sentence: (word: string) => string,
): fc.Arbitrary<WordFact> {
  return fc
    .tuple(fc.constantFrom(...pairs), fc.boolean())
    .map(([pair, turned]) => (turned ? [pair[1], pair[0]] : pair) as [string, string])
    .map(([right, wrong]) => ({ right, wrong, says: sentence(right), denies: sentence(wrong) }));
}

const anyFact = fc
  .tuple(fc.shuffledSubarray(PERSONS, { minLength: 2 }), fc.constantFrom(...TEMPLATES))
  .chain(([[name = '', other = ''], template]) => template(name, other));
const anyOthers = fc.subarray([
  'The town of Leiden has 24 mills.',
  'Anton Ferrer died on 3 May 1952.',
  'Visitors came from Lisbon.',
]);

const detector = createDetector({ preset: 'local' });
const judge = (response: string, samples: readonly string[]) =>
  detector.evaluate({ id: 'words', prompt: 'What happened then?', response, samples: [...samples] });

/** The facts read from the first sentence. */
const factsOf = (sentence: string, { triples }: Awaited<ReturnType<typeof judge>>) =>
  triples.filter(({ triple: { span } }) => span !== null && span.start < sentence.length);

describe('words of facts against samples, by the preset local', () => {
  it('finds hallucinated what identical samples deny, of every kind and in any number', async () => {
    await fc.assert(
      fc.asyncProperty(anyFact, anyOthers, fc.constantFrom(1, 3, 20), async (fact, others, count) => {
        const samples = Array<string>(count).fill([fact.says, ...others].join(' '));
        const verdict = await judge([fact.denies, ...others].join(' '), samples);
        const wrong = factsOf(fact.denies, verdict).filter(({ label }) => label === 'hallucinated');
        expect(wrong.length, fact.denies).toBeGreaterThan(0);
        const [reason] = wrong[0]?.reasons ?? [];
        expect(reason).toMatchObject({ kind: 'samples-contradict', weight: 1 });
        // a clause that says the opposite is given whole
        expect(reason?.instead).toContain(fact.right);
        expect(
          verdict.triples.filter((fact) => !wrong.includes(fact)).map(({ label }) => label),
        ).not.toContain('hallucinated');
      }),
      { numRuns: 40 },
    );
  });

  it('never scores a fact higher for one more sample against it, nor lower for one more that repeats it', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFact,
        fc.array(fc.constantFrom('says', 'denies', 'other'), { minLength: 1, maxLength: 4 }),
        async (fact, kinds) => {
          const textOf = { says: fact.says, denies: fact.denies, other: 'Visitors came from Lisbon.' };
          const samples = kinds.map((kind) => textOf[kind as keyof typeof textOf]);
          const scores = async (more: readonly string[]) =>
            factsOf(fact.denies, await judge(fact.denies, [...samples, ...more])).map(
              ({ score }) => score ?? 0,
            );
          const [before, against, repeated] = [
            await scores([]),
            await scores([fact.says]),
            await scores([fact.denies]),
          ];
          for (const [index, score] of before.entries()) {
            expect(against[index]).toBeLessThanOrEqual(score + 1e-9);
            expect(repeated[index]).toBeGreaterThanOrEqual(score - 1e-9);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('does not let other facts change the label of a fact', async () => {
    await fc.assert(
      fc.asyncProperty(anyFact, anyOthers, fc.boolean(), async (fact, others, isWrong) => {
        const own = isWrong ? fact.denies : fact.says;
        const labels = async (more: readonly string[]) => {
          const text = [fact.says, ...more].join(' ');
          const verdict = await judge([own, ...more].join(' '), [text, text, text]);
          return factsOf(own, verdict).map(({ label }) => label);
        };
        expect(await labels(others)).toEqual(await labels([]));
      }),
      { numRuns: 25 },
    );
  });
});
