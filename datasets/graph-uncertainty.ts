/**
 * Claim sets of Jiang et al., NeurIPS 2024, "Graph-based Uncertainty Metrics for Long-form Language Model Outputs"
 * (github Mingjianjiang-1/Graph-based-Uncertainty, `..._bipartite.json`): a greedy answer about an entity, 10
 * samples, and the claims of all of them, labelled by GPT-4 with the Wikipedia article at hand.
 *
 * The first `most_likely_breakdown_len` claims belong to the greedy answer. Y is factual, N non-factual; every
 * other mark (S subjective, Unk, blank ...) leaves the claim out, of the passage too. Passages have no label.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import type { LabelledClaim, LabelledPassage } from './labelled-passage.ts';
import { checkedRows, nonBlankText, type Row, rowError, unusedId, wellFormedText } from './row.ts';

const LABELS: Record<string, 'factual' | 'non-factual'> = { Y: 'factual', N: 'non-factual' };

const rowSchema = z.object({
  prompt: wellFormedText,
  entity: nonBlankText,
  most_likely_generation: wellFormedText,
  more_generations: z.array(wellFormedText),
  most_likely_breakdown_len: z.int().min(0),
  pointwise_dict: z.array(z.object({ claim: wellFormedText, gpt_annotation_result: z.string().nullish() })),
});

/**
 * Passages with labelled claims; the group is the file's short name, the id is `<group>: <entity>`.
 * @throws InputError naming file, line, row and field
 */
export function graphUncertaintyPassages(rows: Iterable<Row>, source: string): LabelledPassage[] {
  const group = groupOf(source);
  const usedIds = new Set<string>();
  return Array.from(checkedRows(rowSchema, rows), ({ row, record }) => {
    const claims = labelledClaims(record, row);
    const passage = {
      id: unusedId(`${group}: ${record.entity}`, usedIds),
      prompt: record.prompt.trim(),
      response: record.most_likely_generation,
      samples: record.more_generations,
      claims: claims.map(({ text }) => text),
    };
    return { passage, label: null, ...(claims.length > 0 && { claims }), group };
  });
}

/** The claims of a row that the data set has: of the greedy answer, written, and marked Y or N. */
export const isKept = ({
  claim,
  gpt_annotation_result: mark,
}: {
  claim: string;
  gpt_annotation_result?: string | null | undefined;
}): boolean => Object.hasOwn(LABELS, mark ?? '') && claim.trim() !== '';

function labelledClaims(record: z.infer<typeof rowSchema>, row: Row): LabelledClaim[] {
  const { pointwise_dict, most_likely_breakdown_len: ownClaims } = record;
  if (ownClaims > pointwise_dict.length) {
    const counts = `${ownClaims}, but pointwise_dict holds ${pointwise_dict.length} claims`;
    throw rowError(row, ['most_likely_breakdown_len'], counts);
  }
  return pointwise_dict
    .slice(0, ownClaims)
    .filter(isKept)
    .map(({ claim, gpt_annotation_result: mark }) => ({
      text: claim,
      label: LABELS[mark as string] as LabelledClaim['label'],
    }));
}

/**
 * `gpt-4 popqa` for `pop_qa_filtered_gpt-4_bipartite.json`, also where folders stand before, joined by `__`;
 * the name itself for files named otherwise.
 */
export function groupOf(source: string): string {
  const stem = basename(source).replace(/\.jsonl?$/i, '');
  const parts = /^(?:.*__)?(?<set>\w+?)(?:_filtered)?_(?<model>[^_]+)_bipartite/.exec(stem)?.groups;
  return parts ? `${parts.model} ${parts.set?.replaceAll('_', '')}` : stem;
}
