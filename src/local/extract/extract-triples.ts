/**
 * Open information extraction without a model: triples from tokens, parts of speech and a handful of patterns.
 */
import type { RejectedTriple, ResponseId, Segmentation, Span, Triple } from '../../passage.ts';
import { byPlace } from '../../text/by-place.ts';
import { type Block, type Markdown, readMarkdown } from '../../text/markdown.ts';
import { readText, type Token } from '../../english/tokens.ts';
import { isEmptyPart } from '../../triples/triple-parts.ts';
import type { ClauseFact } from '../../english/clauses/clause.ts';
import { readClauses } from '../../english/clauses/clauses.ts';
import { itemsOf } from '../../english/clauses/sentence-items.ts';
import { labelledFact } from './markdown-facts.ts';
import { nameAsked } from '../../english/question.ts';
import { indexNames } from '../../english/clauses/names.ts';
import { readParenthesis } from '../../english/clauses/parentheses.ts';
import type { Item, Phrase } from '../../english/clauses/phrases.ts';
import { entityName, type Naming, tailName } from '../../english/clauses/resolution.ts';
import { judgedActs } from '../../english/clauses/judged-acts.ts';
import { findTopic, type ReadSentence, type Topic } from '../../english/clauses/topic.ts';

interface Candidate {
  head: string | null;
  relation: string;
  tail: string | null;
  span: Span;
}

/** Tokens. Longer ones are lists, tables or noise that no clause pattern reads; time is quadratic in the length. */
const LONGEST_SENTENCE = 400;
/** Characters that are kept of what is left out for its length. */
const EXCERPT = 200;

/** Nouns that take each other's place: "a toy company ... the firm". */
const SYNONYMS = [
  'company firm business manufacturer corporation',
  'film movie picture',
  'book novel',
  'album record',
  'song single track',
  'city town capital',
  'mountain volcano peak',
  'element metal',
].map((nouns) => nouns.split(' '));

/** Head nouns of what the first sentence says the topic is ("is a hybrid perennial plant"), and of its name. */
function nounsOf(topic: Topic | null, facts: readonly ClauseFact[]): ReadonlySet<string> {
  const nouns = new Set<string>();
  if (topic === null) return nouns;
  const last = topic.tokens.at(-1);
  if (last) nouns.add(last.lower);
  for (const { relation, tail } of facts) {
    const place = /^(?:is|are|was|were) (?:an?|the) (?:.* )?(\p{L}+) (?:in|on|at|near|from|off|by)$/u.exec(
      relation,
    );
    if (place?.[1]) nouns.add(place[1].toLowerCase());
    if (!/^(is|are|was|were)$/.test(relation)) continue;
    const words = tail.tokens;
    const end = words.findIndex((token) => token.lower === 'of');
    const noun = words.slice(0, end < 0 ? words.length : end).at(-1);
    if (noun?.pos === 'NOUN') nouns.add(noun.lower);
  }
  for (const set of SYNONYMS)
    if (set.some((noun) => nouns.has(noun))) for (const noun of set) nouns.add(noun);
  return nouns;
}

function bracketCandidates(items: readonly Item[], naming: Naming): Candidate[] {
  const person = naming.topic?.pronoun === 'he' || naming.topic?.pronoun === 'she';
  return items.flatMap((item) => {
    if (item.kind !== 'group' || item.parentheses.length === 0) return [];
    const phrase = item.members.at(-1) as Phrase;
    const head = entityName(phrase, naming, 'head');
    return item.parentheses.flatMap((tokens) =>
      readParenthesis(naming.text, tokens, phrase, person && head === naming.topic?.name).map(
        ({ relation, tail, start, end }) => ({
          head,
          relation,
          tail,
          span: { start, end },
        }),
      ),
    );
  });
}

/** Abbreviations in brackets after the topic's first mention. */
function aliasesOf(items: readonly Item[], naming: Naming): ReadonlySet<string> {
  const known = bracketCandidates(items, naming).filter(
    ({ head, relation }) => head === naming.topic?.name && relation === 'is also known as',
  );
  return new Set(known.map(({ tail }) => (tail ?? '').toLowerCase()));
}

function candidatesOf(
  text: string,
  sentences: readonly ReadSentence[],
  topic: Topic | null,
  asked: string | null,
): Candidate[] {
  const read = sentences.map(({ tokens, items }) => {
    // Two long lists, each of one with each of the other, would state thousands; no plain sentence comes near.
    return { items, tokens, facts: readClauses(text, items).slice(0, tokens.length) };
  });
  const topicNouns = nounsOf(topic, read[0]?.facts ?? []);
  const names = indexNames(
    text,
    read.flatMap(({ items }) => items),
  );
  const namingBy = (aliases: ReadonlySet<string>): Naming => ({ text, topic, topicNouns, aliases, names });
  const naming = namingBy(aliasesOf(read[0]?.items ?? [], namingBy(new Set())));
  // whom "he" or "it" stands for where it is not the topic: the subject of the sentence before, first what is asked about
  let subject = topic === null ? asked : null;
  return read.flatMap(({ items, facts, tokens }) => {
    const before = topic?.pronoun !== null && subject === topic?.name ? null : subject;
    subject = subjectOf(facts, naming) ?? subject;
    return [
      ...bracketCandidates(items, naming),
      ...judgedActs(tokens).map(({ act, relation, judgement }) => ({
        head: wordsAt(text, act),
        relation: wordsAt(text, relation),
        tail: wordsAt(text, judgement),
        span: { start: relation.start, end: act.end },
      })),
      ...facts.map(({ head: phrase, relation, tail, span }) => {
        const head = entityName(phrase, naming, 'head') ?? (mayStandFor(phrase, before) ? before : null);
        return { head, relation, tail: tailName(tail, naming, head), span };
      }),
    ];
  });
}

