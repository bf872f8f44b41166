/**
 * A table that scrolls horizontally where it is too wide. Columns of figures are aligned right, an interval below its
 * value.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TextTable } from '../format/document.ts';

/** @param name describes the table where it has no caption */
export function Table({ table, name }: { table: TextTable; name: string }) {
  const { header, groups, caption } = table;
  const all = groups.flatMap(({ rows }) => rows);
  const numeric = header.map((_, column) => column > 0 && all.every((row) => isFigure(row[column])));
  const look = (column: number) => (numeric[column] ? 'figure' : undefined);
  return (
    <Scroll name={caption ?? name}>
      <table>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {header.map((title, column) => (
              <th key={title} scope="col" class={look(column)}>
                <bdi>{title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows, marked = false }, index) => (
          <tbody key={title ?? index}>
            {title !== null && (
              <tr class="group">
                <th scope="rowgroup" colSpan={header.length}>
                  <bdi>{title}</bdi>
                </th>
              </tr>
            )}
            {rows.map(([first = '', ...cells], row) => (
              <tr key={row} data-marked={marked || undefined}>
                <th scope="row">
                  <bdi>{first}</bdi>
                </th>
                {cells.map((cell, column) => (
                  <td key={column} class={look(column + 1)}>
                    <Cell text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Scroll>
  );
}

/** Content that may be wider than the page: it scrolls horizontally, also by keyboard, and shows a hint. */
export function Scroll({ name, children }: { name: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const measure = () => {
      const { current } = box;
      setIsWider(current !== null && current.scrollWidth > current.clientWidth + 1);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return (
    <>
      {isWider && <p class="scroll-hint quiet">It goes on to the right: scroll sideways →</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div class="scroll" role="group" tabIndex={0} aria-label={name} ref={box}>
        {children}
      </div>
    </>
  );
}

function Cell({ text }: { text: string }) {
  const [, value, interval] = /^(\S+)\s(\[[^[\]]*\].*)$/.exec(text) ?? [];
  if (value === undefined) return <bdi>{text}</bdi>;
  return (
    <>
      {value} <span class="interval">{interval}</span>
    </>
  );
}

/** Whether a cell is a number, an interval or the sign for missing. */
const isFigure = (cell = ''): boolean => /^[\s\d.,%×/*+−–[\]-]*$/.test(cell);
