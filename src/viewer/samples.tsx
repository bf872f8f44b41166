/** The samples and references of a passage, with the quotations about the chosen fact marked in their texts. */
import type { Span } from '../passage.ts';
import type { ViewFact, ViewPassage } from '../report/view/view-data.ts';
import { piecesOf } from './text-pieces.ts';

interface SamplesProps {
  passage: ViewPassage;
  fact: ViewFact | null;
  /** Prefix of ids, where a page has several passages. */
  prefix?: string;
  isUnfolded?: boolean;
}

export function Samples({ passage, fact, prefix = '', isUnfolded = false }: SamplesProps) {
  return (
    <>
      {(['references', 'samples'] as const).map(
        (of) =>
          passage[of].length > 0 && (
            <section key={of}>
              <h2>{NAMES[of]}s</h2>
              {passage[of].map((text, index) => (
                <Source key={`${of} ${index}`} {...{ of, text, index, fact, prefix, isUnfolded }} />
              ))}
            </section>
          ),
      )}
    </>
  );
}

const NAMES = { references: 'Reference', samples: 'Sample' } as const;

interface SourceProps {
  of: 'samples' | 'references';
  text: string;
  index: number;
  fact: ViewFact | null;
  prefix: string;
  isUnfolded: boolean;
}

const SAYS = {
  repeats: 'repeats',
  holds: 'has the words of',
  contradicts: 'contradicts',
  silent: 'does not mention',
} as const;

const statementOf = (index: number, fact: ViewFact | null): ViewFact['statements'][number] | undefined =>
  fact?.statements.find(({ sample }) => sample === index);

function Source({ of, text, index, fact, prefix, isUnfolded }: SourceProps) {
  const quotes = quotesIn(of, index, fact);
  const said = of === 'samples' ? statementOf(index, fact)?.says : undefined;
  return (
    <details class="source" id={`${prefix}${of}-${index}`} open={isUnfolded || quotes.length > 0}>
      <summary data-says={said}>
        {NAMES[of]} {index + 1}
        {said !== undefined && said !== 'incomparable' && (
          <span class="quiet"> {SAYS[said]} the chosen fact</span>
        )}
      </summary>
      <p class="text" dir="auto">
        {piecesOf(text, quotes).map(({ start, text: piece, marks }) =>
          marks.length === 0 ? (
            <span key={start}>{piece}</span>
          ) : (
            <mark
              key={start}
              data-quoted
              data-against={marks.some(({ against }) => against) || undefined}
              tabIndex={-1}
            >
              {piece}
            </mark>
          ),
        )}
      </p>
    </details>
  );
}

interface Quoted {
  span: Span;
  /** Whether it contradicts the fact. */
  against: boolean;
}

/** The distinct quotations of one text in reasons and statements. */
function quotesIn(of: SourceProps['of'], index: number, fact: ViewFact | null): Quoted[] {
  if (fact === null) return [];
  const quoted = fact.reasons.flatMap(({ quote, against }): Quoted[] =>
    quote !== null && quote.of === of && quote.index === index ? [{ span: quote, against }] : [],
  );
  const { says, quote: stated } = (of === 'samples' && statementOf(index, fact)) || {};
  const all = stated == null ? quoted : [...quoted, { span: stated, against: says === 'contradicts' }];
  return [...new Map(all.map((one) => [`${one.span.start} ${one.span.end}`, one])).values()];
}
