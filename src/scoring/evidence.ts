/** Reasons in words: short lines that a user can check, in the order of the reasons. */
import type { Reason, ResponseId } from '../passage.ts';

export const evidenceOf = (reasons: readonly Reason[]): string[] => reasons.map(lineOf);

function lineOf({ kind, samples, of, value, instead, note, quote, weight }: Reason): string {
  const because = note === null ? '' : ` (${inBrackets(note)})`;
  const place = quote === null ? '' : `at ${quote.start}-${quote.end}: "${quote.text}"`;
  const name = quote?.source ?? 'the reference';
  switch (kind) {
    case 'samples-contradict': {
      const said = quote === null ? '' : `: "${quote.text}"`;
      return `${samplesWord(samples)} ${samples.length === 1 ? 'gives' : 'give'} ${instead}, not ${value}${said}`;
    }
    case 'samples-repeat':
      return `repeated by ${samples.length} of ${of} samples (${numbersOf(samples)})`;
    case 'samples-silent':
      return samples.length === of
        ? `no sample of ${of} says it`
        : `not said by ${samples.length} of ${of} samples`;
    case 'few-samples-hold':
      return `few samples hold "${value}"`;
    case 'reference-supports':
      return `${name} supports it${because}${place && `, ${place}`}`;
    case 'reference-silent':
      return `${name} does not say it${because}${place && `; nearest, ${place}`}`;
    case 'reference-contradicts':
      return `${name} contradicts it${because}${place && `, ${place}`}`;
    case 'triples-repeat':
      return `repeated by ${samples.length} of ${of} samples (${numbersOf(samples)})`;
    case 'no-triple-repeats':
      return `no sample of ${of} repeats it as a triple`;
    case 'triples-differ':
      return `${samplesWord(samples)}: "${instead}" instead of "${value}"`;
    case 'triples-relate-otherwise':
      return `${samplesWord(samples)}: the same tail under another relation`;
    case 'rebuilt-otherwise': {
      const given = of - Math.round(weight * of);
      const other = instead === UNKNOWN ? 'no answer otherwise' : `as "${instead}" otherwise`;
      return `${note} rebuilt as "${value}" in ${given} of ${of}, ${other}`;
    }
    case 'model-unsure':
      return `the model was not sure of "${value}": ${note}`;
  }
}

/** What whoever answers says when there is no answer. */
const UNKNOWN = 'unknown';

/** A note without the capital and the full stop of a sentence. */
const inBrackets = (note: string): string =>
  note.replace(/^\p{Lu}(?=\p{Ll}+\s)/u, (letter) => letter.toLowerCase()).replace(/\.$/, '');

function samplesWord(ids: readonly ResponseId[]): string {
  const distinct = [...new Set(ids)];
  return `${distinct.length === 1 ? 'sample' : 'samples'} ${numbersOf(distinct)}`;
}

const numbersOf = (ids: readonly ResponseId[]): string =>
  ids.map((id) => id.replace('sample-', '')).join(', ');
