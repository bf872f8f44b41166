/** What verbs mean to each other: of one meaning, of one sort, the same seen from the other side. Verbs in their dictionary form. */
import { memoizePairs } from '../../common/memoize.ts';
import { wordGroups } from '../../text/word-groups.ts';
import { baseForms } from './base-forms.ts';
import { stem } from './stem.ts';
import { EVENT_NOUNS, VERB_GROUPS } from './verb-group-list.ts';

/** What WordNet keeps apart, or does not hold as verbs of one meaning. */
const MORE_GROUPS =
  'set_up/found/start/establish/co-found/cofound defeat/beat/overcome release/publish/issue/come_out/appear/bring_out/launch host/hold/stage bear/birth kill/murder/assassinate star/appear ' +
  'acquire/buy/purchase/take_over author/write award/give/grant receive/win/get/gain/earn/share keep/leave take_off/leave ratify/approve ' +
  'carve/sculpt direct/helm heat/preheat arrive/reach/get_to/get_into';
const MORE_NOUNS = 'birth=bear foundation=found/establish victory=win/defeat launch=launch';

/** Verbs that say of a thing where it is, how large it is, what it is made of, or that something happens: each as good as another. */
const SORTS = {
  place:
    'be stand lie sit hang locate situate base house keep display find see stay remain rest hold headquarter set exhibit live reside show',
  size: 'be measure stand rise reach tower weigh extend stretch run span cover have last take cost total number amount',
  material: 'be make build consist compose carve cast construct form cover sculpt fashion forge',
  event: 'be take_place happen occur follow hold play host stage fall come run organise organize',
  count: 'be have own possess contain include comprise hold feature use',
} as const;
const SORT_OF = new Map<string, Set<string>>();
for (const [sort, verbs] of Object.entries(SORTS))
  for (const verb of verbs.split(' ').map((one) => one.replace('_', ' ')))
    SORT_OF.set(verb, (SORT_OF.get(verb) ?? new Set()).add(sort));

const GROUPS = new Map<string, Set<number>>();
for (const [id, group] of `${VERB_GROUPS} ${MORE_GROUPS}`.split(' ').entries())
  for (const verb of group.replaceAll('_', ' ').split('/'))
    GROUPS.set(verb, (GROUPS.get(verb) ?? new Set()).add(id));

const NOUNS = new Map<string, readonly string[]>(
  `${EVENT_NOUNS} ${MORE_NOUNS}`.split(' ').map((entry): [string, string[]] => {
    const [noun = '', verbs = ''] = entry.split('=');
    return [noun, verbs.split('/')];
  }),
);

const OF_NOUNS = new Set([...NOUNS.values()].flat());

/** The verbs that a noun in singular or plural stands for, "die" for "death"; empty where there is none. */
export const verbsOfNoun = (noun: string): readonly string[] =>
  baseForms(noun).flatMap((form) => NOUNS.get(form) ?? []);

/** What its maker does to a work, by its noun. */
const MAKING = new Map(
  wordGroups(
    `write novel book play poem story essay article memoir; compose score soundtrack music symphony opera sonata concerto song;
     paint painting portrait fresco; sculpt sculpture statue; design design building; translate translation`,
  ).flatMap(([verb = '', ...works]) => works.map((work) => [work, verb] as const)),
);
/** "write" of "novel"; undefined of what is no work. */
export const makingOf = (noun: string): string | undefined =>
  baseForms(noun).flatMap((form) => MAKING.get(form) ?? [])[0];

/** Whether two verbs are one, or share a meaning. */
export const isSameVerb: (one: string, other: string) => boolean = memoizePairs(
  (one: string, other: string) =>
    one === other ||
    stem(one) === stem(other) ||
    [...(GROUPS.get(one) ?? [])].some((group) => GROUPS.get(other)?.has(group)),
  String,
);

export type VerbSort = keyof typeof SORTS;
export const isOfSort = (verb: string, sort: VerbSort): boolean => SORT_OF.get(verb)?.has(sort) === true;

/** Verbs that say little by themselves: what is said stands in their noun. */
const LIGHT = new Set(
  'be have do make take give get hold come go put set keep use serve become remain grant'.split(' '),
);
export const isLight = (verb: string): boolean => LIGHT.has(verb);

const MODALS = new Set('can could may might must shall should will would'.split(' '));
export const isModal = (verb: string): boolean => MODALS.has(verb);

/** "is a singer", "remained a singer" */
export const isLinking = (verb: string): boolean => /^(?:be|become|remain)$/.test(verb);

/** Verbs that say that something begins, goes on or ends. */
const PHASES = new Set('begin start commence stop cease finish end complete continue resume'.split(' '));
export const isPhase = (verb: string): boolean => PHASES.has(verb);

/** "keep the door closed": a participle behind its object says how something stays. */
export const isKeeping = (verb: string): boolean => /^(?:keep|leave|hold)$/.test(verb);

