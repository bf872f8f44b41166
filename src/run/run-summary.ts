/** The counts of a run. */
import { type Spending, spendingOf } from '../models/budget/budget.ts';
import { addCost, addPurposes, addUsage, ZERO_USAGE } from '../models/budget/usage.ts';
import type { CallRecord, Label, PassageVerdict, PurposeUsage, Usage } from '../passage.ts';
import type { CountedVerdict } from '../records/record-line.ts';
import type { RunSummary } from './manifest.ts';

/** @param passages of the run, evaluated or not */
export function summarise(passages: number, verdicts: readonly PassageVerdict[]): RunSummary {
  const tally = new Tally();
  for (const verdict of verdicts) {
    tally.add(verdict);
    tally.addCalls(verdict);
  }
  return tally.summary(passages);
}

/** The costs of the calls for one record. */
export interface RecordedCalls {
  usage: Usage | null;
  calls?: CallRecord | null | undefined;
}

/** Accumulates the counts of a run; records are not kept. */
export class Tally {
  readonly #labels: Record<Label, number> = {
    ...{ hallucinated: 0, unsupported: 0, factual: 0, unsure: 0, abstained: 0, undecided: 0 },
  };
  readonly #counts = {
    ...{ triples: 0, hallucinatedTriples: 0, unsupportedTriples: 0, unsupportedSentences: 0 },
  };
  readonly #purposes = new Map<string, PurposeUsage>();
  readonly #thresholds = new Set<number>();
  #recorded = 0;
  #usage = ZERO_USAGE;
  /** Undefined while no model was asked, null once a price was not known. */
  #usd: number | null | undefined;

  /** Counts a record that is no verdict. */
  addRecord(): void {
    this.#recorded += 1;
  }

  /** Counts a verdict, without its costs. */
  add({ label, triples, sentences, threshold }: CountedVerdict): void {
    this.#recorded += 1;
    this.#labels[label] += 1;
    this.#counts.triples += triples.length;
    this.#counts.hallucinatedTriples += countOf(triples, 'hallucinated');
    this.#counts.unsupportedTriples += countOf(triples, 'unsupported');
    this.#counts.unsupportedSentences += countOf(sentences, 'unsupported');
    if (threshold !== null) this.#thresholds.add(threshold);
  }

  addCalls({ usage, calls }: RecordedCalls): void {
    if (usage) this.#usage = addUsage(this.#usage, usage);
    if (!calls) return;
    this.#usd = addCost(this.#usd === undefined ? 0 : this.#usd, calls.usd);
    addPurposes(this.#purposes, calls.byPurpose);
  }

  /** @param passages of the run, evaluated or not */
  summary(passages: number): RunSummary {
    const { hallucinated, factual, unsure, abstained } = this.#labels;
    const [threshold = null] = this.#thresholds;
    return {
      ...{ passages, recorded: this.#recorded, hallucinated, factual, unsure, abstained, ...this.#counts },
      threshold: this.#thresholds.size === 1 ? threshold : null,
      ...this.calls(),
    };
  }

  calls(): Pick<RunSummary, 'usage' | 'usd' | 'byPurpose'> {
    const byPurpose = Object.fromEntries([...this.#purposes].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { usage: this.#usage, ...(this.#usd !== undefined && { usd: this.#usd, byPurpose }) };
  }

  /** {@link calls} as a budget counts them. */
  spent(): Spending {
    return spendingOf({ ...this.#usage, usd: this.#usd });
  }
}

const countOf = (rows: readonly { label: Label }[], label: Label): number =>
  rows.filter((row) => row.label === label).length;
