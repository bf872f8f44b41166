import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { draw } from '../../../src/format/charts/draw.ts';

const chart = (text: string) => ({
  description: `shows ${text}`,
  spec: {
    width: 20,
    height: 10,
    data: [{ name: 'points', values: [{ text }] }],
    marks: [
      {
        type: 'symbol' as const,
        from: { data: 'points' },
        encode: { enter: { x: { value: 5 }, y: { value: 5 }, description: { field: 'text' } } },
      },
      { type: 'text' as const, from: { data: 'points' }, encode: { enter: { text: { field: 'text' } } } },
    ],
  },
});

it('draws one image with a description and a tooltip a mark', async () => {
  const svg = await draw(chart('one'));
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" role="img" aria-label="shows one" width="20"/,
  );
  expect(svg).toMatch(/<path transform="translate\(5,5\)"[^>]*><title>one<\/title><\/path>/);
});

it('gives equal bytes for equal charts', async () => {
  expect(await draw(chart('one'))).toBe(await draw(chart('one')));
});

it('keeps hostile labels text', async () => {
  const hostile = `"/><script>alert('&')</script>`;
  const svg = await draw(chart(hostile));
  expect(svg).not.toContain('<script');
  expect(svg).toContain('<title>&quot;/&gt;&lt;script&gt;alert(');
  expect(svg).toContain('aria-label="shows &quot;/&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;"');
});

it('rounds places, not text', async () => {
  const { description, spec } = chart('d="0.12345" 0.12345');
  const svg = await draw({ description, spec: { ...spec, padding: { left: 1.23456, top: 0.00004 } } });
  expect(svg).toContain('transform="translate(1.23,0)"');
  expect(svg).toContain('>d="0.12345" 0.12345</text>');
});

it('loads the chart libraries on demand only', () => {
  const root = resolve(import.meta.dirname, '../../../src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const texts = files.map((name) => readFileSync(join(root, name), 'utf8'));
  expect(texts.filter((text) => /await import\('(vega|umap-js)'\)/.test(text))).toHaveLength(2);
  expect(texts.filter((text) => /^import (?!type)[^;]*'(vega|umap-js)'/m.test(text))).toEqual([]);
});
