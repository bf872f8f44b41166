/** What a clause says once all its parts are read: verbs that mean another with their object, and who made a work that it names. */
import { isKeeping, makingOf } from '../lexicon/verbs.ts';
import type { Token } from '../tokens.ts';
import { type Draft, partOf } from './frame-draft.ts';
import { isCopula, partsOf } from './frame.ts';
import { isPronoun } from './participants.ts';

const GIVING = new Set(['award', 'give', 'grant', 'offer', 'present', 'hand']);
const NO = /^(?:no|neither|none|nobody|nothing)$/;

/** @param next the clause behind it in its sentence */
export function finish(draft: Draft, next: Draft | undefined): void {
  if (draft.waits && next !== undefined) {
    draft.subject ??= next.subject;
    next.asides.push(...draft.adjuncts);
  }
  if (GIVING.has(draft.verb)) finishGiving(draft);
  readVerbWithParts(draft);
  const opens = [draft.subject, draft.object].some((part) => NO.test(part?.tokens[0]?.lower ?? ''));
  draft.denied = draft.denied !== opens;
  readParticiple(draft);
}

/** "was awarded the prize" says who receives it, "granted him a pardon" what is given. */
function finishGiving(draft: Draft): void {
  const { object } = draft;
  if (object === null) return;
  if (draft.passive) {
    draft.verb = 'receive';
    draft.passive = false;
    return;
  }
  const given = draft.adjuncts.find(({ word, tokens }) => word === '' && tokens.at(-1)?.pos === 'NOUN');
  if (given === undefined || !isPronoun(object)) return;
  draft.adjuncts = draft.adjuncts.map((part) =>
    part === given ? partOf('adjunct', object.tokens, 'to') : part,
  );
  draft.object = partOf('object', given.tokens);
}

function readVerbWithParts(draft: Draft): void {
  const { verb, object } = draft;
  const words = object?.tokens ?? [];
  // "gets into Leith at nine"
  if (verb === 'get' && object === null && draft.adjuncts.some(({ word }) => /^(?:in)?to$/.test(word)))
    draft.verb = 'arrive';
  // "keep both pressed"
  if (isKeeping(verb) && words.length > 1 && /(?:ed|en)$/.test(words.at(-1)?.lower ?? ''))
    draft.object = partOf('object', words.slice(0, -1));
  // "took place"
  if (verb === 'take' && words.length === 1 && words[0]?.lower === 'place') {
    draft.verb = 'take place';
    draft.object = null;
  }
}

/** "was [first bottled]" is read as an adjective. */
function readParticiple(draft: Draft): void {
  const last = draft.object?.tokens.at(-1);
  if (draft.verb !== 'be' || draft.object === null || last === undefined) return;
  if (!isParticipleOnly(draft.object.tokens)) return;
  draft.verb = verbOf(last.lower);
  draft.passive = true;
  draft.object = null;
}

const isParticipleOnly = (tokens: readonly Token[]): boolean =>
  tokens.length <= 2 &&
  tokens.every(({ pos }) => /^(?:ADJ|ADV|VERB)$/.test(pos)) &&
  /ed$/.test(tokens.at(-1)?.lower ?? '');

const verbOf = (participle: string): string => participle.replace(/(.)\1ed$/, '$1').replace(/ed$/, '');

/** Of "comes from a score by Berg" that Berg composed it, of "is a novel by Berg" that she wrote what is one: clauses of their own. */
export function makingIn(frame: Draft): Draft[] {
  const by = frame.adjuncts.find(({ word, tokens }) => word === 'by' && tokens.at(-1)?.pos === 'PROPN');
  if (by === undefined) return [];
  const begin = (by.tokens[0] as Token).start;
  const [work] = partsOf(frame)
    .filter(({ tokens }) => (tokens.at(-1)?.end ?? begin) < begin)
    .sort((one, other) => (other.tokens[0]?.start ?? 0) - (one.tokens[0]?.start ?? 0));
  const verb = makingOf(work?.tokens.at(-1)?.lower ?? '');
  if (work === undefined || verb === undefined || (frame.passive && work.role !== 'adjunct')) return [];
  frame.adjuncts = frame.adjuncts.filter((part) => part !== by);
  const made = isCopula(frame) && work === frame.object ? frame.subject : partOf('subject', work.tokens);
  return [
    {
      ...frame,
      ...{ verb, aspect: '', passive: true, denied: false, modal: '' },
      ...{ subject: made, object: null, adjuncts: [by], asides: [], joint: '', after: -1 },
    },
  ];
}
