/**
 * Where the reading of a clause stands: its subject and predicate, what waits for them, and the facts stated so far.
 */
import type { Span } from '../../passage.ts';
import { innermost } from './group-kinds.ts';
import type { Chunk } from './phrase-chunks.ts';
import type { Group, Item, Phrase } from './phrases.ts';
import {
  firstToken,
  isCopula,
  lastToken,
  type Predicate,
  plainRelation,
  plainText,
  verbPredicate,
  wholeRelation,
} from './predicate.ts';

/** A fact in words of the text, its parts not yet resolved. */
export interface ClauseFact {
  head: Phrase;
  relation: string;
  tail: Phrase;
  /** From the relation to the end of the tail. */
  span: Span;
}

/** The state of one sentence's walk, which only the readers of phrases and of verbs change. */
export class Clause {
  readonly facts: ClauseFact[] = [];
  /** Facts of an opening participle ("Born in Dublin, he ..."), waiting for their subject. */
  waiting: Omit<ClauseFact, 'head'>[] = [];
  /** Adjuncts before the subject ("In 1921, Jordan ..."). */
  fronted: { preposition: Chunk; group: Group }[] = [];
  subject: readonly Phrase[] | null = null;
  predicate: Predicate | null = null;
  /** The verb group that began it, and how many facts were stated before. */
  private verb: Chunk | null = null;
  private before = 0;
  /** The groups read so far. */
  readonly seen: Group[] = [];
  /** What the relative pronoun just read stands for. */
  antecedent: readonly Phrase[] = [];

  readonly text: string;
  readonly items: readonly Item[];

  constructor(text: string, items: readonly Item[]) {
    this.text = text;
    this.items = items;
  }

  /** The last group read. */
  get last(): Group | null {
    return this.seen.at(-1) ?? null;
  }

  /** Begins a clause about the group, of which the facts that waited are said. */
  setSubject(group: Group): void {
    this.endPredicate();
    this.subject = group.members;
    for (const fact of this.waiting) for (const head of group.members) this.facts.push({ ...fact, head });
    this.waiting = [];
  }

  /** Keeps an adjunct for the predicate to come; one that hangs on another's phrase becomes part of that. */
  front(preposition: Chunk, group: Group, attached: boolean): void {
    const last = this.fronted.at(-1);
    const phrase = last?.group.members.at(-1);
    if (!attached || !last || !phrase) this.fronted.push({ preposition, group });
    else if (phrase.kind === 'noun' && group.members.length === 1) {
      const tokens = [...phrase.tokens, ...preposition.tokens, ...group.tokens];
      last.group = { ...last.group, members: [...last.group.members.slice(0, -1), { ...phrase, tokens }] };
    }
  }

  /** Begins the predicate of the verb at `index`. */
  begin(
    verb: Chunk,
    subject: readonly Phrase[] | null,
    { index, participle = false }: { index: number; participle?: boolean },
  ): void {
    this.endPredicate();
    const hasObject = this.items[index + 1]?.kind === 'group';
    // "is known as": what breaks off says nothing yet
    this.verb = this.items[index + 1]?.kind === 'preposition' ? null : verb;
    this.before = this.facts.length;
    this.predicate = verbPredicate(verb, subject, { participle, hasObject });
  }

  /** What a clause about `group` is about: the subject, where the group says what the subject is. */
  referentOf(group: Group): readonly Phrase[] | null {
    const { predicate } = this;
    if (predicate !== null && isCopula(predicate) && predicate.object === group) return predicate.subject;
    const isNamed = ({ members }: Group): boolean => members.at(-1)?.kind === 'noun';
    const named = isNamed(group) ? group : this.seen.findLast(isNamed);
    return named?.members.slice(-1).map(innermost) ?? null;
  }

  /** States a fact for each subject of the predicate and each member of the group. */
  state(predicate: Predicate, relation: string, group: Group): void {
    const stated = plainRelation(relation);
    for (const tail of group.members) {
      const start = Math.min(predicate.start, firstToken(tail).start);
      const fact = { relation: stated, tail, span: { start, end: lastToken(tail).end } };
      if (predicate.subject === null) this.waiting.push(fact);
      else for (const head of predicate.subject) this.facts.push({ ...fact, head });
    }
  }

  /** States of `head`, whatever the predicate, a fact for each member of the group. */
  stateOf({ head, relation, start }: { head: Phrase; relation: string; start: number }, group: Group): void {
    for (const tail of group.members) {
      this.facts.push({ head, relation, tail, span: { start, end: lastToken(tail).end } });
    }
  }

  /** Leaves the predicate, once what stood before its subject is said of it. */
  endPredicate(): void {
    const { predicate } = this;
    this.predicate = null;
    if (predicate === null || predicate.subject === null || predicate.participle) return;
    const end = predicate.object === null ? predicate.end : lastToken(predicate.object).end;
    for (const { preposition, group } of this.fronted) {
      const { start } = firstToken(preposition);
      const word = plainText(this.text, start, lastToken(preposition).end).toLowerCase();
      const relation = plainRelation(`${wholeRelation(this.text, predicate)} ${word}`);
      for (const tail of group.members) {
        const span = { start: Math.min(start, predicate.start), end: Math.max(end, lastToken(tail).end) };
        for (const head of predicate.subject) this.facts.push({ head, relation, tail, span });
      }
    }
    this.fronted = [];
    if (this.facts.length === this.before) this.stateVerb(predicate.subject);
  }

  /** Of "emus can fly", "must be stored together" and "opens outwards" the verb or its adverbs, where nothing else was said. */
  private stateVerb(subject: readonly Phrase[]): void {
    const tokens = this.verb?.tokens ?? [];
    const [first] = tokens;
    const verb = tokens.findLastIndex(({ pos }) => pos === 'VERB');
    const told = tokens.slice(first?.pos === 'AUX' ? verb : verb + 1);
    const [opening, last] = [told[0], told.at(-1)];
    if (first === undefined || opening === undefined || last === undefined || verb < 0) return;
    if (first === opening || tokens.some(({ lower }) => lower === 'to')) return;
    const relation = plainRelation(plainText(this.text, first.start, opening.start));
    const span = { start: first.start, end: last.end };
    for (const head of subject)
      this.facts.push({ head, relation, tail: { kind: 'adjective', tokens: told }, span });
  }
}
