import { describe, expect, it } from 'vitest';
import { AliasIndex } from '../../src/graph/alias.ts';

function fullNameOf(mention: string, names: readonly string[]): string | null {
  const index = new AliasIndex();
  for (const name of names) index.add(name);
  return index.fullNameOf(mention);
}

describe('AliasIndex', () => {
  it('takes a surname and a given name for the full name', () => {
    expect(fullNameOf('Brooke', ['Rupert Brooke', 'Cambridge'])).toBe('Rupert Brooke');
    expect(fullNameOf('Frodo', ['Frodo Baggins'])).toBe('Frodo Baggins');
  });
  it('takes initials for the words they stand for', () => {
    expect(fullNameOf('UN', ['United Nations', 'Union Nord'])).toBe(null);
    expect(fullNameOf('NASA', ['National Aeronautics and Space Administration'])).toBe(
      'National Aeronautics and Space Administration',
    );
  });
  it('leaves ambiguous short forms alone', () => {
    expect(fullNameOf('Curie', ['Marie Curie', 'Pierre Curie'])).toBe(null);
  });
  it('leaves places and institutions alone', () => {
    expect(fullNameOf('London', ['University College London', 'Greater London'])).toBe(null);
    expect(fullNameOf('York', ['New York'])).toBe(null);
    expect(fullNameOf('Oxford', ['University of Oxford'])).toBe(null);
  });
  it('needs a capitalised word of some length', () => {
    expect(fullNameOf('poet', ['Young Poet'])).toBe(null);
    expect(fullNameOf('Li', ['Li Bai'])).toBe(null);
  });
});
