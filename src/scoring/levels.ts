/**
 * Consistent labels of one verdict at its three levels:
 *
 * | level    | label        | condition; the first that holds                                                        |
 * | -------- | ------------ | -------------------------------------------------------------------------------------- |
 * | fact     | unsupported  | no evidence mentions it, and the passage has other evidence or a hallucinated score     |
 * |          | unsure       | no evidence mentions any statement                                                     |
 * |          | unsupported  | unsure by its score, no sample states it, and the passage is hallucinated by its score  |
 * |          | unsupported  | hallucinated by its score, as the passage, since a checker without a model lacks it    |
 * |          | unsure       | hallucinated by its score, but the passage is not                                      |
 * |          | by its score | otherwise                                                                              |
 * | passage  | hallucinated | facts decide and one is; sentences decide and one is; or its score decides and it is    |
 * |          | factual      | otherwise                                                                              |
 * | sentence | hallucinated | one of its facts is                                                                    |
 * |          | hallucinated | by its score, in a hallucinated passage: sentences decide; or the passage's score does, |
 * |          |              | and the sentence has no fact or an unsupported one                                     |
 * |          | like a fact  | it has no fact and no evidence mentions it                                             |
 * |          | unsupported  | all its facts are                                                                      |
 * |          | factual      | by its score, without an unsupported fact                                              |
 * |          | unsure       | otherwise                                                                              |
 *
 * So a factual passage has no hallucinated fact or sentence, and a factual sentence neither a hallucinated nor an
 * unsupported fact. Scores follow where facts are scored by what samples state, which the means of sentences and passages lack.
 */
import type { Label, TripleVerdict } from '../passage.ts';
import { NOTHING_SAID } from './fact-score.ts';
import type { Thresholds } from './threshold.ts';

/** A fact or sentence by itself. */
export interface OwnStatement {
  /** By its score. */
  label: Label;
  /** Whether no evidence mentions it. */
  isUnmentioned: boolean;
}

export interface OwnFact extends OwnStatement {
  /** Whether it has no evidence beyond shared words. */
  isUnstated: boolean;
  /** Whether no more speaks against it than that a checker without a model does not find it. */
  isUnfounded: boolean;
}

export interface OwnSentence extends OwnStatement {
  /** Whether it is a salutation or closing, which needs no evidence. */
  isCourtesy: boolean;
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
  const facts = own.facts.map(({ label, isUnmentioned, isUnstated, isUnfounded }) => {
    if (isUnmentioned && isDecided(label)) return unmentioned;
    if (isUnfounded && label === 'hallucinated') return isByScore ? 'unsupported' : 'unsure';
    return isUnstated && label === 'unsure' && isByScore ? 'unsupported' : label;
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
  { label, isUnmentioned, isCourtesy }: OwnSentence,
  { held, unmentioned, isHallucinated, isDecidedAlone }: Surroundings,
): Label {
  if (held.includes('hallucinated')) return 'hallucinated';
  if (!isDecided(label)) return label;
  const isOpen = held.length === 0 || held.includes('unsupported');
  if (label === 'hallucinated' && (isDecidedAlone || (isHallucinated && isOpen))) return 'hallucinated';
  if (held.length === 0 && isUnmentioned && !isCourtesy) return unmentioned;
  if (held.length > 0 && held.every((fact) => fact === 'unsupported')) return 'unsupported';
  return label === 'factual' && !held.includes('unsupported') ? 'factual' : 'unsure';
}

type Labelled = Pick<TripleVerdict, 'label'>;

/** Thresholds are given in hundredths. */
const STEP = 0.01;

/** The score of a passage with these facts: below its threshold where one is hallucinated. */
export const passageScoreWith = (
  facts: readonly Labelled[],
  score: number | null,
  thresholds: Thresholds,
): number | null => atMost(facts, score, thresholds === null ? null : thresholds.passage - STEP);

/** Likewise of a sentence; it is rather wrong than right. */
export const sentenceScoreWith = (
  facts: readonly Labelled[],
  score: number | null,
  thresholds: Thresholds,
): number | null =>
  atMost(facts, score, thresholds === null ? null : Math.min(NOTHING_SAID, thresholds.triple - STEP));

const atMost = (facts: readonly Labelled[], score: number | null, most: number | null): number | null =>
  score !== null && most !== null && facts.some(({ label }) => label === 'hallucinated')
    ? Math.min(score, most)
    : score;

/** The chance that a passage or sentence is wrong: no less than that of a hallucinated fact in it. @param own null where none is known */
export function chanceWith(
  facts: readonly Pick<TripleVerdict, 'label' | 'probability'>[],
  own: number | null,
): number | null {
  if (own === null) return null;
  const ofFacts = facts.flatMap(({ label, probability }) =>
    label === 'hallucinated' && probability !== null ? [probability] : [],
  );
  return Math.max(own, ...ofFacts);
}