/** Verbs that tell what something is called or becomes. */
const COPULAR = new Set('call know turn change stay grow become'.split(' '));
export const isCopular = (verb: string): boolean => COPULAR.has(verb);

/** What one does with several: "appeared in", "joined", "received". */
const REPEATED = new Set(
  `play join receive win release attend study star appear feature name award perform record visit write direct publish produce
   sign coach gain get meet travel work serve represent tour compete buy acquire purchase take_over sell`
    .split(/\s+/)
    .map((verb) => verb.replace('_', ' ')),
);
export const isRepeated = (verb: string): boolean => REPEATED.has(verb);

/** What happens but once to anybody or anything. */
const ONCE = new Set(
  'bear die found establish create invent discover assassinate bury baptize incorporate'.split(' '),
);
export const happensOnce = (verb: string): boolean => ONCE.has(verb);

/** Of the first one with the second as of the second with the first, by the other verb or noun. */
const CONVERSES = new Map<string, Set<string>>();
const addConverse = (one: string, other: string) =>
  CONVERSES.set(one, (CONVERSES.get(one) ?? new Set()).add(other));
for (const group of wordGroups(
  `teach study_under learn_from pupil student disciple; employ employee; assist boss; succeed predecessor precede; buy sell_to; precede follow; give receive; lend borrow; defeat lose_to; beat lose_to;
   employ work_for; own belong_to; contain belong_to; lead follow; include belong_to; cause result_from; inspire take_after;
   teacher pupil student disciple apprentice; tutor pupil student; mentor student pupil apprentice protege assistant;
   parent child son daughter; father child son daughter; mother child son daughter; grandfather grandson granddaughter grandchild;
   grandmother grandson granddaughter grandchild; uncle nephew niece; aunt nephew niece; employer employee; master servant apprentice pupil;
   doctor patient; predecessor successor; ancestor descendant; host guest; owner property; lawyer client; boss assistant; north south; east west`,
)) {
  const [one = '', ...others] = group.map((name) => name.replaceAll('_', ' '));
  for (const other of others) {
    addConverse(one, other);
    addConverse(other, one);
  }
}

/** Nouns and verbs that tell the same of two. */
const SAME_RELATIONS = wordGroups(
  'member belong_to; part belong_to; succeed successor; precede predecessor; write author; study_under pupil; work_for employee',
);
const areTold = new Set(
  SAME_RELATIONS.flatMap((names) =>
    names.flatMap((one) => names.map((other) => `${one} ${other}`.replaceAll('_', ' '))),
  ),
);
export const isSameRelation = (one: string, other: string): boolean => areTold.has(`${one} ${other}`);

/** Adverbs under which nothing is said of each thing alone: "should not be stored together". */
export const isJoint = (adverb: string): boolean => adverb === 'together' || adverb === 'apart';

/** Verbs that steps of recipes and instructions begin with. */
const STEPS = new Set(
  `add apply bake beat blend boil chew chop clip combine dip dissolve drizzle fry garnish grate inhale insert knead loosen marinate melt mix peel pour rinse season simmer slice spray
   sprinkle stir swallow swipe tap thread tighten unplug use whisk`.split(/\s+/),
);
export const beginsStep = (verb: string): boolean => STEPS.has(verb);

/** Whether a dictionary form is known as a verb. */
export const isVerb = (form: string): boolean =>
  GROUPS.has(form) || SORT_OF.has(form) || OF_NOUNS.has(form) || STEPS.has(form);

/** The known verb that a word is formed from by an ending; else the word. */
const knownVerb = (word: string, ending: RegExp): string => {
  const plain = ending.exec(word)?.[1] ?? '';
  return [plain, `${plain}e`, plain.replace(/(.)\1$/, '$1')].find((verb) => GROUPS.has(verb)) ?? word;
};

/** "teach" of "teacher", where such a verb is known; else the noun. */
export const verbOfAgent = (noun: string): string => knownVerb(noun, /^(.{3,})(?:e[re]|or|ant|ent)$/);

/** "retire" of "retired", the dictionary form of a word that was taken for an adjective. */
export const verbOfParticiple = (form: string): string => knownVerb(form, /^(.{3,})ed$/);

export const isConverse = (one: string, other: string): boolean => CONVERSES.get(one)?.has(other) === true;

/** What holds both ways: "X met Y" is "Y met X". */
const MUTUAL = new Set(
  `marry wed meet divorce border collaborate resemble differ equal match join merge separate neighbour neighbor work tie draw date befriend
   sibling brother sister cousin friend rival ally enemy partner colleague neighbour neighbor spouse wife husband twin contemporary
   near next adjacent alongside similar same different equal`.split(/\s+/),
);
export const isMutual = (word: string): boolean => MUTUAL.has(word);
