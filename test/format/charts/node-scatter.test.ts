import { expect, it } from 'vitest';
import { nodeScatter } from '../../../src/format/charts/node-scatter.ts';

const node = (label: string, passageId: string, before: readonly number[], after: readonly number[]) => ({
  ...{ label, passageId, before, after },
});

const places = (svg: string, title: string): string[] =>
  [...svg.matchAll(/<path transform="translate\((.*?)\)"[^>]*><title>(.*?)<\/title>/g)]
    .filter(([, , own]) => own === title)
    .map(([, place]) => place as string);

it('draws every node in both panels, named, within the frame', () => {
  const svg = nodeScatter([node('Paris', 'p1', [1, 0], [1, 1]), node('Rome', 'p2', [0, 1], [2, 2])]);
  // before: far apart, so at the two sides of 330 pixels less a margin of 14; after: in one direction, one place
  expect(
    [...places(svg, 'Paris (p1)'), ...places(svg, 'Rome (p2)')].map((place) => place.split(',')[0]),
  ).toEqual(expect.arrayContaining(['14', '316', '165', '165']));
  expect(places(svg, 'Paris (p1)')[1]).toBe('165,165');
  expect(svg).toContain('<g transform="translate(358,26)">');
});

it('tells passages apart by colour, with a key', () => {
  const svg = nodeScatter([node('a', 'p1', [0, 0], [0, 0]), node('b', '<p2>', [1, 1], [0, 0])]);
  const colourOf = (name: string) => new RegExp(`fill="(#\\w+)"[^>]*><title>${name} `).exec(svg)?.[1];
  expect(colourOf('a')).toBe('#0072b2');
  expect(colourOf('b')).toBe('#e69f00');
  expect(svg).toContain('>&lt;p2&gt;</text>');
});

it('gives equal bytes twice, and draws one node or none', () => {
  const one = [node('a', 'p1', [3, 3], [4, 4])];
  expect(nodeScatter(one)).toBe(nodeScatter(one));
  expect(nodeScatter(one)).toContain('translate(165,165)');
  expect(nodeScatter([])).not.toMatch(/NaN|Infinity|undefined/);
});
