import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { type Segmentation, sampleId } from '../../src/passage.ts';
import { sentenceFinder, supportedFacts, supportOfFacts } from '../../src/verification/fact-support.ts';
import { segmentation, triples } from '../support/records.ts';
import { blockOf, type Script, scriptedChat } from '../support/scripted-chat.ts';

const BORN = ['Mara Quint', 'was born in', 'Leith'] as const;
const DIED = ['Mara Quint', 'died in', '1960'] as const;
const FACTS = triples('original', [BORN, DIED]);
const TEXTS = [
  'Mara Quint was born in Leith. She died in 1961, at home.',
  'Mara Quint, who died in 1960, was a painter. 1961 saw a show of her work.',
];
const withoutTriples: Segmentation = { ...segmentation('sample-3', []), outcome: 'no-triples' };
const sampleOf = (index: number): Segmentation => segmentation(sampleId(index), [BORN]);

type Against = [sample: string, value: string, instead: string];
const verdict = (number: unknown, supports: unknown, contradicts: Against[] = []) => ({
  number,
  supports,
  contradicts: contradicts.map(([sample, value, instead]) => ({ sample, value, instead })),
});

async function read(answer: Script[string], { texts = TEXTS, facts = FACTS } = {}) {
  const judge = scriptedChat({ 'fact-support': answer });
  const samples = texts.map((_, index) => sampleOf(index));
  const passage = { prompt: 'Who was Mara Quint?', samples: texts };
  const support = await supportOfFacts({
    ...{ passage, triples: facts, samples, judge },
    prompts: await loadPrompts(),
  });
  const filter = [...supportedFacts(facts, support, samples)];
  const says = support.map(({ statements = [] }) => statements.map((row) => row.says));
  return { support, filter, says, requests: judge.requests };
}

