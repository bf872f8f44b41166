/**
 * Triples put to a model together, so that what is shown of one holds the hidden part of none of the others.
 *
 * A text holds a phrase when the words of its normal form stand in it in a row; characters without a width or a
 * direction of their own do not count.
 */
import { normaliseEntity, normalisePhrase } from '../text/normalise.ts';

/** A triple as one question of a group. */
export interface GroupMember {
  tripleId: string;
  /** All that the model is shown of it. */
  shown: string;
  /** What it must not be shown before it answers. */
  hidden: string;
}

/** Whether a text holds a phrase; nothing holds a phrase without letters or digits. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const form = normaliseEntity(visible(phrase));
  return form !== '' && ` ${normalisePhrase(visible(text))} `.includes(` ${form} `);
}

function visible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu, '');
}

/**
 * Groups of at most `size`, each member in the first one that has room and where neither gives the other away; one
 * that leaks with everybody stays alone. Equal input gives equal groups.
 *
 * @param leaks further ways in which what is shown of the first gives the second away
 */
export function leakFreeGroups<Member extends GroupMember>(
  members: readonly Member[],
  size: number,
  leaks: (from: Member, to: Member) => boolean = () => false,
): Member[][] {
  const givesAway = (from: Member, to: Member) => holdsPhrase(from.shown, to.hidden) || leaks(from, to);
  const groups: Member[][] = [];
  for (const member of members) {
    const fitting = groups.find(
      (group) =>
        group.length < size && group.every((other) => !givesAway(member, other) && !givesAway(other, member)),
    );
    if (fitting === undefined) groups.push([member]);
    else fitting.push(member);
  }
  return groups;
}
