/**
 * A model takes a response apart into facts and says of each whether it is right, in one request; further draws, and
 * facts that were listed before, are judged by number. The fact comes before its verdict, so that what is written down is
 * what the response says, not what the judge believes.
 */
import { z } from 'zod';
import { type Asked, askOnce, ask } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import { itemOf, missingItems, numberedList, type ListItem } from '../models/numbered-list.ts';
import { parseJson } from '../models/parse-json.ts';
import type { PromptSet } from '../models/prompt.ts';
import {
  type ComponentScore,
  type FactJudgement,
  type MissingReason,
  ORIGINAL,
  type PassageJudgement,
  type Segmentation,
  type Triple,
} from '../passage.ts';
import { withoutEchoes } from '../triples/echoes.ts';
import { segmentation, withoutTriples } from '../triples/llm-extractor.ts';
import { classifyResponse } from '../triples/readable-text.ts';
import {
  checkTriples,
  cleanPart,
  type ParsedTriples,
  showTriple,
  tripleKey,
  type TripleParts,
} from '../triples/triple-parts.ts';
import { type FactSupport, type FactSupportInput, supportOfFacts } from './fact-support.ts';
import { judgementOf, type ReadVerdict, readVerdict, readWhole } from './stated-verdict.ts';

/** The response to judge. */
export interface JudgedResponse {
  question: string;
  text: string;
}

export type ComparedFacts = Omit<FactSupportInput, 'judge' | 'prompts'>;

export interface FactJudge {
  /** Kind and model, for records. */
  readonly id: string;
  /** Facts and verdicts of a response. @throws ModelCallError when the service did not answer */
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

/** The content of one answer: verdicts on the facts in order, and on the whole. */
interface Verdicts {
  facts: (ReadVerdict | MissingReason)[];
  whole: ComponentScore;
}

export function createFactJudge({ model, prompts, draws, temperature }: FactJudgeOptions): FactJudge {
  const again = async (
    { question, text }: JudgedResponse,
    triples: readonly Triple[],
    how: { n: number; temperature: number },
    options?: CallOptions,
  ): Promise<{ verdicts: Verdicts[]; raw: string[] }> => {
    const asked = await ask(
      model,
      {
        prompt: prompts.get('judge-listed-facts'),
        variables: { question, response: text, facts: triples.map(showTriple) },
        parse: readListed(triples.length),
        faults: ({ items }) => missingItems(items),
        ...how,
      },
      options,
    );
    return { verdicts: asked.map((one) => verdictsOf(one, triples.length)), raw: rawOf(asked) };
  };
  const id = `judge/${model.id}`;
  const judgementBy = (
    triples: readonly Triple[],
    verdicts: readonly Verdicts[],
    raw: readonly string[],
  ): PassageJudgement => ({
    judge: id,
    whole: verdicts.find(({ whole }) => whole.value !== null)?.whole ?? { value: null, reason: 'unparsable' },
    facts: triples.map(
      (triple, index): FactJudgement =>
        judgementOf(
          triple.id,
          verdicts.map(({ facts }) => facts[index] ?? 'unparsable'),
        ),
    ),
    ...(raw.length > 0 && { raw: raw.join('\n') }),
  });
  return {
    id,
    async read(response, options) {
      const { question, text } = response;
      const unreadable = classifyResponse(text);
      if (unreadable !== null) {
        return {
          segmentation: { responseId: ORIGINAL, ...unreadable, triples: [], rejected: [] },
          judgement: null,
        };
      }
      const prompt = prompts.get('judge-facts');
      const asked = await askOnce(
        model,
        { prompt, variables: { question, response: text }, parse: readFacts },
        options,
      );
      const parsed = asked.value && withoutEchoes(asked.value.parsed, prompt.system, text);
      if (asked.value === null || parsed === null || parsed.triples.length === 0) {
        const rest = asked.value === null ? asked : { ...asked, value: parsed as ParsedTriples };
        return { segmentation: withoutTriples(ORIGINAL, rest as Asked<ParsedTriples>), judgement: null };
      }
      const { byKey, whole } = asked.value;
      const read = segmentation({ id: ORIGINAL, text }, parsed, null);
      const first = {
        facts: read.triples.map((triple) => byKey.get(tripleKey(triple)) ?? 'unparsable'),
        whole,
      };
      const more =
        draws > 1 ? await again(response, read.triples, { n: draws - 1, temperature }, options) : null;
      return {
        segmentation: read,
        judgement: judgementBy(read.triples, [first, ...(more?.verdicts ?? [])], more?.raw ?? []),
      };
    },
    compare: (input, options) => supportOfFacts({ ...input, judge: model, prompts }, options),
    async judge(response, triples, options) {
      if (triples.length === 0) return judgementBy([], [], []);
      const how = { n: draws, temperature: draws > 1 ? temperature : 0 };
      const { verdicts, raw } = await again(response, triples, how, options);
      return judgementBy(triples, verdicts, raw);
    },
  };
}

const part = z.union([z.string(), z.number()]).transform((value) => cleanPart(String(value)));
const readParts = z.object({ head: part, relation: part, tail: part });
const readAnswer = z.object({ facts: z.array(z.unknown()) });

interface ReadFacts {
  parsed: ParsedTriples;
  /** Verdicts by {@link tripleKey}; of facts that the answer lists twice, the first. */
  byKey: Map<string, ReadVerdict>;
  whole: ComponentScore;
}

/** Null where there is no list of facts. */
function readFacts(answer: string): ReadFacts | null {
  const document = parseJson(answer);
  const items = readAnswer.safeParse(document).data?.facts;
  if (items === undefined) return null;
  const candidates = items.map((item) => ({
    raw: JSON.stringify(item),
    parts: (readParts.safeParse(item).data ?? null) as TripleParts | null,
  }));
  const byKey = new Map<string, ReadVerdict>();
  for (const [index, { parts }] of candidates.entries()) {
    const verdict = readVerdict.safeParse(items[index]).data;
    if (parts !== null && verdict !== undefined && !byKey.has(tripleKey(parts)))
      byKey.set(tripleKey(parts), verdict);
  }
  return { parsed: checkTriples(candidates), byKey, whole: wholeOf(document) };
}

const wholeOf = (document: unknown): ComponentScore =>
  readWhole.safeParse(document).data ?? { value: null, reason: 'unparsable' };

interface Listed {
  items: ListItem<ReadVerdict>[];
  whole: ComponentScore;
}

function readListed(length: number): (answer: string) => Listed | null {
  const readItems = numberedList('facts', length, readVerdict);
  return (answer) => {
    const items = readItems(answer);
    return items === null ? null : { items, whole: wholeOf(parseJson(answer)) };
  };
}

function verdictsOf(asked: Asked<Listed>, length: number): Verdicts {
  if (asked.value === null) {
    const { reason } = asked;
    return { facts: Array.from({ length }, () => reason), whole: { value: null, reason } };
  }
  const { items, whole } = asked.value;
  const list = { ...asked, value: items } as Asked<ListItem<ReadVerdict>[]>;
  return {
    facts: items.map((_, index) => {
      const { value, reason } = itemOf(list, index);
      return value ?? (reason as MissingReason);
    }),
    whole,
  };
}

const rawOf = (asked: readonly Asked<Listed>[]): string[] =>
  asked.flatMap(({ value, raw }) => (value === null ? [raw] : []));
