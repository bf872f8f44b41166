/** The counts of a run. */
import { type Spending, spendingOf } from '../models/budget/budget.ts';
import { addCost, addPurposes, addUsage, ZERO_USAGE } from '../models/budget/usage.ts';
import type { CountedVerdict } from '../records/record-line.ts';
import type { CallRecord, Label, PassageVerdict, PurposeUsage, Usage } from '../passage.ts';
import type { RunSummary } from './manifest.ts';

/** @param passages how many passages the run is about, evaluated or not */
export function summarise(passages: number, verdicts: readonly PassageVerdict[]): RunSummary {
  const tally = new Tally();
  for (const verdict of verdicts) {
    tally.add(verdict);
    tally.addCalls(verdict);
  }
  return tally.summary(passages);
}

/** Costs of the calls for one record. */
export interface RecordedCalls {
  usage: Usage | null;
  calls?: CallRecord | null | undefined;
}

/** Accumulates the counts of a run; records are not kept. */
export class Tally {
  readonly #labels: Record<Label, number> = {
    ...{ hallucinated: 0, unsupported: 0, factual: 0, unsure: 0, abstained: 0, undecided: 0 },
  };
  readonly #purposes = new Map<string, PurposeUsage>();
  #recorded = 0;
  #triples = 0;
  #hallucinatedTriples = 0;
  #unsupportedTriples = 0;
  #unsupportedSentences = 0;
  readonly #thresholds = new Set<number>();
  #usage = ZERO_USAGE;
  /** Undefined while no model was asked, null once a price was not known. */
  #usd: number | null | undefined;

  static async of(verdicts: AsyncIterable<PassageVerdict>): Promise<Tally> {
    const tally = new Tally();
    for await (const verdict of verdicts) {
      tally.add(verdict);
      tally.addCalls(verdict);
    }
    return tally;
  }

  /** Counts a record that is no verdict. */
  addRecord(): void {
    this.#recorded += 1;
  }

  /** Counts a verdict, without what it cost. */
  add({ label, triples, sentences, threshold }: CountedVerdict): void {
    this.#recorded += 1;
    this.#labels[label] += 1;
    this.#triples += triples.length;
    this.#hallucinatedTriples += countOf(triples, 'hallucinated');
    this.#unsupportedTriples += countOf(triples, 'unsupported');
    this.#unsupportedSentences += countOf(sentences, 'unsupported');
    if (threshold !== null) this.#thresholds.add(threshold);
  }

  /** Counts what was asked for a record. */
  addCalls({ usage, calls }: RecordedCalls): void {
    if (usage) this.#usage = addUsage(this.#usage, usage);
    if (!calls) return;
    this.#usd = addCost(this.#usd === undefined ? 0 : this.#usd, calls.usd);
    addPurposes(this.#purposes, calls.byPurpose);
  }

  /** @param passages how many passages the run is about, evaluated or not */
  summary(passages: number): RunSummary {
    const { hallucinated, factual, unsure, abstained } = this.#labels;
    return {
      passages,
      recorded: this.#recorded,
      ...{ hallucinated, factual, unsure, abstained },
      triples: this.#triples,
      hallucinatedTriples: this.#hallucinatedTriples,
      unsupportedTriples: this.#unsupportedTriples,
      unsupportedSentences: this.#unsupportedSentences,
      threshold: this.#thresholds.size === 1 ? ([...this.#thresholds][0] ?? null) : null,
      ...this.calls(),
    };
  }

  calls(): Pick<RunSummary, 'usage' | 'usd' | 'byPurpose'> {
    return {
      usage: this.#usage,
      ...(this.#usd !== undefined && { usd: this.#usd, byPurpose: sorted(this.#purposes) }),
    };
  }

  /** The same, as a budget counts it. */
  spent(): Spending {
    return spendingOf({ ...this.#usage, usd: this.#usd });
  }
}

const countOf = (rows: readonly { label: Label }[], label: Label): number =>
  rows.filter((row) => row.label === label).length;

function sorted(purposes: ReadonlyMap<string, PurposeUsage>): Record<string, PurposeUsage> {
  return Object.fromEntries([...purposes].sort(([a], [b]) => (a < b ? -1 : 1)));
}
