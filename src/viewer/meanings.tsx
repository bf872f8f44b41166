import { SENTENCE_MEANINGS, SENTENCE_STATES } from '../format/labels.ts';
import type { ViewIndex } from '../report/view/view-data.ts';
import { STATE_MEANINGS, STATE_WORDS, STATES } from './words.ts';

export function Meanings({ index: { legend } }: { index: ViewIndex }) {
  if (legend.length === 0) return null;
  return (
    <section>
      <h2 id="meanings">What the words mean</h2>
      <ul class="meanings">
        {legend.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>Of a sentence</h3>
      <ul class="meanings">
        {SENTENCE_STATES.map((state) => (
          <li key={state}>
            {state}: {SENTENCE_MEANINGS[state]}
          </li>
        ))}
      </ul>
      <h3>Of a fact</h3>
      <ul class="meanings">
        {STATES.map((state) => (
          <li key={state}>
            <span class="mark" data-state={state}>
              {STATE_WORDS[state]}
            </span>
            : {STATE_MEANINGS[state]}
          </li>
        ))}
      </ul>
    </section>
  );
}
