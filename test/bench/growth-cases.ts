/** What grows in the table of growth, and to which sizes. */
import type { Passage } from '../../src/passage.ts';
import { GROWTH_TEXTS, growthText, sampleOfGrowthText } from '../support/growth-texts.ts';
import { LONG_TEXTS } from '../support/long-texts.ts';
import { hasPublishedText, publishedPassages } from './published-text.ts';
import { shortPassages } from './short-passages.ts';

export interface GrowthCase {
  preset: 'local' | 'check';
  /** Whether what was found is put right as well. */
  corrects?: boolean;
  sizes: readonly number[];
  passagesOf(size: number): Iterable<Passage> | Promise<Iterable<Passage>>;
  /** Why it cannot be measured here. */
  missing?: string | undefined;
}

const KILOBYTE = 1000;

/** Sentences from different places of one long text, so that samples say partly the same. */
const pieceOf = (text: string, index: number, length: number): string => {
  const start = text.indexOf('. ', (index * 370) % (text.length - length)) + 2;
  return text.slice(start, start + length);
};

const prose = (kilobytes: number): string =>
  (LONG_TEXTS.prose as (length: number) => string)(kilobytes * KILOBYTE);

function passage(response: string, samples: readonly string[]): Passage {
  return { id: 'p', prompt: 'Who?', response, samples: [...samples], context: [response] };
}

/** A text against two others of the same kind and length: as samples of it, or as what it rests on. */
function alike(kind: string, kilobytes: number): Passage {
  const length = kilobytes * KILOBYTE;
  const samples = [1, 2].map((draw) => sampleOfGrowthText(kind, length, draw));
  return { ...passage(growthText(kind, length), samples), context: samples.slice(0, 1) };
}

/** Of 3 samples; each of its texts has so many UTF-16 code units. */
function joined(passages: readonly Passage[], length: number): Passage {
  const texts = passages.map(({ response = '', samples = [] }) => [response, ...samples]);
  const column = (index: number) => texts.map((row) => row[index] ?? '').join('\n\n');
  const [response = '', ...samples] = [0, 1, 2, 3].map((index) => column(index).slice(0, length));
  return { id: 'p', prompt: 'Who?', response, samples };
}

const VERBS = {
  evaluate: { preset: 'local' },
  check: { preset: 'check' },
  correct: { preset: 'local', corrects: true },
} as const;

/** By name: what grows. */
export const GROWTH_CASES: Readonly<Record<string, GrowthCase>> = {
  'passages, of 2 facts and 3 samples': {
    preset: 'local',
    sizes: [10, 100, 1_000, 10_000],
    passagesOf: shortPassages,
  },
  'samples of 1 kB, of a response of 1 kB': {
    preset: 'local',
    sizes: [3, 10, 30, 100],
    passagesOf(count) {
      const all = prose(40);
      const samples = Array.from({ length: count }, (_, index) => pieceOf(all, index, KILOBYTE));
      return [passage(pieceOf(all, 0, KILOBYTE), samples)];
    },
  },
  'kB of a response, with 3 samples of 1 kB': {
    preset: 'local',
    sizes: [1, 5, 20, 100, 500],
    passagesOf(kilobytes) {
      const all = prose(40);
      return [
        passage(
          prose(kilobytes),
          [1, 2, 3].map((index) => pieceOf(all, index, KILOBYTE)),
        ),
      ];
    },
  },
  'kB of a response and of each of its 3 samples': {
    preset: 'local',
    sizes: [1, 5, 20, 100],
    passagesOf(kilobytes) {
      const all = prose(2 * kilobytes);
      const pieces = [0, 5, 9, 14].map((index) => pieceOf(all, index, kilobytes * KILOBYTE));
      return [passage(pieces[0] as string, pieces.slice(1))];
    },
  },
  'kB of biographies, and of each of 3 samples of them': {
    preset: 'local',
    sizes: [1, 5, 20, 50, 100],
    passagesOf: async (kilobytes) => [joined(await publishedPassages(), kilobytes * KILOBYTE)],
    missing: hasPublishedText() ? undefined : 'left out: needs ../shared/data/wikibio',
  },
  'kB of a response and its context': {
    preset: 'check',
    sizes: [1, 5, 20, 100, 500],
    passagesOf: (kilobytes) => [passage(prose(kilobytes), [])],
  },
  ...Object.fromEntries(
    Object.keys(GROWTH_TEXTS).flatMap((kind) =>
      Object.entries(VERBS).map(([verb, settings]): [string, GrowthCase] => [
        `kB of ${kind} (${verb})`,
        { ...settings, sizes: [25, 100], passagesOf: (kilobytes) => [alike(kind, kilobytes)] },
      ]),
    ),
  ),
};
