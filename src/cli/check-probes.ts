/** The knowledge-bias probes of `hallugraph check --probe`, after the run itself; they are not kept in its folder. */
import { checkConfig } from '../config/check-config.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { openProbeParts, type ProbeParts } from '../parts.ts';
import type { PassageVerdict } from '../passage.ts';
import { hasReference } from '../reference/measure.ts';
import { type PassageProbes, probeKnowledge, probeMasked } from '../reference/probes.ts';
import { spentOn } from './bench-baselines.ts';
import type { Host } from './host.ts';
import { type CallFlags, callLayers, callSettings } from './options.ts';
import type { Afterwards } from './perform-run.ts';
import type { Session } from './session.ts';

/** @param probes takes up the probes of each passage, by its id */
export function probeRun(
  { folder, detector }: Session,
  { probes, flags }: { probes: Map<string, PassageProbes>; flags: CallFlags },
  host: Host,
): Afterwards {
  return async (verdicts, { signal, begin }) => {
    // One after the other on the same recording and budget.
    await detector.close();
    const config = checkConfig([{ name: 'run.json', values: folder.manifest.config }, ...callLayers(flags)]);
    const calls = { ...callSettings(flags, host), continues: true, spent: spentOn(verdicts) };
    const parts = await openProbeParts(config, environmentOf(host.cwd, host.env), calls);
    const { onRecord } = begin('probes', verdicts.length);
    try {
      for (const [index, verdict] of verdicts.entries()) {
        signal.throwIfAborted();
        if (hasReference(verdict.passage)) {
          probes.set(verdict.passage.id, await probePassage(verdict, { parts, config }, { signal }));
        }
        onRecord(index + 1);
      }
    } finally {
      await parts.close();
    }
  };
}

async function probePassage(
  { passage, triples: verdicts }: PassageVerdict,
  { parts, config }: { parts: ProbeParts; config: Config },
  options: CallOptions,
): Promise<PassageProbes> {
  const { checker, generator: model, prompts } = parts;
  const { groupSize } = config.reference;
  const triples = verdicts.map(({ triple }) => triple);
  const references = (passage.context ?? []).filter((text) => text.trim() !== '');
  const [knowledge, masked] = await Promise.all([
    model && probeKnowledge(triples, { model, prompts, groupSize }, options),
    probeMasked(triples, { checker, question: passage.prompt, references }, options),
  ]);
  return { knowledge, masked };
}
