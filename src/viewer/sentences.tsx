/** The sentences of a response with their states and reasons. */
import { counted } from '../format/figures.ts';
import { type SentenceState, stateCounts } from '../format/labels.ts';
import type { ViewSentence } from '../report/view/view-data.ts';
import { linkTo } from './route.ts';

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
