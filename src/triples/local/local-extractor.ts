/** Segmentation without a model: open information extraction behind the extractor interface. */
import type { Segmentation } from '../../passage.ts';
import type { TripleExtractor } from '../extractor.ts';
import { classifyEnglish } from '../readable-text.ts';
import { extractTriples } from './extract-triples.ts';

/** Deterministic; reads English only. */
export function createLocalExtractor(): TripleExtractor {
  return {
    id: 'local',
    async extract({ id, text }, { prompt }): Promise<Segmentation> {
      const unreadable = await classifyEnglish(text);
      if (unreadable) return { responseId: id, ...unreadable, triples: [], rejected: [] };
      const { triples, rejected } = extractTriples({ id, text }, prompt);
      const found = triples.length > 0;
      return {
        responseId: id,
        outcome: found ? 'ok' : 'no-triples',
        detail: found ? null : 'no fact was found in the text',
        triples,
        rejected,
      };
    },
  };
}
