/** What came of a run, counted. */
import type { Label, PassageVerdict } from '../passage.ts';
import type { RunSummary } from './manifest.ts';

/** @param passages how many passages the run is about, evaluated or not */
export function summarise(passages: number, verdicts: readonly PassageVerdict[]): RunSummary {
  const labelled = (label: Label) => verdicts.filter((verdict) => verdict.label === label).length;
  const triples = verdicts.flatMap((verdict) => verdict.triples);
  const total = (key: keyof PassageVerdict['usage']) =>
    verdicts.reduce((sum, { usage }) => sum + usage[key], 0);
  return {
    passages,
    recorded: verdicts.length,
    hallucinated: labelled('hallucinated'),
    factual: labelled('factual'),
    abstained: labelled('abstained'),
    triples: triples.length,
    hallucinatedTriples: triples.filter(({ label }) => label === 'hallucinated').length,
    threshold: verdicts.find(({ threshold }) => threshold !== null)?.threshold ?? null,
    usage: {
      requests: total('requests'),
      inputTokens: total('inputTokens'),
      outputTokens: total('outputTokens'),
    },
    ...costOf(verdicts),
  };
}

function costOf(verdicts: readonly PassageVerdict[]): Pick<RunSummary, 'usd'> {
  const costs = verdicts.flatMap(({ calls }) => (calls ? [calls.usd] : []));
  if (costs.length === 0) return {};
  return { usd: costs.includes(null) ? null : costs.reduce((sum: number, usd) => sum + (usd as number), 0) };
}
