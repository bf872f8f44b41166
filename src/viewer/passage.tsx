/** One passage: its text with the facts marked, the facts worst first, the chosen one's reasons, samples and graph. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { figure, percentage } from '../format/figures.ts';
import type { FactState, ViewFact, ViewIndex, ViewPassage } from '../report/view/view-data.ts';
import type { DataSource } from './data-source.ts';
import { FactDetails } from './fact-details.tsx';
import { Graph } from './graph.tsx';
import { linkTo, parseRoute } from './route.ts';
import { Samples } from './samples.tsx';
import { piecesOf } from './text-pieces.ts';
import { mistakeOf, STATE_SIGNS, STATE_WORDS } from './words.ts';

/** The worst first; where several facts share words, the worst shows. */
const STATES: readonly FactState[] = [
  'contradicted',
  'unsupported',
  'unsure',
  'unknown',
  'unconfirmed',
  'supported',
];
const byState = (one: ViewFact, other: ViewFact): number =>
  STATES.indexOf(one.state) - STATES.indexOf(other.state) || (one.score ?? 1) - (other.score ?? 1);

interface PassageProps {
  index: ViewIndex;
  position: number;
  chosen: number | null;
  source: DataSource;
}

export function Passage({ index, position, chosen, source }: PassageProps) {
  const [passage, setPassage] = useState<ViewPassage | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setPassage(null);
    source.entry<ViewPassage>(position, index.chunkSize).then(
      (read) => isCurrent && setPassage(read),
      (fault) => isCurrent && setError(String(fault)),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, position, index.chunkSize]);
  useKeys(passage, position, chosen);
  if (error !== null) return <p class="notice">This passage cannot be read: {error}</p>;
  if (passage === null) return <p class="notice">Reading…</p>;
  const row = index.rows[position];
  const mistake = row === undefined ? null : mistakeOf(row);
  const fact = chosen === null ? null : (passage.facts[chosen] ?? null);
  return (
    <>
      <div class="heading">
        <h1>
          <bdi>{passage.id}</bdi>
        </h1>
        <Neighbours index={index} position={position} />
      </div>
      {row !== undefined && (
        <p class="lead">
          <span class="verdict" data-label={row.label}>
            {row.words}
          </span>
          {row.score !== null && `, support ${figure(row.score)}`}
          {row.chance !== null && `, chance wrong ${percentage(row.chance)}`}
          {row.coverage !== null && `, coverage ${percentage(row.coverage)}`}
          {row.gold !== null && `; gold label: ${row.gold ? 'has an error' : 'factual'}`}
          {mistake !== null && ` (${mistake})`}
        </p>
      )}
      {passage.note !== null && <p class="notice">{passage.note}</p>}
      <p class="prompt">
        <span class="quiet">Asked:</span> <bdi>{passage.prompt}</bdi>
      </p>
      <div class="reading">
        <section aria-labelledby="text-title">
          <h2 id="text-title">The response</h2>
          <MarkedText passage={passage} position={position} chosen={chosen} />
          <Legend facts={passage.facts} />
          <Graph passage={passage} position={position} chosen={chosen} />
        </section>
        <section aria-labelledby="facts-title">
          <h2 id="facts-title">Facts, worst first</h2>
          <FactList passage={passage} position={position} chosen={chosen} />
        </section>
      </div>
      <Samples passage={passage} fact={fact} />
    </>
  );
}

/** The passages before and after. */
function Neighbours({ index, position }: { index: ViewIndex; position: number }) {
  return (
    <nav class="neighbours" aria-label="Other passages">
      {position > 0 && (
        <a href={linkTo(position - 1)} rel="prev">
          ← previous
        </a>
      )}
      {position + 1 < index.rows.length && (
        <a href={linkTo(position + 1)} rel="next">
          next →
        </a>
      )}
    </nav>
  );
}

interface Chosen {
  passage: ViewPassage;
  position: number;
  chosen: number | null;
}

