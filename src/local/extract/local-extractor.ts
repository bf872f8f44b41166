/** Segmentation without a model: open information extraction behind the extractor interface. */
import { ORIGINAL, type Segmentation, type Span } from '../../passage.ts';
import type { TripleExtractor } from '../../triples/extractor.ts';
import {
  classifyEnglish,
  classifyFactless,
  isEnglishByWords,
  type Unreadable,
} from '../../triples/readable-text.ts';
import { mapAll } from '../../common/map-all.ts';
import { ANSWERED, answeredFact } from '../../english/bare-answer.ts';
import { statementSpans } from '../../english/statements.ts';
import { neutralFacts } from '../neutral/neutral-facts.ts';
import { extractTriples } from './extract-triples.ts';

export interface LocalExtractorOptions {
  /** Whether texts in other languages than English are read without grammar, sentence by sentence; default: they are not. */
  otherLanguages?: boolean;
  /** Whether samples are only looked at as far as tells whether they state facts: then they have no triples. Default: they are read. */
  outcomeOfSamples?: boolean;
}

interface Response {
  id: Segmentation['responseId'];
  text: string;
}

/** So many sentences are read alone before the whole text is: mostly the first one tells, and of large tables none. */
const FIRST = 32;

/** Whether any of these of its sentences does. */
const statesFact = ({ id, text }: Response, prompt: string, sentences: readonly Span[]): boolean =>
  sentences.some(
    ({ start, end }) => extractTriples({ id, text: text.slice(start, end) }, prompt).triples.length > 0,
  );

/** Deterministic. */
export function createLocalExtractor({
  otherLanguages = false,
  outcomeOfSamples = false,
}: LocalExtractorOptions = {}): TripleExtractor {
  return { id: 'local', extract, ...(otherLanguages && { extractAll }) };

  async function extract({ id, text }: Response, { prompt }: { prompt: string }): Promise<Segmentation> {
    const unreadable = await classifyEnglish(text);
    if (unreadable) return unread({ id, text }, unreadable);
    const sentences = outcomeOfSamples && id !== ORIGINAL ? statementSpans(text) : [];
    const stating: Segmentation = { responseId: id, outcome: 'ok', detail: null, triples: [], rejected: [] };
    if (statesFact({ id, text }, prompt, sentences.slice(0, FIRST))) return stating;
    const { triples, rejected } = extractTriples({ id, text }, prompt);
    if (triples.length === 0 && statesFact({ id, text }, prompt, sentences.slice(FIRST))) return stating;
    const answered = triples.length === 0 ? answeredFact(prompt, text) : null;
    if (answered !== null) {
      const span = { start: 0, end: text.length };
      const triple = { id: `${id}/1`, responseId: id, ...answered, relation: ANSWERED, span };
      return { responseId: id, outcome: 'ok', detail: null, triples: [triple], rejected };
    }
    if (triples.length > 0) return { responseId: id, outcome: 'ok', detail: null, triples, rejected };
    const nothing = { outcome: 'no-triples', detail: 'no fact was found in the text' } as const;
    const factless = await classifyFactless(text);
    return factless ? unread({ id, text }, factless) : { responseId: id, ...nothing, triples, rejected };
  }

  /** What is too short to tell its language is in that of all together. */
  async function extractAll(
    responses: readonly Response[],
    context: { prompt: string },
  ): Promise<Segmentation[]> {
    const read = await mapAll(responses, (response) => extract(response, context));
    if (isEnglishByWords(responses[0]?.text ?? '')) return read;
    const text = responses.map((response) => response.text).join('\n');
    const together = await (read[0]?.triples.length === 0 ? classifyFactless(text) : classifyEnglish(text));
    if (together?.language === undefined) return read;
    return read.map((own, index) => {
      const response = responses[index] as Response;
      const isUndecided =
        own.language === undefined &&
        (own.outcome === 'ok' || own.outcome === 'no-triples') &&
        !isEnglishByWords(response.text);
      return isUndecided ? unread(response, together) : own;
    });
  }

  /** A text in another language where these are read; else what it is. */
  function unread(response: Response, { language, ...why }: Unreadable): Segmentation {
    const nothing = { responseId: response.id, triples: [], rejected: [] };
    if (language === undefined || !otherLanguages) return { ...nothing, ...why };
    const triples = neutralFacts(response);
    if (triples.length > 0) return { ...nothing, outcome: 'ok', detail: null, triples, language };
    return { ...nothing, outcome: 'no-triples', detail: 'no sentence was found in the text', language };
  }
}
