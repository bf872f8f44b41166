/** What clauses say that somebody is: "a member of the council". */
import { isCopula, type Part } from '../../english/frames/frame.ts';
import { areOneSort, headOf, isNaming, keysOf, shareWords } from '../../english/frames/participants.ts';
import type { PredicateRelation } from '../../english/frames/predicates.ts';
import { isNounOf } from '../../english/lexicon/noun-trees.ts';
import type { Token } from '../../english/tokens.ts';
import type { ClausePlace } from './stated-value.ts';

/** Of two clauses on what somebody was: "was a member of the council from 1942", "was chairman of the board in 1948"; null for others. */
export function roleRelation(one: ClausePlace, its: ClausePlace): PredicateRelation | null {
  const [own, others] = [roleBeside(one), roleBeside(its)];
  if (own === null || others === null) return null;
  const isOne = areOneSort([own.head], [others.head]) || keysOf([own.head])[0] === keysOf([others.head])[0];
  const areOfNames = own.names.length > 0 && others.names.length > 0;
  if (!isOne || (areOfNames && !shareWords(own.names, others.names))) return 'different';
  return areOfNames || own.names.length === others.names.length ? 'same' : 'unknown';
}

/** The role that a clause says somebody has, and the names behind it; null where the value is told of its noun, or there is none. */
function roleBeside({ frame, part, start, end }: ClausePlace): { head: Token; names: Token[] } | null {
  if (!isCopula(frame)) return null;
  for (const side of [frame.object, frame.subject]) {
    const head = side === null ? null : roleIn(side);
    if (side === null || head === null || (side === frame.subject && isNaming(side.tokens))) continue;
    const isBefore = side === part && start <= head.start;
    const names = side.tokens.filter(
      (token) =>
        token.pos === 'PROPN' && token.start > head.start && !(token.start < end && token.end > start),
    );
    return isBefore ? null : { head, names };
  }
  return null;
}

/** The noun of a phrase that tells what somebody is: "member" of "a member of the council"; null where it tells something else. */
export function roleIn({ tokens }: Part): Token | null {
  const head = headOf(tokens);
  return head !== undefined && isNounOf('role', head.lower) ? head : null;
}
