import { describe, expect, it } from 'vitest';
import { agreementOf } from '../../../src/english/frames/compare-relations.ts';
import { areTurned, ordersOf } from '../../../src/english/frames/orders.ts';
import { areDenials } from '../../../src/english/frames/polarity.ts';
import { readFrames } from '../../../src/english/frames/read-frames.ts';
import { relationsOf } from '../../../src/english/frames/relations.ts';

function agreements(one: string, other: string) {
  const [own, its] = [one, other].map((text) => readFrames(text).flat().flatMap(relationsOf));
  return (own ?? []).flatMap((left) => (its ?? []).map((right) => agreementOf(left, right)));
}
const denies = (one: string, other: string) =>
  readFrames(one)
    .flat()
    .some((left) =>
      readFrames(other)
        .flat()
        .some((right) => areDenials(left, right)),
    );

describe('agreementOf', () => {
  it.each([
    ['Ann Berg taught Vera Hall.', 'Vera Hall taught Ann Berg.'],
    ['Ann Berg was taught by Vera Hall.', 'Ann Berg taught Vera Hall.'],
    ['Ann Berg was a pupil of Vera Hall.', 'Vera Hall was a pupil of Ann Berg.'],
    ['Ann Berg was the teacher of Vera Hall.', 'Vera Hall taught Ann Berg.'],
    ['Lithium is heavier than water.', 'Lithium is lighter than water.'],
    ['Lithium is heavier than water.', 'Water is heavier than lithium.'],
    ['The tower was finished before the bridge.', 'The tower was finished after the bridge.'],
    ['The lake lies above the plain.', 'The lake lies below the plain.'],
    ['Leith lies to the south of Perth.', 'Leith is just north of Perth.'],
    ['The Varna is shorter than the Tamse.', 'The Varna is far longer than the Tamse.'],
  ])('%s is turned round by: %s', (one, other) => {
    expect(agreements(one, other)).toContain('reversed');
    expect(agreements(one, other)).not.toContain('same');
  });

  it.each([
    ['Ann Berg taught Vera Hall.', 'Vera Hall was taught by Ann Berg.'],
    ['Ann Berg taught Vera Hall.', 'Vera Hall was a pupil of Ann Berg.'],
    ['Lithium is lighter than water.', 'Water is heavier than lithium.'],
    ['The tower was finished before the bridge.', 'The bridge was finished after the tower.'],
  ])('%s says the same as: %s', (one, other) => {
    expect(agreements(one, other)).toContain('same');
    expect(agreements(one, other)).not.toContain('reversed');
  });

  it('tells nothing of what holds both ways, nor of others', () => {
    expect(agreements('Ann Berg met Vera Hall.', 'Vera Hall met Ann Berg.')).not.toContain('reversed');
    expect(agreements('Ann Berg taught Vera Hall.', 'Tom Hill taught Ivo Lind.')).toEqual([null]);
    // what is taught is not the one who teaches, though both are told with one word
    const pupil = 'Ann Berg was a pupil of one of the founders of the school of law.';
    expect(agreements('Ann Berg taught law to Ivo Lind.', pupil)).not.toContain('reversed');
  });
});

describe('areDenials', () => {
  it.each([
    ['Emus can fly.', 'Emus cannot fly.'],
    ['Ann Berg won the prize.', 'Ann Berg never won the prize.'],
    ['The mushroom is safe.', 'The mushroom is not safe.'],
    ['The valve lowers the pressure.', 'The valve raises the pressure.'],
  ])('%s is denied by: %s', (one, other) => {
    expect(denies(one, other)).toBe(true);
    expect(denies(other, one)).toBe(true);
  });

  it.each([
    ['Ann Berg won the prize in 1921.', 'Ann Berg did not win the prize in 1919.'],
    ['Ann Berg won the prize.', 'Vera Hall did not win the prize.'],
    ['Emus can fly.', 'Emus can run.'],
    // one goes up while another goes down, and who joined may have left
    ['The valve lowers the pressure.', 'The compressor raises the pressure.'],
    ['Vaylo joined the union.', 'Vaylo left the union.'],
    ['The town was evacuated.', 'The town was not evacuated until noon.'],
  ])('%s is not denied by: %s', (one, other) => {
    expect(denies(one, other)).toBe(false);
  });
});

it('areTurned: tells the order of steps and of clauses that before and after join', () => {
  const first = (text: string) => ordersOf(readFrames(text));
  const turned = (one: string, other: string) =>
    first(one).some((own) => first(other).some((order) => areTurned(own, order)));
  const wrong = 'Add the butter before you sear the steak.';
  expect(turned(wrong, 'Add the butter after the steak has been seared.')).toBe(true);
  expect(turned(wrong, 'Sear the steak. Add the butter.')).toBe(true);
  expect(turned(wrong, 'Add the butter. Sear the steak.')).toBe(false);
});
