/** What the clauses of two words of opposite meaning, two of which one is denied, or two nouns say of more than one thing. */
import type { Frame, Part } from '../../english/frames/frame.ts';
import { areApart, shareWords } from '../../english/frames/participants.ts';
import { isThan } from '../../english/lexicon/prepositions.ts';
import { predicateRelation } from '../../english/frames/predicates.ts';
import { isSameVerb } from '../../english/lexicon/verbs.ts';
import type { Value } from './stated-value.ts';
import { valueRelation } from './stated-values.ts';

/** Whether a word and its opposite, or its denial, may both be right, since their clauses tell of two things. */
export function areToldOfTwo(value: Value, other: Value): boolean {
  switch (value.mention.kind) {
    case 'opposite':
      if (areOfTwoClasses(value, other) || areSeenFromBothSides(value, other)) return true;
      break;
    case 'negation':
      if (areOfTwoVerbs(value, other) || areBothDenied(value, other)) return true;
      break;
    default:
      return false;
  }
  return areOfTwoActs(value, other) || areOfTwoPredicates(value, other);
}

/** "the train is faster than the bus", "the bus is slower than the train" */
function areSeenFromBothSides(value: Value, other: Value): boolean {
  const [one, its] = [value.place()?.frame, other.place()?.frame];
  const isAgainst = (frame: Frame, subject: Part | null) =>
    frame.adjuncts.some(
      ({ word, tokens }) => isThan(word) && subject !== null && shareWords(tokens, subject.tokens),
    );
  return one != null && its != null && (isAgainst(one, its.subject) || isAgainst(its, one.subject));
}

/** "should be stored", "should not be stored together" */
function areOfTwoVerbs(value: Value, other: Value): boolean {
  const [one, its] = [value.act(), other.act()];
  return one !== null && its !== null && !isSameVerb(one.verb, its.verb);
}

/** "the ferry does not run", "there is no ferry" */
const areBothDenied = (value: Value, other: Value): boolean =>
  [value, other].every((each) => each.place()?.frame.denied === true);

/** "its victory over Denmark", "it defeated Denmark": a noun is no opposite of what somebody does. */
function areOfTwoClasses(value: Value, other: Value): boolean {
  // what stands in no phrase is the verb
  const classOf = (place: ReturnType<Value['place']>) =>
    place?.part.tokens.find(({ start }) => start === place.start)?.pos ?? 'VERB';
  return classOf(value.place()) !== classOf(other.place());
}

/** "arms do not count", "the parts that you score with count": two verbs that are told of two things, or done to two. */
function areOfTwoActs(value: Value, other: Value): boolean {
  const [one, its] = [value.act(), other.act()];
  if (one === null || its === null || one.passive !== its.passive) return false;
  const apart = (left: Part | null, right: Part | null) =>
    left !== null && right !== null && areApart(left.tokens, right.tokens);
  if (one.object !== null && its.object !== null) return areApart(one.object.tokens, its.object.tokens);
  return apart(one.subject, its.subject);
}

/** "called for legal abortion", "had had illegal abortions": two words of opposite meaning of which two clauses tell two things. */
function areOfTwoPredicates(value: Value, other: Value): boolean {
  const [one, its] = [value.place(), other.place()];
  if (one === null || its === null || isSameVerb(one.frame.verb, its.frame.verb)) return false;
  return predicateRelation(one.frame, its.frame, []) === 'different';
}

/** "a philosopher, novelist and essayist", "a philosopher, novelist and feminist": two lists with a noun in common may go on. */
export function areOfLists(value: Value, other: Value): boolean {
  const beside = (own: Value) =>
    own
      .beside()
      .filter((one) => one !== own && one.family === own.family && one.place()?.part === own.place()?.part);
  const others = beside(other);
  return beside(value).some((one) => others.some((its) => valueRelation(one, its) === 'same'));
}
