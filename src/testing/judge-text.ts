/** What matchers and assertions of test frameworks have in common: a text, its verdict, and the message of a failure. */
import type { ConfigInput } from '../config/config-types.ts';
import { createDetector } from '../detector/create-detector.ts';
import type { Detector } from '../detector/detector-interface.ts';
import { counted } from '../format/text.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import { factLines, factOf } from '../report/facts.ts';
import { headline } from '../report/verdict-text.ts';

/** What an answer is judged by: `samples` or `context`, as the detector needs. The answer is the response. */
export type FactualInput = Omit<Passage, 'id' | 'response'> & { id?: string };

export interface TextJudgement {
  verdict: PassageVerdict;
  /** Whether no error was found; of a text that was judged neither way it is what `isNot` says, so that none passes. */
  pass: boolean;
  /** Why an assertion failed. */
  message: string;
}

/**
 * @param by a detector, or the configuration of one; default: the preset `local`, which asks no model
 * @param isNot whether the assertion is that there is an error
 * @throws TypeError when it is no text
 */
export async function judgeText(
  text: unknown,
  input: FactualInput,
  by: Detector | ConfigInput = {},
  isNot = false,
): Promise<TextJudgement> {
  if (typeof text !== 'string') throw new TypeError(`expected a text, received ${typeof text}`);
  const verdict = await judged({ id: 'answer', ...input, response: text }, by);
  const outcome = outcomeOf(verdict);
  const pass = outcome === 'unclear' ? isNot : outcome === 'factual';
  return { verdict, pass, message: messageFor(verdict, isNot) };
}

async function judged(passage: Passage, by: Detector | ConfigInput): Promise<PassageVerdict> {
  if (isDetector(by)) return by.evaluate(passage);
  const detector = createDetector({ preset: 'local', ...by });
  try {
    return await detector.evaluate(passage);
  } finally {
    await detector.close();
  }
}

const isDetector = (by: Detector | ConfigInput): by is Detector =>
  'evaluate' in by && typeof by.evaluate === 'function';

const flaggedOf = ({ triples }: PassageVerdict) => triples.filter(({ label }) => label === 'hallucinated');

function outcomeOf(verdict: PassageVerdict): 'factual' | 'wrong' | 'unclear' {
  if (verdict.label === 'hallucinated' || flaggedOf(verdict).length > 0) return 'wrong';
  return verdict.label === 'factual' ? 'factual' : 'unclear';
}

/** Why an assertion failed. */
function messageFor(verdict: PassageVerdict, isNot: boolean): string {
  const expected = `expected the text ${isNot ? 'not ' : ''}to be factual`;
  const flagged = flaggedOf(verdict);
  if (flagged.length === 0) return `${expected}, but the verdict is ${headline(verdict)}`;
  const facts = flagged.map((triple) => factLines(factOf(verdict, triple)).join('\n'));
  const count = `${flagged.length} of its ${counted(verdict.triples.length, 'fact')}`;
  return `${expected}, but ${count} ${flagged.length === 1 ? 'is' : 'are'} suspicious:\n\n${facts.join('\n\n')}`;
}
