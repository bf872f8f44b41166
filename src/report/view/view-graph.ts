/**
 * The graph of a passage, laid out for drawing: entities of the response and of its samples as nodes; facts of the
 * response, and those of samples that touch its entities, as edges. Layout by ForceAtlas2, then noverlap.
 */
import { MultiDirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import noverlap from 'graphology-layout-noverlap';
import { normaliseEntity, normalisePhrase } from '../../english/normalise.ts';
import { indexIdentity } from '../../graph/identity.ts';
import { ORIGINAL, type PassageVerdict, type Triple } from '../../passage.ts';
import type { ViewEdge, ViewGraph } from './view-data.ts';

// Both are CommonJS: in Node they lack the default export that their types declare.
const forces = forceAtlas2 as unknown as typeof forceAtlas2.default;
const separation = noverlap as unknown as typeof noverlap.default;

/** Nodes shown at most; more where the response itself has more. */
const MOST_NODES = 40;
const MOST_OWN = 200;
const ITERATIONS = 300;
const SIZE = 1000;

interface DrawnEdge extends Omit<ViewEdge, 'from' | 'to' | 'samples'> {
  head: string;
  tail: string;
  samples: Set<string>;
}

/** Null where the response has no facts. */
export function viewGraph({ trace, triples }: PassageVerdict): ViewGraph | null {
  if (triples.length === 0) return null;
  const { entityOf, relationOf } = indexIdentity(trace.identity);
  // without identified mentions, equal normal forms are one node
  const nodeOf = (mention: string) => entityOf(mention) ?? `mention ${normaliseEntity(mention)}`;
  const keyOf = ({ head, relation, tail }: Triple) =>
    JSON.stringify([nodeOf(head), relationOf(relation) ?? normalisePhrase(relation), nodeOf(tail)]);
  const edges = new Map<string, DrawnEdge>();
  const names = new Map<string, string>();
  const add = (triple: Triple, fact: number | null) => {
    const [head, tail] = [nodeOf(triple.head), nodeOf(triple.tail)];
    if (!names.has(head)) names.set(head, triple.head);
    if (!names.has(tail)) names.set(tail, triple.tail);
    // One edge per fact, even if two facts say the same.
    const key = fact === null ? keyOf(triple) : `${fact} ${keyOf(triple)}`;
    const known = edges.get(key) ?? { head, tail, label: triple.relation, fact, samples: new Set<string>() };
    edges.set(key, known);
    return known;
  };
  const own = new Map<string, DrawnEdge>();
  for (const [index, { triple }] of triples.entries()) own.set(keyOf(triple), add(triple, index));
  const ownNodes = new Set(names.keys());
  for (const { responseId, triples: others } of trace.segmentations) {
    if (responseId === ORIGINAL) continue;
    for (const triple of others) {
      if (!ownNodes.has(nodeOf(triple.head)) && !ownNodes.has(nodeOf(triple.tail))) continue;
      (own.get(keyOf(triple)) ?? add(triple, null)).samples.add(responseId);
    }
  }
  const shown = mostStated([...names.keys()], [...edges.values()], ownNodes);
  return drawn(shown, [...edges.values()], { names, ownNodes, omitted: names.size - shown.length });
}

/** The response's entities first, then those that most samples state. */
function mostStated(
  nodes: readonly string[],
  edges: readonly DrawnEdge[],
  ownNodes: ReadonlySet<string>,
): string[] {
  const weight = new Map<string, number>();
  for (const { head, tail, samples } of edges) {
    for (const node of [head, tail]) weight.set(node, (weight.get(node) ?? 0) + samples.size);
  }
  const rank = (node: string) => (ownNodes.has(node) ? Number.MAX_VALUE : (weight.get(node) ?? 0));
  const most = Math.max(MOST_NODES, Math.min(MOST_OWN, ownNodes.size));
  return nodes.toSorted((one, other) => rank(other) - rank(one)).slice(0, most);
}

function drawn(
  shown: readonly string[],
  edges: readonly DrawnEdge[],
  { names, ownNodes, omitted }: { names: Map<string, string>; ownNodes: Set<string>; omitted: number },
): ViewGraph {
  const places = layout(shown, edges);
  const index = new Map(shown.map((node, position) => [node, position]));
  return {
    nodes: shown.map((node, position) => ({
      label: names.get(node) ?? '',
      own: ownNodes.has(node),
      ...(places[position] as { x: number; y: number }),
    })),
    edges: edges.flatMap(({ head, tail, label, fact, samples }) => {
      const [from, to] = [index.get(head), index.get(tail)];
      if (from === undefined || to === undefined) return [];
      return [{ from, to, label, fact, samples: samples.size }];
    }),
    omitted,
  };
}

/** Integers in a square of `SIZE`. */
function layout(nodes: readonly string[], edges: readonly DrawnEdge[]): { x: number; y: number }[] {
  const graph = new MultiDirectedGraph();
  for (const [index, node] of nodes.entries()) {
    const angle = (2 * Math.PI * index) / nodes.length;
    graph.addNode(node, { x: 100 * Math.cos(angle), y: 100 * Math.sin(angle), size: 8 });
  }
  for (const { head, tail, fact } of edges) {
    if (graph.hasNode(head) && graph.hasNode(tail) && head !== tail) {
      graph.addDirectedEdge(head, tail, { weight: fact === null ? 0.5 : 1 });
    }
  }
  const settings = { ...forces.inferSettings(graph), gravity: 1.5, adjustSizes: true };
  forces.assign(graph, { iterations: ITERATIONS, settings });
  separation.assign(graph, { maxIterations: 100, settings: { margin: 6 } });
  const places = nodes.map((node) => graph.getNodeAttributes(node) as { x: number; y: number });
  const scaleOf = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value: number) =>
      most === least ? SIZE / 2 : Math.round((SIZE * (value - least)) / (most - least));
  };
  const [fitX, fitY] = [scaleOf(places.map(({ x }) => x)), scaleOf(places.map(({ y }) => y))];
  return places.map(({ x, y }) => ({ x: fitX(x), y: fitY(y) }));
}
