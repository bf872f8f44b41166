/** All published methods, and which of them a configuration can run. */
import { InputError } from '../../errors.ts';
import { ASK_BASELINES } from './ask-model.ts';
import type { BaselineDefinition, Need } from './baseline.ts';
import { BERTSCORE_BASELINE } from './bertscore.ts';
import { FACTSELFCHECK_BASELINES } from './factselfcheck.ts';
import { NGRAM_BASELINES } from './ngram.ts';
import { NLI_BASELINE } from './nli.ts';
import { NLI_CONTEXT_BASELINE } from './nli-context.ts';
import { REVERSE_VALIDATION_BASELINES } from './reverse-validation.ts';
import { SELF_CONTRADICTION_BASELINE } from './self-contradiction.ts';
import { SELFCHECK_PROMPT_BASELINE } from './selfcheck-prompt.ts';
import { SEMANTIC_ENTROPY_BASELINE } from './semantic-entropy.ts';
import { TOKEN_BASELINES } from './token-probability.ts';

/** In the order of tables. */
export const BASELINES: readonly BaselineDefinition[] = [
  ...ASK_BASELINES,
  ...NGRAM_BASELINES,
  BERTSCORE_BASELINE,
  NLI_BASELINE,
  SELFCHECK_PROMPT_BASELINE,
  SEMANTIC_ENTROPY_BASELINE,
  ...REVERSE_VALIDATION_BASELINES,
  SELF_CONTRADICTION_BASELINE,
  ...FACTSELFCHECK_BASELINES,
  NLI_CONTEXT_BASELINE,
  ...TOKEN_BASELINES,
];

const ALL = 'all';

export interface SelectedBaselines {
  chosen: BaselineDefinition[];
  /** Baselines in `all` that the configuration cannot run. */
  absent: { method: string; reason: string }[];
}

/**
 * @param requested ids, or `all`
 * @param missing why the configuration lacks what a baseline needs; null where it does not
 * @throws InputError for an unknown id, or a baseline named by its id that cannot run
 */
export function selectBaselines(
  requested: readonly string[],
  missing: (need: Need) => string | null,
  baselines = BASELINES,
): SelectedBaselines {
  const ids = baselines.map(({ id }) => id);
  const unknown = requested.find((name) => name !== ALL && !ids.includes(name));
  if (unknown !== undefined) {
    throw new InputError(`there is no method "${unknown}"; there are ${[ALL, ...ids].join(', ')}`);
  }
  const selected = baselines.filter(({ id }) => requested.includes(ALL) || requested.includes(id));
  const reasons = new Map(selected.map(({ id, needs }) => [id, reasonOf(needs, missing)]));
  const refused = selected.find(({ id }) => requested.includes(id) && reasons.get(id));
  if (refused) throw new InputError(`method ${refused.id} cannot run: ${reasons.get(refused.id)}`);
  const absent = [...reasons].map(([method, reason]) => ({ method, reason }));
  return {
    chosen: selected.filter(({ id }) => !reasons.get(id)),
    absent: absent.filter(({ reason }) => reason !== ''),
  };
}

/** Everything that is missing, as text; empty where nothing is. */
function reasonOf(needs: readonly Need[], missing: (need: Need) => string | null): string {
  return needs
    .map(missing)
    .filter((reason) => reason !== null)
    .join('; ');
}
