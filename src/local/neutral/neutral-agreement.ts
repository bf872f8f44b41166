/**
 * Sample agreement of a text that is read without grammar: of each sentence, how much of it the samples hold, and whether
 * one of their sentences says the same with another number or name.
 *
 * What needs grammar is not measured: neither another verb nor a denial contradicts a sentence here.
 */
import type { Agreement, PassageAgreement, ResponseId, Span } from '../../passage.ts';
import type { AgreementInput } from '../agreement.ts';
import { memoize } from '../../common/memoize.ts';
import { neutralWeight, readNeutral } from '../../text/neutral-text.ts';
import { agreementBetween } from '../agreement/between-samples.ts';
import { commonGroundOf } from '../agreement/common-ground.ts';
import { sampleLikeness } from '../agreement/sample-likeness.ts';
import { componentScore, supportOfWords, supportScore } from '../agreement/support.ts';
import { mostHeld } from '../held-words.ts';
import { type NeutralSample, neutralSample, neutralWordsOf } from './neutral-samples.ts';
import { neutralStatements } from './neutral-statements.ts';
import { isWhole } from './same-context.ts';

/** Deterministic. @param input with the sentences of the response as triples, as neutralFacts gives them */
export function measureNeutralAgreement(input: Omit<AgreementInput, 'prompt'>): PassageAgreement {
  const { response, sentences, triples } = input;
  const samples = input.samples.map((text, index) =>
    neutralSample(input.sampleIds[index] as ResponseId, text),
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
    agreement: componentScore(agreementBetween(samples, noTopic, neutralWeight)),
    commonGround: componentScore(commonGroundOf(samples, noTopic, neutralWeight)),
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
  return {
    support: componentScore(supportScore(supports, samples.length, neutralWeight)),
    numbers: componentScore(null),
    spread: componentScore(null),
    unsupported: words.filter((word) => isWhole(word) && !isHeld(word.key)).map(({ surface }) => surface),
  };
}
