/**
 * A model takes the sentences of a response apart into facts and says of each fact and of each sentence whether it is right,
 * in one request; further draws, and facts that were listed before, are judged by number. The fact
 * comes before its verdict, so that what is written down is what the response says, not what the judge believes.
 */
import { z } from 'zod';
import { type Asked, askOnce, ask } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import { labelNumber, missingItems, numberedList } from '../models/numbered-list.ts';
import { parseJson } from '../models/parse-json.ts';
import type { PromptSet } from '../models/prompt.ts';
import {
  type MissingReason,
  ORIGINAL,
  type PassageJudgement,
  type Segmentation,
  type Span,
  type Triple,
} from '../passage.ts';
import { readStatements } from '../english/statements.ts';
import { withoutEchoes } from '../triples/echoes.ts';
import { segmentation, withoutTriples } from '../triples/llm-extractor.ts';
import { createLocator } from '../triples/locate-triples.ts';
import { classifyResponse } from '../triples/readable-text.ts';
import {
  checkTriples,
  mostFacts,
  cleanValue,
  type ParsedTriples,
  showTriple,
  tripleKey,
  type TripleParts,
} from '../triples/triple-parts.ts';
import { type FactSupport, type FactSupportInput, supportOfFacts } from './fact-support.ts';
import { averaged, judgementOf, type ReadVerdict, readText, readVerdict } from './stated-verdict.ts';

export interface JudgedResponse {
  question: string;
  text: string;
  sentences: readonly Span[];
}

export type ComparedFacts = Omit<FactSupportInput, 'judge' | 'prompts'>;

export interface FactJudge {
  /** Kind and model, for records. */
  readonly id: string;
  /** Facts and verdicts of a response; of one without facts, those on its sentences. @throws ModelCallError when the service did not answer */
  read(
    response: JudgedResponse,
    options?: CallOptions,
  ): Promise<{ segmentation: Segmentation; judgement: PassageJudgement | null }>;
  /** Verdicts on facts that were listed before. @throws ModelCallError as above */
  judge(
    response: JudgedResponse,
    triples: readonly Triple[],
    options?: CallOptions,
  ): Promise<PassageJudgement>;
  /** The samples' statements on the facts, one record a fact; see fact-support.ts. */
  compare(input: ComparedFacts, options?: CallOptions): Promise<FactSupport[]>;
}

export interface FactJudgeOptions {
  model: ChatModel;
  prompts: PromptSet;
  /** How often each fact is judged, at least 1. */
  draws: number;
  /** Of the draws after the first; range 0 to 2. */
  temperature: number;
}

/** The content of one answer, in order; null where it cannot be read. */
interface Verdicts {
  facts: (ReadVerdict | null)[];
  sentences: (number | null)[];
}

