/** A value of a text, with its slot and its place. */
import { memoize } from '../../common/memoize.ts';
import { fold } from '../../text/fold.ts';
import type { Mention } from '../../english/values/mentions.ts';
import { isNounKind } from '../../english/lexicon/noun-trees.ts';
import { isComparative } from '../../english/lexicon/opposites.ts';
import { type Slot, slotOf } from './slots.ts';
import { type Frame, isInPart, type Part, partsOf } from '../../english/frames/frame.ts';
import type { Span } from '../../passage.ts';
import type { Token } from '../../english/sentence-words.ts';
import { halfOfDay } from '../../english/values/number-mentions.ts';
import { type Anchor, isParenthetical, titleOf } from '../../english/values/value-setting.ts';

export interface Value {
  mention: Mention;
  /** Equal for mentions that every comparison takes for one. */
  id: string;
  /** Kind and unit: values of different ones can never be compared. */
  family: string;
  slot(): Slot;
  anchor: Anchor | null;
  /** Of "her brother Ivo Lind" the name, folded: whatever is told of him, he is that. */
  titleOf: string;
  /** Whether its sentence picks it out of several; how many of a thing there are is no example. */
  isOneOfSeveral: boolean;
  /** Whether it stands alone in parentheses. */
  isParenthetical: boolean;
  /** Its clause; null where none was read around it. */
  place(): ClausePlace | null;
  /** The clause that it is the verb of; null where it is none. */
  act(): Frame | null;
  /** The values of its sentence. */
  beside(): readonly Value[];
  /** In the text, UTF-16 code units. */
  start: number;
  end: number;
  sentence: Span;
  /** The position of its sentence in the text. */
  position: number;
  /** Its own position in `beside`. */
  rank: number;
}

/** A value's clause, and its part of it. */
export interface ClausePlace {
  frame: Frame;
  part: Part;
  /** Where it stands in the text that its clause was read of, UTF-16 code units. */
  start: number;
  end: number;
}

/** The clauses of a statement, and where its words begin in the text that they were read of. */
export interface Clauses {
  text: string;
  frames: () => readonly Frame[];
  origin: number;
  /** Whether the text was made of a label and what stands under it. */
  isComposed: boolean;
}

/** The sentence of values, which are added to it as they are made. */
export interface Surroundings {
  tokens: readonly Token[];
  isTopic: (key: string) => boolean;
  clauses: () => Clauses;
  values: readonly Value[];
  span: Span;
  position: number;
}

/** In the order of their text. */
export const inOrder = (one: Value, other: Value): number =>
  one.position - other.position || one.rank - other.rank;

/**
 * Reads slot and clause when they are first asked for. A class, since a long text has tens of thousands of values: closures for each
 * would take several times its memory.
 */
export class StatedValue implements Value {
  readonly id: string;
  readonly family: string;
  readonly titleOf: string;
  readonly isParenthetical: boolean;
  readonly rank: number;
  private ownSlot: Slot | undefined = undefined;
  private ownPlace: ClausePlace | null | undefined = undefined;
  private ownAct: Frame | null | undefined = undefined;

  constructor(
    private readonly around: Surroundings,
    readonly mention: Mention,
    readonly anchor: Anchor | null,
    readonly isOneOfSeveral: boolean,
    readonly start: number,
    readonly end: number,
  ) {
    const { tokens, values } = around;
    this.rank = values.length;
    this.id = oneOf(idOf(mention));
    this.family = oneOf(`${mention.kind} ${mention.measure?.of ?? mention.unit}`);
    this.titleOf = isNounKind(mention.kind) ? titleOf(tokens, mention) : '';
    this.isParenthetical = isParenthetical(tokens, mention.from, mention.to);
  }

  get sentence(): Span {
    return this.around.span;
  }

  get position(): number {
    return this.around.position;
  }

  slot(): Slot {
    this.ownSlot ??= slotOf(this.around.tokens, this.mention, this.around.isTopic);
    return this.ownSlot;
  }

  place(): ClausePlace | null {
    const { tokens, clauses } = this.around;
    const { from, to } = this.mention;
    if (this.ownPlace === undefined)
      this.ownPlace = placeIn(clauses(), tokens[from] as Token, tokens[to - 1] as Token);
    return this.ownPlace;
  }

  act(): Frame | null {
    if (this.ownAct === undefined)
      this.ownAct = actIn(this.around.clauses(), this.around.tokens[this.mention.to - 1] as Token);
    return this.ownAct;
  }

  beside(): readonly Value[] {
    return this.around.values;
  }
}

function placeIn({ frames, origin }: Clauses, first: Token, last: Token): ClausePlace | null {
  const [start, end] = [origin + first.start, origin + last.end];
  for (const frame of frames()) {
    const part = partsOf(frame).find((one) => isInPart(one, start));
    if (part !== undefined) return { frame, part, start, end };
  }
  return null;
}

const actIn = ({ frames, origin }: Clauses, verb: Token): Frame | null =>
  frames().find(({ start, end }) => start <= origin + verb.start && origin + verb.end <= end) ?? null;

/** Of all that `relationOf` reads of a mention. */
const idOf = ({ kind, unit, bound, key, text }: Mention): string =>
  `${kind} ${unit} ${bound} ${key}${unit === 'clock' ? halfOfDay(text) : ''}${kind === 'opposite' && isComparative(fold(text)) ? ' than' : ''}`;

/** One string for all that are equal, which are then told to be so without a look at their letters. */
const oneOf = memoize((text) => text);
