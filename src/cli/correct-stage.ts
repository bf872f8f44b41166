/** What `hallugraph correct` does with the verdicts of its run. */
import { checkConfig } from '../config/check-config.ts';
import { environmentOf } from '../config/environment.ts';
import { createCorrector } from '../corrector.ts';
import {
  CORRECTIONS,
  correctionsFile,
  costsOfCorrection,
  recordOfCorrection,
} from '../run/correction-records.ts';
import type { CorrectPlan } from '../run/plans.ts';
import { withLabels } from './copied-run.ts';
import type { Host } from './host.ts';
import { type CallFlags, callLayers, callSettings } from './options.ts';
import type { Afterwards } from './perform-run.ts';
import { performStage } from './perform-stage.ts';
import type { Session } from './session.ts';

export function correctRun(
  { folder, detector, copied = false }: Session,
  { below, ...plan }: CorrectPlan,
  flags: CallFlags,
  host: Host,
): Afterwards {
  const { config: settings } = folder.manifest;
  return async (verdicts, work, tally) =>
    performStage(
      {
        ...{ name: 'corrections', file: correctionsFile(folder.path), kind: CORRECTIONS },
        verdicts: copied ? verdicts : withLabels(verdicts, settings),
        costsOf: costsOfCorrection,
        async open(spent) {
          // One after the other on the same recording and budget.
          await detector.close();
          const config = checkConfig([{ name: 'run.json', values: settings }, ...callLayers(flags)]);
          const calls = { ...callSettings(flags, host), continues: true, spent };
          const env = environmentOf(host.cwd, host.env);
          const corrector = createCorrector(config, { ...plan, below: below ?? undefined, env, calls });
          return {
            recordOf: async (verdict, options) =>
              recordOfCorrection(await corrector.correct(verdict, options)),
            cachedDraws: corrector.detector.cachedDraws,
            close: corrector.close,
          };
        },
      },
      work,
      tally,
    );
}
