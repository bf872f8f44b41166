/**
 * Source attribution (RefChecker, Hu et al. 2024): where head, relation and tail of a triplet stand in the response and
 * in the reference, by embeddings of spans.
 *
 * The spans of a sentence are its runs of words, .8 to 1.2 times as many as the part has. The one whose embedding is
 * most like that of the part is its place, if their cosine is at least θ; a run that says the same words is always.
 * Looked at are the sentence of the triplet and that of its evidence, for what is not there their neighbours. A triplet
 * without evidence is looked for in the sentence that is most like the whole of it, by the same rule.
 */
import { cosine } from '../graph/cosine.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { Embedder } from '../models/embedder.ts';
import type { PartPlaces, ReferenceCheck, ReferenceEvidence, Span, Triple } from '../passage.ts';
import { fold } from '../text/fold.ts';
import { splitSentences } from '../text/sentences.ts';

const SHORTEST = 0.8;
const LONGEST = 1.2;
/** θ: spans from this cosine on are the place of a part (RefChecker: .60 to .65). */
export const SAME_PLACE = 0.65;
export const PARTS = ['head', 'relation', 'tail'] as const;
type Places = Record<(typeof PARTS)[number], Span | null>;
const NOWHERE: Places = { head: null, relation: null, tail: null };

export interface Localiser {
  embedder: Embedder;
  /** θ, a cosine. */
  threshold: number;
}

/** A triplet and what a checker says of it. */
export interface Localised {
  triple: Triple;
  check: ReferenceCheck;
}

/** The checks with the places of the parts, in order. @throws as the embedder does */
export async function localiseChecks(
  items: readonly Localised[],
  { response, references }: { response: string; references: readonly string[] },
  localiser: Localiser,
  options?: CallOptions,
): Promise<ReferenceCheck[]> {
  const nearest = await nearestSentence(references, localiser, options);
  const find = (text: string, span: Span, triple: Triple) =>
    locateNear({ text, span }, triple, localiser, options);
  const localise = async ({ triple, check }: Localised): Promise<ReferenceCheck> => {
    const evidence = check.evidence ?? (await nearest(triple));
    const inResponse = triple.span === null ? NOWHERE : await find(response, triple.span, triple);
    const text = references[evidence?.reference ?? -1];
    const inReference = evidence === null || !text ? NOWHERE : await find(text, evidence.span, triple);
    return { ...check, evidence, parts: placesOf(inResponse, inReference) };
  };
  const checks: ReferenceCheck[] = [];
  for (const item of items) checks.push(await localise(item));
  return checks;
}

const placesOf = (response: Places, reference: Places): PartPlaces => ({
  head: { response: response.head, reference: reference.head },
  relation: { response: response.relation, reference: reference.relation },
  tail: { response: response.tail, reference: reference.tail },
});

/** In the sentences that a span touches; parts that do not stand there in those next to them. */
async function locateNear(
  { text, span }: { text: string; span: Span },
  triple: Triple,
  localiser: Localiser,
  options?: CallOptions,
): Promise<Places> {
  const sentences = splitSentences(text);
  const own = await locateParts({ text, within: around(span, sentences, 0) }, triple, localiser, options);
  if (PARTS.every((part) => own[part] !== null)) return own;
  const near = await locateParts({ text, within: around(span, sentences, 1) }, triple, localiser, options);
  return {
    head: own.head ?? near.head,
    relation: own.relation ?? near.relation,
    tail: own.tail ?? near.tail,
  };
}

/** The sentences a span touches and so many beside them, as one stretch; the span itself where it touches none. */
function around(span: Span, sentences: readonly Span[], beside: number): Span {
  const touches = ({ start, end }: Span) => start < span.end && end > span.start;
  const [first, last] = [sentences.findIndex(touches), sentences.findLastIndex(touches)];
  if (first < 0) return span;
  const stretch = sentences.slice(Math.max(0, first - beside), last + 1 + beside);
  return {
    start: Math.min(span.start, (stretch[0] as Span).start),
    end: Math.max(span.end, (stretch.at(-1) as Span).end),
  };
}

/** Finds the sentence of the references that is most like a triplet; null below θ. */
async function nearestSentence(
  references: readonly string[],
  { embedder, threshold }: Localiser,
  options?: CallOptions,
): Promise<(triple: Triple) => Promise<ReferenceEvidence | null>> {
  const places = references.flatMap((text, reference) =>
    splitSentences(text).map((span) => ({ reference, span, text: text.slice(span.start, span.end) })),
  );
  const vectors = await embedder.embed(
    places.map(({ text }) => text),
    options,
  );
  return async ({ head, relation, tail }) => {
    const [own] = await embedder.embed([`${head} ${relation} ${tail}`], options);
    const best = mostLike(own as Float32Array, vectors);
    const place = best && best.similarity >= threshold ? places[best.position] : undefined;
    return place === undefined ? null : { reference: place.reference, span: place.span };
  };
}

interface Stretch {
  text: string;
  within: Span;
}

/** Where the parts of a triplet stand in a stretch of a text; null for a part that stands nowhere. */
export async function locateParts(
  { text, within }: Stretch,
  triple: Pick<Triple, (typeof PARTS)[number]>,
  { embedder, threshold }: Localiser,
  options?: CallOptions,
): Promise<Places> {
  const find = async (part: string): Promise<Span | null> => {
    const windows = windowsOf(text, within, wordsIn(part).length);
    if (windows.length === 0) return null;
    const texts = windows.map(({ start, end }) => text.slice(start, end));
    const same = texts.findIndex((own) => plain(own) === plain(part));
    if (same >= 0) return windows[same] as Span;
    const [wanted, ...vectors] = await embedder.embed([part, ...texts], options);
    const best = mostLike(wanted as Float32Array, vectors);
    return best && best.similarity >= threshold ? (windows[best.position] as Span) : null;
  };
  const [head, relation, tail] = await Promise.all(PARTS.map((part) => find(triple[part])));
  return { head: head ?? null, relation: relation ?? null, tail: tail ?? null };
}

/** Runs of words of a stretch, about as long as a part of `count` words; in order, shorter ones first. */
export function windowsOf(text: string, { start, end }: Span, count: number): Span[] {
  if (count === 0) return [];
  const words = wordsIn(text.slice(start, end)).map((word) => ({
    start: start + word.index,
    end: start + word.index + word[0].length,
  }));
  const [least, most] = [Math.max(1, Math.floor(SHORTEST * count)), Math.ceil(LONGEST * count)];
  return words.flatMap((first, index) =>
    words.slice(index + least - 1, index + most).map((last) => ({ start: first.start, end: last.end })),
  );
}

const wordsIn = (text: string): RegExpExecArray[] => [
  ...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:[.,'’-][\p{L}\p{M}\p{N}]+)*/gu),
];

const plain = (text: string): string =>
  wordsIn(fold(text))
    .map(([word]) => word)
    .join(' ');

/** The first of the vectors with the highest cosine; null without any. */
function mostLike(
  wanted: Float32Array,
  vectors: readonly Float32Array[],
): { position: number; similarity: number } | null {
  let best: { position: number; similarity: number } | null = null;
  for (const [position, vector] of vectors.entries()) {
    const similarity = cosine(wanted, vector);
    if (best === null || similarity > best.similarity) best = { position, similarity };
  }
  return best;
}
