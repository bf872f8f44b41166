/**
 * Real-time hallucination detection from token probabilities (RHD; DRAD, Su et al. 2024, arXiv 2407.09417, §3.1):
 *
 *   P(E) = mean(p_1 ... p_n)    H(E) = max(H_1 ... H_n)    E is a hallucination where P(E) < θ1 or H(E) > θ2
 *
 * over the n tokens of a named entity E: of the ways to pool them that the paper tries, these are its best. Only bounds
 * of H are known (see `entropy.ts`); the lower one is compared with θ2, so an entity above it is certainly above it.
 *
 * The support of an entity is ½ at its thresholds, whatever these are, so a score below ½ is a hallucination by the
 * rule of the paper:
 *
 *   r = min(P(E) / θ1, θ2 / H(E))    support = r / 2 for r < 1, else ½ + ½ · (P' − θ1) / (1 − θ1)
 *
 * with P' = min(1, P(E), θ1 · θ2 / H(E)), and without θ2 by P(E) alone. A triple or sentence has the minimum support
 * of its entities.
 */
import type { CallOptions } from '../models/chat-model.ts';
import type { EntityRecogniser } from '../models/entity-recogniser.ts';
import type {
  ComponentScore,
  EntityUncertainty,
  MissingReason,
  PassageUncertainty,
  Span,
  Token,
  Triple,
} from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { type PlacedToken, placeTokens, tokensIn } from './align-tokens.ts';
import { tokenEntropy } from './entropy.ts';

export interface UncertaintySettings {
  /** θ1. */
  minProbability: number;
  /** θ2, in nats. */
  maxEntropy?: number | undefined;
}

/** Alternatives of a token to request: the maximum that services give. */
export const TOP_LOGPROBS = 20;
/** Upper bound of vocabulary sizes in use; a larger value only widens the entropy bound. */
const VOCABULARY = 262_144;

export interface UncertaintyInput {
  response: string;
  tokens: readonly Token[] | undefined;
  sentences: readonly Span[];
  triples: readonly Triple[];
}

/**
 * Token evidence on a passage. Without tokens every value is null for `no-tokens`; where they do not match the
 * response, for `unaligned-tokens`.
 *
 * @throws BackendError when the entity model cannot be loaded
 */
export async function measureUncertainty(
  input: UncertaintyInput,
  { recogniser, settings }: { recogniser: EntityRecogniser; settings: UncertaintySettings },
  options?: CallOptions,
): Promise<PassageUncertainty> {
  const { response, tokens = [] } = input;
  const placed = tokens.length === 0 ? null : placeTokens(response, tokens);
  if (placed === null) return nothing(input, tokens.length === 0 ? 'no-tokens' : 'unaligned-tokens');
  const spans = await recogniser.recognise(response, options);
  return passageUncertainty(input, measureEntities({ response, placed, spans }, settings), settings);
}

/** Each entity with its tokens' values; null where it has no tokens, or none with alternatives. */
export function measureEntities(
  { response, placed, spans }: { response: string; placed: readonly PlacedToken[]; spans: readonly Span[] },
  settings: UncertaintySettings,
): EntityUncertainty[] {
  return spans.map((span) => {
    const tokens = tokensIn(placed, span);
    const bounds = tokens.map((token) => tokenEntropy(token, VOCABULARY));
    const known = bounds.filter((bound) => bound !== null);
    const isWhole = known.length > 0 && known.length === bounds.length;
    const highest = (side: 'lower' | 'upper') =>
      isWhole ? Math.max(...known.map((bound) => bound[side])) : null;
    const values = {
      probability: mean(tokens.map(({ logprob }) => Math.exp(logprob))),
      entropy: highest('lower'),
      entropyBound: highest('upper'),
    };
    const text = response.slice(span.start, span.end);
    return { text, span, ...values, hallucinated: isHallucinated(values, settings) };
  });
}

type Values = Pick<EntityUncertainty, 'probability' | 'entropy'>;

function isHallucinated(
  { probability, entropy }: Values,
  { minProbability, maxEntropy = Number.POSITIVE_INFINITY }: UncertaintySettings,
): boolean | null {
  if (probability === null) return null;
  return probability < minProbability || (entropy ?? 0) > maxEntropy;
}

/** In [0, 1]; null where nothing is known. */
export function entitySupport(
  { probability, entropy }: Values,
  { minProbability, maxEntropy }: UncertaintySettings,
): number | null {
  if (probability === null) return null;
  const byProbability = minProbability === 0 ? Number.POSITIVE_INFINITY : probability / minProbability;
  const byEntropy = maxEntropy !== undefined && entropy ? maxEntropy / entropy : Number.POSITIVE_INFINITY;
  const ratio = Math.min(byProbability, byEntropy);
  if (ratio < 1) return ratio / 2;
  const above = Math.min(1, probability, minProbability * byEntropy || 1) - minProbability;
  return minProbability === 1 ? 1 : 0.5 + 0.5 * (Math.max(0, above) / (1 - minProbability));
}

function passageUncertainty(
  { response, triples, sentences }: UncertaintyInput,
  entities: EntityUncertainty[],
  settings: UncertaintySettings,
): PassageUncertainty {
  const leastOf = (own: readonly EntityUncertainty[]): ComponentScore => {
    const supports = own.map((entity) => entitySupport(entity, settings)).filter((value) => value !== null);
    return supports.length === 0
      ? { value: null, reason: 'no-entity' }
      : { value: Math.min(...supports), reason: null };
  };
  const inside = ({ start, end }: Span) =>
    entities.filter(({ span }) => span.start >= start && span.end <= end);
  const ofTriple = (triple: Triple) => {
    const ofTail = inside(tailSpan(response, triple));
    return ofTail.length > 0 ? ofTail : inside(triple.span ?? NOWHERE);
  };
  return {
    entities,
    triples: Object.fromEntries(triples.map((triple) => [triple.id, leastOf(ofTriple(triple))])),
    sentences: sentences.map((span) => leastOf(inside(span))),
  };
}

const NOWHERE: Span = { start: 0, end: 0 };

/** The tail inside the words that state the triple: the new and most error-prone part of a fact. */
function tailSpan(response: string, { span, tail }: Triple): Span {
  if (span === null || tail.trim() === '') return NOWHERE;
  const at = response.slice(span.start, span.end).lastIndexOf(tail);
  return at < 0 ? NOWHERE : { start: span.start + at, end: span.start + at + tail.length };
}

function nothing({ triples, sentences }: UncertaintyInput, reason: MissingReason): PassageUncertainty {
  const missing: ComponentScore = { value: null, reason };
  return {
    entities: [],
    triples: Object.fromEntries(triples.map(({ id }) => [id, missing])),
    sentences: sentences.map(() => missing),
  };
}
