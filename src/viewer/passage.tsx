/** One passage: its text with the facts marked, the facts worst first, the chosen one's reasons, samples and graph. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { figure, counted } from '../format/figures.ts';
import type { ViewFact, ViewIndex, ViewPassage, ViewSentence } from '../report/view/view-data.ts';
import type { DataSource } from './data-source.ts';
import { FactDetails } from './fact-details.tsx';
import { Graph } from './graph.tsx';
import { Heading, Note, VerdictLine } from './heading.tsx';
import { byState, Legend, MarkedText } from './marked-text.tsx';
import { Meanings } from './meanings.tsx';
import { linkTo } from './route.ts';
import { Samples } from './samples.tsx';
import { useEntry } from './use-entry.ts';
import { useKeys } from './use-keys.ts';
import { usePrinting } from './use-printing.ts';
import { STATE_SIGNS, STATE_WORDS } from './words.ts';
import { type SentenceState, stateCounts } from '../format/labels.ts';

/** A text up to this share of the window's height stays visible beside the facts. */
const STAYS = 0.7;

interface PassageProps {
  index: ViewIndex;
  position: number;
  chosen: number | null;
  source: DataSource;
}

export function Passage({ index, position, chosen, source }: PassageProps) {
  const { entry: passage, error } = useEntry<ViewPassage>(source, position, index.chunkSize);
  const listed = useMemo(() => passage && worstFirst(passage), [passage]);
  useKeys(listed, position, chosen);
  const isPrinting = usePrinting();
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = text;
    current?.toggleAttribute('data-stays', current.offsetHeight < STAYS * innerHeight);
  }, [passage]);
  if (error !== null) return <p class="notice">This passage cannot be read: {error}</p>;
  if (passage === null) return <p class="notice">Reading…</p>;
  const row = index.rows[position];
  const fact = chosen === null ? null : (passage.facts[chosen] ?? null);
  return (
    <>
      <Heading name={passage.id} position={position} count={index.rows.length} />
      {row !== undefined && <VerdictLine row={row} />}
      <Note passage={passage} row={row} />
      {passage.prompt !== '' && (
        <p class="prompt">
          <span class="quiet">Asked:</span> <bdi>{passage.prompt}</bdi>
        </p>
      )}
      <Sentences sentences={passage.sentences} position={position} />
      <div class="reading">
        <div class="left">
          <section class="of-text" aria-labelledby="text-title" ref={text}>
            <h2 id="text-title">The response, with its facts marked</h2>
            <MarkedText passage={passage} chosen={chosen} linkOf={(index) => linkTo(position, index)} />
            <Legend facts={passage.facts} />
          </section>
        </div>
        <section class="of-facts" aria-labelledby="facts-title">
          <h2 id="facts-title">Facts, worst first</h2>
          <FactList
            passage={passage}
            listed={listed ?? []}
            position={position}
            chosen={chosen}
            isUnfolded={isPrinting}
          />
        </section>
      </div>
      <Samples passage={passage} fact={fact} isUnfolded={isPrinting} />
      <Graph passage={passage} position={position} chosen={chosen} />
      <Meanings index={index} />
    </>
  );
}

/** Positions of the facts. */
const worstFirst = ({ facts }: ViewPassage): number[] =>
  facts
    .map((fact, index) => ({ fact, index }))
    .toSorted((one, other) => byState(one.fact, other.fact))
    .map(({ index }) => index);

interface FactListProps {
  passage: ViewPassage;
  listed: readonly number[];
  position: number;
  chosen: number | null;
  isUnfolded: boolean;
}

function FactList({ passage, listed, position, chosen, isUnfolded }: FactListProps) {
  if (listed.length === 0) return <p>No fact was read from this text.</p>;
  return (
    <ol class="facts">
      {listed.map((index) => {
        const fact = passage.facts[index] as ViewFact;
        return (
          <li key={index} data-state={fact.state} data-chosen={index === chosen || undefined}>
            <a
              class="fact"
              id={`fact-${index}`}
              href={linkTo(position, index === chosen ? null : index)}
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
              {fact.why !== null && index !== chosen && !isUnfolded && (
                <span class="why quiet">
                  <bdi>{fact.why}</bdi>
                </span>
              )}
            </a>
            {(isUnfolded || index === chosen) && (
              <FactDetails {...{ fact, passage }} isUnfolded={isUnfolded && fact.state !== 'supported'} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

const SIGNS: Readonly<Record<SentenceState, string>> = {
  ...{ wrong: '✕', 'not confirmed': '~', confirmed: '✓', 'not read': '–' },
};

export function Sentences({ sentences, position }: { sentences: readonly ViewSentence[]; position: number }) {
  if (sentences.length === 0) return null;
  return (
    <section class="of-sentences" aria-labelledby="sentences-title">
      <h2 id="sentences-title">Sentence by sentence</h2>
      <p class="quiet">
        {counted(sentences.length, 'sentence')}: {stateCounts(sentences)}
      </p>
      <ol class="sentences">
        {sentences.map(({ text, state, because, fact }, index) => (
          <li key={index} data-sentence={state}>
            <span class="sentence-state">
              <span aria-hidden="true">{SIGNS[state]}</span> {state}
            </span>
            <div>
              <p dir="auto">{fact === null ? text : <a href={linkTo(position, fact)}>{text}</a>}</p>
              {because.map((reason) => (
                <p key={reason} class="quiet">
                  {state === 'wrong' && 'because '}
                  <bdi>{reason}</bdi>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