export function createFactJudge({ model, prompts, draws, temperature }: FactJudgeOptions): FactJudge {
  const id = `judge/${model.id}`;
  const again = (
    { question, text, sentences }: JudgedResponse,
    triples: readonly Triple[],
    how: { n: number; temperature: number },
    options?: CallOptions,
  ): Promise<Asked<Verdicts>[]> =>
    ask(
      model,
      {
        prompt: prompts.get('judge-listed-facts'),
        variables: { question, sentences: shownSentences(text, sentences), facts: triples.map(showTriple) },
        parse: readListed(triples.length, sentences.length),
        faults: ({ facts }) => missingItems(facts.map((value) => ({ value, raw: '' }))),
        ...how,
      },
      options,
    );
  const judgementBy = (
    triples: readonly Triple[],
    { sentences }: JudgedResponse,
    asked: readonly Asked<Verdicts>[],
  ): PassageJudgement => {
    const drawn = <T>(of: (verdicts: Verdicts) => T | null | undefined): (T | MissingReason)[] =>
      asked.map(({ value, reason }) => (value === null ? reason : (of(value) ?? 'unparsable')));
    const unread = asked.flatMap(({ value, raw }) => (value === null ? [raw] : []));
    return {
      judge: id,
      sentences: sentences.map((_, index) => averaged(drawn((one) => one.sentences[index]))),
      facts: triples.map((triple, index) =>
        judgementOf(
          triple.id,
          drawn(({ facts }) => facts[index]),
        ),
      ),
      ...(unread.length > 0 && { raw: unread.join('\n') }),
    };
  };
  return {
    id,
    async read(response, options) {
      const { question, text, sentences } = response;
      const unreadable = classifyResponse(text);
      if (unreadable !== null) {
        return {
          segmentation: { responseId: ORIGINAL, ...unreadable, triples: [], rejected: [] },
          judgement: null,
        };
      }
      const prompt = prompts.get('judge-facts');
      const variables = { question, sentences: shownSentences(text, sentences) };
      const parse = readFacts(sentences.length, mostFacts(text));
      const asked = await askOnce(model, { prompt, variables, parse }, options);
      const parsed = asked.value && withoutEchoes(asked.value.parsed, prompt.system, text);
      if (asked.value === null || parsed === null || parsed.triples.length === 0) {
        const unlisted = withoutTriples(ORIGINAL, { ...asked, value: parsed } as Asked<ParsedTriples>);
        if (asked.value === null || unlisted.outcome === 'failed')
          return { segmentation: unlisted, judgement: null };
        const rated: Asked<Verdicts> = { ...asked, value: { facts: [], sentences: asked.value.sentences } };
        return { segmentation: unlisted, judgement: judgementBy([], response, [rated]) };
      }
      const { byKey, sentences: stated } = asked.value;
      const factOf = (parts: TripleParts) => byKey.get(tripleKey(parts));
      const locate = (parts: TripleParts): Span | null => {
        const sentence = sentences[(factOf(parts)?.sentence ?? 0) - 1];
        return createLocator(text, sentence ? [sentence] : sentences)(parts) ?? sentence ?? null;
      };
      const read = segmentation({ id: ORIGINAL, text }, parsed, null, locate);
      const facts = read.triples.map((triple) => factOf(triple)?.verdict ?? null);
      const first: Asked<Verdicts> = { ...asked, value: { facts, sentences: stated } };
      const how = { n: draws - 1, temperature };
      const more = draws > 1 ? await again(response, read.triples, how, options) : [];
      return { segmentation: read, judgement: judgementBy(read.triples, response, [first, ...more]) };
    },
    compare: (input, options) => supportOfFacts({ ...input, judge: model, prompts }, options),
    async judge(response, triples, options) {
      const how = { n: draws, temperature: draws > 1 ? temperature : 0 };
      const asked = triples.length === 0 ? [] : await again(response, triples, how, options);
      return judgementBy(triples, response, asked);
    },
  };
}

/** With the words that a list item or a table cell stands under. */
function shownSentences(text: string, sentences: readonly Span[]): string[] {
  const statements = new Map(
    readStatements(text).map(({ span, text: words }) => [`${span.start}-${span.end}`, words]),
  );
  return sentences.map(({ start, end }) => statements.get(`${start}-${end}`) ?? text.slice(start, end));
}

const part = z.union([z.string(), z.number()]).transform((value) => cleanValue(String(value)));
const readParts = z.object({ head: part, relation: part, tail: part });
const readSentences = z.object({
  sentences: z.array(z.object({ number: labelNumber, facts: z.array(z.unknown()) })),
});

interface ReadFacts {
  parsed: ParsedTriples;
  /** By {@link tripleKey}; of facts that the answer lists twice, the first, with the first verdict that can be read. */
  byKey: Map<string, { sentence: number; verdict: ReadVerdict | undefined }>;
  sentences: Verdicts['sentences'];
}

/** Null where there is no list of sentences with facts. */
const readFacts =
  (sentences: number, most: number) =>
  (answer: string): ReadFacts | null => {
    const rows = readSentences.safeParse(parseJson(answer)).data?.sentences;
    if (rows === undefined) return null;
    const candidates = rows.flatMap(({ number, facts }) =>
      facts.map((item) => ({
        raw: JSON.stringify(item),
        parts: (readParts.safeParse(item).data ?? null) as TripleParts | null,
        ...{ sentence: number, verdict: readVerdict.safeParse(item).data },
      })),
    );
    const byKey: ReadFacts['byKey'] = new Map();
    for (const { parts, sentence, verdict } of candidates) {
      if (parts === null) continue;
      const known = byKey.get(tripleKey(parts));
      byKey.set(tripleKey(parts), {
        sentence: known?.sentence ?? sentence,
        verdict: known?.verdict ?? verdict,
      });
    }
    return { parsed: checkTriples(candidates, most), byKey, sentences: statedOfSentences(answer, sentences) };
  };

const readListed = (facts: number, sentences: number) => {
  const readItems = numberedList('facts', facts, readVerdict);
  return (answer: string): Verdicts | null => {
    const items = readItems(answer);
    return (
      items && { facts: items.map(({ value }) => value), sentences: statedOfSentences(answer, sentences) }
    );
  };
};

const statedOfSentences = (answer: string, sentences: number): Verdicts['sentences'] =>
  numberedList('sentences', sentences, readText)(answer)?.map(({ value }) => value) ?? [];
