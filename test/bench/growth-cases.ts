/** What grows in the table of growth, and to which sizes. */
import type { Passage } from '../../src/passage.ts';
import { LONG_TEXTS } from '../support/long-texts.ts';
import { hasPublishedText, publishedPassage } from './published-text.ts';
import { shortPassages } from './short-passages.ts';

export interface GrowthCase {
  preset: 'local' | 'check';
  sizes: readonly number[];
  passagesOf(size: number): Iterable<Passage> | Promise<Iterable<Passage>>;
  /** Why it cannot be measured here. */
  missing?: string | undefined;
}

const KILOBYTE = 1000;
const textOf = (kind: string, kilobytes: number): string =>
  (LONG_TEXTS[kind] as (length: number) => string)(kilobytes * KILOBYTE);

/** Sentences from different places of one long text, so that samples say partly the same. */
const pieceOf = (text: string, index: number, length: number): string => {
  const start = text.indexOf('. ', (index * 370) % (text.length - length)) + 2;
  return text.slice(start, start + length);
};

const prose = (kilobytes: number): string => textOf('prose', kilobytes);

function passage(response: string, samples: readonly string[]): Passage {
  return { id: 'p', prompt: 'Who?', response, samples: [...samples], context: [response] };
}

const ODD_TEXTS = Object.keys(LONG_TEXTS).filter((kind) => kind !== 'prose');

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
    passagesOf: async (kilobytes) => [await publishedPassage(kilobytes * KILOBYTE)],
    missing: hasPublishedText() ? undefined : 'left out: needs ../shared/data/wikibio',
  },
  'kB of a response and its context': {
    preset: 'check',
    sizes: [1, 5, 20, 100, 500],
    passagesOf: (kilobytes) => [passage(prose(kilobytes), [])],
  },
  ...Object.fromEntries(
    ODD_TEXTS.flatMap((kind) =>
      (['local', 'check'] as const).map((preset): [string, GrowthCase] => [
        `kB of ${kind} (${preset})`,
        {
          preset,
          sizes: [10, 100],
          passagesOf: (kilobytes) => [passage(textOf(kind, kilobytes), [textOf(kind, 0.5)])],
        },
      ]),
    ),
  ),
};