/** Of the first fact that has one. */
const subjectOf = (facts: readonly ClauseFact[], naming: Naming): string | null =>
  facts.map(({ head }) => entityName(head, naming, 'head')).find((head) => head !== null) ?? null;

/** Whether a pronoun may stand for a name: "he" and "she" for a capitalised one. */
const mayStandFor = ({ tokens }: Phrase, name: string | null): boolean =>
  name !== null &&
  tokens.length === 1 &&
  (/^(?:he|she)$/.test(tokens[0]?.lower ?? '')
    ? /^\p{Lu}/u.test(name)
    : /^(?:it|they)$/.test(tokens[0]?.lower ?? ''));

const wordsAt = (text: string, { start, end }: Span): string => text.slice(start, end).replace(/\s+/g, ' ');

/** Sentences that are too long to read, as entries of what was left out. */
function rejectLong(text: string, sentences: readonly (readonly Token[])[]): RejectedTriple[] {
  return sentences.flatMap(([first, ...rest]) => {
    const last = rest.at(-1);
    if (!first || !last || rest.length < LONGEST_SENTENCE) return [];
    const end = Math.min(last.end, first.start + EXCERPT);
    return [{ raw: text.slice(first.start, end), reason: 'not-a-triple' }];
  });
}

interface Read {
  candidates: Candidate[];
  rejected: RejectedTriple[];
}

function readProse(text: string, prompt: string): Read & { topic: Topic | null } {
  const { sentences } = readText(text);
  const readable = sentences
    .filter(({ length }) => length <= LONGEST_SENTENCE)
    .map((tokens): ReadSentence => ({ tokens, items: itemsOf(tokens, prompt) }));
  const topic = findTopic(text, readable, prompt);
  const candidates = candidatesOf(text, readable, topic, nameAsked(prompt));
  return { candidates, rejected: rejectLong(text, sentences), topic };
}

/** Paragraphs and items are read as one prose; what has a label or states nothing there is read by its label. */
function readBlocks({ blocks, title }: Markdown, prompt: string): Read {
  const prose = joined(blocks.filter(({ kind }) => kind !== 'value'));
  const { candidates, rejected, topic } = readProse(prose.text, prompt);
  // what stands in brackets after a name is no statement of the item
  const stated = candidates.filter(
    ({ head, tail, span }) => head !== null && tail !== null && prose.text[span.start - 1] !== '(',
  );
  const statedIn = byPlace(stated, ({ span }) => span);
  const name = title !== null && prompt.includes(title) ? title : (topic?.name ?? title ?? nameIn(prompt));
  const labelled = blocks.flatMap((block): Candidate[] => {
    const start = prose.starts.get(block);
    const end = (start ?? 0) + block.text.length;
    const isRead =
      block.kind === 'paragraph' ||
      (start !== undefined &&
        statedIn({ start, end }).some(({ span }) => span.start >= start && span.end <= end));
    if (isRead) return [];
    const fact = labelledFact(block, name);
    return [{ ...fact, span: placed(fact.span, block.places) }];
  });
  const all = [
    ...candidates.map((candidate) => ({ ...candidate, span: placed(candidate.span, prose.places) })),
    ...labelled,
  ];
  return { candidates: all.sort((one, other) => one.span.start - other.span.start), rejected };
}

const placed = ({ start, end }: Span, places: readonly number[]): Span => ({
  start: places[start] as number,
  end: (places[end - 1] as number) + 1,
});

/** The last capitalised words of a prompt: "Marie Curie" of "Tell me about Marie Curie." */
const nameIn = (prompt: string): string | null =>
  prompt.match(/\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*)*/gu)?.at(-1) ?? null;

/** Blocks with a blank line between them, which ends a sentence. */
function joined(blocks: readonly Block[]) {
  let text = '';
  const places: number[] = [];
  const starts = new Map<Block, number>();
  for (const block of blocks) {
    starts.set(block, text.length);
    text += `${block.text}\n\n`;
    places.push(...block.places, block.places.at(-1) as number, block.places.at(-1) as number);
  }
  return { text, places, starts };
}

/**
 * The triples of one text, in its order, and what was left out.
 *
 * @param prompt what the text answers; it only helps to keep names whole
 */
export function extractTriples(
  { id, text }: { id: ResponseId; text: string },
  prompt: string,
): Pick<Segmentation, 'triples' | 'rejected'> {
  const markdown = readMarkdown(text);
  const { candidates, rejected } = markdown === null ? readProse(text, prompt) : readBlocks(markdown, prompt);
  const triples: Triple[] = [];
  const seen = new Set<string>();
  for (const { head, relation, tail, span } of candidates) {
    const raw = text.slice(span.start, span.end);
    const key = `${head}|${relation}|${tail}`.toLowerCase();
    if (head === null) rejected.push({ raw, reason: 'pronoun-head' });
    else if (tail === null || head === tail || [head, relation, tail].some(isEmptyPart))
      rejected.push({ raw, reason: 'empty-part' });
    else if (seen.has(key)) rejected.push({ raw, reason: 'duplicate' });
    else {
      seen.add(key);
      triples.push({ id: `${id}/${triples.length + 1}`, responseId: id, head, relation, tail, span });
    }
  }
  return { triples, rejected };
}
