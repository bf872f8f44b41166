import { describe, expect, it } from 'vitest';
import { readStatements } from '../../src/english/statements.ts';
import { withWholeMarks } from '../../src/text/whole-marks.ts';

const widened = (text: string, part: string) => {
  const start = text.indexOf(part);
  const span = withWholeMarks(text, { start, end: start + part.length });
  return text.slice(span.start, span.end);
};

describe('withWholeMarks', () => {
  it.each([
    ['- **Boots** – old', 'Boots** – old', '**Boots** – old'],
    ['It is **old**.', 'is **old', 'is **old**'],
    ['**A** is **old**.', 'A** is **old', '**A** is **old**'],
    ['***A** b* is `c`', 'is `c', 'is `c`'],
    // nothing of the emphasis ends or begins inside
    ['**It is *old*.**', 'It is *old*.', 'It is *old*.'],
    ['- **Rain jacket**', 'Rain jacket', 'Rain jacket'],
    ['**One. Two** and', 'Two** and', 'Two** and'],
  ])('of %j takes %j as %j', (text, part, whole) => {
    expect(widened(text, part)).toBe(whole);
  });

  it('is where statements stand', () => {
    const text = '1. **Boots** – old\n2. **Map**, since phones *fail*';
    const spans = readStatements(text).map(({ span }) => text.slice(span.start, span.end));
    expect(spans).toEqual(['**Boots** – old', '**Map**, since phones *fail*']);
  });
});
