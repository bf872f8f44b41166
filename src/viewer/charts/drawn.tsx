/** A drawing on the page, where the style sheet gives its looks their colours. */
import { type ComponentChild, h } from 'preact';
import type { Drawing, Shape } from '../../format/svg/drawing.ts';

export function Drawn({ drawing: { description, size, shapes }, look }: { drawing: Drawing; look?: string }) {
  return (
    <svg class={look} viewBox={`0 0 ${size.join(' ')}`} role="img" aria-label={description}>
      {shapes.map(shown)}
    </svg>
  );
}

const shown = (shape: Shape | string): ComponentChild =>
  typeof shape === 'string' ? shape : h(shape.name, shape.attributes, ...shape.inner.map(shown));

export const UnitChart = ({ drawing, title }: { drawing: Drawing; title: string }) => (
  <figure class="unit">
    <Drawn drawing={drawing} />
    <figcaption>{title}</figcaption>
  </figure>
);
