/** Positions of node names without overlaps: at the first free side, else none. */
export interface Labelled {
  x: number;
  y: number;
  /** In characters. */
  length: number;
}

export interface LabelPlace {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

/** Size of a character and its distance from the node, in the units of the drawing. */
const [WIDTH, HEIGHT, AWAY] = [11.5, 24, 17];

type Box = readonly [left: number, top: number, right: number, bottom: number];

const overlap = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

function sidesOf({ x, y }: Labelled): LabelPlace[] {
  return [
    { x, y: y - AWAY, anchor: 'middle' },
    { x, y: y + AWAY + HEIGHT / 2, anchor: 'middle' },
    { x: x + AWAY, y: y + HEIGHT / 4, anchor: 'start' },
    { x: x - AWAY, y: y + HEIGHT / 4, anchor: 'end' },
  ];
}

function boxOf({ x, y, anchor }: LabelPlace, length: number): Box {
  const width = length * WIDTH;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return [left, y - (3 * HEIGHT) / 4, left + width, y + HEIGHT / 4];
}

/**
 * @param nodes the most important first
 * @param within the left and right border
 * @returns in their order; null where no side is free
 */
export function labelPlaces(
  nodes: readonly Labelled[],
  within: readonly [number, number],
): (LabelPlace | null)[] {
  const taken: Box[] = nodes.map(({ x, y }) => [x - 9, y - 9, x + 9, y + 9]);
  return nodes.map((node) => {
    for (const place of sidesOf(node)) {
      const box = boxOf(place, node.length);
      if (box[0] < within[0] || box[2] > within[1] || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return place;
    }
    return null;
  });
}
