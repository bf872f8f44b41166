/**
 * Word weights: how much it says that a text holds a word.
 *
 *   idf(w) = −log(share(w) + 0.002)
 *
 * share(w): about what share of short encyclopedic texts hold the word. A coarse hand-made table is enough: it only
 * has to tell "known for" and "career" from what a text is about; any word not listed is taken for a rare one.
 */
import { wordKey } from '../content-words.ts';

/** Weight of a word by its key; above 0. */
export type WordWeights = (key: string) => number;

const RARE = 0.005;
/** Share of texts, and the words in about that many. */
const SHARES: readonly (readonly [number, string])[] = [
  [0.35, 'first one known also including many became'],
  [0.2, 'two year time work world born life new several part made well number considered late early'],
  [
    0.1,
    `american best city state united played won served career began name called located found used people group
    member series three century university school often various important popular history family day south north
    national public role major local large small common famous area later last second different along home high
    great widely published written founded held led order war received award throughout development based form
    created government country between german english british french john study`,
  ],
  [
    0.05,
    `west east king son daughter died death father mother wife married brother children player team league season
    football game club record company business president party political elected minister law court house general
    army military battle force service officer commander navy professor science scientific research theory field
    physics education college graduated degree bachelor master author writer book novel poet poetry story film
    television show actor actress director produced music musician band song album artist art painting released
    church religious bishop pope saint language culture region town village river island mountain sea water land
    park building street castle museum center central capital district province county species genus plant animal
    type system process structure method example term refers word means set contains four five six seven eight nine
    ten notable significant contribution influence success style powerful character fictional main original title
    position appointed established introduced discovered situated opened moved returned joined left taught performed
    appeared honor medal prize championship international european europe england france italy spain london york
    william james george thomas charles henry robert january february march april may june july august september
    october november december black white red long short old young good strong full single third final next end
    start beginning million thousand hundred percent total average size level rate empire roman ancient medieval
    modern traditional period era age revolution independence republic kingdom helped support promote leader head
    manager coach founder chief executive health medical disease treatment economic industry social community
    organization society rights man woman person human body place line side way lot variety range subject`,
  ],
];

const weightOf = (share: number): number => -Math.log(share + 0.002);
const RARE_WEIGHT = weightOf(RARE);
const TABLE = new Map(
  SHARES.flatMap(([share, words]) => words.split(/\s+/).map((word) => [wordKey(word), weightOf(share)])),
);

export const wordWeight: WordWeights = (key) => TABLE.get(key) ?? RARE_WEIGHT;
