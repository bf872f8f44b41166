import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineOf, syntaxErrorLine } from '../../datasets/json-position.ts';

const text = '{\n"a": [\n1,\n{"b": "x,]}\\"{",\n"c": {}}\n],\r\n"0":\n2,\n"a": [\n3]\n}';

describe('the line of a value', () => {
  it.each([
    [[], 1],
    [['0'], 8],
    // the second of the two, as for JSON.parse
    [['a'], 9],
    [['a', 0], 10],
    [['a', 7], 9],
    [['none', 'at', 'all'], 1],
  ])('finds %j on line %i', (path, line) => {
    expect(lineOf(text, path)).toBe(line);
  });

  it('goes into lists and objects, over strings that look like them', () => {
    const list = `[${text.replaceAll('"a": [\n3]', '"d": 4')}]`;
    expect(lineOf(list, [0, 'a', 1, 'b'])).toBe(4);
    expect(lineOf(list, [0, 'a', 1, 'c'])).toBe(5);
    expect(lineOf(list, [0, 'd'])).toBe(9);
  });

  it('finds every value of any JSON, one a line', () => {
    const withoutProto = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(withoutProto, (value) => {
        const written = JSON.stringify(value, null, 1);
        const lines = written.split('\n');
        for (const [path, inner] of valuesIn(JSON.parse(written))) {
          const line = lines[lineOf(written, path) - 1] as string;
          expect(line).toContain(JSON.stringify(inner)?.slice(0, 1));
          if (path.length > 0) expect(line.length - line.trimStart().length).toBe(path.length);
          if (typeof path.at(-1) === 'string')
            expect(line.trimStart()).toContain(JSON.stringify(path.at(-1)));
        }
      }),
    );
  });

  it('takes any depth and any length of a string', () => {
    const deep = `${'['.repeat(100_000)}\n1${']'.repeat(100_000)}`;
    expect(lineOf(deep, Array<number>(100_000).fill(0))).toBe(2);
    expect(lineOf(`["${'\\n'.repeat(1_000_000)}",\n2]`, [1])).toBe(2);
  });
});

function* valuesIn(
  value: unknown,
  path: (string | number)[] = [],
): Generator<[(string | number)[], unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* valuesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

describe('the line of a syntax error', () => {
  const lineIn = (broken: string): number | null => {
    try {
      JSON.parse(broken);
      return null;
    } catch (error) {
      return syntaxErrorLine(broken, (error as Error).message);
    }
  };

  it.each([
    ['a comma too many', '[\n1,\n2,\n]', 4],
    ['two commas', '[\n1,,\n2]', 2],
    ['a word that is none of JSON', '{"a":\n{"b":\n undefined}}', 3],
    ['a word begun', '[\ntrue,\ntruth]', 3],
    ['a comma missing', '[1\n2]', 2],
    ['a text that ends early', '{"a": [\n1,\n\n', 2],
    ['a string that is not closed', '[\n"at position 99', 2],
    ['a line break in a string', '{"a":\n"x\ny"}', 2],
    ['something behind', '[]\n\n}', 3],
    ['nothing at all', '', 1],
    ['what names a position itself', '[\n"in JSON at position 1", ?]', 2],
  ])('is found of %s', (_, broken, line) => {
    expect(lineIn(broken)).toBe(line);
  });

  it('is a line of the text, wherever JSON is damaged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.string({ maxLength: 2 }), (value, at, put) => {
        const whole = JSON.stringify(value, null, 1);
        const cut = at % (whole.length + 1);
        const damaged = whole.slice(0, cut) + put + whole.slice(cut + 1);
        const line = lineIn(damaged);
        if (line === null) return;
        expect(line).toBeGreaterThanOrEqual(whole.slice(0, cut).trimEnd().split('\n').length);
        expect(line).toBeLessThanOrEqual(damaged.split('\n').length);
      }),
    );
  });
});
