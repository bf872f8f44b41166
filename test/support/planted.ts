/** Passages with one planted error each that samples, references or token probabilities alone can show. */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { Family, Passage, Token } from '../../src/passage.ts';

const NAMES = ['Mara Quint', 'Jonas Feld', 'Ada Brome', 'Piet Osten', 'Lena Vard', 'Hugo Marn', 'Ines Kroll'];
const PLACES = ['Vienna', 'Lisbon', 'Oslo', 'Prague', 'Dublin', 'Madrid', 'Athens', 'Warsaw'];

/** Where an error shows; `none` for a response without one. */
export type Shown = Family | 'none';

/**
 * One person, who was born and died somewhere. The response, and every text that does not show the error, gives the
 * wrong place of death; token probabilities show it by doubt.
 */
export function planted(shown: Shown, index = 0): Passage & { response: string } {
  const name = NAMES[index % NAMES.length] as string;
  const place = (offset: number) => PLACES[(index + offset) % PLACES.length] as string;
  const [year, stated, other] = [1880 + index, place(1), place(2)];
  const text = (death: string) =>
    `${name} was born in ${place(0)} in ${year}. ${name} died in ${death} in ${year + 70}.`;
  const told = text(stated);
  const shownAs = (family: Family) => text(shown === family ? other : stated);
  return {
    id: `${shown}-${index}`,
    prompt: `Who was ${name}?`,
    response: told,
    samples: Array.from({ length: 3 }, () => shownAs('zeroResource')),
    context: [shownAs('reference')],
    tokens: tokensOf(told, shown === 'tokens' ? stated : null),
  };
}

/** Words as tokens, sure of all but one. */
function tokensOf(text: string, doubted: string | null): Token[] {
  return (text.match(/\s*\w+|[^\w\s]/g) ?? []).map((word) => ({
    text: word,
    logprob: Math.log(word.trim() === doubted ? 0.1 : 0.98),
  }));
}

/** As many passages of each kind as said; those with an error are non-factual. */
export function plantedSet(each: number): LabelledPassage[] {
  const kinds: Shown[] = ['zeroResource', 'reference', 'tokens', 'none', 'none', 'none'];
  return kinds.flatMap((shown, kind) =>
    Array.from({ length: each }, (_, index): LabelledPassage => {
      const number = kind * each + index;
      return { passage: planted(shown, number), label: shown === 'none' ? 'factual' : 'non-factual' };
    }),
  );
}