function MarkedText({ passage, position, chosen }: Chosen) {
  const pieces = useMemo(() => {
    const marks = passage.facts.map((fact, index) => ({ ...fact, index }));
    return piecesOf(passage.response, marks);
  }, [passage]);
  const first = pieces.find(({ marks }) => marks.some(({ index }) => index === chosen))?.start;
  return (
    <p class="text" dir="auto">
      {pieces.map(({ start, text, marks }) => {
        const worst = marks.toSorted(byState)[0];
        if (worst === undefined) return <span key={start}>{text}</span>;
        const isChosen = marks.some(({ index }) => index === chosen);
        return (
          <a
            key={start}
            class="mark"
            href={linkTo(position, worst.index)}
            data-state={worst.state}
            data-chosen={isChosen || undefined}
            id={start === first ? 'chosen-text' : undefined}
            // The list beside it is the way of the keyboard; hundreds of stops in a text are none.
            tabIndex={-1}
            title={`${STATE_WORDS[worst.state]}: ${worst.text}`}
          >
            {text}
          </a>
        );
      })}
    </p>
  );
}

function Legend({ facts }: { facts: readonly ViewFact[] }) {
  const states = STATES.filter((state) => facts.some((fact) => fact.state === state));
  if (states.length === 0) return null;
  return (
    <ul class="legend" aria-label="What the marks mean">
      {states.map((state) => (
        <li key={state}>
          <span class="mark" data-state={state}>
            {STATE_WORDS[state]}
          </span>{' '}
          {facts.filter((fact) => fact.state === state).length}
        </li>
      ))}
    </ul>
  );
}

function FactList({ passage, position, chosen }: Chosen) {
  const facts = passage.facts
    .map((fact, index) => ({ fact, index }))
    .toSorted((one, other) => byState(one.fact, other.fact));
  if (facts.length === 0) return <p>No fact was read from this text.</p>;
  return (
    <ol class="facts">
      {facts.map(({ fact, index }) => (
        <li key={fact.id} data-state={fact.state} data-chosen={index === chosen || undefined}>
          <a
            class="fact"
            id={`fact-${index}`}
            href={index === chosen ? linkTo(position) : linkTo(position, index)}
            aria-expanded={index === chosen}
          >
            <span class="sign" aria-hidden="true">
              {STATE_SIGNS[fact.state]}
            </span>
            <span class="fact-text">
              <bdi>{fact.text}</bdi>
            </span>
            <span class="quiet">
              {STATE_WORDS[fact.state]}, support {figure(fact.score)}
            </span>
          </a>
          {index === chosen && <FactDetails fact={fact} passage={passage} />}
        </li>
      ))}
    </ol>
  );
}

/** j and k: the next and the last fact in the list; Escape: none. */
function useKeys(passage: ViewPassage | null, position: number, chosen: number | null): void {
  useEffect(() => {
    const order = (passage?.facts ?? [])
      .map((fact, index) => ({ fact, index }))
      .toSorted((one, other) => byState(one.fact, other.fact))
      .map(({ index }) => index);
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // From the address: keys come faster than the page is drawn.
      const { fact: chosen } = parseRoute(location.hash);
      if (target instanceof HTMLElement && /^(input|select|textarea)$/i.test(target.tagName)) return;
      if (key === 'Escape' && chosen !== null) location.hash = linkTo(position);
      const step = key === 'j' ? 1 : key === 'k' ? -1 : 0;
      if (step === 0 || order.length === 0) return;
      const at = chosen === null ? (step === 1 ? -1 : order.length) : order.indexOf(chosen);
      const next = order[Math.min(order.length - 1, Math.max(0, at + step))];
      if (next !== undefined) location.hash = linkTo(position, next);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [passage, position]);
  useEffect(() => {
    if (chosen === null || passage === null) return;
    const fact = document.getElementById(`fact-${chosen}`);
    fact?.focus({ preventScroll: true });
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    fact?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' });
  }, [passage, chosen]);
}
