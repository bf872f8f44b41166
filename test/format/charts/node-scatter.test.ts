import { expect, it } from 'vitest';
import { nodeScatter } from '../../../src/format/charts/node-scatter.ts';

const node = (label: string, passageId: string, before: [number, number], after: [number, number]) => ({
  ...{ label, passageId, before, after },
});

it('draws every node in both panels, named, within the frame', async () => {
  const svg = await nodeScatter([node('Paris', 'p1', [0, 0], [5, 5]), node('Rome', 'p2', [2, 1], [5, 9])]);
  expect(svg.match(/<title>Paris \(p1\)<\/title>/g)).toHaveLength(2);
  // the longer side fills 330 − 2 · 14 pixels; the panels are 24 pixels apart
  expect(svg).toMatch(/translate\(14,240.5\)"[^>]*><title>Paris/);
  expect(svg).toMatch(/translate\(316,89.5\)"[^>]*><title>Rome/);
  expect(svg).toMatch(/translate\(519,316\)"[^>]*><title>Paris/);
  expect(svg).toMatch(/translate\(519,14\)"[^>]*><title>Rome/);
});

it('tells passages apart by colour, with a key', async () => {
  const svg = await nodeScatter([node('a', 'p1', [0, 0], [0, 0]), node('b', '<p2>', [1, 1], [0, 0])]);
  const colourOf = (name: string) => new RegExp(`fill="(#\\w+)"[^>]*><title>${name} `).exec(svg)?.[1];
  expect(colourOf('a')).not.toBe(colourOf('b'));
  expect(svg).toContain('>&lt;p2&gt;</text>');
});

it('gives equal bytes twice, and draws one node or none', async () => {
  const one = [node('a', 'p1', [3, 3], [4, 4])];
  expect(await nodeScatter(one)).toBe(await nodeScatter(one));
  expect(await nodeScatter(one)).toContain('translate(165,165)');
  expect(await nodeScatter([])).not.toMatch(/NaN|Infinity|undefined/);
});
