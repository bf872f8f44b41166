/** A local natural language inference model, through transformers.js and ONNX Runtime. */
import type { NliConfig } from '../../config/schema.ts';
import { BackendError } from '../../errors.ts';
import type { NliModel, NliVerdict } from '../nli-model.ts';
import { mapBatches, tokenLimit } from './transformers-limits.ts';
import { type LoadedModel, pipelineOf, type TransformersOptions } from './transformers-loading.ts';

/**
 * A sequence classifier of a Hugging Face model or a local folder, with the classes of its config.json. A pair that is
 * too long for the model loses the end of its premise first.
 */
export function createTransformersNli(config: NliConfig, options: TransformersOptions): NliModel {
  const load = pipelineOf('text-classification', config, options);
  return {
    id: `transformers/${config.model}`,
    classify: (pairs, call = {}) =>
      mapBatches(pairs, config, call, async (batch) => classifyBatch(await load(), batch, config.model)),
  };
}

async function classifyBatch(
  loaded: LoadedModel,
  pairs: readonly { premise: string; hypothesis: string }[],
  name: string,
): Promise<NliVerdict[]> {
  const { tokenizer, model } = loaded;
  const classes = nliClasses(model.config.id2label, name);
  const limit = tokenLimit(loaded);
  const premises = pairs.map(({ premise, hypothesis }) =>
    longestFitting(premise, (text) => tokenizer.encode(text, { text_pair: hypothesis }).length <= limit),
  );
  const hypotheses = pairs.map(({ hypothesis }) => hypothesis);
  const { logits } = await model(
    tokenizer(premises, { text_pair: hypotheses, padding: true, truncation: true, max_length: limit }),
  );
  const width = classes.length;
  if (logits?.dims.at(-1) !== width) {
    const given = logits === undefined ? 'no logits' : `${logits.dims.at(-1)} logits`;
    throw new BackendError(`NLI model "${name}" gives ${given} for its ${width} labels.`);
  }
  return pairs.map((_, row) => verdictOf(logits.data.subarray(row * width, (row + 1) * width), classes));
}

/** The longest prefix of `text`, in whole words, that fits; empty where not even one word does. */
export function longestFitting(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const ends = [0, ...Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => index + word.length)];
  let [kept, cut] = [0, ends.length];
  while (cut - kept > 1) {
    const middle = (kept + cut) >> 1;
    if (fits(text.slice(0, ends[middle]))) kept = middle;
    else cut = middle;
  }
  return text.slice(0, ends[kept]);
}

/**
 * Softmax of the logits, by class; a class the model does not have is 0. A single logit is that of entailment against
 * contradiction.
 */
export function verdictOf(logits: ArrayLike<number>, classes: readonly NliClass[]): NliVerdict {
  if (classes.length === 1) return verdictOf([logits[0] as number, 0], ['entailment', 'contradiction']);
  const values = Array.from(logits);
  const highest = Math.max(...values);
  const exponentials = values.map((logit) => Math.exp(logit - highest));
  const sum = exponentials.reduce((total, value) => total + value, 0);
  const verdict: NliVerdict = { entailment: 0, neutral: 0, contradiction: 0 };
  classes.forEach((name, index) => {
    verdict[name] = (exponentials[index] as number) / sum;
  });
  return verdict;
}

type NliClass = keyof NliVerdict;

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
 * contradiction; a single output gives the log-odds of entailment. Models of factual consistency (such as HHEM) have two:
 * consistent counts as entailed.
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
