/** `--dry-run`: prints the estimated calls of a run instead of making them. */
import { localUses } from '../detector/local-models.ts';
import { publishedSamplesNotes } from '../run/published-samples.ts';
import { environmentOf } from '../config/environment.ts';
import { renderEstimate } from '../report/estimate-report.ts';
import { fitBudget } from '../run/fit-budget.ts';
import type { Host } from '../run/host.ts';
import type { ToAsk } from '../run/to-ask.ts';

/** As JSON, or for people. */
export async function printEstimate(
  { spent, batch, attempt, note, isFitted = true, ...run }: ToAsk,
  format: string,
  host: Host,
): Promise<void> {
  const { estimateWithMost } = await import('../detector/estimate/estimate.ts');
  const { config, degraded } = isFitted ? await fitBudget(run, host) : { config: run.config };
  const estimate = await estimateWithMost(run.passages, config, { env: environmentOf(host) }, attempt);
  const plan = { limits: config.budget, spent, degraded, batch };
  const env = environmentOf(host);
  const { lackingModels } = await import('../models/transformers/lacking-models.ts');
  const notes = [
    ...lackingModels(config, localUses(config), env),
    ...publishedSamplesNotes(config, run.passages),
  ];
  const said = note === undefined ? notes : [...notes, note];
  const document = {
    ...{ ...estimate, ...(degraded && { degraded }), ...(note !== undefined && { note }) },
    ...(notes.length > 0 && { notes }),
  };
  host.stdout.write(
    format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : renderEstimate(estimate, plan, said),
  );
}
