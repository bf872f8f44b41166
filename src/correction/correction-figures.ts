/** Figures over many corrections, and over the direct prompt. */
import type { PassageVerdict } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { type CheckedChange, countFacts, relativeIncrease, shareOf } from './correction-outcome.ts';
import type { Rouge } from './rouge.ts';

/** Input of the figures: one passage under one way of correcting. */
export interface Corrected {
  before: PassageVerdict;
  after: PassageVerdict;
  /** Null where the text was not changed. */
  rouge: Rouge | null;
  introduced: readonly string[];
}

/** Shares are null where the denominator is 0. */
export interface VerdictFigures {
  passages: number;
  changed: number;
  /** Flagged passages, and the share of them that counts as factual after. */
  flaggedPassages: number;
  believedPassages: number | null;
  /** Factual triples ÷ judged triples, over all passages. */
  factualBefore: number | null;
  factualAfter: number | null;
  factualIncrease: number | null;
  introduced: number;
  /** Means over the changed passages of at least two words before and after, which have all three. */
  rouge: Rouge;
}

export interface ChangeFigures {
  flagged: number;
  replaced: number;
  refused: number;
  notProposed: number;
  /** Replaced, found again, and factual. */
  fixed: number;
  stillFlagged: number;
  /** Replaced, but no triple of the new text states the new fact. */
  notFound: number;
  /** fixed ÷ flagged, and fixed ÷ replaced. */
  believed: number | null;
  believedOfReplaced: number | null;
}

export function verdictFigures(rows: readonly Corrected[]): VerdictFigures {
  const changed = rows.flatMap(({ rouge }) => (rouge === null ? [] : [rouge]));
  const flagged = rows.filter(({ before }) => before.label === 'hallucinated');
  const believed = flagged.filter(({ after }) => after.label === 'factual');
  const factualBefore = factualShare(rows.map(({ before }) => before));
  const factualAfter = factualShare(rows.map(({ after }) => after));
  const counted = changed.filter(({ rouge2 }) => rouge2 !== null);
  const meanOf = (key: keyof Rouge) => mean(counted.map((rouge) => rouge[key]));
  return {
    passages: rows.length,
    changed: changed.length,
    flaggedPassages: flagged.length,
    believedPassages: shareOf(believed.length, flagged.length),
    factualBefore,
    factualAfter,
    factualIncrease: relativeIncrease(factualBefore, factualAfter),
    introduced: rows.reduce((sum, { introduced }) => sum + introduced.length, 0),
    rouge: { rouge1: meanOf('rouge1'), rouge2: meanOf('rouge2'), rougeL: meanOf('rougeL') },
  };
}

export function changeFigures(changes: readonly CheckedChange[]): ChangeFigures {
  const withStatus = (status: CheckedChange['status']) =>
    changes.filter((change) => change.status === status);
  const replaced = withStatus('replaced');
  const after = (label: string) => replaced.filter((change) => change.after?.label === label).length;
  const fixed = after('factual');
  return {
    flagged: changes.length,
    replaced: replaced.length,
    refused: withStatus('refused').length,
    notProposed: withStatus('not-proposed').length,
    fixed,
    stillFlagged: after('hallucinated'),
    notFound: replaced.filter((change) => change.after === null).length,
    believed: shareOf(fixed, changes.length),
    believedOfReplaced: shareOf(fixed, replaced.length),
  };
}

function factualShare(verdicts: readonly PassageVerdict[]): number | null {
  const counts = verdicts.map(countFacts);
  const sum = (key: 'factual' | 'judged') => counts.reduce((total, count) => total + count[key], 0);
  return shareOf(sum('factual'), sum('judged'));
}
