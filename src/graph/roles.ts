/** Roles of people in a work or an organisation: a director of a film is not thereby its producer. */
import { baseForms } from '../english/lexicon/base-forms.ts';
import { groupNumbers } from '../text/word-groups.ts';

/** Groups of words for one role or its act, separated by `;`. */
const ROLES =
  'direct director; produce producer; write writer author; edit editor; compose composer; act actor actress; sing singer; ' +
  'illustrate illustrator; translate translator; photograph photographer; publish publisher; conduct conductor; narrate narrator; ' +
  'design designer; engineer; architect; build builder; paint painter; sculpt sculptor; poet; novelist; playwright; ' +
  'physicist; chemist; biologist; botanist; mathematician; philosopher; historian; lawyer; physician doctor; ' +
  'president; chairman chairwoman chair; secretary; minister; ambassador; governor; mayor; senator; king queen; prince princess; ' +
  'duke duchess; bishop; pope; captain; goalkeeper; coach; manager; owner own; student; professor teach teacher';

const GROUPS = groupNumbers(ROLES);

/** Words before a role that make it another one. */
const RANKS = new Set(
  'vice deputy assistant associate former formerly acting honorary co half step ex'.split(' '),
);

const groupOf = (word: string): number | undefined => {
  const known = baseForms(word).find((form) => GROUPS.has(form));
  return known === undefined ? undefined : GROUPS.get(known);
};

/** Whether each of two lists names a role that the other does not, or only one of them a rank. */
export function nameOtherRoles(one: readonly string[], other: readonly string[]): boolean {
  const rolesOf = (words: readonly string[]) => words.map(groupOf).filter((group) => group !== undefined);
  const [ours, theirs] = [rolesOf(one), rolesOf(other)];
  const isOther = ours.some((role) => !theirs.includes(role)) && theirs.some((role) => !ours.includes(role));
  return isOther || [...one, ...other].some((word) => RANKS.has(word));
}
