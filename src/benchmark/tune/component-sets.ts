/** All component sets of a search: every run, under every combination of the settings that change components. */
import { isDeepStrictEqual } from 'node:util';
import { createEncoder } from '../../../gnn/index.ts';
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { checkConfig } from '../../config/check-config.ts';
import { nest, valueAt } from '../../config/layers.ts';
import type { Config } from '../../config/schema.ts';
import type { Embedder } from '../../models/embedder.ts';
import type { PassageVerdict } from '../../passage.ts';
import { rescoreVerdict } from '../../scoring/verdict.ts';
import { type ComponentSet, componentSet } from './component-set.ts';
import { isRecorded, withVotesOf } from '../ablations.ts';
import type { ComparedRun } from '../compared-run.ts';
import { recompare } from './recompare.ts';
import { combinations, type Space, type Value } from './space.ts';

/** With a verdict for each of the passages, in their order. */
export type TuningRun = Pick<ComparedRun, 'name' | 'config' | 'verdicts'>;

export interface ComponentSetsInput {
  runs: readonly TuningRun[];
  passages: readonly LabelledPassage[];
  comparison: Space['comparison'];
  /** The embedder of a run; called only where something has to be compared again. */
  embedderOf: (config: Config) => Promise<Embedder>;
  /** Called before a set is compared again. */
  onRecompare?: (label: string, config: Config) => void;
}

interface Plan {
  run: TuningRun;
  label: string;
  config: Config;
  changed: string[];
}

/** The first set is that of the first run as recorded. */
export async function componentSets(input: ComponentSetsInput): Promise<ComponentSet[]> {
  const plans = input.runs.flatMap((run) => plansOf(run, input.comparison));
  const sets: ComponentSet[] = [];
  for (const plan of plans) sets.push(await setOf(plan, input));
  return sets;
}

/** The run as recorded first, then its other combinations. */
function plansOf(run: TuningRun, comparison: Space['comparison']): Plan[] {
  const plans = combinations(comparison).map((values) => planOf(run, values));
  return [planOf(run, []), ...plans.filter(({ changed }) => changed.length > 0)];
}

function planOf(run: TuningRun, values: readonly [path: string, value: Value][]): Plan {
  const changes = values.filter(
    ([path, value]) => !isDeepStrictEqual(valueAt(run.config, path.split('.')), value),
  );
  const layers = changes.map(([path, value]) => ({
    name: 'tune.space',
    values: nest(path.split('.'), value),
  }));
  return {
    run,
    label: [run.name, ...changes.map(([path, value]) => `${path}=${value}`)].join(' '),
    config:
      changes.length === 0 ? run.config : checkConfig([{ name: 'run.json', values: run.config }, ...layers]),
    changed: changes.map(([path]) => path),
  };
}

async function setOf(plan: Plan, input: ComponentSetsInput): Promise<ComponentSet> {
  const { label, config } = plan;
  // scored again, so that sentences and claims match the current scoring code
  const verdicts = (await verdictsOf(plan, input)).map((verdict) => rescoreVerdict(verdict, config.scoring));
  return componentSet({ label, config, passages: input.passages, verdicts });
}

async function verdictsOf(
  { run, label, config, changed }: Plan,
  { embedderOf, onRecompare }: ComponentSetsInput,
): Promise<readonly PassageVerdict[]> {
  if (changed.length === 0) return run.verdicts;
  const { kind } = config.encoder;
  if (isDeepStrictEqual(changed, ['encoder.kind']) && isRecorded(run.verdicts, kind)) {
    return run.verdicts.map((verdict) => withVotesOf(verdict, kind));
  }
  onRecompare?.(label, config);
  const parts = { embedder: await embedderOf(config), encoder: createEncoder(config.encoder) };
  const verdicts: PassageVerdict[] = [];
  for (const verdict of run.verdicts) verdicts.push(await recompare(verdict, config, parts));
  return verdicts;
}
