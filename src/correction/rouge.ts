/**
 * ROUGE-1, ROUGE-2 and ROUGE-L between the original and the corrected text (Lin 2004), as F with β = 1: how little
 * was changed. Words are runs of letters and digits, folded, without stemming; ROUGE-L is over the whole text as one
 * sequence.
 */
import { l, n } from 'js-rouge';
import { foldedWords } from '../text/fold.ts';

/** Each in [0, 1]; null where a text is shorter than the counted sequence. */
export interface Rouge {
  rouge1: number | null;
  rouge2: number | null;
  rougeL: number | null;
}

export function rougeOf(original: string, corrected: string): Rouge {
  const shortest = Math.min(foldedWords(original).length, foldedWords(corrected).length);
  const overlap = (size: number) =>
    shortest < size ? null : n(corrected, original, { n: size, tokenizer: foldedWords });
  const wholeText = (text: string) => [text];
  return {
    rouge1: overlap(1),
    rouge2: overlap(2),
    rougeL: shortest === 0 ? null : l(corrected, original, { tokenizer: foldedWords, segmenter: wholeText }),
  };
}
