/** A passage in two runs, side by side: its text with the marks of each, and its facts, changed ones first. */
import type { Changed, ViewFact, ViewPair } from '../report/view/view-data.ts';
import { figure } from '../format/figures.ts';
import type { DataSource } from './data-source.ts';
import { FactDetails } from './fact-details.tsx';
import { Heading, Note, VerdictLine } from './heading.tsx';
import { Legend, MarkedText } from './marked-text.tsx';
import { linkTo } from './route.ts';
import { Samples } from './samples.tsx';
import { useEntry } from './use-entry.ts';
import { useKeys } from './use-keys.ts';
import { usePrinting } from './use-printing.ts';
import { STATE_SIGNS, STATE_WORDS } from './words.ts';

const SIDES = ['a', 'b'] as const;
type Side = (typeof SIDES)[number];

interface PairProps {
  changed: Changed;
  position: number;
  /** Position among the facts of both. */
  chosen: number | null;
  source: DataSource;
}

export function Pair({ changed, position, chosen, source }: PairProps) {
  const { entry: pair, error } = useEntry<ViewPair>(source, position, changed.chunkSize);
  const order = pair === null ? null : pair.facts.map((_, index) => index);
  useKeys(order, position, chosen);
  const isPrinting = usePrinting();
  if (error !== null) return <p class="notice">This passage cannot be read: {error}</p>;
  if (pair === null) return <p class="notice">Reading…</p>;
  const row = changed.rows[position];
  const fact = chosen === null ? undefined : pair.facts[chosen];
  const placeOf = (side: Side, index: number) => pair.facts.findIndex((both) => both[side] === index);
  return (
    <>
      <Heading name={pair.a.id} position={position} count={changed.rows.length} />
      <p class="prompt">
        <span class="quiet">Asked:</span> <bdi>{pair.a.prompt}</bdi>
      </p>
      <div class="sides">
        {SIDES.map((side) => (
          <section key={side} aria-labelledby={`text-${side}`}>
            <h2 id={`text-${side}`}>
              {side.toUpperCase()}: <bdi>{changed.names[side]}</bdi>
            </h2>
            {row !== undefined && <VerdictLine row={row[side]} />}
            <Note passage={pair[side]} row={row?.[side]} />
            <MarkedText
              passage={pair[side]}
              chosen={fact?.[side] ?? null}
              linkOf={(index) => linkTo(position, placeOf(side, index))}
            />
            <Legend facts={pair[side].facts} />
          </section>
        ))}
      </div>
      <section aria-labelledby="facts-title">
        <h2 id="facts-title">Facts, those first that changed</h2>
        <FactPairs pair={pair} position={position} chosen={chosen} isUnfolded={isPrinting} />
      </section>
      <div class="sides">
        {SIDES.map((side) => (
          <div key={side}>
            <Samples passage={pair[side]} fact={factOf(pair, side, fact?.[side])} prefix={`${side}-`} />
          </div>
        ))}
      </div>
    </>
  );
}

const factOf = (pair: ViewPair, side: Side, index: number | null | undefined): ViewFact | null =>
  index == null ? null : (pair[side].facts[index] ?? null);

interface FactPairsProps {
  pair: ViewPair;
  position: number;
  chosen: number | null;
  isUnfolded: boolean;
}

function FactPairs({ pair, position, chosen, isUnfolded }: FactPairsProps) {
  if (pair.facts.length === 0) return <p>No fact was read from this text.</p>;
  return (
    <ol class="facts">
      {pair.facts.map((both, index) => {
        const of = { a: factOf(pair, 'a', both.a), b: factOf(pair, 'b', both.b) };
        const isChosen = index === chosen;
        const worst = of.b ?? of.a;
        return (
          <li key={index} data-state={worst?.state} data-chosen={isChosen || undefined}>
            <a
              class="fact fact-pair"
              id={`fact-${index}`}
              href={linkTo(position, isChosen ? null : index)}
              aria-expanded={isChosen}
            >
              <span class="fact-text">
                <bdi>{worst?.text}</bdi>
              </span>
              {SIDES.map((side) => (
                <StateOf key={side} side={side} fact={of[side]} />
              ))}
            </a>
            {(isChosen || isUnfolded) && (
              <div class="sides details">
                {SIDES.map((side) => (
                  <div key={side}>
                    <p class="quiet">{side.toUpperCase()}</p>
                    {of[side] === null ? (
                      <p class="quiet">This run did not read the fact from the text.</p>
                    ) : (
                      <FactDetails
                        fact={of[side]}
                        passage={pair[side]}
                        prefix={`${side}-`}
                        isUnfolded={isUnfolded}
                      />
                    )}
                  </div>
                ))}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StateOf({ side, fact }: { side: Side; fact: ViewFact | null }) {
  return (
    <span class="state" data-state={fact?.state}>
      <span class="quiet">{side.toUpperCase()}</span>{' '}
      {fact === null ? (
        <span class="quiet">not there</span>
      ) : (
        <>
          <span class="sign" aria-hidden="true">
            {STATE_SIGNS[fact.state]}
          </span>{' '}
          {STATE_WORDS[fact.state]} <span class="quiet">{figure(fact.score)}</span>
        </>
      )}
    </span>
  );
}
