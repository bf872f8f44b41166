/** The knowledge-bias probes of a check, after its verdicts: `probes.jsonl`. */
import { z } from 'zod';
import type { Config } from '../config/schema.ts';
import type { CallSettings } from '../models/chat-services.ts';
import type { PassageParts } from '../detector/parts.ts';
import type { PassageVerdict } from '../passage.ts';
import { recorded } from '../records/record-line.ts';
import { hasReference } from '../reference/measure-reference.ts';
import { type PassageProbes, probeKnowledge, probeMasked } from '../reference/probes.ts';
import type { Trial } from '../detector/estimate/estimate.ts';
import { promptText } from '../text/conversation.ts';
import { kindOf, recordsIn } from './records.ts';
import type { RecordedCalls } from './run-summary.ts';
import type { RunStage } from './stage.ts';

interface ProbeRecord extends RecordedCalls {
  id: string;
  /** Null for a passage without a reference, and after a defect. */
  probes: PassageProbes | null;
  defect?: string;
}

const probe = z.looseObject({ reason: z.string().nullable() });
const recordSchema = z.looseObject({
  id: z.string(),
  probes: z.object({ knowledge: z.array(probe).nullable(), masked: z.array(probe) }).nullable(),
});

export const PROBES = kindOf<ProbeRecord>('the probes of a passage', 'probes.jsonl', recordSchema);

/** By passage id. @throws RunError naming an invalid line */
export async function readProbes(folder: string): Promise<Map<string, PassageProbes>> {
  const probes = new Map<string, PassageProbes>();
  for await (const record of recordsIn(folder, PROBES)) {
    if (record.probes) probes.set(record.id, record.probes);
  }
  return probes;
}

/** The context of a stage after the verdicts. */
export interface LaterStage {
  config: Config;
  env: NodeJS.ProcessEnv;
  /** With the budget of the run. */
  calls: CallSettings;
  threads?: number;
  /** Called once all are recorded. */
  verdicts(): Promise<PassageVerdict[]>;
}

export const probeStage = (later: LaterStage): RunStage<PassageVerdict, ProbeRecord> => ({
  ...{ name: 'probes', kind: PROBES, items: later.verdicts, idOf: ({ passage }) => passage.id },
  async open() {
    const { config, env, calls } = later;
    const { createParts } = await import('../detector/parts.ts');
    const parts = await createParts(config, env, { calls: { ...calls, continues: true } });
    const { forPassage, cachedDraws, close } = parts;
    return {
      async work(verdict, { signal, onProgress }) {
        const { id } = verdict.passage;
        onProgress({ passageId: id, stage: 'probes' });
        return recorded(await probePassage(verdict, { parts: forPassage(id), config, signal }));
      },
      ...{ cachedDraws, close },
    };
  },
  failed: ({ passage }, defect) => ({ id: passage.id, probes: null, usage: null, defect }),
});

/** For a dry run. */
export async function tryProbes(verdict: PassageVerdict, { config, env, calls }: Trial): Promise<void> {
  const { createParts } = await import('../detector/parts.ts');
  const { forPassage } = await createParts(config, env, { calls });
  const { signal } = new AbortController();
  await probePassage(verdict, { parts: forPassage(verdict.passage.id), config, signal });
}

async function probePassage(
  { passage, triples: verdicts }: PassageVerdict,
  { parts, config, signal }: { parts: PassageParts; config: Config; signal: AbortSignal },
): Promise<ProbeRecord> {
  const { checker, generator: model, prompts, costs } = parts;
  if (!hasReference(passage) || checker === null) return { id: passage.id, probes: null, ...costs() };
  const { groupSize } = config.reference;
  const triples = verdicts.map(({ triple }) => triple);
  const question = promptText(passage.prompt);
  const references = (passage.context ?? []).filter((text) => text.trim() !== '');
  const [knowledge, masked] = await Promise.all([
    model && probeKnowledge(triples, { model, prompts, groupSize }, { signal }),
    probeMasked(triples, { checker, question, references }, { signal }),
  ]);
  return { id: passage.id, probes: { knowledge, masked }, ...costs() };
}
