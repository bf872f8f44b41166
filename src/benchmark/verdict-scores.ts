/** The verdicts of hallugraph, or of a variant of it, as scores of a benchmark: risk = −F at every level. */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { InputError } from '../errors.ts';
import type { PassageVerdict, Span } from '../passage.ts';
import type { Thresholds } from '../scoring/threshold.ts';
import { isLabelled } from './level-items.ts';
import type { MethodScores, Origin, PassageScores } from './method-scores.ts';

export interface LabelledRun {
  passages: readonly LabelledPassage[];
  /** One for each labelled passage, in any order; found by `passage.id`. */
  verdicts: readonly PassageVerdict[];
}

export interface VerdictScoresInput extends LabelledRun {
  /** Default `hallugraph`. */
  method?: string;
  /** Default `hallugraph`. */
  origin?: Origin;
  /** The thresholds on support that made the labels; sentences and claims share that of triples. */
  thresholds?: Thresholds;
}

/**
 * F has no bounds, so the ranking takes −F instead of the clamped hallucination score; F < T of a label is −F > −T.
 * The passage threshold is the one the verdicts share, null where they differ.
 * @throws InputError when a labelled passage has no verdict
 */
export function verdictScores(input: VerdictScoresInput): MethodScores {
  const { passages, verdicts, method = 'hallugraph', origin = 'hallugraph', thresholds } = input;
  const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
  const scores = passages.filter(isLabelled).map((labelled) => {
    const { id } = labelled.passage;
    const verdict = byId.get(id);
    if (!verdict) throw new InputError(`benchmark: no verdict for passage "${id}"; finish the run first`);
    return passageScores(labelled, verdict);
  });
  const part = riskOf(thresholds?.triple);
  return {
    method,
    origin,
    scores,
    thresholds: {
      passage: riskOf(commonThreshold(verdicts)),
      sentence: part,
      claim: riskOf(thresholds?.claim ?? thresholds?.triple),
    },
  };
}

function passageScores(labelled: LabelledPassage, verdict: PassageVerdict): PassageScores {
  const sentences = labelled.sentences && sentencesAt(labelled.sentences, verdict);
  const claims = labelled.claims?.map((_claim, index) => verdict.claims[index]);
  return {
    id: labelled.passage.id,
    passage: riskOf(verdict.score),
    ...(isDecided(verdict) && { flagged: isCalledNonFactual(verdict) }),
    sentences: sentences?.map((one) => riskOf(one?.score)) ?? null,
    claims: claims?.map((one) => riskOf(one?.score)) ?? null,
    probabilities: {
      passage: verdict.probability,
      sentences: sentences?.map((one) => one?.probability ?? null) ?? null,
      claims: claims?.map((one) => one?.probability ?? null) ?? null,
    },
    reason: verdict.abstention?.detail || (verdict.abstention?.reason ?? null),
    usage: verdict.usage.requests === 0 ? null : verdict.usage,
  };
}

/** What a data set of two classes calls non-factual: a wrong fact, or a score below the threshold. */
export const isCalledNonFactual = ({ label, unsure }: Pick<PassageVerdict, 'label' | 'unsure'>): boolean =>
  label === 'hallucinated' || unsure?.reason === 'little-confirmed';

const isDecided = ({ label }: PassageVerdict): boolean => label !== 'undecided' && label !== 'abstained';

/** For each gold sentence the verdict's sentence at the same position; null without one. */
function sentencesAt(gold: readonly { span: Span }[], { sentences }: PassageVerdict) {
  const bySpan = new Map(sentences.map((sentence) => [spanKey(sentence.span), sentence]));
  return gold.map(({ span }) => bySpan.get(spanKey(span)));
}

export const spanKey = ({ start, end }: Span): string => `${start}-${end}`;

const riskOf = (support: number | null | undefined): number | null => (support == null ? null : -support);

/** The threshold of all scored verdicts; null where they differ or have none. */
function commonThreshold(verdicts: readonly PassageVerdict[]): number | null {
  const thresholds = new Set(
    verdicts.filter(({ score }) => score !== null).map(({ threshold }) => threshold),
  );
  const [only] = thresholds;
  return thresholds.size === 1 ? (only ?? null) : null;
}
