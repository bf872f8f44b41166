/** The knowledge-bias probes of `hallugraph check --probe`, after the run itself. */
import { checkConfig } from '../config/check-config.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { openProbeParts, type PassageProbeParts } from '../parts.ts';
import type { PassageVerdict } from '../passage.ts';
import { hasReference } from '../reference/measure-reference.ts';
import { probeKnowledge, probeMasked } from '../reference/probes.ts';
import type { Trial } from '../run/estimate.ts';
import { PROBES, type ProbeRecord, probesFile } from '../run/probe-records.ts';
import type { Host } from './host.ts';
import { type CallFlags, callLayers, callSettings } from './options.ts';
import type { Afterwards } from './perform-run.ts';
import { performStage } from './perform-stage.ts';
import type { Session } from './session.ts';

export function probeRun({ folder, detector }: Session, flags: CallFlags, host: Host): Afterwards {
  const stage = { name: 'probes', file: probesFile(folder.path), kind: PROBES };
  return async (verdicts, work, tally) =>
    performStage(
      {
        ...{ ...stage, verdicts },
        costsOf: (record) => [record],
        async open(spent) {
          // One after the other on the same recording and budget.
          await detector.close();
          const { config: settings } = folder.manifest;
          const config = checkConfig([{ name: 'run.json', values: settings }, ...callLayers(flags)]);
          const calls = { ...callSettings(flags, host), continues: true, spent };
          const parts = await openProbeParts(config, environmentOf(host.cwd, host.env), calls);
          return {
            recordOf: (verdict, options) =>
              probePassage(verdict, { parts: parts.forPassage(verdict.passage.id), config }, options),
            ...{ cachedDraws: parts.cachedDraws, close: parts.close },
          };
        },
      },
      work,
      tally,
    );
}

/** For a dry run. */
export async function tryProbes(verdict: PassageVerdict, { config, env, calls }: Trial): Promise<void> {
  const parts = await openProbeParts(config, env, calls);
  await probePassage(verdict, { parts: parts.forPassage(verdict.passage.id), config }, {});
}

async function probePassage(
  { passage, triples: verdicts }: PassageVerdict,
  { parts, config }: { parts: PassageProbeParts; config: Config },
  options: CallOptions,
): Promise<ProbeRecord> {
  const { checker, generator: model, prompts, usage, calls } = parts;
  const costs = () => ({ usage: usage(), ...(calls() && { calls: calls() }) });
  if (!hasReference(passage)) return { id: passage.id, probes: null, ...costs() };
  const { groupSize } = config.reference;
  const triples = verdicts.map(({ triple }) => triple);
  const references = (passage.context ?? []).filter((text) => text.trim() !== '');
  const [knowledge, masked] = await Promise.all([
    model && probeKnowledge(triples, { model, prompts, groupSize }, options),
    probeMasked(triples, { checker, question: passage.prompt, references }, options),
  ]);
  return { id: passage.id, probes: { knowledge, masked }, ...costs() };
}
