/** Reasons in words: short checkable lines, in the order of the reasons. */
import type { Reason, ResponseId } from '../passage.ts';

export const evidenceOf = (reasons: readonly Reason[]): string[] => reasons.map(lineOf);

function lineOf(reason: Reason): string {
  const { kind, samples, of, brought, value, instead, note, quote, weight } = reason;
  const who = samplesWord(samples, of, brought);
  const because = note === null ? '' : ` (${inBrackets(note)})`;
  const said = quote === null ? '' : `: "${quote.text}"`;
  const name = quote?.source ?? 'the reference';
  switch (kind) {
    case 'samples-contradict':
    case 'samples-disagree': {
      const source = said && `; ${quote?.source.replace('-', ' ')}${said}`;
      const given = otherValues(reason);
      return kind === 'samples-contradict' ? `contradicted by ${given}${source}` : `${given}${source}`;
    }
    case 'samples-repeat':
      return `repeated by ${who}`;
    case 'samples-hold':
      return `its words occur in ${who}, possibly in another statement`;
    case 'samples-silent':
      if (of === 1) return `${who} does not mention it`;
      return samples.length === of ? `${noSample(of, brought)} mentions it` : `not mentioned by ${who}`;
    case 'samples-incomparable':
      if (of === 1) return `cannot be compared with ${who}`;
      return samples.length === of
        ? `can be compared with ${noSample(of, brought)}`
        : `cannot be compared with ${who}`;
    case 'no-sample-holds':
      return `no sample mentions "${value?.replaceAll(', ', '", "')}"`;
    case 'reference-supports':
      return `${name} supports it${because}${said}`;
    case 'reference-silent':
      return `${name} does not say it${because}${said && `; nearest${said}`}`;
    case 'reference-contradicts':
      return `${name} contradicts it${because}${said}`;
    case 'triples-repeat':
      return `extracted as a triple from ${who}`;
    case 'no-triple-repeats':
      return `extracted as a triple from none of ${of} samples`;
    case 'triples-differ':
      return `${who}: "${instead}" instead of "${value}"`;
    case 'triples-relate-otherwise':
      return `${who}: the same tail under another relation`;
    case 'rebuilt-otherwise': {
      const given = of - Math.round(weight * of);
      const others = NO_ANSWERS.get(instead?.toLowerCase() ?? '') ?? `the others most often "${instead}"`;
      return `filling in "${value}": ${given} of ${of} answers gave it, ${others}`;
    }
    case 'judged-wrong':
      return instead === null
        ? `the model itself calls it wrong${surely(reason)}`
        : `the model itself says "${instead}", not "${value}"${surely(reason)}`;
    case 'judged-right':
      return `the model itself calls it right${surely(reason)}`;
    case 'judge-cannot-tell':
      return 'the model itself cannot tell';
    case 'answered-same':
      return `asked blindly, the model gives the same answer (${sure(reason)})`;
    case 'answered-otherwise':
      return instead === null
        ? `asked blindly, the model says that nothing can stand in the place of "${value}" (${sure(reason)})`
        : `asked blindly, the model answers "${instead}" (${sure(reason)}), not "${value}"`;
    case 'answered-open':
      return instead === null
        ? 'asked blindly, the model does not know'
        : `asked blindly, the model answers "${instead}", which leaves open whether "${value}" is right`;
    case 'model-unsure':
      return `the model was not sure of "${value}": ${note}`;
  }
}

/** `, 95 %`, with the number of answers where several were requested. */
const surely = ({ weight, of }: Reason): string => `, ${percent(weight)}${overAnswers(of)}`;

/** `95 % sure`, as above. */
const sure = ({ weight, of }: Reason): string => `${percent(weight)} sure${overAnswers(of)}`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const overAnswers = (count: number): string => (count > 1 ? ` over ${count} answers` : '');

/** Up to this many alternative values are all named; beyond, the rarer ones are counted together. */
const FEW = 3;
const LEAST_NAMED = 2;

/** `2 of 7 samples (1, 4): they give "1911", not "1921"`, or `all 7 samples: 2 give "1911", not "1921"; 2 give "1912"; 3 give other values`. */
function otherValues({ kind, samples, of, brought, value, instead, others = [] }: Reason): string {
  const all = [...samples, ...others.flatMap((other) => other.samples)];
  const who = samplesWord(all, of, brought);
  if (others.length === 0) {
    const [pronoun, verb] = samples.length === 1 ? ['it', 'gives'] : ['they', 'give'];
    const subject = kind === 'samples-contradict' ? `${who}: ${pronoun}` : who;
    return `${subject} ${verb} "${instead}", not "${value}"`;
  }
  const isFew = others.length < FEW;
  const named = others.filter(
    (other) => other.samples.length >= LEAST_NAMED || (isFew && other.value === value),
  );
  const given = [{ value, instead, samples }, ...named].map((one, index) => {
    const isKnown = index > 0 && one.value === value;
    return `${giving(one.samples.length)} "${one.instead}"${isKnown ? '' : `, not "${one.value}"`}`;
  });
  const rest = all.length - samples.length - named.flatMap((other) => other.samples).length;
  const unnamed = rest === 0 ? [] : [`${giving(rest)} ${rest === 1 ? 'another value' : 'other values'}`];
  return `${who}: ${[...given, ...unnamed].join('; ')}`;
}

const giving = (count: number): string => `${count} ${count === 1 ? 'gives' : 'give'}`;

/** Phrases for a missing or wrong answer, by who answers. */
const NO_ANSWERS: ReadonlyMap<string, string> = new Map([
  ['unknown', 'the others nothing'],
  ['none', 'the others said that nothing fits'],
  ['none of these', 'the others said that nothing fits'],
  ...['wrong question', 'wrong premise', 'the question presumes something wrong'].map(
    (answer) => [answer, 'the others said that the question presumes what is false'] as const,
  ),
]);

/** A note without initial capital and full stop. */
const inBrackets = (note: string): string =>
  note.replace(/^\p{Lu}(?=\p{Ll}+\s)/u, (letter) => letter.toLowerCase()).replace(/\.$/, '');

/** `all 7 samples`, `both samples`, `2 of 7 samples (1, 4)`; `usable` where the passage brings more. */
function samplesWord(ids: readonly ResponseId[], of: number, brought = of): string {
  const distinct = [...new Set(ids)];
  const usable = usableOf(of, brought);
  if (distinct.length < of) return `${distinct.length} of ${of} ${usable}samples (${numbersOf(distinct)})`;
  if (of === 1) return `the only ${usable}sample`;
  return of === 2 ? `both ${usable}samples` : `all ${of} ${usable}samples`;
}

/** `no sample of 7`. */
const noSample = (of: number, brought = of): string => `no ${usableOf(of, brought)}sample of ${of}`;

const usableOf = (of: number, brought: number): string => (brought > of ? 'usable ' : '');

const numbersOf = (ids: readonly ResponseId[]): string =>
  ids
    .map((id) => id.replace('sample-', ''))
    .sort((one, other) => Number(one) - Number(other))
    .join(', ');
