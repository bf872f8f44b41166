/** A list that renders only its visible rows, so that tens of thousands cause no delay. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { usePrinting } from './use-printing.ts';

const ROW_HEIGHT = 64;

interface VirtualListProps<T> {
  name: string;
  entries: readonly T[];
  keyOf: (entry: T) => number;
  children: (entry: T) => ComponentChildren;
}

export function VirtualList<T>({ name, entries, keyOf, children }: VirtualListProps<T>) {
  const scroller = useRef<HTMLElement>(null);
  const { items, size } = useVirtualRows(scroller, entries.length);
  const inner = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Through the DOM: the policy of the page forbids style attributes.
    inner.current?.style.setProperty('height', `${size}px`);
  }, [size]);
  const isPrinting = usePrinting();
  if (isPrinting) {
    return (
      <ul class="rows">
        {entries.map((entry) => (
          <li key={keyOf(entry)}>{children(entry)}</li>
        ))}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="rows" ref={scroller} tabIndex={0} aria-label={name}>
      <ul ref={inner}>
        {items.map(({ index, start }) => {
          const entry = entries[index];
          return entry === undefined ? null : (
            <Row key={keyOf(entry)} start={start} size={entries.length} at={index}>
              {children(entry)}
            </Row>
          );
        })}
      </ul>
    </section>
  );
}

interface RowProps {
  /** In pixels from the top. */
  start: number;
  size: number;
  at: number;
  children: ComponentChildren;
}

function Row({ start, size, at, children }: RowProps) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    place.current?.style.setProperty('transform', `translateY(${start}px)`);
  }, [start]);
  return (
    <li ref={place} aria-setsize={size} aria-posinset={at + 1}>
      {children}
    </li>
  );
}

/** The visible rows, and the height of all of them in pixels. */
function useVirtualRows(scroller: { current: HTMLElement | null }, count: number) {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const [virtualizer] = useState(
    () =>
      new Virtualizer<HTMLElement, HTMLLIElement>({
        count,
        getScrollElement: () => scroller.current,
        estimateSize: () => ROW_HEIGHT,
        overscan: 8,
        initialRect: { width: 800, height: 800 },
        ...{ scrollToFn: elementScroll, observeElementRect, observeElementOffset },
        onChange: () => redraw(0),
      }),
  );
  virtualizer.setOptions({ ...virtualizer.options, count });
  useEffect(() => virtualizer._didMount(), [virtualizer]);
  useEffect(() => virtualizer._willUpdate());
  return { items: virtualizer.getVirtualItems(), size: virtualizer.getTotalSize() };
}
