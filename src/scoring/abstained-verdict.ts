/** The verdict on a passage that could not be evaluated. */
import { type Abstention, EMPTY_TRACE, type Passage, type PassageVerdict } from '../passage.ts';
import { scorePassage, type ScoringInput } from './verdict.ts';
import type { Scoring } from './scoring-schema.ts';

export const abstainedVerdict = (
  passage: Passage,
  abstention: Abstention,
  scoring: Scoring,
  costs: Pick<ScoringInput, 'usage' | 'calls'>,
): PassageVerdict =>
  scorePassage({ passage, sentences: [], trace: { ...EMPTY_TRACE }, abstention, ...costs }, scoring);
