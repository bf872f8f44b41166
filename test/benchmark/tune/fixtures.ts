/** Labelled records with drawn components, and short ways to write settings. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { componentSet } from '../../../src/benchmark/tune/component-set.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { PassageVerdict } from '../../../src/passage.ts';
import { randomFor } from '../../../src/common/random.ts';
import { scorePassage } from '../../../src/scoring/verdict.ts';
import { plainScoring } from '../../support/scoring.ts';

const SENTENCE = 20;
const NO_USAGE = { requests: 0, inputTokens: 0, outputTokens: 0 };

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
    const none = { value: null, reason: 'not-applicable' as const };
    const support = value(isWrong ? 0.3 : 0.7);
    const spread = value(0.5);
    const own = { support, names: none, numbers: none, spread, unsupported: [] };
    const triple = { id: 'original/1', responseId: 'original', head: 'a', relation: 'b', tail: 'c', span };
    const empty = { value: null, reason: 'disabled' as const, asked: null, draws: [] };
    const tail = { ...value(isWrong ? 0.7 : 0.3), asked: null, draws: [] };
    passages.push({ passage, label, sentences: [{ span, label, score: isWrong ? 1 : 0 }] });
    verdicts.push(
      scorePassage(
        {
          passage,
          sentences: [span],
          usage: NO_USAGE,
          abstention: null,
          trace: {
            segmentations: [
              { responseId: 'original', outcome: 'ok', detail: null, triples: [triple], rejected: [] },
            ],
            identity: { entities: [], relations: [] },
            consistency: [],
            verification: [{ tripleId: triple.id, inFactFilter: false, head: empty, relation: empty, tail }],
            agreement: {
              agreement: none,
              commonGround: none,
              triples: { [triple.id]: own },
              sentences: [own],
              claims: [],
            },
          },
        },
        plainScoring({ support: 1 }),
      ),
    );
  }
  return { passages, verdicts };
}

/** A component set of such data. */
export function toySet(count: number, noise?: number) {
  const { passages, verdicts } = toyData(count, noise);
  const config = resolveConfig({ preset: 'local' });
  return componentSet({ label: 'toy', config, passages, verdicts });
}
