/** The methods and gold labels of a benchmark: read from flags, stored in `run.json`, and validated before any request. */
import path from 'node:path';
import { EXCLUSIONS, type Exclusion, type LabelledPassage } from '../../datasets/index.ts';
import { ABLATIONS } from '../benchmark/ablations.ts';
import { PLAIN_QUESTIONS } from '../benchmark/baselines/ask-model.ts';
import type { BaselineDefinition, Need } from '../benchmark/baselines/baseline.ts';
import type { SelectedBaselines } from '../benchmark/baselines/baseline-registry.ts';
import { BASELINES, selectBaselines } from '../benchmark/baselines/baseline-registry.ts';
import { isModulePath, loadOwnMethods } from '../benchmark/baselines/own-method.ts';
import type { MethodScores } from '../benchmark/method-scores.ts';
import { PARTS } from '../benchmark/parts-alone.ts';
import { readRecordedScores } from '../benchmark/recorded-scores.ts';
import type { ThresholdProtocol } from '../benchmark/threshold-protocols.ts';
import type { Config } from '../config/schema.ts';
import { missingNeed } from '../detector/parts.ts';
import { InputError } from '../errors.ts';
import type { BenchPlan } from '../run/manifest.ts';
import { readTextFile } from '../run/read-texts.ts';
import { OBJECTIVES } from '../statistics/best-threshold.ts';

export interface PlanOptions {
  methods?: string;
  ablate?: boolean;
  scores?: string[];
  threshold?: string;
  exclude?: string;
}

const EMPTY: BenchPlan = { methods: [], ablate: false, scores: [], threshold: 'own' };

/** Flags over the plan of a resumed run: methods and files are added, a threshold is replaced. */
export function planOf(
  { methods = '', ablate = false, scores = [], threshold, exclude }: PlanOptions,
  cwd: string,
  before: BenchPlan = EMPTY,
): BenchPlan {
  const absolute = (entry: string) => (isModulePath(entry) ? path.resolve(cwd, entry) : entry);
  const files = scores.map((file) => path.resolve(cwd, file));
  return {
    methods: [...new Set([...before.methods, ...listed(methods).map(absolute)])],
    ablate: before.ablate || ablate,
    scores: [...new Set([...before.scores, ...files])],
    threshold: threshold ?? before.threshold,
    exclude: exclude === undefined ? before.exclude : listed(exclude),
  };
}

const NONE = 'none';

const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== NONE);

/** The default of `--methods`: where a model verifies facts, the baselines that ask it once. */
export const usualMethods = ({ verification }: Pick<Config, 'verification'>): string =>
  verification.by === 'llm' ? PLAIN_QUESTIONS.join(',') : NONE;

export interface CheckedPlan extends SelectedBaselines {
  plan: BenchPlan;
  protocol: ThresholdProtocol;
  exclusions: Exclusion[];
  /** From files of scores, with notes on them. */
  recorded: MethodScores[];
  notes: string[];
}

export const keptPlan = ({ plan, chosen }: CheckedPlan): BenchPlan => ({
  ...plan,
  ...(chosen.length > 0 && { chosen: chosen.map(({ id }) => id) }),
});

/** The plan for single passages, whose methods are chosen already; files of scores matter only for tables. */
export async function planAlone(plan: BenchPlan, config: Config): Promise<CheckedPlan> {
  const { chosen = [] } = plan;
  const checked = await checkPlan({ ...plan, methods: [], scores: [] }, { config, passages: [] });
  const all = [...BASELINES, ...(await ownMethods(plan))];
  return { ...checked, chosen: all.filter(({ id }) => chosen.includes(id)) };
}

/** @throws InputError for a method that does not exist or cannot run, or a file of scores that cannot be used */
export async function checkPlan(
  plan: BenchPlan,
  { config, passages }: { config: Config; passages: readonly LabelledPassage[] },
): Promise<CheckedPlan> {
  const own = passages.map(({ passage }) => passage);
  const added = await ownMethods(plan);
  const requested = [...plan.methods.filter((entry) => !isModulePath(entry)), ...added.map(({ id }) => id)];
  const missing = (need: Need) => missingNeed(need, config, own);
  const selected = selectBaselines(requested, missing, [...BASELINES, ...added]);
  const files = await Promise.all(
    plan.scores.map(async (source) =>
      readRecordedScores(await readTextFile(source, '/'), { source, passages }),
    ),
  );
  const recorded = files.flatMap(({ methods }) => methods);
  const names = recorded.map(({ method }) => method);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new InputError(`--scores: more than one file has scores of "${twice}"`);
  const taken = names.find((name) => ownRows(plan, selected).includes(name));
  if (taken !== undefined)
    throw new InputError(`--scores: "${taken}" is a row of this table already; record it under another name`);
  return {
    ...{ ...selected, plan, protocol: thresholdProtocol(plan.threshold) },
    exclusions: (plan.exclude ?? []).map(exclusion),
    ...{ recorded, notes: files.flatMap(({ notes }) => notes) },
  };
}

/** The methods of modules. @throws InputError for a name that is taken or cannot be one */
async function ownMethods({ methods }: BenchPlan): Promise<BaselineDefinition[]> {
  const own = (await Promise.all(methods.filter(isModulePath).map(loadOwnMethods))).flat();
  const taken = new Set(['all', 'hallugraph', 'allPositive', ...BASELINES.map(({ id }) => id)]);
  for (const { id } of own) {
    if (taken.has(id))
      throw new InputError(`--methods: there is another row "${id}"; give the method another id`);
    taken.add(id);
    if (!/^[\p{L}\p{N}_.-]{1,60}$/u.test(id))
      throw new InputError(
        `--methods: "${id}" cannot be the name of a method: letters, digits, ".", "_" and "-" can`,
      );
  }
  return own;
}

const ownRows = ({ ablate }: BenchPlan, { chosen }: SelectedBaselines): string[] => [
  ...['hallugraph', 'allPositive', ...chosen.map(({ id }) => id)],
  ...(ablate ? [...ABLATIONS, ...PARTS].map(({ method }) => method) : []),
];

function exclusion(name: string): Exclusion {
  const known = EXCLUSIONS.find((candidate) => candidate === name);
  if (known) return known;
  throw new InputError(`--exclude "${name}": expected ${EXCLUSIONS.join(', ')}`);
}

export const PROTOCOLS = 'own, mean-variance[:k] or cross-validated[:objective]';

const FOLDS = 5;

/**
 * `own`; `mean-variance:2` for T = µ + 2σ² on the data itself (default 0); `cross-validated:f1` for the threshold that is
 * best on the other folds (default: by balanced accuracy). @throws InputError for anything else
 */
function thresholdProtocol(text: string): ThresholdProtocol {
  const [rule, argument, ...more] = text.split(':');
  if (more.length === 0 && argument !== '') {
    if (rule === 'own' && argument === undefined) return { rule };
    if (rule === 'mean-variance' && Number.isFinite(Number(argument ?? 0)))
      return { rule, k: Number(argument ?? 0) };
    const objective = OBJECTIVES.find((name) => name === (argument ?? 'balancedAccuracy'));
    if (rule === 'cross-validated' && objective) return { rule, folds: FOLDS, objective };
  }
  throw new InputError(
    `threshold "${text}": expected ${PROTOCOLS}, the objective one of ${OBJECTIVES.join(', ')}`,
  );
}
