/**
 * Collects surface forms into groups, one after the other: a form joins the group with an equal normal form, else
 * the one full name it can be short for, else the group whose representative is nearest above the threshold and of
 * which no form is something else (distinct.ts), else it starts a group of its own.
 */
import { countsOf } from '../common/group-by.ts';
import { once } from '../common/memoize.ts';
import type { MentionGroup, MergedBy } from '../passage.ts';
import { AliasIndex } from './alias.ts';
import { dotWith } from './cosine.ts';
import { areDistinct, type PhraseKind } from './distinct.ts';
import { NearVectors } from './near-vectors.ts';
import { areOfOtherSorts } from './other-names.ts';
import { type PhraseParts, partsOfPhrase } from './phrase-parts.ts';
import { type PhraseVectors, vectorOf } from './phrase-vectors.ts';

export interface Grouping {
  /** The kind of the forms; the prefix of group ids. */
  kind: PhraseKind;
  normalise: (text: string) => string;
  /** Cosine above which forms are the same, in [−1, 1]. */
  similarity: number;
  /** Whether short forms of names join the full name. */
  aliases: boolean;
  /** Whether vectors decide alone, whatever words the forms contain. */
  byVectorsAlone: boolean;
}

/** Groups in the order in which they were made. */
export function groupMentions(
  texts: readonly string[],
  vectors: PhraseVectors,
  grouping: Grouping,
): MentionGroup[] {
  const counts = countsOf(texts);
  const groups = new Groups(vectors, grouping);
  for (const text of inJoiningOrder([...counts.keys()], grouping))
    groups.add(text, counts.get(text) as number);
  return groups.all.map(({ group }) => group);
}

/** Single words last where they may be short forms of longer names, otherwise order of first occurrence. */
function inJoiningOrder(texts: readonly string[], { aliases }: Grouping): string[] {
  if (!aliases) return [...texts];
  const isLonger = (text: string) => /\S\s+\S/.test(text);
  return [...texts.filter(isLonger), ...texts.filter((text) => !isLonger(text))];
}

/** A group with precomputed values for comparisons. */
interface Candidate {
  group: MentionGroup;
  vector: Float32Array;
  /** Parts of its mentions, as far as they were compared. */
  parts: PhraseParts[];
}

/** Groups with equal numbers, searchable by the vectors of their representatives. */
interface Alike {
  candidates: Candidate[];
  vectors: NearVectors;
}

interface Join {
  candidate: Candidate;
  mergedBy: MergedBy;
  similarity: number | null;
}

class Groups {
  readonly all: Candidate[] = [];
  readonly #vectors: PhraseVectors;
  readonly #grouping: Grouping;
  readonly #byNormalForm = new Map<string, Candidate>();
  readonly #byLabel = new Map<string, Candidate>();
  /** Only forms with the same numbers can be one. */
  readonly #byNumbers = new Map<string, Alike>();
  readonly #aliases = new AliasIndex();

  constructor(vectors: PhraseVectors, grouping: Grouping) {
    this.#vectors = vectors;
    this.#grouping = grouping;
  }

  add(text: string, count: number): void {
    const form = this.#grouping.normalise(text);
    const { candidate, mergedBy, similarity } =
      this.#withNormalForm(form, text) ??
      this.#withFullName(text) ??
      this.#nearest(text) ??
      this.#start(text);
    candidate.group.mentions.push({ text, count, mergedBy, similarity });
    if (!this.#byNormalForm.has(form)) this.#byNormalForm.set(form, candidate);
  }

  /** Brackets are not part of a normal form, but may distinguish equal names. */
  #withNormalForm(form: string, text: string): Join | null {
    const candidate = form === '' ? undefined : this.#byNormalForm.get(form);
    const isOther =
      !this.#grouping.byVectorsAlone &&
      candidate?.group.mentions.some((mention) => areOfOtherSorts(mention.text, text));
    return candidate === undefined || isOther
      ? null
      : { candidate, mergedBy: 'normalised', similarity: null };
  }

  #withFullName(text: string): Join | null {
    const fullName = this.#grouping.aliases ? this.#aliases.fullNameOf(text) : null;
    const candidate = fullName === null ? undefined : this.#byLabel.get(fullName);
    return candidate === undefined ? null : { candidate, mergedBy: 'alias', similarity: null };
  }

  #nearest(text: string): Join | null {
    const vector = vectorOf(this.#vectors, text);
    const similarityTo = once(() => dotWith(vector));
    const parts = this.#partsOf(text);
    const alike = this.#byNumbers.get(numbersKey(parts));
    let nearest: Candidate | null = null;
    let highest = this.#grouping.similarity;
    for (const position of alike?.vectors.candidates(vector, highest) ?? []) {
      const candidate = alike?.candidates[position] as Candidate;
      const similarity = similarityTo()(candidate.vector);
      if (similarity > highest && !this.#isElse(parts, candidate))
        [nearest, highest] = [candidate, similarity];
    }
    if (nearest === null) return null;
    if (parts !== null) nearest.parts.push(parts);
    return { candidate: nearest, mergedBy: 'embedding', similarity: highest };
  }

  /** Null where vectors decide alone. */
  #partsOf(text: string): PhraseParts | null {
    return this.#grouping.byVectorsAlone ? null : partsOfPhrase(text);
  }

  #isElse(own: PhraseParts | null, { parts }: Candidate): boolean {
    return own !== null && parts.some((other) => areDistinct(own, other, this.#grouping.kind));
  }

  #start(text: string): Join {
    const parts = this.#partsOf(text);
    const candidate: Candidate = {
      group: { id: `${this.#grouping.kind}-${this.all.length + 1}`, label: text, mentions: [] },
      vector: vectorOf(this.#vectors, text),
      parts: parts === null ? [] : [parts],
    };
    this.all.push(candidate);
    const numbers = numbersKey(parts);
    const alike = this.#byNumbers.get(numbers) ?? { candidates: [], vectors: new NearVectors() };
    this.#byNumbers.set(numbers, alike);
    alike.candidates.push(candidate);
    alike.vectors.add(candidate.vector);
    this.#byLabel.set(text, candidate);
    if (this.#grouping.aliases) this.#aliases.add(text);
    return { candidate, mergedBy: 'first', similarity: null };
  }
}

const numbersKey = (parts: PhraseParts | null): string => parts?.numbers.join(' ') ?? '';
