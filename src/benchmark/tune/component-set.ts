/** One set of components that settings can score: a recorded run, or that run compared anew under other settings. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import type { Config } from '../../config/schema.ts';
import type { PassageVerdict } from '../../passage.ts';
import { type ComponentMatrix, componentMatrix, passageRows } from './component-matrix.ts';
import { type Gold, goldOf } from './gold.ts';
import { createSweep, type Sweep } from './sweep.ts';

export interface ComponentSet {
  /** What a user calls it: the run, and what is set otherwise than in it. */
  label: string;
  /** The configuration that gives these components. */
  config: Config;
  matrix: ComponentMatrix;
  gold: Gold;
  sweep: Sweep;
}

export interface ComponentSetInput {
  label: string;
  config: Config;
  passages: readonly LabelledPassage[];
  /** One for each passage, in the same order. */
  verdicts: readonly PassageVerdict[];
}

export const componentSet = ({ label, config, passages, verdicts }: ComponentSetInput): ComponentSet => {
  const matrix = componentMatrix(verdicts.map(passageRows));
  return { label, config, matrix, gold: goldOf(passages, verdicts), sweep: createSweep(matrix) };
};
