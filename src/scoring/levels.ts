/**
 * Consistent labels of one verdict at its three levels:
 *
 *   fact       unsupported where no evidence speaks of it, but of other statements of the passage, and in a passage that
 *              its score makes hallucinated, also where its words at most are spoken of; hallucinated only in a
 *              hallucinated passage
 *   passage    where facts decide, hallucinated with a hallucinated fact, and where sentences decide with a sentence that
 *              is by its score; else as its score says, where that decides
 *   sentence   hallucinated with a hallucinated fact; also by its score, in a passage that is by its own, where one of its
 *              facts is unsupported or none was read from it, or always where sentences decide; unsupported where all its
 *              facts are, or none was read from it and no evidence speaks of it; factual where nothing speaks against it;
 *              unsure otherwise
 *
 * So a factual passage has no hallucinated fact or sentence, and a factual sentence neither a hallucinated nor an
 * unsupported fact.
 */
import type { Label } from '../passage.ts';

/** A fact or sentence by itself. */
export interface OwnStatement {
  /** By its score. */
  label: Label;
  /** Whether no evidence mentions it. */
  isUnmentioned: boolean;
}

export interface OwnFact extends OwnStatement {
  /** Whether it has no evidence beyond shared words. */
  isUnspoken: boolean;
}

export interface OwnSentence extends OwnStatement {
  facts: readonly number[];
}

export interface OwnLabels {
  /** By its score. */
  passage: Label;
  facts: readonly OwnFact[];
  sentences: readonly OwnSentence[];
  /** Whether the score of the passage can make it hallucinated where none of its parts is. */
  doesScoreDecide: boolean;
  /** Whether a hallucinated fact makes the passage hallucinated. */
  doFactsDecide: boolean;
  /** Whether a sentence has evidence of its own beside that of its facts, so that its score decides on it and the passage. */
  doSentencesDecide: boolean;
}

/** The labels of the passage and its facts, before `unsure` is decided for the passage. */
export function passageLabels(own: OwnLabels): { passage: Label; facts: Label[] } {
  const unmentioned = unmentionedLabel(own);
  const isByScore = own.passage === 'hallucinated' && own.doesScoreDecide;
  const facts = own.facts.map(({ label, isUnmentioned, isUnspoken }) => {
    if (isUnmentioned && isDecided(label)) return unmentioned;
    return isUnspoken && label === 'unsure' && isByScore ? 'unsupported' : label;
  });
  const isByPart =
    (own.doFactsDecide && facts.includes('hallucinated')) ||
    (own.doSentencesDecide && own.sentences.some(({ label }) => label === 'hallucinated'));
  if (!isDecided(own.passage)) return { passage: own.passage, facts };
  return { passage: isByPart || isByScore ? 'hallucinated' : 'factual', facts };
}

/** @param passage its final label */
export function statementLabels(own: OwnLabels, passage: Label): { facts: Label[]; sentences: Label[] } {
  const mayHold = passage === 'hallucinated' || passage === 'undecided';
  const facts = passageLabels(own).facts.map((label) =>
    label === 'hallucinated' && !mayHold ? 'unsure' : label,
  );
  const unmentioned = unmentionedLabel(own);
  const sentences = own.sentences.map((sentence) =>
    sentenceLabel(sentence, {
      held: sentence.facts.map((position) => facts[position] as Label),
      unmentioned,
      isHallucinated: passage === 'hallucinated' && own.passage === passage && own.doesScoreDecide,
      isDecidedAlone: passage === 'hallucinated' && own.doSentencesDecide,
    }),
  );
  return { facts, sentences };
}

const isDecided = (label: Label): boolean => label !== 'abstained' && label !== 'undecided';

/** The label without evidence: `unsure` where nothing in the passage has any. */
function unmentionedLabel({ passage, facts, sentences }: OwnLabels): 'unsupported' | 'unsure' {
  const isSpokenOf = [...facts, ...sentences].some(
    ({ label, isUnmentioned }) => isDecided(label) && !isUnmentioned,
  );
  return isSpokenOf || passage === 'hallucinated' ? 'unsupported' : 'unsure';
}

interface Surroundings {
  held: readonly Label[];
  unmentioned: Label;
  /** Whether its passage is hallucinated by its score. */
  isHallucinated: boolean;
  /** Whether its score alone makes it hallucinated. */
  isDecidedAlone: boolean;
}

function sentenceLabel(
  { label, isUnmentioned }: OwnSentence,
  { held, unmentioned, isHallucinated, isDecidedAlone }: Surroundings,
): Label {
  if (held.includes('hallucinated')) return 'hallucinated';
  if (!isDecided(label)) return label;
  const isOpen = held.length === 0 || held.includes('unsupported');
  if (label === 'hallucinated' && (isDecidedAlone || (isHallucinated && isOpen))) return 'hallucinated';
  if (held.length === 0 && isUnmentioned) return unmentioned;
  if (held.length > 0 && held.every((fact) => fact === 'unsupported')) return 'unsupported';
  return label === 'factual' && !held.includes('unsupported') ? 'factual' : 'unsure';
}
