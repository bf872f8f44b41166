/**
 * Words of names that are not a person's: places and their distinctions ("Equatorial Guinea", "Lower Saxony"), clubs
 * ("Inter Milan"), institutions, works, events.
 */
import { monthNumber } from '../english/values/dates.ts';

const WORDS = {
  direction: `north south east west northern southern eastern western northeast northwest southeast southwest central
    middle mid inner outer upper lower near far equatorial`,
  kindOfPlace: `new old great greater lesser little grand big baja alta nova papua saint st san santa santo sao los las el
    al rio monte costa puerto port porto sierra fort united federal democratic people's`,
  nation: `american british english scottish welsh irish french german dutch spanish portuguese italian austrian swiss belgian
    danish norwegian swedish finnish russian soviet chinese japanese indian african european asian arab turkish greek polish
    hungarian czech mexican canadian australian brazilian us uk`,
  place: `street road avenue square river lake mount mountain mountains hill hills valley bay sea ocean gulf strait cape
    island islands isle peninsula desert coast county city town village borough district region province state states
    country republic kingdom empire territory commonwealth federation union park forest beach bridge castle palace tower
    gate wall station airport port harbour harbor canal`,
  institution: `university college school institute academy museum library hospital church cathedral abbey temple theatre
    theater opera orchestra symphony philharmonic choir ballet company corporation bank party army navy force records film
    films studios press times post league federation association society club council parliament court commission agency
    police house hall`,
  club: `fc afc cf ac as sc ssc rc cd sv vfb vfl bsc psv inter internazionale real atletico athletic atletic sporting
    borussia bayern bayer eintracht hertha werder schalke olympique dynamo dinamo lokomotiv spartak zenit racing rapid
    deportivo celta espanyol rovers rangers wanderers albion hotspur villa united city town county celtic argyle forest orient giants
    lakers bulls bears yankees dodgers`,
  event: `war battle siege treaty revolution agreement accord accords conference congress convention declaration commune
    massacre olympics games festival cup award awards prize medal day`,
  work: `times post review journal magazine album song novel marathon stakes derby`,
} as const;

const SETS = new Map(Object.entries(WORDS).map(([kind, words]) => [kind, new Set(words.split(/\s+/))]));

/** Whether a folded word of a name excludes a person; months do. */
export const isOfPlaceOrThing = (word: string): boolean =>
  [...SETS.values()].some((words) => words.has(word)) || monthNumber(word) !== undefined;

/** Kinds in which two words are never synonyms, unlike "isle" and "island". */
const EXCLUSIVE: readonly (keyof typeof WORDS)[] = ['direction', 'nation', 'club'];

/**
 * Whether two names differ in words of one kind alone: "AC Milan" and "Inter Milan", "French Guiana" and "British
 * Guiana".
 *
 * @param ours the folded words of the one name that the other lacks
 */
export const areToldApart = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.length > 0 &&
  theirs.length > 0 &&
  EXCLUSIVE.some((kind) => [...ours, ...theirs].every((word) => SETS.get(kind)?.has(word)));
