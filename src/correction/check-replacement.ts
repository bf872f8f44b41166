/**
 * Checks that a rewritten sentence states the new values and nothing else that is new.
 *
 *   excess = (removed words that no old triple has + added words that no new triple has) / words of the sentence
 *
 * Words are compared without case and endings; every other character counts as a word, so that added marks count.
 */
import { diffArrays } from 'diff';
import type { TripleParts } from '../triples/triple-parts.ts';
import type { RefusedReason } from './change.ts';
import { holdsValue, sameWords, tokenKeys, tripleKeys, valueKeys } from './correction-words.ts';

export interface FactChange {
  old: TripleParts;
  new: TripleParts;
}

export interface Rewritten {
  /** The sentence, or the sentences that share a fact. */
  before: string;
  after: string;
  facts: readonly FactChange[];
  /** Facts of the sentence that must remain. */
  others: readonly TripleParts[];
}

/** Why the rewritten sentence is refused; null where it is accepted. @param limit of the excess, from 0 */
export function faultOf(rewritten: Rewritten, limit: number): RefusedReason | null {
  const { before, after, facts } = rewritten;
  if (sameWords(before, after)) return 'unchanged';
  if (facts.some((fact) => keepsOldValue(fact, rewritten))) return 'old-value-kept';
  if (facts.some((fact) => lacksNewValue(fact, after))) return 'new-value-missing';
  if (losesOthers(rewritten)) return 'other-facts-lost';
  return excessOf(before, after, facts) > limit ? 'too-much-changed' : null;
}

/** Head and tail where they change; a relation may take any form that fits the sentence. */
function changedValues({ old, new: proposed }: FactChange): [old: string, proposed: string][] {
  const values: [string, string][] = [
    [old.head, proposed.head],
    [old.tail, proposed.tail],
  ];
  return values.filter(([from, to]) => !sameWords(from, to));
}

/** Whether every word that only the old value has occurs in the text as often as before. */
function keepsOldValue(fact: FactChange, { before, after }: Rewritten): boolean {
  return changedValues(fact).some(([from, to]) => {
    const kept = new Set(tokenKeys(to));
    const own = tokenKeys(from).filter((key) => !kept.has(key) && countOf(before, key) > 0);
    return own.length > 0 && own.every((key) => countOf(after, key) >= countOf(before, key));
  });
}

const countOf = (text: string, key: string): number =>
  tokenKeys(text).filter((other) => other === key).length;

const lacksNewValue = (fact: FactChange, after: string): boolean =>
  changedValues(fact).some(([, to]) => !holdsValue(after, to));

/** Whether the sentence has lost a tail, apart from the words to be replaced. */
function losesOthers({ before, after, facts, others }: Rewritten): boolean {
  const replaced = new Set(facts.flatMap(({ old }) => tripleKeys(old)));
  const [had, has] = [before, after].map((text) => new Set(tokenKeys(text))) as [Set<string>, Set<string>];
  return others.some(({ tail }) =>
    valueKeys(tail).some((key) => had.has(key) && !replaced.has(key) && !has.has(key)),
  );
}

/** "a" and "an" count as one word. */
const asArticle = (key: string): string => (key === 'an' ? 'a' : key);

/** From 0, where nothing but the facts changed; may exceed 1. */
export function excessOf(before: string, after: string, facts: readonly FactChange[]): number {
  const old = new Set(facts.flatMap((fact) => tripleKeys(fact.old)));
  const fresh = new Set(facts.flatMap((fact) => tripleKeys(fact.new)));
  const words = tokenKeys(before).map(asArticle);
  const others = diffArrays(words, tokenKeys(after).map(asArticle)).flatMap(({ added, removed, value }) => {
    if (removed) return value.filter((key) => !old.has(key));
    return added ? value.filter((key) => !fresh.has(key)) : [];
  });
  return others.length / Math.max(1, words.length);
}
