/**
 * Dates in a row of tokens: "12 May 1912", "May 12, 1912", "May 1912", "1912", "the 1980s", "1708–1794".
 */
import { DAY, monthNumber } from '../values/dates.ts';
import { isCapitalised, type Token, wordAt } from '../tokens.ts';

const YEAR_OR_DECADE = /^(1\d{3}|20\d{2})s?$/;
const ERA = /^(bc|bce|ad|ce|b\.c\.|a\.d\.)$/;

const isMonth = (word: string): boolean => monthNumber(word) !== undefined;

/** Number of tokens of the date that starts at `start`; 0 where none does. */
export function dateLength(tokens: readonly Token[], start: number): number {
  const era = (length: number): number => (ERA.test(wordAt(tokens, start + length)) ? length + 1 : length);
  const first = wordAt(tokens, start);
  const opensWithDay = DAY.test(first) && isMonth(wordAt(tokens, start + 1));
  const opensWithMonth = isMonth(first) && isCapitalised(tokens[start]);
  if (opensWithDay || (opensWithMonth && DAY.test(wordAt(tokens, start + 1)))) {
    const comma = wordAt(tokens, start + 2) === ',' ? 1 : 0;
    if (!YEAR_OR_DECADE.test(wordAt(tokens, start + 2 + comma))) return 2;
    return opensWithDay ? era(3 + comma) : 3 + comma;
  }
  if (opensWithMonth && YEAR_OR_DECADE.test(wordAt(tokens, start + 1))) return 2;
  if (opensWithMonth && wordAt(tokens, start + 1) === 'of' && YEAR_OR_DECADE.test(wordAt(tokens, start + 2)))
    return 3;
  if (YEAR_OR_DECADE.test(first)) return era(1);
  if (/^\d{1,4}$/.test(first) && ERA.test(wordAt(tokens, start + 1))) return 2;
  return 0;
}

const RANGE =
  /^\s*(?:born\s+|b\.\s+|c\.\s*|ca\.\s*|circa\s+|reigned\s+)?(?:\p{Lu}[^,\d]*,\s+)?(.*?\d{3,4}\??)(?:\s*[–—-]\s*|\s+to\s+)(?:c\.\s*|ca\.\s*|circa\s+)?(.*\d{3,4}.*)$/iu;

/** The two ends of "12 May 1912 – 3 June 1980" as text, or null where the text is no such range. */
export function dateRange(text: string): { from: string; to: string } | null {
  const match = RANGE.exec(text);
  return match?.[1] && match[2] ? { from: match[1].trim(), to: match[2].trim() } : null;
}
