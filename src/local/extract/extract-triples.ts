/**
 * Open information extraction without a model; the clauses are read in `english/clauses`.
 */
import type { RejectedTriple, ResponseId, Segmentation, Span, Triple } from '../../passage.ts';
import { byPlace } from '../../text/by-place.ts';
import { type Block, type Markdown, readMarkdown } from '../../text/markdown.ts';
import { withWholeMarks } from '../../text/whole-marks.ts';
import { readText, type Token } from '../../english/tokens.ts';
import { isEmptyPart } from '../../triples/triple-parts.ts';
import type { ClauseFact } from '../../english/clauses/clause.ts';
import { readClauses } from '../../english/clauses/clauses.ts';
import { itemsOf } from '../../english/clauses/sentence-items.ts';
import { labelledFact } from '../../english/clauses/labelled-facts.ts';
import { nameAsked, lastCapitalisedIn } from '../../english/question.ts';
import { indexNames } from '../../english/clauses/names.ts';
import { ALIAS, readParenthesis } from '../../english/clauses/parentheses.ts';
import type { Item, Phrase } from '../../english/clauses/phrases.ts';
import {
  entityName,
  mayStandFor,
  type Naming,
  severalFor,
  tailName,
} from '../../english/clauses/resolution.ts';
import { judgedActs } from '../../english/clauses/judged-acts.ts';
import {
  findTopic,
  isPersonal,
  topicAsked,
  type ReadSentence,
  type Topic,
} from '../../english/clauses/topic.ts';
import { nounsOfTopic } from '../../english/clauses/topic-nouns.ts';

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

function bracketCandidates(items: readonly Item[], naming: Naming): Candidate[] {
  const person = isPersonal(naming.topic);
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
    ({ head, relation }) => head === naming.topic?.name && relation === ALIAS,
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
  const topicNouns = nounsOfTopic(topic, read[0]?.facts ?? []);
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
      ...facts.map(({ head: said, relation, tail, span }, index) => {
        const subjects = facts.slice(0, index).map(({ head }) => head);
        const phrase = severalFor(said, subjects, topic);
        const head = entityName(phrase, naming, 'head') ?? (mayStandFor(phrase, before) ? before : null);
        return { head, relation, tail: tailName(tail, naming, head), span };
      }),
    ];
  });
}

/** Of the first fact that has one. */
const subjectOf = (facts: readonly ClauseFact[], naming: Naming): string | null =>
  facts.map(({ head }) => entityName(head, naming, 'head')).find((head) => head !== null) ?? null;

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
  const topic = topicAsked(text, readable, prompt) ?? findTopic(text, readable, prompt);
  const candidates = candidatesOf(text, readable, topic, nameAsked(prompt));
  return { candidates, rejected: rejectLong(text, sentences), topic };
}

/** "Pancakes for four" of a text that opens with it and goes on with a list; null of one that opens with a sentence. */
function lineBeforeList([line, next]: readonly Block[]): string | null {
  const isBefore = line?.kind === 'paragraph' && next !== undefined && next.kind !== 'paragraph';
  return isBefore && !/[.!?:,]$/u.test(line.text) ? line.text : null;
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
  const statedOf = (block: Block): Candidate[] => {
    const start = prose.starts.get(block);
    if (start === undefined) return [];
    const end = start + block.text.length;
    return statedIn({ start, end }).filter(({ span }) => span.start >= start && span.end <= end);
  };
  const opening = topic?.tokens[0]?.start ?? -1;
  const named = prose.text.startsWith(topic?.name ?? '', opening)
    ? [...prose.starts].findLast(([, start]) => start <= opening)?.[0]
    : undefined;
  // "- butter for frying": what is one of several things is no head of the others
  const isOneOfThem = named?.kind === 'item' && !statedOf(named).some(({ head }) => head === topic?.name);
  const subject = isOneOfThem ? null : topic?.name;
  const name =
    title !== null && prompt.includes(title)
      ? title
      : (subject ?? title ?? lastCapitalisedIn(prompt) ?? lineBeforeList(blocks));
  const labelled = blocks.flatMap((block): Candidate[] => {
    if (block.kind === 'paragraph' || statedOf(block).length > 0) return [];
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
  for (const { head, relation, tail, span: words } of candidates) {
    const span = withWholeMarks(text, words);
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
