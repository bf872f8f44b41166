import { describe, expect, it } from 'vitest';
import { nameOtherRoles } from '../../src/graph/roles.ts';

const differ = (one: string, other: string) => nameOtherRoles(one.split(' '), other.split(' '));

describe('nameOtherRoles', () => {
  it('tells roles and ranks apart, and no two words of one role', () => {
    expect(differ('director', 'producer')).toBe(true);
    expect(differ('was the architect', 'engineer')).toBe(true);
    expect(differ('vice', '')).toBe(true);
    expect(differ('author', 'writer')).toBe(false);
    expect(differ('director', 'directed')).toBe(false);
    expect(differ('director', 'man')).toBe(false);
  });
});
