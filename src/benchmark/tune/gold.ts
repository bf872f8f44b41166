/** The gold labels of a data set beside the rows of a {@link ComponentMatrix}. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { InputError } from '../../errors.ts';
import type { PassageVerdict } from '../../passage.ts';
import { goldItems, shareOfError } from '../level-items.ts';
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
  const starts = {
    passage: verdicts.map((_, unit) => unit),
    sentence: [] as number[],
    claim: [] as number[],
  };
  const next = { sentence: 0, claim: 0 };
  for (const { sentences, claims } of verdicts) {
    starts.sentence.push(next.sentence);
    starts.claim.push(next.claim);
    next.sentence += sentences.length;
    next.claim += claims.length;
  }
  const itemsOf = (level: Level): GoldItems => {
    const items = goldItems(passages, level);
    const rows = items.map(({ unit, position }) => {
      const at = level === 'sentence' ? sentenceAt(passages[unit], verdicts[unit], position) : position;
      return at < 0 ? at : (starts[level][unit] as number) + at;
    });
    return {
      row: Int32Array.from(rows),
      passage: Int32Array.from(items, ({ unit }) => unit),
      positive: Uint8Array.from(items, ({ positive }) => Number(positive)),
    };
  };
  const shares = passages.flatMap((passage, unit) => {
    const share = shareOfError(passage);
    return share === null ? [] : { unit, share };
  });
  const rows = Int32Array.from(shares, ({ unit }) => unit);
  return {
    passage: itemsOf('passage'),
    sentence: itemsOf('sentence'),
    claim: itemsOf('claim'),
    shares: { row: rows, passage: rows, share: Float64Array.from(shares, ({ share }) => share) },
  };
}

/** Which sentence of the verdict a gold sentence is; −1 where none has its place. */
function sentenceAt(
  labelled: LabelledPassage | undefined,
  verdict: PassageVerdict | undefined,
  position: number,
): number {
  const span = labelled?.sentences?.[position]?.span;
  return (verdict?.sentences ?? []).findIndex(
    (own) => own.span.start === span?.start && own.span.end === span?.end,
  );
}
