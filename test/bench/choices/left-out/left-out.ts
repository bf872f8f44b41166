/** The signals that were tried and left out, as variants of the preset. */
import type { PassageRows } from '../../../../src/benchmark/tune/component-set.ts';
import type { Component, Components, PassageVerdict } from '../../../../src/passage.ts';
import type { Statement } from '../../../../src/scoring/statement-scores.ts';
import type { RecordedPassage } from '../recorded-set.ts';
import { type Group, PRESET, setting, type Variant } from '../variant.ts';
import { type ReadClaim, type Reading, readPassage } from './reading.ts';
import {
  agreementNearby,
  agreementOfNames,
  lengthOfSamples,
  meanOfNumbers,
  type Signal,
  supportByFlatWeights,
  supportByLambda,
  supportBySampleWeight,
  supportOfNames,
  supportOfPairs,
} from './signals.ts';

const WEIGHT = 0.1;
/** A part without a weight in the preset, in whose place an added signal is scored. */
const FREE: Component = 'head';

/** The recorded parts of a passage with one of them replaced by a signal. */
function withSignal(record: RecordedPassage, signal: Signal, part: Component): PassageRows {
  const reading = readingOf(record.verdict);
  if (reading.samples.length === 0) return record.rows;
  const signalOf = signal(reading);
  const replaced = (components: Components, claim: ReadClaim | undefined): Components => {
    const value = signalOf(claim as ReadClaim);
    return { ...components, [part]: { value, reason: value === null ? 'not-applicable' : null } };
  };
  const replacedAll = (rows: readonly Statement[], claims: readonly ReadClaim[]) =>
    rows.map((row, index) => ({ ...row, components: replaced(row.components, claims[index]) }));
  return (votes) => {
    const rows = record.rows(votes);
    return {
      ...rows,
      triples: rows.triples.map((components, index) => replaced(components, reading.triples[index])),
      sentences: replacedAll(rows.sentences, reading.sentences),
      claims: replacedAll(rows.claims, reading.claims),
    };
  };
}

const readings = new WeakMap<PassageVerdict, Reading>();

function readingOf(verdict: PassageVerdict): Reading {
  const known = readings.get(verdict) ?? readPassage(verdict);
  readings.set(verdict, known);
  return known;
}

const added = (name: string, signal: Signal): Variant => ({
  name: `+ ${name}`,
  setting: setting({ [FREE]: WEIGHT }),
  rows: (record) => withSignal(record, signal, FREE),
});

const replacing = (part: Component, name: string, signal: Signal): Variant => ({
  name,
  setting: PRESET.setting,
  rows: (record) => withSignal(record, signal, part),
});

export const LEFT_OUT: Group = {
  title: 'Signals left out',
  about:
    'Signals added with weight .1 (+), for facts, sentences and claims alike, or put in the place of the part they ' +
    'vary, with its weight.',
  reference: PRESET,
  variants: [
    added('support of names alone', supportOfNames),
    added('other names in the same place', agreementOfNames),
    added('agreement of the samples near the claim', agreementNearby),
    added('length of the samples', lengthOfSamples),
    added('support by pairs of words', supportOfPairs),
    replacing('support', 'support by pairs of words, not words', supportOfPairs),
    replacing('support', 'support, samples weighted by agreement', supportBySampleWeight),
    replacing(
      'support',
      'support, λ = 2/n',
      supportByLambda((n) => Math.min(1, 2 / n)),
    ),
    replacing(
      'support',
      'support, λ = 1: words wherever they stand',
      supportByLambda(() => 1),
    ),
    replacing('support', 'support, all words weigh the same', supportByFlatWeights),
    replacing('numbers', 'numbers, the mean of conflicts, not the worst', meanOfNumbers),
  ],
};
