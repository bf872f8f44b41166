/**
 * What gives hidden parts of triples away, and questions put together so that none does it to another.
 *
 * A text holds a phrase when the words of its normal form stand in it in a row; characters without a width or a
 * direction of their own do not count.
 */
import { isPeople } from '../english/lexicon/places.ts';
import type { Triple } from '../passage.ts';
import { normaliseEntity, normalisePhrase } from '../english/normalise.ts';
import { STOP_WORDS } from '../english/lexicon/stop-words.ts';

/** Whether a text holds a phrase; nothing holds a phrase without letters or digits. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const form = normaliseEntity(visible(phrase));
  return form !== '' && ` ${normalisePhrase(visible(text))} `.includes(` ${form} `);
}

function visible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu, '');
}

/**
 * Words that stand in names without being one: for kinds of things, and what goes before them. A question has to be
 * able to say "which university" of the University of Leeds.
 */
const NO_NAMES: ReadonlySet<string> = new Set(
  `abbey academy act airport album archipelago army assembly association award band bank basin battle bay book bridge
  building bureau canal cape castle cathedral centre center championship chapel church cinema city club college
  committee community company conference congress constitution convention corporation council county court creek cup
  day department desert district division document duchy dynasty empire expedition federation festival film fire flag
  forest fort foundation front game garden gallery glacier government group gulf hall harbour harbor high hill hospital
  hotel house incident institute institution island islands isle journal king kingdom laboratory lake language law
  league library lighthouse line list lord magazine march massacre medal memorial ministry mission monastery moon
  mosque mount mountain mountains movement museum national navy newspaper novel observatory ocean opera orchestra order
  organisation organization palace park parliament party pass peninsula people plan plateau play point port prefecture
  premier president press prime minister prince princess prison prize programme program project protocol province
  queen race railway range ranges region regiment republic review revolution river road rock royal sea school senate
  series service shire show sir society song square stadium state states station street studio studios summit system
  team temple test theatre theater times tournament tower town township track trail treaty trial tribe trophy tunnel
  admiral archbishop baron bishop cardinal count countess duchess duke earl emperor empress general holy patriarch pope
  prophet roman sultan tsar union united university valley version village wall war water world zoo new old north south east west northern
  southern eastern western central great upper lower international first second third saint st`.split(/\s+/),
);

/**
 * Whether a question names the head of a triple: by all its words in a row, by a word of its name, or by its initials.
 * Words for kinds of things and peoples are no names, nor is what follows the name of someone of somewhere ("James VI
 * of Scotland"), and those that relation or tail hold cannot be avoided.
 */
export function namesHead(
  question: string,
  { head, relation, tail }: Pick<Triple, 'head' | 'relation' | 'tail'>,
): boolean {
  if (holdsPhrase(question, head)) return true;
  const free = new Set(normalisePhrase(`${relation} ${tail}`).split(' '));
  const isName = (word: string) =>
    !free.has(word) && !NO_NAMES.has(word) && !STOP_WORDS.has(word) && !isPeople(word);
  const words = capitalisedIn(head);
  const asked = new Set(capitalisedIn(question));
  const beforeOf = capitalisedIn(head.replace(/\sof\s.*/su, '')).filter(isName);
  const names = beforeOf.length > 0 ? beforeOf : words.filter(isName);
  if (names.some((word) => asked.has(word))) return true;
  const initials = words.map(([first]) => first).join('');
  return words.length > 1 && !free.has(initials) && /\p{Lu}{2}/u.test(question) && asked.has(initials);
}

/** The normal forms of the words written with a capital, disambiguation in parentheses left out. */
function capitalisedIn(text: string): string[] {
  const words = visible(text)
    .replace(/\([^()]*\)/g, ' ')
    .match(/(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}]*/gu);
  return normalisePhrase((words ?? []).join(' '))
    .split(' ')
    .filter(Boolean);
}

/**
 * The most that can stand side by side without a leak, as far as leaving out what leaks with most others finds it
 * (the last of equals), and those left out; both in order. Equal input gives equal lists.
 *
 * @param leaks whether what is shown of the first gives away what the second hides
 */
export function withoutLeaks<T>(
  items: readonly T[],
  leaks: (from: T, to: T) => boolean,
): { kept: T[]; left: T[] } {
  const clashes = items.map(
    (one) => new Set(items.filter((other) => other !== one && (leaks(one, other) || leaks(other, one)))),
  );
  const kept = new Set(items);
  for (;;) {
    const counts = items.map((one, index) =>
      kept.has(one) ? [...(clashes[index] as Set<T>)].filter((other) => kept.has(other)).length : 0,
    );
    const most = Math.max(0, ...counts);
    if (most === 0) break;
    kept.delete(items[counts.lastIndexOf(most)] as T);
  }
  return { kept: [...kept], left: items.filter((one) => !kept.has(one)) };
}
