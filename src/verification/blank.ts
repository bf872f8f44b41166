/** A fact without its tail, as a model is shown it that is to fill it in. */
import { YEAR } from '../english/values/dates.ts';
import { ordinalOf, readNumbers } from '../english/values/number-words.ts';
import { normalisePhrase } from '../english/normalise.ts';
import type { Triple } from '../passage.ts';
import { isQuoted, showTriple } from '../triples/triple-parts.ts';

/** `(Ada Marlow; died in; ?)`, and where the tail is plainly of a kind `(Ada Marlow; died in; ?) a year`. */
export function blankOf(triple: Pick<Triple, 'head' | 'relation' | 'tail'>): string {
  const kind = kindOf(triple.tail);
  return `${showTriple({ ...triple, tail: '?' })}${kind === null ? '' : ` ${kind}`}`;
}

/** `a year`, `a date`, `a percentage`, `a number of metres`: nothing of the value itself; null for any other tail. */
function kindOf(tail: string): string | null {
  // A title
  if (isQuoted(tail)) return null;
  const words = normalisePhrase(tail.replace(/%|per cent/, ' percent')).split(' ');
  const [first, ...others] = readNumbers(words);
  if (words.length === 1 && YEAR.test(words[0] as string)) return 'a year';
  if ([first, ...others].some((token) => token?.kind === 'month'))
    return [first, ...others].some((token) => token?.kind === 'word') ? null : 'a date';
  if (first?.kind !== 'number' || ordinalOf(words[0] as string) !== undefined) return null;
  const unit = others.map((token) => (token.kind === 'word' ? token.text : null));
  // "30 Rock" and "one of the founders" are no numbers with a unit
  if (unit.includes(null) || unit[0] === 'of' || unit.length > LONGEST_UNIT || /\d\D*\p{Lu}/u.test(tail))
    return null;
  if (unit.length === 0) return 'a number';
  return unit.join() === 'percent' ? 'a percentage' : `a number of ${unit.join(' ')}`;
}

/** Words of a unit, at most. */
const LONGEST_UNIT = 2;
