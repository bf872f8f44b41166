/** Whether a clause says that something goes up or down: "insulin lowers blood glucose", "prices went up", "at a higher temperature". */
import type { Span } from '../../passage.ts';
import { memoize } from '../../common/memoize.ts';
import { wordKey } from '../content-words.ts';
import { STOP_WORDS } from '../lexicon/stop-words.ts';
import { plainClausesOf, spanOf } from '../plain-clauses.ts';
import { isNoun, type Token } from '../tokens.ts';

interface Direction {
  isUp: boolean;
  /** Keys of the names and nouns of the clause. */
  named: ReadonlySet<string>;
  /** Of those before what goes up or down. */
  first: ReadonlySet<string>;
  /** Of what goes up or down itself: "the rain" of "the rain fell", "blood glucose" of "insulin lowers blood glucose". */
  moved: ReadonlySet<string>;
  numbers: readonly string[];
  span: Span;
  sentence: Span;
}

const UP = new Set(
  'rise increase raise climb grow surge soar expand boost go_up bring_up move_up come_up'.split(' '),
);
const DOWN = new Set(
  'fall decrease lower drop decline reduce shrink plunge diminish go_down bring_down come_down move_down'.split(
    ' ',
  ),
);
const COMPARED: Readonly<Record<string, boolean>> = { higher: true, lower: false };
const DENIED = /^(?:not|n['’]t|never|no|neither|nor|than)$/;
/** Words that what goes up has beside its name. */
const GENERAL = new Set(['level', 'amount', 'value', 'number', 'rate', 'point', 'effect'].map(wordKey));

export const directionsOf = memoize((text): readonly Direction[] =>
  plainClausesOf(text).flatMap(({ tokens, sentence }) => {
    const ways = tokens.map((token, index) => wayOf(token, tokens, index));
    const at = ways.findIndex((way) => way !== undefined);
    const isUp = ways[at];
    if (isUp === undefined || ways.includes(!isUp) || tokens.some(({ lower }) => DENIED.test(lower)))
      return [];
    const nouns = tokens.filter((token) => isNoun(token) && !STOP_WORDS.has(token.lower));
    const named = new Set(nouns.map((token) => wordKey(token.text)).filter((key) => !GENERAL.has(key)));
    const numbers = tokens.filter(({ pos }) => pos === 'NUM').map(({ lower }) => lower);
    const before = new Set(tokens.slice(0, at).map(({ text: word }) => wordKey(word)));
    const first = new Set([...named].filter((key) => before.has(key)));
    const own = isTransitive(tokens, at) ? [...named].filter((key) => !before.has(key)) : [...first];
    const moved = own.length > 0 ? new Set(own) : named;
    return [{ isUp, named, first, moved, numbers, span: spanOf(tokens), sentence: spanOf(sentence) }];
  }),
);

/** Whether an object follows: "lowers the pulse", "brings your blood sugar down". */
const isTransitive = (clause: readonly Token[], at: number): boolean =>
  /^(?:DET|NOUN|PROPN|PRON|ADJ)$/.test(
    clause.slice(at + 1).find(({ pos, lower }) => pos !== 'ADV' && !/^(?:up|down)$/.test(lower))?.pos ?? '',
  );

/** How many words may stand between a verb and its "up": "brings your blood sugar down". */
const REACH = 6;

function wayOf({ lower, lemma, pos }: Token, clause: readonly Token[], index: number): boolean | undefined {
  if (pos !== 'VERB') return COMPARED[lower];
  const behind = clause.slice(index + 1, index + 1 + REACH);
  const particle = behind.find((token) => /^(?:up|down)$/.test(token.lower))?.lower ?? '';
  if (UP.has(lemma) || UP.has(`${lemma}_${particle}`)) return true;
  return DOWN.has(lemma) || DOWN.has(`${lemma}_${particle}`) ? false : undefined;
}

/** Whether two clauses send one thing in opposite directions, at no two times or by no two numbers. */
export function areOpposed(one: Direction, other: Direction): boolean {
  const isOther =
    one.numbers.length > 0 &&
    other.numbers.length > 0 &&
    !one.numbers.some((number) => other.numbers.includes(number));
  // the valve lowers the pressure, the compressor raises it
  const isBy = ({ first }: Direction, { named }: Direction) =>
    first.size > 0 && ![...first].some((key) => named.has(key));
  if (isBy(one, other) && isBy(other, one)) return false;
  return one.isUp !== other.isUp && !isOther && [...one.moved].some((key) => other.moved.has(key));
}
