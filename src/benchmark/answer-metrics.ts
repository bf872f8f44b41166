/**
 * How close an answer is to the accepted ones, by the conventions of SQuAD (Rajpurkar et al. 2016) plus accent
 * folding: without punctuation and articles; EM for equal texts; precision, recall and F1 over shared words.
 */
import { countsOf } from '../common/group-by.ts';
import { fold } from '../text/fold.ts';

export interface AnswerMetrics {
  /** 1 or 0. */
  exactMatch: number;
  /** Shared words ÷ words of the answer, in [0, 1]. */
  precision: number;
  /** Shared words ÷ words of the gold answer, in [0, 1]. */
  recall: number;
  f1: number;
}

export function answerWords(text: string): string[] {
  const plain = fold(text).replace(/[\p{P}\p{S}]/gu, '');
  return plain.split(/\s+/).filter((word) => word !== '' && !/^(?:a|an|the)$/.test(word));
}

/** The text after the last "answer is", as chains of thought end; the whole text without it. */
export function finalAnswer(text: string): string {
  return /^[\s\S]*\banswer is:?\s*([\s\S]+)$/i.exec(text)?.[1]?.trim() ?? text;
}

/** Against the gold answer with the highest F1, the first of equals. @param golds at least one */
export function answerMetrics(answer: string, golds: readonly string[]): AnswerMetrics {
  const all = golds.map((gold) => compare(answerWords(answer), answerWords(gold)));
  return all.reduce((best, own) => (own.f1 > best.f1 ? own : best));
}

function compare(words: readonly string[], gold: readonly string[]): AnswerMetrics {
  const exactMatch = words.join(' ') === gold.join(' ') ? 1 : 0;
  if (words.length === 0 || gold.length === 0) {
    return { exactMatch, precision: exactMatch, recall: exactMatch, f1: exactMatch };
  }
  const shared = sharedCount(words, gold);
  const [precision, recall] = [shared / words.length, shared / gold.length];
  const f1 = shared === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { exactMatch, precision, recall, f1 };
}

/** Words of both lists, each as often as both have it. */
export function sharedCount(left: readonly string[], right: readonly string[]): number {
  const counts = countsOf(left);
  return right.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count > 0;
  }).length;
}
