/** Sentences in words: cells of tables with the row and the column that they stand under, `Mars, moons: 2`. */
import { readStatements } from '../english/statements.ts';
import { oneLine } from '../format/text.ts';
import type { Passage, Span } from '../passage.ts';
import { quoted } from './facts.ts';

export function wordsOfSentences(passage: Passage): (span: Span) => string {
  const { response = '' } = passage;
  const keyOf = ({ start, end }: Span) => `${start} ${end}`;
  const statements = response.includes('|') ? readStatements(response) : [];
  const labels = new Map(
    statements.map(({ span, text, label }) => [keyOf(span), oneLine(text.slice(0, label.end))]),
  );
  return (span) => {
    const [label = '', own] = [labels.get(keyOf(span)), quoted(passage, span)];
    return label === '' || own.startsWith(label) ? own : `${label} ${own}`;
  };
}
