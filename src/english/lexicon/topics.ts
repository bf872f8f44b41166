/**
 * What a clause tells of: a birth, an opening, who wrote it, how high it is. Of one thing two clauses on one topic may deny each
 * other by their values, whatever words tell of it; two clauses on different topics do not.
 */
import type { Token } from '../tokens.ts';
import { baseForms } from './base-forms.ts';

/** By topic its verbs, with `_` before a particle, and behind `:` its nouns, adjectives and adverbs; all in dictionary form. */
const TOPICS: Readonly<Record<string, string>> = {
  birth: 'bear hail : birth birthplace birthday native',
  baptism: 'baptise baptize christen : baptism',
  death:
    'die pass_away perish succumb kill murder assassinate execute drown slay : death dead deathbed assassination execution',
  burial: 'bury cremate entomb : burial grave tomb funeral',
  marriage: 'marry wed : wedding marriage wife husband spouse bride married',
  divorce: 'divorce split_up : divorce',
  moving:
    'move settle relocate emigrate immigrate flee arrive reach get_to get_into : emigration exile arrival',
  dwelling: 'live reside dwell inhabit : residence',
  education: 'study attend graduate enrol enroll educate : degree doctorate graduation alumnus student',
  teaching: 'teach lecture tutor : professorship professor lecturer',
  profession: 'practise practice',
  founding:
    'found establish set_up cofound co-found incorporate form : founder co-founder cofounder foundation establishment founding',
  building: 'build construct erect put_up : construction builder',
  design: 'design : design designer architect',
  beginning: 'begin start commence get_under : beginning onset start groundbreaking under_way underway',
  completion: 'complete finish : completion',
  ending: 'end conclude terminate : end terminus',
  opening: 'open inaugurate unveil : opening inauguration unveiling open',
  closing: 'close shut : closure closing closed',
  destruction: 'demolish tear_down destroy raze burn burn_down : demolition destruction',
  restoration: 'rebuild restore renovate reconstruct reopen salvage : restoration renovation reconstruction',
  discovery: 'discover detect spot isolate : discovery discoverer',
  invention: 'invent devise think_up coin create come_up develop : invention inventor creator',
  patent: 'patent : patent',
  writing: 'write author pen : author writer',
  publication: 'publish release issue appear come_out launch : publication release edition',
  composing: 'compose score : composer score soundtrack music',
  lyrics: ': lyric lyrics libretto lyricist librettist',
  directing: 'direct helm : director direction',
  production: 'produce make manufacture : producer production manufacturer maker',
  acting: 'star act play portray cast voice : role actor actress part',
  singing: 'sing record : singer vocalist vocal',
  premiere: 'premiere debut air broadcast : premiere debut premier',
  painting: 'paint : painter painting',
  sculpture: 'sculpt carve : sculptor',
  translation: 'translate : translator translation',
  victory: 'win triumph beat defeat lift : victory winner champion triumph title',
  scoring: 'score : scorer goal winner',
  award: 'award receive earn share win honour honor : award prize laureate',
  knighthood: 'knight : knighthood',
  nomination: 'nominate : nomination nominee',
  election: 'elect vote : election',
  office: 'appoint swear : appointment inauguration',
  leaving: 'resign step_down retire leave quit : resignation retirement departure',
  coronation: 'crown ascend accede : coronation accession',
  reign: 'reign rule : reign',
  abdication: 'abdicate depose overthrow : abdication',
  signing: 'sign : signature signing',
  ratification: 'ratify approve adopt : ratification approval adoption',
  proclamation: 'declare proclaim announce : announcement proclamation declaration',
  invasion: 'invade attack : invasion attack',
  surrender: 'surrender capitulate : surrender',
  capture: 'capture conquer seize take : conquest capture',
  launch: 'launch lift_off take_off blast_off : liftoff launch',
  landing: 'land touch_down splash_down : landing splashdown touchdown',
  sinking: 'sink : sinking',
  purchase: 'buy acquire purchase take_over : acquisition takeover purchase',
  sale: 'sell : sale',
  naming: 'name rename call : name nickname',
  introduction: 'introduce : introduction',
  abolition: 'abolish repeal ban outlaw : abolition repeal ban',
  adaptation: 'adapt remake : adaptation remake',
  arrest: 'arrest imprison jail : arrest imprisonment prison',
  trial: 'convict sentence : trial conviction',
  height: 'tower rise reach : height tall high',
  altitude: ': elevation altitude',
  depth: ': depth deep',
  length: ': length long',
  width: ': width wide broad',
  area: ': area square acre hectare',
  weight: 'weigh : weight heavy',
  boiling: 'boil : boiling',
  melting: 'melt : melting',
  freezing: 'freeze : freezing',
  population: ': population inhabitant resident',
  price: 'cost : price cost',
  revenue: ': revenue turnover',
  staff: 'employ : employee staff workforce',
  source: ': source spring',
  mouth: 'empty flow discharge : mouth',
  capital: ': capital',
  currency: 'pay spend : currency money',
  language: 'speak : language',
  diet: 'eat feed graze : diet food',
  kinship: ': relative cousin related kin family',
  origin: 'originate come_from hail : origin native indigenous',
};

const VERBS = new Map<string, string[]>();
const WORDS = new Map<string, string[]>();
for (const [topic, words] of Object.entries(TOPICS))
  for (const [side, into] of [VERBS, WORDS].entries())
    for (const word of words.split(':')[side]?.match(/\S+/g) ?? [])
      into.set(word.replace('_', ' '), [...(into.get(word.replace('_', ' ')) ?? []), topic]);

/** What happens but once to each thing. */
const EVENTS = new Set('birth baptism death burial opening completion mouth capital currency'.split(' '));
/** What each thing has one number of. */
const MEASURES = new Set('height altitude depth boiling melting freezing'.split(' '));

/** Whether two clauses on a topic tell of one thing, in whatever words. @param isCounted whether they give numbers */
export const isOfOnce = (topic: string, isCounted: boolean): boolean =>
  (isCounted ? MEASURES : EVENTS).has(topic);

/** @param verb in dictionary form, with its particle */
export const topicsOfVerb = (verb: string): readonly string[] => VERBS.get(verb) ?? [];

/** The topics that a word tells of where it stands. @param next the word behind it, "" for none */
function topicsOfWord({ lower, lemma, pos }: Token, next = ''): readonly string[] {
  if (pos === 'VERB') return VERBS.get(`${lemma} ${next}`) ?? VERBS.get(lemma) ?? [];
  if (!/^(?:NOUN|ADJ|ADV)$/.test(pos)) return [];
  return baseForms(lower).flatMap((form) => WORDS.get(form) ?? []);
}

/** "at 100 degrees" */
const isUnit = ({ lower }: Token, before: Token | undefined): boolean =>
  before?.pos === 'NUM' && /^degrees?$/.test(lower);

/** Of all words. */
export const topicsOf = (tokens: readonly Token[]): Set<string> =>
  new Set(
    tokens.flatMap((token, index) =>
      isUnit(token, tokens[index - 1]) ? [] : topicsOfWord(token, tokens[index + 1]?.lower),
    ),
  );
