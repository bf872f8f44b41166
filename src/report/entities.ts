/** The named entities of each passage and how sure the model was of them, for a terminal. */
import type { EntityUncertainty, PassageVerdict } from '../passage.ts';
import { plainRows } from './plain-rows.ts';
import { cut, figure, MISSING, oneLine } from './text.ts';

const HEADINGS = ['entity', 'at', 'P(E)', 'H(E) ≥', 'H(E) ≤', 'verdict'];
const WIDEST_ENTITY = 40;

/** Text that ends in a line break; a passage without entities has a line that says why. */
export function renderEntities(verdicts: readonly PassageVerdict[]): string {
  return verdicts.map((verdict) => `${blockOf(verdict).join('\n')}\n`).join('\n');
}

function blockOf({ passage, trace }: PassageVerdict): string[] {
  const { entities = [], triples = {}, sentences = [] } = trace.uncertainty ?? {};
  const name = oneLine(passage.id);
  if (entities.length > 0) return [name, ...plainRows([HEADINGS, ...entities.map(cells)])];
  const parts = [...sentences, ...Object.values(triples)];
  const reason = trace.uncertainty ? (parts.find((part) => part.reason)?.reason ?? 'no-entity') : 'disabled';
  return [name, `  no entities: ${reason}`];
}

const cells = ({ text, span, probability, entropy, entropyBound, hallucinated }: EntityUncertainty) => [
  cut(oneLine(text), WIDEST_ENTITY),
  `${span.start}`,
  figure(probability),
  figure(entropy),
  figure(entropyBound),
  hallucinated === null ? MISSING : hallucinated ? 'hallucinated' : 'sure',
];
