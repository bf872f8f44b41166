/** Labelled records with drawn components, and short ways to write settings. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { componentSet } from '../../../src/benchmark/tune/component-set.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { ZERO_USAGE } from '../../../src/models/budget/usage.ts';
import { EMPTY_TRACE, type PassageVerdict } from '../../../src/passage.ts';
import { randomFor } from '../../../src/common/random.ts';
import { scorePassage } from '../../../src/scoring/verdict.ts';
import { noResult } from '../../../src/verification/task-result.ts';
import { agreement, passageAgreement, segmentation, verification } from '../../support/records.ts';
import { plainScoring } from '../../support/scoring.ts';

const SENTENCE = 20;

/**
 * Labelled passages of one sentence and one triple each, whose `support` follows the label with some noise, `tail`
 * the label turned round, and `spread` nothing.
 */
export function toyData(count: number, noise = 0.6) {
  const random = randomFor('toy-data', count);
  const passages: LabelledPassage[] = [];
  const verdicts: PassageVerdict[] = [];
  for (let index = 0; index < count; index++) {
    const isWrong = index % 3 === 0;
    const label = isWrong ? 'non-factual' : 'factual';
    const span = { start: 0, end: SENTENCE };
    const passage = { id: `p${index}`, prompt: 'p', response: 'r', samples: [], sentences: [span] };
    const value = (center: number) => ({
      value: Math.min(1, Math.max(0, center + noise * (random() - 0.5))),
      reason: null,
    });
    const own = agreement({ support: value(isWrong ? 0.3 : 0.7), spread: value(0.5) });
    const original = segmentation('original', [['a', 'b', 'c']]);
    for (const triple of original.triples) triple.span = span;
    const tail = { ...noResult('disabled'), ...value(isWrong ? 0.7 : 0.3) };
    const trace = {
      ...EMPTY_TRACE,
      segmentations: [original],
      verification: [verification('original/1', { tail })],
      agreement: passageAgreement({ triples: { 'original/1': own }, sentences: [own] }),
    };
    passages.push({ passage, label, sentences: [{ span, label, score: isWrong ? 1 : 0 }] });
    const input = { passage, sentences: [span], trace, usage: ZERO_USAGE, abstention: null };
    verdicts.push(scorePassage(input, plainScoring({ support: 1 })));
  }
  return { passages, verdicts };
}

/** A component set of such data. */
export function toySet(count: number, noise?: number) {
  const { passages, verdicts } = toyData(count, noise);
  const config = resolveConfig({ preset: 'local' });
  return componentSet({ label: 'toy', config, passages, verdicts });
}