describe('supportOfFacts', () => {
  it('asks once for all facts and all samples, as texts under numbers of their own', async () => {
    const { says, filter, requests } = await read({
      verdicts: [verdict('F1', ['S1']), verdict('F2', ['S2'], [['S1', '1960', '1961']])],
    });
    expect(says).toEqual([
      ['repeats', 'silent'],
      ['contradicts', 'repeats'],
    ]);
    expect(filter).toEqual([]);
    expect(requests).toHaveLength(1);
    const [request] = requests as [never];
    expect(blockOf(request, 'question')).toBe('Who was Mara Quint?');
    expect(blockOf(request, 'facts')).toBe(
      'F1. (Mara Quint; was born in; Leith)\nF2. (Mara Quint; died in; 1960)',
    );
    expect(blockOf(request, 'samples-2')).toBe(`S2:\n${TEXTS[1]}`);
  });

  it('quotes the sentence that holds the value given instead, the one nearest to the fact', async () => {
    const { support } = await read({
      verdicts: [verdict(1, []), verdict(2, [], [['2', '1960', '1961']])],
    });
    const said = support[1]?.statements?.[1];
    expect(said).toMatchObject({
      responseId: 'sample-2',
      says: 'contradicts',
      value: '1960',
      instead: '1961',
    });
    expect(TEXTS[1]?.slice(said?.quote?.start, said?.quote?.end)).toBe('1961 saw a show of her work.');
  });

  it.each<[string, unknown, Against[]]>([
    ['a value that stands nowhere in the sample', [], [['S1', '1960', '1975']]],
    ['a value of many characters', [], [['S1', '1960', '1961 '.repeat(300_000)]]],
    ["the fact's own value", [], [['S1', 'Died in 1960', 'died in 1960.']]],
    ['a sample named on both sides', ['S1'], [['S1', '1960', '1961']]],
  ])('doubts %s', async (_, supports, contradicts) => {
    const { says } = await read({ verdicts: [verdict('F1', []), verdict('F2', supports, contradicts)] });
    expect(says[1]).toEqual(['incomparable', 'silent']);
  });

  it('takes facts without a usable item for not asked, and no other', async () => {
    const { support, says } = await read({ verdicts: [verdict('F1', 'all'), verdict('F2', ['S1', 'S9'])] });
    expect(support[0]).toEqual({ statements: [], noStatements: 'unparsable' });
    expect(says[1]).toEqual(['repeats', 'silent']);
    const refused = await read([{ text: 'No.', finishReason: 'refusal' }]);
    expect(refused.support.map(({ noStatements }) => noStatements)).toEqual(['refused', 'refused']);
    expect(refused.filter).toEqual([]);
  });

  it('takes as many requests as the samples need, and one answer for lost where it is', async () => {
    const long = Array.from({ length: 4 }, (_, index) => `Sample ${index}. ${'It goes on. '.repeat(700)}`);
    const { says, requests } = await read(
      (_, call) => (call < 2 ? { verdicts: [verdict('F1', ['S1', 'S2']), verdict('F2', [])] } : 'Hm.'),
      { texts: long },
    );
    // two of 8400 characters fit into 18000
    expect(requests.filter(({ messages }) => messages.length === 2)).toHaveLength(2);
    expect(says).toEqual([
      ['repeats', 'repeats', 'repeats', 'repeats'],
      ['silent', 'silent', 'silent', 'silent'],
    ]);
    const half = await read(
      (request) =>
        blockOf(request, 'samples-1').includes('Sample 0')
          ? { verdicts: [verdict('F1', ['S2']), verdict('F2', [])] }
          : 'Hm.',
      { texts: long },
    );
    expect(half.support[0]?.statements?.map(({ responseId, says }) => [responseId, says])).toEqual([
      ['sample-1', 'silent'],
      ['sample-2', 'repeats'],
    ]);
    expect(half.filter).toEqual([]);
  });

  it('asks nothing without facts or samples', async () => {
    expect((await read('unused', { texts: [] })).requests).toEqual([]);
    expect((await read('unused', { facts: [] })).support).toEqual([]);
  });

  it('reads any answer, and gives a statement for each sample or none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (answer) => {
        const { support } = await read({ verdicts: answer });
        for (const { statements = [] } of support) expect([0, 2]).toContain(statements.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe('supportedFacts', () => {
  it('keeps what all samples with triples repeat', async () => {
    const { support } = await read({ verdicts: [verdict('F1', ['S1', 'S2']), verdict('F2', ['S1'])] });
    const samples = [sampleOf(0), sampleOf(1)];
    expect([...supportedFacts(FACTS, support, samples)]).toEqual(['original/1']);
    expect([...supportedFacts(FACTS, support, [...samples, withoutTriples])]).toEqual(['original/1']);
    expect([...supportedFacts(FACTS, support, [sampleOf(0)])]).toEqual(['original/1', 'original/2']);
    expect([...supportedFacts(FACTS, [], samples)]).toEqual([]);
  });
});

const TEXT =
  'The Hallam Bridge opened in 1931. It has two towers and cost 1,200 crowns. It did not carry trams. In 1931 Oslo grew.';
const found = (words: string, near = '') => {
  const span = sentenceFinder(TEXT)(words, near);
  return span && TEXT.slice(span.start, span.end);
};

describe('sentenceFinder', () => {
  it('finds words to the letter, in another case, and in another form', () => {
    expect(found('1931')).toBe('The Hallam Bridge opened in 1931.');
    expect(found('HALLAM bridge')).toBe('The Hallam Bridge opened in 1931.');
    expect(found('2 towers')).toBe('It has two towers and cost 1,200 crowns.');
    expect(found('costs 1200 crowns')).toBe('It has two towers and cost 1,200 crowns.');
    expect(found('did not carry')).toBe('It did not carry trams.');
  });

  it('finds words of scripts that put no space between them', () => {
    const text = '玛拉·昆特是画家。她于1915年去世。';
    const span = sentenceFinder(text)('1915年', '');
    expect(span && text.slice(span.start, span.end)).toContain('1915年');
    expect(sentenceFinder(text)('1921年', '')).toBeNull();
  });

  it('takes the sentence that shares most words with what it is about', () => {
    expect(found('1931', '(Oslo; grew in; 1930)')).toBe('In 1931 Oslo grew.');
  });

  it('finds nothing where no single sentence holds all the words', () => {
    for (const words of ['1932', 'two trams', '', 'not', 'was not it']) {
      expect([words, found(words)]).toEqual([words, words === 'not' ? 'It did not carry trams.' : null]);
    }
  });
});
