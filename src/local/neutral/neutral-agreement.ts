/**
 * Sample agreement of a text that is read without grammar: of each sentence, how much of it the samples hold, and whether
 * one of their sentences says the same with another number or name.
 *
 * What needs grammar is not measured: neither another verb nor a denial contradicts a sentence here.
 */
import {
  type Agreement,
  type ComponentScore,
  type PassageAgreement,
  type ResponseId,
  type Span,
  sampleId,
  type Triple,
} from '../../passage.ts';
import { memoize } from '../../common/memoize.ts';
import { neutralWeight, readNeutral } from '../../text/neutral-text.ts';
import { agreementBetween } from '../agreement/between-samples.ts';
import { commonGroundOf } from '../agreement/common-ground.ts';
import { sampleLikeness } from '../agreement/sample-likeness.ts';
import { supportOfWords, supportScore } from '../agreement/support.ts';
import { mostHeld } from '../held-words.ts';
import { type NeutralSample, neutralSample, neutralWordsOf } from './neutral-samples.ts';
import { neutralStatements } from './neutral-statements.ts';

export interface NeutralInput {
  response: string;
  sentences: readonly Span[];
  /** Sentences of the response, as neutralFacts gives them. */
  triples: readonly Triple[];
  claims: readonly string[];
  samples: readonly string[];
  sampleIds: readonly ResponseId[];
}

/** Deterministic. @param input with at least one sample */
export function measureNeutralAgreement(input: NeutralInput): PassageAgreement {
  const { response, sentences, triples } = input;
  const samples = input.samples.map((text, index) =>
    neutralSample(input.sampleIds[index] ?? sampleId(index), text),
  );
  const numbers = new Set(
    readNeutral(response).flatMap(({ words }) =>
      words.filter(({ kind }) => kind === 'number' || kind === 'year').map(({ key }) => key),
    ),
  );
  const statementsIn = neutralStatements(samples, numbers);
  const statementsOf = memoize((text) => statementsIn(readNeutral(text)));
  const agreementOf = memoize(
    (text): Agreement => ({
      ...scoresOf(text, samples),
      held: mostHeld(neutralWordsOf(readNeutral(text)), samples, neutralWeight),
    }),
  );
  const at = ({ start, end }: Span) => response.slice(start, end);
  const noTopic = () => false;
  return {
    agreement: score(agreementBetween(samples, noTopic, neutralWeight)),
    commonGround: score(commonGroundOf(samples, noTopic, neutralWeight)),
    alike: sampleLikeness(samples, noTopic, neutralWeight),
    triples: Object.fromEntries(
      triples.map(({ id, span }) => {
        const text = span === null ? '' : at(span);
        return [id, { ...agreementOf(text), statements: statementsOf(text) }];
      }),
    ),
    sentences: sentences.map((span) => agreementOf(at(span))),
    claims: input.claims.map((claim) => agreementOf(claim)),
  };
}

function scoresOf(text: string, samples: readonly NeutralSample[]): Agreement {
  const words = neutralWordsOf(readNeutral(text));
  const supports = supportOfWords({ words, sentence: words }, samples, neutralWeight);
  const isHeld = (key: string) => samples.some(({ keys }) => keys.has(key));
  const isWhole = ({ surface }: { surface: string }) => /^[\p{L}\p{N}]{3,}/u.test(surface);
  return {
    support: score(supportScore(supports, samples.length, neutralWeight)),
    numbers: score(null),
    spread: score(null),
    unsupported: words.filter((word) => isWhole(word) && !isHeld(word.key)).map(({ surface }) => surface),
  };
}

const score = (value: number | null): ComponentScore => ({
  value,
  reason: value === null ? 'not-applicable' : null,
});
