/** The gold labels of a data set beside the rows of a {@link ComponentMatrix}. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { InputError } from '../../errors.ts';
import type { PassageVerdict, Span } from '../../passage.ts';
import type { Level } from '../method-scores.ts';

/** The labelled items of one level; equal runs of one data set have the same items in the same order. */
export interface GoldItems {
  /** Where the item's score stands among the scores of its level; −1 where it has none. */
  row: Int32Array;
  /** Position of its passage. */
  passage: Int32Array;
  /** 1 = non-factual. */
  positive: Uint8Array;
}

/** Gold share of error of passages, in [0, 1], for correlations. */
export interface GoldShares {
  row: Int32Array;
  passage: Int32Array;
  share: Float64Array;
}

export interface Gold extends Record<Level, GoldItems> {
  shares: GoldShares;
}

/** A labelled passage and its record, found by id. @throws InputError where a passage has no record */
export function pairVerdicts(
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
): PassageVerdict[] {
  const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
  return passages.map(({ passage }) => {
    const verdict = byId.get(passage.id);
    if (!verdict) throw new InputError(`no record of passage "${passage.id}"; go on with the run first`);
    return verdict;
  });
}

/** @param verdicts one for each passage, in the same order */
export function goldOf(passages: readonly LabelledPassage[], verdicts: readonly PassageVerdict[]): Gold {
  const items: Record<Level, Item[]> = { passage: [], sentence: [], claim: [] };
  const shares: { row: number; share: number }[] = [];
  let sentenceStart = 0;
  let claimStart = 0;
  passages.forEach((labelled, passage) => {
    const { sentences, claims } = verdicts[passage] as PassageVerdict;
    if (labelled.label !== null)
      items.passage.push({ row: passage, passage, positive: isWrong(labelled.label) });
    const position = new Map(sentences.map(({ span }, index) => [spanKey(span), sentenceStart + index]));
    for (const { span, label } of labelled.sentences ?? []) {
      items.sentence.push({ row: position.get(spanKey(span)) ?? -1, passage, positive: isWrong(label) });
    }
    (labelled.claims ?? []).forEach(({ label }, index) => {
      if (label !== null) items.claim.push({ row: claimStart + index, passage, positive: isWrong(label) });
    });
    const share = shareOfError(labelled);
    if (share !== null) shares.push({ row: passage, share });
    sentenceStart += sentences.length;
    claimStart += claims.length;
  });
  const rows = Int32Array.from(shares, ({ row }) => row);
  return {
    passage: goldItems(items.passage),
    sentence: goldItems(items.sentence),
    claim: goldItems(items.claim),
    shares: { row: rows, passage: rows, share: Float64Array.from(shares, ({ share }) => share) },
  };
}

/** Mean of the gold sentence scores: 0 all accurate, 1 all wrong; null where sentences are not labelled. */
function shareOfError({ sentences }: LabelledPassage): number | null {
  if (!sentences || sentences.length === 0) return null;
  return sentences.reduce((sum, { score }) => sum + score, 0) / sentences.length;
}

interface Item {
  row: number;
  passage: number;
  positive: boolean;
}

const goldItems = (items: readonly Item[]): GoldItems => ({
  row: Int32Array.from(items, ({ row }) => row),
  passage: Int32Array.from(items, ({ passage }) => passage),
  positive: Uint8Array.from(items, ({ positive }) => Number(positive)),
});

const isWrong = (label: string): boolean => label === 'non-factual';
const spanKey = ({ start, end }: Span): string => `${start}-${end}`;
