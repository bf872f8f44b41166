/** A histogram with the key of its kinds. */
import { figure } from '../../format/figures.ts';
import { type Histogram, histogramDrawing } from '../../format/svg/histogram.ts';
import { Drawn } from './drawn.tsx';

export function HistogramChart({ histogram }: { histogram: Histogram }) {
  const { kinds, threshold = null } = histogram;
  return (
    <figure class="histogram">
      <Drawn drawing={histogramDrawing(histogram)} />
      <figcaption>
        {kinds.map(({ name, look, values }) => (
          <span key={name}>
            <span class={`key key-${look}`} /> {name} ({values.length}){' '}
          </span>
        ))}
        {threshold !== null && `dashed: the threshold of a whole passage, ${figure(threshold)}`}
      </figcaption>
    </figure>
  );
}
