/** The verdict on a text, and the message of a failed assertion. */
import type { ConfigInput } from '../config/config-types.ts';
import type { Detector } from '../detector/detector-interface.ts';
import { givenDetector } from '../detector/create-detector.ts';
import { counted } from '../format/text.ts';
import type { PassageVerdict, UnnamedPassage } from '../passage.ts';
import { factLines, factOf, flaggedFacts } from '../report/facts.ts';
import { headline } from '../report/verdict-text.ts';

/** `samples` or `context` to judge an answer by, as the detector needs. */
export type FactualInput = Omit<UnnamedPassage, 'response'>;

export interface TextJudgement {
  verdict: PassageVerdict;
  /** Whether no error was found; equal to `isNot` without a clear verdict, so that neither assertion passes. */
  pass: boolean;
  message: string;
}

/**
 * @param by a detector, or the configuration of one; default: the preset `local`, which asks no model
 * @param isNot whether the assertion is that there is an error
 * @throws TypeError for anything but a string
 */
export async function judgeText(
  text: unknown,
  input: FactualInput,
  by: Detector | ConfigInput = {},
  isNot = false,
): Promise<TextJudgement> {
  if (typeof text !== 'string') throw new TypeError(`expected a text, received ${typeof text}`);
  const detector = givenDetector(by);
  const verdict = await detector
    .evaluate({ id: 'answer', ...input, response: text })
    .finally(() => detector.close());
  const outcome = outcomeOf(verdict);
  const pass = outcome === 'unclear' ? isNot : outcome === 'factual';
  return { verdict, pass, message: messageFor(verdict, isNot) };
}

function outcomeOf(verdict: PassageVerdict): 'factual' | 'wrong' | 'unclear' {
  if (verdict.label === 'hallucinated' || flaggedFacts(verdict).length > 0) return 'wrong';
  return verdict.label === 'factual' ? 'factual' : 'unclear';
}

function messageFor(verdict: PassageVerdict, isNot: boolean): string {
  const expected = `expected the text ${isNot ? 'not ' : ''}to be factual`;
  const flagged = flaggedFacts(verdict);
  if (flagged.length === 0) return `${expected}, but the verdict is ${headline(verdict)}`;
  const facts = flagged.map((triple) => factLines(factOf(verdict, triple)).join('\n'));
  const count = `${flagged.length} of its ${counted(verdict.triples.length, 'fact')}`;
  return `${expected}, but ${count} ${flagged.length === 1 ? 'is' : 'are'} suspicious:\n\n${facts.join('\n\n')}`;
}
