/**
 * Uncertainty of single tokens, the baselines of DRAD (Su et al. 2024, Table 2; SelfCheckGPT, Manakul et al. 2023,
 * §4.2): a sentence is as risky as its J tokens are improbable or undecided,
 *
 *   mean probability   −(1/J) Σ_j ln p_j        min probability   max_j −ln p_j
 *   mean entropy       (1/J) Σ_j H_j            max entropy       max_j H_j
 *
 * where of H_j the lower bound is taken that the known alternatives give (see `uncertainty/entropy.ts`). The passage
 * score is the mean over sentences. In nats; no samples are needed, but the tokens of the response.
 */
import type { Token } from '../../passage.ts';
import { placeTokens, tokensIn } from '../../uncertainty/align-tokens.ts';
import { tokenEntropy } from '../../uncertainty/entropy.ts';
import type { BaselineDefinition, BaselineInput, BaselineScores } from './baseline.ts';
import { meanScores, withoutScores } from './chat-parts.ts';
import { mean } from '../../statistics/summary.ts';

/** What a token contributes; null where unknown. */
type Measure = (token: Token) => number | null;

const surprise: Measure = ({ logprob }) => -logprob;
/** The lower bound does not depend on the size of the vocabulary. */
const ANY_VOCABULARY = 2;
const entropy: Measure = (token) => tokenEntropy(token, ANY_VOCABULARY)?.lower ?? null;

const highest = (values: readonly number[]): number => Math.max(...values);

type Pool = (values: readonly number[]) => number | null;

async function scorePassage(
  { passage: { response, tokens = [] }, sentences }: BaselineInput,
  measure: Measure,
  pool: Pool,
): Promise<BaselineScores> {
  if (tokens.length === 0) return withoutScores('no-tokens');
  const placed = placeTokens(response, tokens);
  if (placed === null) return withoutScores('unaligned-tokens');
  const scores = sentences.map((span) => {
    const values = tokensIn(placed, span).map(measure);
    const known = values.filter((value) => value !== null);
    return known.length > 0 && known.length === values.length ? pool(known) : null;
  });
  return meanScores(scores, { sentences: scores, claims: null, reason: 'no-alternatives' });
}

function tokenBaseline(id: string, title: string, measure: Measure, pool: Pool): BaselineDefinition {
  return {
    id: `token-${id}`,
    title: `${title}, a baseline of DRAD, Su et al. 2024`,
    needs: ['token-logprobs'],
    against: 'tokens',
    async score(input, _parts, { signal } = {}) {
      signal?.throwIfAborted();
      return scorePassage(input, measure, pool);
    },
  };
}

export const TOKEN_BASELINES: BaselineDefinition[] = [
  tokenBaseline('mean-probability', 'Average token probability', surprise, mean),
  tokenBaseline('min-probability', 'Minimum token probability', surprise, highest),
  tokenBaseline('mean-entropy', 'Average token entropy', entropy, mean),
  tokenBaseline('max-entropy', 'Maximum token entropy', entropy, highest),
];
