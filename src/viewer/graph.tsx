/** The graph of the response and of its samples; the chosen fact is synchronised with text and list. */
import { useState } from 'preact/hooks';
import { counted } from '../format/figures.ts';
import type { ViewEdge, ViewFact, ViewGraph, ViewPassage } from '../report/view/view-data.ts';
import { type LabelPlace, labelPlaces } from './label-places.ts';
import { linkTo } from './route.ts';
import { Scroll } from './text-table.tsx';
import { short, STATE_WORDS } from './words.ts';

const PAD = 90;
const SIZE = 1000;

interface GraphProps {
  passage: ViewPassage;
  position: number;
  chosen: number | null;
}

export function Graph({ passage: { graph, facts }, position, chosen }: GraphProps) {
  const [withSamples, setWithSamples] = useState(true);
  if (graph === null) return null;
  const edges = graph.edges.filter(({ fact }) => withSamples || fact !== null);
  const used = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const isChosen = ({ fact }: ViewEdge) => fact !== null && fact === chosen;
  const touched = new Set(edges.filter(isChosen).flatMap(({ from, to }) => [from, to]));
  const bends = withBend(edges);
  const places = namePlaces(graph, used, touched);
  return (
    <section>
      <h2>How facts and samples hang together</h2>
      <figure class="graph">
        <Scroll name="Graph of the facts">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be drawn in */}
          <svg
            viewBox={`${-PAD} ${-PAD / 2} ${SIZE + 2 * PAD} ${SIZE + PAD}`}
            role="group"
            aria-label="Graph of the facts: entities and what is said between them. The list of facts says the same in words."
          >
            {bends.map(({ edge, bend }, index) => (
              <Edge
                key={`${edge.from} ${edge.to} ${index}`}
                {...{ edge, bend, position }}
                nodes={graph.nodes}
                fact={edge.fact === null ? undefined : facts[edge.fact]}
                isChosen={isChosen(edge)}
              />
            ))}
            {bends
              .filter(({ edge }) => isChosen(edge))
              .map(({ edge, bend }) => (
                <RelationName key={`${edge.from} ${edge.to}`} {...{ edge, bend }} nodes={graph.nodes} />
              ))}
            {graph.nodes.map((node, index) =>
              used.has(index) ? (
                <Node
                  key={`${node.x} ${node.y} ${node.label}`}
                  {...{ node, place: places.get(index), isChosen: touched.has(index) }}
                />
              ) : null,
            )}
          </svg>
        </Scroll>
        <figcaption>
          {graph.edges.some(({ fact }) => fact === null) ? (
            <label>
              <input
                type="checkbox"
                checked={withSamples}
                onChange={({ currentTarget }) => setWithSamples(currentTarget.checked)}
              />{' '}
              with what only samples say (thin lines)
            </label>
          ) : (
            'The entities of the response, and how its facts connect them'
          )}{' '}
          · the relation of the chosen fact is written at its line
          {graph.omitted > 0 &&
            ` · ${graph.omitted === 1 ? '1 entity of samples is' : `${graph.omitted} entities of samples are`} left out`}
        </figcaption>
      </figure>
    </section>
  );
}

/**
 * Names are shown where there is room: first those of the chosen fact, then the response's entities, then those that most
 * samples name; other nodes have a tooltip only.
 */
function namePlaces(
  { nodes, edges }: ViewGraph,
  used: ReadonlySet<number>,
  touched: ReadonlySet<number>,
): Map<number, LabelPlace> {
  const stated = nodes.map(() => 0);
  for (const { from, to, samples } of edges) {
    for (const node of [from, to]) stated[node] = Math.max(stated[node] ?? 0, samples);
  }
  const rank = (index: number) => (touched.has(index) ? 1e6 : nodes[index]?.own ? 1e3 : (stated[index] ?? 0));
  const named = nodes
    .map((node, index) => ({ ...node, index, length: [...short(node.label)].length }))
    .filter(({ index }) => used.has(index))
    .toSorted((one, other) => rank(other.index) - rank(one.index));
  const places = labelPlaces(named, [-PAD, SIZE + PAD]);
  return new Map(
    named.flatMap(({ index }, at) => {
      const place = places[at] ?? null;
      return place === null ? [] : [[index, place]];
    }),
  );
}

interface NodeProps {
  node: ViewGraph['nodes'][number];
  place: LabelPlace | undefined;
  isChosen: boolean;
}

function Node({ node: { label, x, y, own }, place, isChosen }: NodeProps) {
  return (
    <g class="node" data-own={own || undefined} data-chosen={isChosen || undefined}>
      <circle cx={x} cy={y} r={own ? 11 : 7} />
      {place !== undefined && (
        <text x={place.x} y={place.y} text-anchor={place.anchor}>
          {short(label)}
        </text>
      )}
      <title>{label}</title>
    </g>
  );
}

/** Parallel edges between the same two nodes. */
function withBend(edges: readonly ViewEdge[]): { edge: ViewEdge; bend: number }[] {
  const seen = new Map<string, number>();
  return edges.map((edge) => {
    const key = [edge.from, edge.to].toSorted((one, other) => one - other).join(' ');
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const side = edge.from <= edge.to ? 1 : -1;
    return { edge, bend: side * (count % 2 === 0 ? 1 : -1) * Math.ceil(count / 2) * 34 };
  });
}

type Point = Pick<ViewGraph['nodes'][number], 'x' | 'y'>;

interface EdgeProps {
  edge: ViewEdge;
  bend: number;
  nodes: readonly Point[];
  /** Undefined for an edge that only samples have. */
  fact: ViewFact | undefined;
  position: number;
  isChosen: boolean;
}

function Edge({ edge, bend, nodes, fact, position, isChosen }: EdgeProps) {
  const [from, to] = [nodes[edge.from], nodes[edge.to]];
  if (from === undefined || to === undefined) return null;
  const path = edge.from === edge.to ? `M ${from.x} ${from.y} c -60 -70 60 -70 0 0` : bent(from, to, bend);
  const title =
    fact === undefined
      ? `${edge.label} (${counted(edge.samples, 'sample')})`
      : `${STATE_WORDS[fact.state]}: ${fact.text}`;
  const line = (
    <>
      <path class="line" d={path} data-state={fact?.state ?? 'sample'} data-chosen={isChosen || undefined} />
      <path class="hit" d={path}>
        <title>{title}</title>
      </path>
    </>
  );
  if (edge.fact === null) return <g>{line}</g>;
  return (
    <a href={linkTo(position, edge.fact)} aria-label={title} tabIndex={-1}>
      {line}
    </a>
  );
}

function RelationName({ edge, bend, nodes }: Pick<EdgeProps, 'edge' | 'bend' | 'nodes'>) {
  const [from, to] = [nodes[edge.from], nodes[edge.to]];
  if (from === undefined || to === undefined || edge.from === edge.to) return null;
  const [x, y] = beside(from, to, bend / 2);
  return (
    <g class="relation">
      <text x={x} y={y - 8} text-anchor="middle">
        {short(edge.label)}
      </text>
    </g>
  );
}

function bent(from: Point, to: Point, bend: number): string {
  const [x, y] = beside(from, to, bend);
  return `M ${from.x} ${from.y} Q ${x.toFixed(1)} ${y.toFixed(1)} ${to.x} ${to.y}`;
}

/** The middle between two points, moved to the side. */
function beside(from: Point, to: Point, distance: number): [x: number, y: number] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return [(from.x + to.x) / 2 - (dy / length) * distance, (from.y + to.y) / 2 + (dx / length) * distance];
}
