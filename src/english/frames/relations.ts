/**
 * What a clause says of two things, with the direction in which it holds: who does what to whom, what one is to another, which is
 * larger, which comes first.
 */
import { baseForms } from '../lexicon/base-forms.ts';
import { formsWithOpposite } from '../lexicon/opposites.ts';
import { isPossessiveMark, type Token } from '../tokens.ts';
import type { Frame, Part } from './frame.ts';
import { keysOf, participantsOf } from './participants.ts';

export interface Relation {
  /** A verb, alone or with a preposition; a noun ("pupil"); what two things are compared by ("large", "contain more sugar"). */
  name: string;
  /** `act` and `role` are compared by name, `comparison` by degree, `place` by the preposition that the name ends in. */
  kind: 'act' | 'role' | 'comparison' | 'place';
  first: readonly Token[];
  second: readonly Token[];
  /** Of a comparison: whether the first has less of it. */
  isLess: boolean;
  denied: boolean;
}

/** Prepositions that say where or when one thing is to another. */
const PLACING =
  /^(?:above|below|before|after|over|under|beneath|inside|outside|into|onto|to|from|behind|toward|towards|against|for|with|without|off|on|up|down|within|beyond|of)$/;

export function relationsOf(frame: Frame): Relation[] {
  return [
    ...actsOf(frame),
    ...rolesOf(frame),
    ...compassRelationsOf(frame),
    ...comparisonsOf(frame),
    ...placesOf(frame),
  ].filter(({ first, second }) => keysOf(first).length > 0 && keysOf(second).length > 0);
}

const relation = (
  kind: Relation['kind'],
  name: string,
  [first, second]: readonly [readonly Token[], readonly Token[]],
  { denied }: Frame,
): Relation => ({ kind, name, first, second, isLess: false, denied });

function actsOf(frame: Frame): Relation[] {
  const { agent, patient } = participantsOf(frame);
  if (frame.verb === 'be') return [];
  return agent === null || patient === null
    ? []
    : [relation('act', frame.verb, [agent.tokens, patient.tokens], frame)];
}

/** "lies to the south of Germany", "is just north of it". */
function compassRelationsOf(frame: Frame): Relation[] {
  const { subject, object, adjuncts } = frame;
  if (subject === null) return [];
  return [object, ...adjuncts].flatMap((part) => {
    const at = part?.tokens.findIndex(({ lower }) => /^(?:north|south|east|west)$/.test(lower)) ?? -1;
    const [side, of] = part?.tokens.slice(at, at + 2) ?? [];
    if (at < 0 || side === undefined || of?.lower !== 'of') return [];
    return [relation('role', side.lower, [subject.tokens, part?.tokens.slice(at + 2) ?? []], frame)];
  });
}

/** Of what does it, or is done, to what a preposition names; of an object, too: "add the water to the acid". */
function placesOf(frame: Frame): Relation[] {
  const { subject, object, adjuncts, verb } = frame;
  return adjuncts.flatMap(({ word, tokens }): Relation[] => {
    if (!PLACING.test(word) || tokens[0]?.pos === 'NUM') return [];
    const name = `${verb} ${word}`;
    return [
      ...(subject === null ? [] : [relation('place', name, [subject.tokens, tokens], frame)]),
      ...(object === null || verb === 'be'
        ? []
        : [relation('place', `${name} it`, [object.tokens, tokens], frame)]),
    ];
  });
}

/** "was a pupil of Plato", "was Plato's pupil", "worked as an assistant to Davy". */
function rolesOf(frame: Frame): Relation[] {
  const { subject, object, adjuncts, verb } = frame;
  const as = adjuncts.findIndex(({ word }) => word === 'as');
  const said = verb === 'be' ? object : adjuncts[as];
  if (subject === null || said === undefined || said === null) return [];
  const { tokens } = said;
  const holder = verb !== 'be' && !frame.passive && object !== null ? object.tokens : subject.tokens;
  const isOwn = holder !== subject.tokens && /^(?:his|her|its|their)$/.test(tokens[0]?.lower ?? '');
  const owner = tokens.findIndex(isPossessiveMark);
  const of = tokens.findIndex(({ lower }) => lower === 'of' || lower === 'to');
  const head = (from: number, to: number): string =>
    tokens.slice(from, to).findLast(({ pos }) => pos === 'NOUN')?.lower ?? '';
  const next = adjuncts[as + 1];
  const [noun, other]: [string, readonly Token[]] = isOwn
    ? [head(0, tokens.length), subject.tokens]
    : owner > 0
      ? [head(owner, tokens.length), tokens.slice(0, owner)]
      : of > 0
        ? [head(0, of), tokens.slice(of + 1)]
        : [
            head(0, tokens.length),
            next !== undefined && /^(?:of|to|for|under)$/.test(next.word) ? next.tokens : [],
          ];
  return noun === '' ? [] : [relation('role', singular(noun), [holder, other], frame)];
}

const singular = (noun: string): string =>
  /(?:s|men|children)$/.test(noun) ? (baseForms(noun)[1] ?? noun) : noun;

/** "is larger than", "has a hotter surface than", "contains less caffeine than". */
function comparisonsOf(frame: Frame): Relation[] {
  const than = frame.adjuncts.find(({ word }) => word === 'than');
  if (than === undefined || frame.subject === null) return [];
  const { subject } = frame;
  const parts = [frame.object, ...frame.adjuncts].filter(
    (part): part is Part => part !== null && part !== than,
  );
  for (const { tokens } of parts) {
    const degree = degreeIn(tokens);
    if (degree === null) continue;
    return [
      { ...relation('comparison', degree.name, [subject.tokens, than.tokens], frame), isLess: degree.isLess },
    ];
  }
  return [];
}

function degreeIn(tokens: readonly Token[]): { name: string; isLess: boolean } | null {
  const at = tokens.findIndex(({ lower }) => /^(?:more|less|fewer)$/.test(lower));
  if (at >= 0) {
    const name = tokens.slice(at + 1).find(({ pos }) => /^(?:ADJ|NOUN|VERB|ADV)$/.test(pos))?.lower;
    return name === undefined ? null : { name, isLess: tokens[at]?.lower !== 'more' };
  }
  const comparative = tokens.find(
    ({ lower, pos }) => /(?:er|rther|worse)$/.test(lower) && /^(?:ADJ|ADV)$/.test(pos),
  );
  if (comparative === undefined) return null;
  const plain = baseForms(comparative.lower).slice(1);
  const name = plain.find((form) => formsWithOpposite(form) !== '') ?? comparative.lemma;
  return { name, isLess: false };
}
