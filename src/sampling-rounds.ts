/**
 * Samples in rounds: some are drawn and looked at, then further ones, until none could change a label any more.
 *
 * After each round every triple is asked for the probability that the votes of the samples to come give it another
 * label than it has (scoring/open-votes.ts, verification/stopping.ts), everything else of its score being known; under
 * `certain` the label of the passage must stand, too, whatever they say. A passage leaves once all its triples are
 * settled. Votes already cast are taken to stay, although further samples may change what is taken for the same.
 *
 * Reverse verification by a model is asked once, after the first round with a usable sample: its fact filter sees the
 * samples of that round alone. Everything else is measured anew over all samples so far.
 */
import { abstainOn, awaitsSamples } from './abstention.ts';
import type { Config } from './config/schema.ts';
import { ZERO_USAGE } from './models/budget/usage.ts';
import type { CallOptions } from './models/chat-model.ts';
import type { AnsweredPassage, SampleSource } from './models/complete-passage.ts';
import {
  type Abstention,
  type CompletePassage,
  type Label,
  ORIGINAL,
  type SampleVote,
  type Span,
  type Trace,
} from './passage.ts';
import { labelRule } from './scoring/label-rule.ts';
import { openConsistency } from './scoring/open-votes.ts';
import { thresholdsOf } from './scoring/threshold.ts';
import { judge } from './scoring/verdict.ts';
import { roundsOf, settledTriples } from './verification/stopping.ts';

/** What was made of a passage with the samples there were by then. */
export interface Look {
  passage: CompletePassage;
  sentences: readonly Span[];
  trace: Trace;
  abstention: Abstention | null;
}

/** What a look has to know of the others. */
export interface Round<L extends Look> {
  /** The look before; null at the first. */
  before: L | null;
  /** Samples still to come. */
  left: number;
}

export interface Rounds<L extends Look> {
  passage: AnsweredPassage;
  source: SampleSource;
  config: Pick<Config, 'sampling' | 'scoring'>;
  /** Told before samples are taken again. */
  onRound: () => void;
  look(passage: CompletePassage, round: Round<L>): Promise<L>;
}

/**
 * The last look, with what it has saved; one look at all samples where stopping is off or the threshold is not known
 * yet. An abstention alone where the service refuses the prompt.
 *
 * @throws ModelCallError when the service did not answer
 */
export async function lookInRounds<L extends Look>(
  { passage, source, config, onRound, look }: Rounds<L>,
  options?: CallOptions,
): Promise<L | { abstention: Abstention }> {
  const stops = stopsSampling(config);
  const rounds = sampleRounds(source.count, stops);
  const samples: string[] = [];
  let [first, before] = [0, null as L | null];
  for (const count of rounds) {
    if (before !== null) onRound();
    const taken = await source.take({ first, count }, options).catch(abstainOn);
    if ('abstention' in taken) return taken;
    samples.push(...taken);
    first += count;
    const left = source.count - first;
    before = await look({ ...passage, samples: [...samples] }, { before, left });
    if (left === 0 || isSettled(before, { left, looks: rounds.length - 1 }, config)) break;
  }
  const last = before as L;
  const sampling = { used: samples.length, saved: source.count - first };
  return stops ? { ...last, trace: { ...last.trace, sampling } } : last;
}

/** Whether samples come in rounds: no label can be told while the threshold is not known. */
export const stopsSampling = ({ sampling, scoring }: Pick<Config, 'sampling' | 'scoring'>): boolean =>
  sampling.stopping !== 'off' && thresholdsOf(scoring.threshold) !== null;

/** Samples of each round, one round at least. */
export function sampleRounds(count: number, stops: boolean): number[] {
  const rounds = roundsOf(count, stops).filter((size) => size > 0);
  return rounds.length === 0 ? [0] : rounds;
}

/** @param looks after which it may stop: ε is divided among them */
function isSettled(
  look: Look,
  { left, looks }: { left: number; looks: number },
  { sampling, scoring }: Rounds<Look>['config'],
): boolean {
  if (look.abstention !== null) return !awaitsSamples(look.abstention);
  const isCertain = sampling.stopping === 'certain';
  const open = openConsistency(look.trace, left, scoring);
  const error = isCertain ? 0 : sampling.stoppingError / looks;
  const settled = settledTriples(open, labelRule(look.trace, scoring), error);
  return settled.size === open.size && (!isCertain || isPassageSettled(look, left, scoring));
}

/** Scores rise with every vote, so that the label stands if it does with all votes to come against it, and all for. */
function isPassageSettled(look: Look, left: number, scoring: Config['scoring']): boolean {
  return (
    labelIf(look, { repeated: false, left }, scoring) === labelIf(look, { repeated: true, left }, scoring)
  );
}

/** The label of the passage if all votes to come were the same. */
function labelIf(
  { passage, sentences, trace }: Look,
  { repeated, left }: { repeated: boolean; left: number },
  scoring: Config['scoring'],
): Label {
  const vote: SampleVote = {
    ...{ responseId: 'to-come', repeated, risk: !repeated, conflict: false },
    ...{ tripleId: null, tailSimilarity: null },
  };
  const votes = new Map(trace.consistency.map((row) => [row.tripleId, row.votes]));
  const triples = trace.segmentations.find(({ responseId }) => responseId === ORIGINAL)?.triples ?? [];
  const consistency = triples.map(({ id }) => ({
    tripleId: id,
    votes: [...(votes.get(id) ?? []), ...Array<SampleVote>(left).fill(vote)],
  }));
  const assumed = { ...trace, consistency };
  return judge({ passage, sentences, trace: assumed, usage: ZERO_USAGE, abstention: null }, scoring).label;
}
