/** A page with one document: sections of paragraphs, lists, tables and charts, and a table of contents. */
import type { ComponentChildren } from 'preact';
import type { Chart } from '../format/charts.ts';
import { type Document, isList, type Part } from '../format/document.ts';
import { forestDrawing } from '../format/svg/forest-drawing.ts';
import { nodeDrawing } from '../format/svg/node-drawing.ts';
import { reliabilityDrawing } from '../format/svg/score-drawings.ts';
import { Drawn, UnitChart } from './charts/drawn.tsx';
import { ScoreCharts } from './charts/score-charts.tsx';
import { Scroll, Table } from './text-table.tsx';

const isWarning = (title: string): boolean => title === 'Warnings';

/** @param children shown after the lead */
export function DocumentPage({ document, children }: { document: Document; children?: ComponentChildren }) {
  const { title, lead, sections } = document;
  return (
    <article class="document">
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <Parts parts={lead} title={title} />
      {children}
      {sections.length > 3 && (
        <nav class="contents" aria-label="Sections">
          <ul>
            {sections.map((section, index) => (
              <li key={section.title}>
                <a href={`#/section-${index}`}>{section.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {sections.map((section, index) => (
        <section
          key={section.title}
          id={`/section-${index}`}
          class={isWarning(section.title) ? 'warnings' : 'part'}
        >
          <h2>
            <bdi>{section.title}</bdi>
          </h2>
          <Parts parts={section.parts} title={section.title} />
        </section>
      ))}
    </article>
  );
}

/** @param title the name of a table without a caption */
function Parts({ parts, title }: { parts: readonly Part[]; title: string }) {
  return (
    <>
      {parts.map((part, index) => (
        <Shown key={index} part={part} title={title} />
      ))}
    </>
  );
}

function Shown({ part, title }: { part: Part; title: string }) {
  if (typeof part === 'string') {
    return (
      <p class="prose">
        <bdi>{part}</bdi>
      </p>
    );
  }
  if (isList(part)) {
    return (
      <ul class="prose">
        {part.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    );
  }
  if (!('chart' in part)) return <Table table={part} name={title} />;
  if (part.chart.kind === 'scores') return <ScoreCharts methods={part.chart.methods} />;
  if (part.chart.kind === 'reliability') {
    return <UnitChart drawing={reliabilityDrawing(part.chart.bins, part.caption)} title={part.caption} />;
  }
  return (
    <figure class="wide">
      <Scroll name={part.caption}>
        <Wide chart={part.chart} />
      </Scroll>
      <figcaption>{part.caption}</figcaption>
    </figure>
  );
}

const Wide = ({ chart }: { chart: Extract<Chart, { kind: 'forest' | 'nodes' }> }) =>
  chart.kind === 'forest' ? (
    <Drawn look="forest" drawing={forestDrawing(chart.forest)} />
  ) : (
    <Drawn look="node-chart" drawing={nodeDrawing(chart.nodes)} />
  );
