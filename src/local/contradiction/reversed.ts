/**
 * What the clauses of a sample deny of the clauses of a response: the same with its sides changed, its opposite, its denial,
 * steps in the other order.
 */
import { type Frame, isCopula } from '../../english/frames/frame.ts';
import { agreementOf } from '../../english/frames/compare-relations.ts';
import { areTurned, type Order, ordersOf } from '../../english/frames/orders.ts';
import { keysOf } from '../../english/frames/participants.ts';
import { areDenials, isLimitedTo, isNoStatement } from '../../english/frames/polarity.ts';
import { type Relation, relationsOf } from '../../english/frames/relations.ts';
import { once } from '../../common/memoize.ts';
import { indexClauses } from './clause-index.ts';
import type { Span, ValueKind } from '../../passage.ts';
import type { StatedSentence } from './stated-values.ts';

/** A clause that a sample turns round, denies or fills otherwise. */
export interface Reversal {
  kind: Extract<ValueKind, 'order' | 'negation' | 'sort'>;
  /** Of the response, in its text: the verbs of its clauses, or the words that others replace. */
  verbs: readonly Span[];
  value: string;
  instead: string;
  quote: Span;
  /** Whether another sample says the same in a clause, and not only by its words. */
  isStatedIn?: (sample: ClausesOfText) => boolean;
}

interface Clause {
  frame: Frame;
  sentence: StatedSentence;
  relations: () => readonly Relation[];
  keys: ReadonlySet<string>;
  isLimited: () => boolean;
}

export interface ClausesOfText {
  clauses: readonly Clause[];
  /** Those that may turn a clause of another text round, in order. */
  near: (clause: Clause) => readonly Clause[];
  /** By what is said of what. */
  said: () => ReadonlySet<string>;
  orders: readonly Order[];
}

export function clausesOf(sentences: readonly StatedSentence[]): ClausesOfText {
  // the words of what is composed are no quote of the text
  const quoted = sentences.map(({ clauses: read }) => (read().isComposed ? [] : read().frames()));
  const clauses = sentences.flatMap((sentence, place) => {
    const frames = quoted[place] as readonly Frame[];
    const { text } = sentence.clauses();
    const stated = frames.map((_, index) => !isNoStatement(frames, index, text));
    return frames.map((frame, index, all) => ({
      ...{ frame, sentence },
      isLimited: once(() => !stated[index] || isLimitedTo(all, index, text)),
      relations: once(() => (stated[index] ? relationsOf(frame) : [])),
      keys: new Set(
        [frame.subject, frame.object, ...frame.adjuncts].flatMap((part) => keysOf(part?.tokens ?? [])),
      ),
    }));
  });
  const near = once(() => indexClauses(clauses));
  return {
    clauses,
    near: (clause) => near()(clause),
    said: once(() => new Set(clauses.flatMap(sayingsOf))),
    orders: ordersOf(quoted),
  };
}

/** The clauses of a response that a sample turns round, each with the first clause of the sample that does. */
export function reversalsIn(response: ClausesOfText, sample: ClausesOfText): Reversal[] {
  const byFrame = new Map([...response.clauses, ...sample.clauses].map((clause) => [clause.frame, clause]));
  const turned = response.orders.flatMap((own) => {
    const other = sample.orders.find((order) => areTurned(own, order));
    const [clause, its] = [byFrame.get(own[0]), other && byFrame.get(other[0])];
    const next = byFrame.get(own[1]);
    return clause && its && next ? [reversal('order', [clause, next], its)] : [];
  });
  const denied = response.clauses.flatMap((clause) => {
    for (const other of sample.near(clause)) {
      const kind = against(clause, other);
      // "signed but never ratified it" says that it was signed, too
      const isSaid = () => sayingsOf(clause).some((saying) => sample.said().has(saying));
      if (kind !== null && !(kind === 'negation' && isSaid())) return [reversal(kind, [clause], other)];
    }
    return [];
  });
  return [...turned, ...denied];
}

/** Its verb, whether it is denied, and each of the words that it is told of; none of what something is. */
const sayingsOf = ({ frame, keys }: Clause): string[] =>
  isCopula(frame) ? [] : [...keys].map((key) => `${frame.verb} ${frame.denied} ${key}`);

function against(own: Clause, other: Clause): Reversal['kind'] | null {
  const isNear = [...own.keys].some((key) => other.keys.has(key));
  if (!isNear) return null;
  const agreements = own
    .relations()
    .flatMap((one) => other.relations().map((its) => ({ kind: one.kind, says: agreementOf(one, its) })));
  const isSame = (kind?: Relation['kind']) =>
    agreements.some((one) => one.says === 'same' && (kind ?? one.kind) === one.kind);
  // "carry blood to the heart", "carry blood from the heart": the act is one, the way is not
  if (agreements.some(({ kind, says }) => says === 'reversed' && !isSame(kind))) return 'order';
  return !isSame() && areDenials(own.frame, other.frame) && !own.isLimited() && !other.isLimited()
    ? 'negation'
    : null;
}

/** In a text of more, what has all words of a clause counts as saying it. */
const MOST_CLAUSES = 200;

/** Whether one of the clauses has the same predicate of the same two things, in the same direction. */
function isStated(own: Clause, { clauses }: ClausesOfText): boolean {
  const isNear = (other: Clause) => [...own.keys].some((key) => other.keys.has(key));
  if (clauses.length > MOST_CLAUSES) return true;
  return clauses.some(
    (other) =>
      isNear(other) &&
      own.relations().some((one) => other.relations().some((its) => agreementOf(one, its) === 'same')),
  );
}

function reversal(kind: Reversal['kind'], own: readonly [Clause, ...Clause[]], other: Clause): Reversal {
  const last = Math.max(lastOf(own[0].frame), ...own.map(({ frame }) => frame.end));
  return {
    kind,
    verbs: own.map(({ sentence, frame }) => ({
      start: sentence.placeOf(frame.start),
      end: sentence.placeOf(frame.end - 1) + 1,
    })),
    value: wordsOf(own[0], last),
    instead: wordsOf(other),
    quote: other.sentence.span,
    isStatedIn: (sample) => own.some((clause) => isStated(clause, sample)),
  };
}

const lastOf = (frame: Frame): number =>
  Math.max(
    frame.end,
    ...[frame.object, ...frame.adjuncts].flatMap((part) => part?.tokens ?? []).map(({ end }) => end),
  );

/** From the verb, or the subject before it in its sentence, to the end of what is said. */
function wordsOf({ frame, sentence }: Clause, last = lastOf(frame)): string {
  const { text, origin } = sentence.clauses();
  const subject = frame.subject?.tokens[0]?.start ?? frame.start;
  const start = subject >= origin && subject < frame.start ? subject : frame.start;
  return text.slice(start, last).replace(/\s+/g, ' ');
}
