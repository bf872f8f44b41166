/**
 * 10,000 weight settings over as many records as WikiBio has: 119 passages of 8 sentences and 21 triples, each setting
 * judged by sentence ROC-AUC over 4 folds. The yardstick is rescoring the records and ranking the verdicts, timed in
 * the same run on a few settings and extrapolated.
 */
import { rocAuc } from '../../src/statistics/ranking.ts';
import { componentsPresent } from '../../src/benchmark/tune/component-matrix.ts';
import { componentSet } from '../../src/benchmark/tune/component-set.ts';
import { drawSetting } from '../../src/benchmark/tune/draw-setting.ts';
import { createEvaluator } from '../../src/benchmark/tune/evaluate-setting.ts';
import { parseObjective } from '../../src/benchmark/tune/objective.ts';
import { type Setting, scoringOf, settingOf } from '../../src/benchmark/tune/setting.ts';
import { defaultSpace } from '../../src/benchmark/tune/space.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { randomFor } from '../../src/random.ts';
import { rescoreVerdict } from '../../src/scoring/verdict.ts';
import { wikiBioSized } from '../benchmark/tune/fixtures.ts';
import { type BenchTable, medianMilliseconds } from './bench-table.ts';

const SETTINGS = 10_000;
/** Settings rescored record by record. */
const FEW = 5;
const FOLDS = 4;

const { passages, verdicts } = wikiBioSized();
const config = resolveConfig({ preset: 'local' });
const foldOf = Int32Array.from(passages, (_, passage) => passage % FOLDS);

export async function benchTuneSweep(): Promise<BenchTable> {
  const set = componentSet({ label: 'bench', config, passages, verdicts });
  const objective = parseObjective('sentence.rocAuc');
  const evaluate = createEvaluator({ sets: [set], objective, fittings: {}, folds: foldOf });
  const context = {
    space: defaultSpace(componentsPresent(set.matrix), config.scoring),
    start: settingOf(config.scoring, 0),
    setCount: 1,
    random: randomFor('bench-tune-sweep'),
  };
  const settings = Array.from({ length: SETTINGS }, () => drawSetting(context));
  const sweep = await medianMilliseconds(() => settings.map(evaluate), 1);
  const few = await medianMilliseconds(() => settings.slice(0, FEW).map(rescored), 3);
  const slow = (few / FEW) * SETTINGS;
  return {
    name: `Tuning, ${SETTINGS} weight settings over ${verdicts.length} passages`,
    columns: ['way', 'ms', 'times the sweep'],
    rows: [
      ['sweep over arrays', sweep.toFixed(0), '1.0'],
      ['rescoreVerdict (extrapolated)', slow.toFixed(0), (slow / sweep).toFixed(1)],
    ],
  };
}

/** The objective in each fold, from the records. */
function rescored(setting: Setting): (number | null)[] {
  const again = verdicts.map((verdict) => rescoreVerdict(verdict, scoringOf(setting)));
  const items = again.flatMap(({ sentences }, passage) =>
    sentences.map(({ score }, index) => ({
      fold: foldOf[passage],
      score: -(score ?? 0),
      positive: passages[passage]?.sentences?.[index]?.label === 'non-factual',
    })),
  );
  return Array.from({ length: FOLDS }, (_, fold) => rocAuc(items.filter((item) => item.fold === fold)).value);
}
