/**
 * Whether two clauses describe one thing: the same verb, a synonym, its noun with a light verb ("his death came"), two verbs that
 * both say where a thing is or how large it is. What begins is not what ends, and clauses on different topics tell of two things.
 */
import { isLight, isOfSort, isPhase, isSameVerb, type VerbSort, verbsOfNoun } from '../lexicon/verbs.ts';
import { memoizeWeak } from '../../common/memoize.ts';
import { isOfOnce, topicsOf, topicsOfVerb } from '../lexicon/topics.ts';
import type { Frame } from './frame.ts';

export type PredicateRelation = 'same' | 'different' | 'unknown';

interface Action {
  /** "begin" of "began to build", "work began"; else empty. */
  phase: string;
  verbs: readonly string[];
  /** Whether it is done to nothing: "the firm began". */
  isBare: boolean;
  isLight: boolean;
}

function actionOf({ verb, aspect, subject, object }: Frame): Action {
  const nouns = [subject, object].flatMap((part) =>
    (part?.tokens ?? []).filter(({ pos }) => pos === 'NOUN').map(({ lower }) => lower),
  );
  const told = () => nouns.flatMap(verbsOfNoun);
  if (isPhase(aspect)) return { phase: aspect, verbs: [verb], isBare: false, isLight: false };
  if (isPhase(verb)) return { phase: verb, verbs: told(), isBare: object === null, isLight: false };
  const light = isLight(verb) || isOfSort(verb, 'event');
  const verbs = light ? [verb, ...told()] : [verb];
  return { phase: '', verbs, isBare: object === null, isLight: light && told().length === 0 };
}

export function predicateRelation(one: Frame, other: Frame, sorts: readonly VerbSort[]): PredicateRelation {
  const [left, right] = [actionOf(one), actionOf(other)];
  if (left.phase !== '' || right.phase !== '') return phaseRelation(left, right);
  if (areOnTwoTopics(one, other)) return 'different';
  const its = topicsOfFrame(other);
  const shared = [...topicsOfFrame(one)].filter((topic) => its.has(topic));
  const isCounted = sorts.includes('size') || sorts.includes('count');
  return shared.some((topic) => isOfOnce(topic, isCounted)) ? 'same' : verbRelation(one, other, sorts);
}

/** Whether both tell of topics, and of none in common: copies that are printed, copies that are sold. */
export function areOnTwoTopics(one: Frame, other: Frame): boolean {
  const [own, its] = [topicsOfFrame(one), topicsOfFrame(other)];
  return own.size > 0 && its.size > 0 && ![...own].some((topic) => its.has(topic));
}

const topicsOfFrame = memoizeWeak((frame: Frame): Set<string> => {
  // what acts is described by itself: "the painter married"
  const parts = [isLight(frame.verb) ? frame.subject : null, frame.object, ...frame.adjuncts];
  return new Set([
    ...topicsOfVerb(frame.verb),
    ...parts.flatMap((part) => [...topicsOf(part?.tokens ?? [])]),
  ]);
});

function verbRelation(one: Frame, other: Frame, sorts: readonly VerbSort[]): PredicateRelation {
  const [left, right] = [actionOf(one), actionOf(other)];
  if (sorts.some((sort) => isOfSort(one.verb, sort) && isOfSort(other.verb, sort))) return 'same';
  const telling = ({ verbs }: Action) => verbs.filter((verb) => !isLight(verb) || verbs.length === 1);
  if (telling(left).some((verb) => telling(right).some((match) => isSameVerb(verb, match))))
    return left.isLight && right.isLight && left.verbs[0] === 'be' ? 'unknown' : 'same';
  return left.isLight || right.isLight ? 'unknown' : 'different';
}

function phaseRelation(left: Action, right: Action): PredicateRelation {
  if (left.phase === '' || right.phase === '' || !isSameVerb(left.phase, right.phase)) {
    const [phased, plain] = left.phase === '' ? [right, left] : [left, right];
    // "the firm began in 1921" says that it was founded, "began trading in 1921" does not
    return phased.isBare && plain.phase === '' && plain.verbs.some((verb) => isSameVerb(verb, phased.phase))
      ? 'same'
      : 'different';
  }
  if (left.verbs.length === 0 || right.verbs.length === 0) return 'same';
  return left.verbs.some((verb) => right.verbs.some((match) => isSameVerb(verb, match)))
    ? 'same'
    : 'different';
}
