/**
 * Maps the outputs of a classifier to classes of natural language inference, by its configuration. Models of factual
 * consistency (such as HHEM) have two classes: consistent counts as entailed.
 */
import { BackendError } from '../../errors.ts';
import type { NliVerdict } from '../nli-model.ts';

export type NliClass = keyof NliVerdict;

/** Letters of a label, in lower case. */
const CLASSES: readonly [NliClass, RegExp][] = [
  ['entailment', /^(entail(ment)?|consistent)$/],
  ['neutral', /^neutral$/],
  ['contradiction', /^contradict(ion)?$/],
];
const NOT_ENTAILMENT = /^(no|non|not)entailment$|^(in|not)consistent$|^hallucinated$/;
const EXPECTED: readonly (readonly NliClass[])[] = [
  [],
  ['entailment'],
  ['entailment', 'contradiction'],
  ['entailment', 'neutral', 'contradiction'],
];

/**
 * The class of each output, in the order of the outputs. Of two classes, one is entailment and the other is taken for
 * contradiction; a single output gives the log-odds of entailment.
 *
 * @param id2label of config.json: label by position, in any order and case
 * @throws BackendError when the labels are not those of NLI (such as `LABEL_0`)
 */
export function nliClasses(
  id2label: Readonly<Record<string, string>> | undefined,
  model: string,
): NliClass[] {
  const entries = Object.entries(id2label ?? {}).sort(([a], [b]) => Number(a) - Number(b));
  const labels = entries.map(([, label]) => label);
  const classes = labels.map((label) => classOf(label, labels.length));
  const known = classes.filter((name) => name !== null);
  const expected = EXPECTED[labels.length] ?? [];
  if (expected.length > 0 && expected.every((name) => known.includes(name))) return known;
  const found = labels.length === 0 ? 'none' : labels.join(', ');
  throw new BackendError(
    `NLI model "${model}": its labels (${found}) are not entailment, neutral and contradiction. Choose a model for natural language inference, or name them under id2label in the config.json of a local copy.`,
  );
}

function classOf(label: string, count: number): NliClass | null {
  const word = label.toLowerCase().replace(/[^a-z]/g, '');
  if (count === 2 && NOT_ENTAILMENT.test(word)) return 'contradiction';
  return CLASSES.find(([, words]) => words.test(word))?.[0] ?? null;
}
