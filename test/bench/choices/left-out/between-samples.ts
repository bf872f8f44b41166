/** What samples say of each other, sample by sample and sentence by sentence. */
import type { Sample } from '../../../../src/consistency/agreement/samples.ts';
import type { WordWeights } from '../../../../src/consistency/agreement/word-weights.ts';
import type { Word } from '../../../../src/text/content-words.ts';

interface Context {
  isTopic: (key: string) => boolean;
  weigh: WordWeights;
}

/**
 * r(keys) = Σ_w idf(w) · −log((others(w) + ½) / n) / Σ_w idf(w), others(w) the other samples that hold w: the risk of
 * a sample, or of one of its sentences; null without words beside the topic.
 */
function riskAmong(samples: readonly Sample[], { isTopic, weigh }: Context) {
  const holders = new Map<string, number>();
  for (const { keys } of samples) for (const key of keys) holders.set(key, (holders.get(key) ?? 0) + 1);
  return (keys: Iterable<string>): number | null => {
    let [sum, total] = [0, 0];
    for (const key of keys) {
      if (isTopic(key)) continue;
      const others = (holders.get(key) ?? 1) - 1;
      sum += weigh(key) * -Math.log((others + 0.5) / samples.length);
      total += weigh(key);
    }
    return total === 0 ? null : sum / total;
  };
}

/** exp(−2 r) of each sample, of mean 1: samples that say what the others say count more. */
export function weightsByAgreement(samples: readonly Sample[], context: Context): number[] {
  const risk = riskAmong(samples, context);
  const raw = samples.map(({ keys }) => Math.exp(-2 * (risk(keys) ?? 0)));
  const average = raw.reduce((sum, value) => sum + value, 0) / raw.length;
  return raw.map((value) => value / average);
}

/**
 * Agreement in the sentences near a claim: 1 − Σ_z share(claim, z) · r(z) / log(2n) ÷ Σ_z share(claim, z) over all
 * sample sentences z, share the idf-weighted share of the claim's words found in z. In [0, 1]; null where no sentence
 * shares a word.
 */
export function localAgreement(samples: readonly Sample[], context: Context) {
  const risk = riskAmong(samples, context);
  const scale = Math.log(2 * samples.length);
  const near = samples.flatMap(({ sentences }) =>
    sentences.flatMap(({ keys }) => {
      const own = risk(keys);
      return own === null ? [] : { keys, risk: own / scale };
    }),
  );
  return (words: readonly Word[]): number | null => {
    let [sum, total] = [0, 0];
    for (const sentence of near) {
      const shared = words.reduce(
        (all, { key }) => all + (sentence.keys.has(key) ? context.weigh(key) : 0),
        0,
      );
      sum += shared * sentence.risk;
      total += shared;
    }
    return total === 0 ? null : Math.max(0, Math.min(1, 1 - sum / total));
  };
}
