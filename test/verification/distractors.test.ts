import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseDistinct, coarseType, findDistractors } from '../../src/verification/distractors.ts';
import { blockOf, scriptedChat } from '../support/scripted-chat.ts';
import { showTriple } from '../../src/triples/triple-parts.ts';
import { taskContext, verificationInput } from '../support/verification.ts';

const { original, identity } = verificationInput(
  [
    ['Mara Quint', 'was born in', '1901'],
    ['Mara Quint', 'died in', '1960'],
    ['Mara Quint', 'painted', 'The Pier'],
    ['Mara Quint', 'painted', 'The Harbour'],
    ['Mara Quint', 'was', 'fond of long walks by the sea'],
  ],
  [],
);

/** @param proposed tails by the number of the triple, or the whole answer to every call */
async function find(proposed: Record<number, unknown[]> | string) {
  const shown = original.triples.map(showTriple);
  const analyst = scriptedChat({
    'tail-distractors': (request) => {
      if (typeof proposed === 'string') return proposed;
      const number = shown.indexOf(blockOf(request, 'facts').slice(3)) + 1;
      return { facts: proposed[number] === undefined ? [] : [{ number: 1, tails: proposed[number] }] };
    },
  });
  const context = await taskContext(scriptedChat({}), analyst);
  return { found: await findDistractors(original.triples, identity, context), analyst };
}

describe('findDistractors', () => {
  it('asks once for each triple and fills up with tails of the same type', async () => {
    const { found, analyst } = await find({
      1: ['1899', '1901', '1899.', '1907', '1911', '1912'],
      3: ['the pier', 'The Harbour', 'The Mill'],
    });
    expect(found).toEqual([['1899', '1907', '1911'], ['1901'], ['The Mill'], [], []]);
    expect(analyst.requests).toHaveLength(5);
    expect(analyst.requests[0]?.messages[1]?.content).toMatch(/: 3$/);
  });

  it('takes only years for a year, and nothing that is the same or only more or less precise', async () => {
    const { found } = await find({
      1: ['Perth', '12 May 1899', 1899, '1901 or so', 'about 1902'],
      5: ['fond of walks', 'fond of music'],
    });
    expect(found[0]).toEqual(['1899', '1960']);
    expect(found[4]).toEqual(['fond of music']);
  });

  it('prefers proposals that hold no tail of another triple', async () => {
    expect((await find({ 1: ['1960', '1961', '1962', '1963'] })).found[0]).toEqual(['1961', '1962', '1963']);
  });

  it('makes do with the passage when the analyst gives nothing usable', async () => {
    expect((await find('Hm.')).found).toEqual([['1960'], ['1901'], [], [], []]);
  });
});

describe('chooseDistinct', () => {
  it('never takes the same words twice, nor those taken', () => {
    const candidates = [
      'Cambridge University',
      'Yale',
      'the Yale',
      'University of Oxford',
      'Oxford  University',
      '—',
    ];
    const taken = ['University of Cambridge'];
    expect(chooseDistinct(candidates, { taken, count: 5, identity })).toEqual([
      'Yale',
      'University of Oxford',
    ]);
    expect(chooseDistinct(candidates, { taken, count: 1, identity })).toEqual(['Yale']);
  });

  it('takes what has the words of another in another number', () => {
    const taken = ['Chukchi Sea from the Bering Strait'];
    const candidates = ['Chukchi Sea from the Bering Sea', 'Bering Strait'];
    expect(chooseDistinct(candidates, { taken, count: 2, identity })).toEqual([
      'Chukchi Sea from the Bering Sea',
    ]);
  });

  it('takes one of several things, and several for one', () => {
    const chosen = (tail: string, ...candidates: string[]) =>
      chooseDistinct(candidates, { taken: [tail], count: 2, identity });
    expect(chosen('Kenya, Tanzania and Malawi', 'Tanzania', 'Malawi, Kenya and Tanzania')).toEqual([
      'Tanzania',
    ]);
    expect(chosen('Tanzania', 'Kenya, Tanzania and Malawi')).toEqual(['Kenya, Tanzania and Malawi']);
    expect(chosen('1914', '1914–1918', 'from 1914 to 1918', '1915')).toEqual(['1914–1918', '1915']);
    expect(chosen('Paris', 'Paris, France', 'Lyon')).toEqual(['Lyon']);
  });

  it('takes the month of May for a word of its own', () => {
    const options = { taken: ['a June Day feast'], count: 2, identity };
    expect(chooseDistinct(['a May Day feast', 'a Day feast that may last'], options)).toEqual([
      'a May Day feast',
      'a Day feast that may last',
    ]);
    expect(chooseDistinct(['a Day feast'], options)).toEqual([]);
  });

  it('takes nothing that is the same entity under another name', () => {
    const names = ['NYC', 'New York'];
    const aliases = {
      ...identity,
      sameEntity: (a: string, b: string) => names.includes(a) && names.includes(b),
    };
    const options = { taken: ['New York'], count: 2, identity: aliases };
    expect(chooseDistinct(['NYC', 'Boston'], options)).toEqual(['Boston']);
  });

  it('keeps distinct what it keeps, for any candidates', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', 'A', '1', 'é', '\uD800') });
    fc.assert(
      fc.property(fc.array(text), text, fc.nat({ max: 4 }), (candidates, tail, count) => {
        const chosen = chooseDistinct(candidates, { taken: [tail], count, identity });
        expect(chosen.length).toBeLessThanOrEqual(count);
        expect(new Set([tail.trim().toLowerCase(), ...chosen.map((one) => one.toLowerCase())]).size).toBe(
          chosen.length + 1,
        );
      }),
    );
  });
});

describe('coarseType', () => {
  it.each([
    ['1901', 'year'],
    ['2024', 'year'],
    ['14 March 1879', 'date'],
    ['March 1879', 'date'],
    ['1879-03-14', 'date'],
    ['1,200 metres', 'number'],
    ['New York City', 'name'],
    ['University of Oxford', 'name'],
    ['Ludwig van Beethoven', 'name'],
    ['a painter', 'other'],
    ['', 'other'],
  ])('%s is a %s', (text, type) => {
    expect(coarseType(text)).toBe(type);
  });
});
