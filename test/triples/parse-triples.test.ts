import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTriples } from '../../src/triples/parse-triples.ts';
import type { TripleParts } from '../../src/triples/triple-parts.ts';

const SOURCE =
  'Paris is the capital of France, Europe. Smith, John was born in Salem, Oregon. Bob, Ann, and Cy met in Rome.';

const shown = (answer: string, source = SOURCE) =>
  parseTriples(answer, source).triples.map(({ head, relation, tail }) => [head, relation, tail]);
const reasons = (answer: string) => parseTriples(answer, SOURCE).rejected.map(({ reason }) => reason);

describe('parseTriples', () => {
  const A = ['Ann', 'met', 'Bob'];
  const B = ['Bob', 'lives in', '1950'];
  const both: [string, string][] = [
    [
      'the JSON asked for',
      '{"triples":[{"head":"Ann","relation":"met","tail":"Bob"},{"head":"Bob","relation":"lives in","tail":"1950"}]}',
    ],
    ['lists of three', '[["Ann","met","Bob"],["Bob","lives in",1950]]'],
    [
      'other keys, fences and words around',
      'Here:\n```json\n[{"Subject":"Ann","Predicate":"met","Object":"Bob"},{"s":"Bob","p":"lives in","o":1950}]\n```\nDone.',
    ],
    [
      'single quotes and trailing commas',
      "{'facts': [{'head': 'Ann', 'relation': 'met', 'tail': 'Bob'}, ['Bob', 'lives in', 1950],]}",
    ],
    [
      'one JSON object a line',
      '{"head":"Ann","relation":"met","tail":"Bob"}\n{"head":"Bob","relation":"lives in","tail":"1950"}',
    ],
    ['one JSON list a line', '["Ann","met","Bob"]\r\n["Bob","lives in","1950"]'],
    ['tuples as strings', '["(Ann, met, Bob)", "(Bob, lives in, 1950)"]'],
    [
      'labelled lines',
      '\uFEFFHere are the triples:\nTriple: (Ann, met, Bob)\r\n**Triple 2:** (Bob, lives in, 1950)',
    ],
    ['numbers and bullets', '1. (Ann, met, Bob)\n- "Bob" | "lives in" | 1950'],
    ['brackets and semicolons', '* [Ann; met; Bob]\n2) <Bob; lives in; 1950>'],
    ['a table', '| Head | Relation | Tail |\n|---|---|---|\n| Ann | met | Bob |\n| Bob | lives in | 1950 |'],
    ['a list of tuples', '```python\ntriples = [("Ann", "met", "Bob"), ("Bob", "lives in", "1950")]\n```'],
    ['a list of tuples over lines', '[\n  ("Ann", "met", "Bob"),\n  ("Bob", "lives in", "1950"),\n]'],
    ['numbered JSON', '{"triples": {"1": ["Ann", "met", "Bob"], "2": ["Bob", "lives in", "1950"]}}'],
    [
      'nested JSON',
      '{"triples": [{"triple": ["Ann", "met", "Bob"]}, {"triple": {"h": "Bob", "r": "lives in", "t": 1950}}]}',
    ],
    ['named parts', '(head: Ann, relation: met, tail: Bob)\n(Head = Bob; Relation = lives in; Tail = 1950)'],
    ['tuples on one line', '("Ann", "met", "Bob"), (\'Bob\', \'lives in\', \'1950\')'],
  ];
  it.each(both)('reads %s', (_, answer) => {
    expect(shown(answer)).toEqual([A, B]);
  });

  const commas: [string, string[] | null][] = [
    ['("Smith, John", was born in, "Salem, Oregon")', ['Smith, John', 'was born in', 'Salem, Oregon']],
    ['(Smith, John, was born in, Salem, Oregon)', ['Smith, John', 'was born in', 'Salem, Oregon']],
    ['(Paris, is the capital of, France, Europe)', ['Paris', 'is the capital of', 'France, Europe']],
    ['(Bob, Ann, and Cy, met in, Rome)', ['Bob, Ann, and Cy', 'met in', 'Rome']],
    ['(Jones (Smith, John), was, "Bob\'s, or not")', ['Jones (Smith, John)', 'was', "Bob's, or not"]],
    ['(Bob, met, Ann, Rome)', null],
    ['(Lima, is the capital of, Peru, Europe)', null],
  ];
  it.each(commas)('settles the commas of %s', (line, triple) => {
    expect(shown(line)).toEqual(triple === null ? [] : [triple]);
    if (triple === null) expect(reasons(line)).toEqual(['not-a-triple']);
  });

  it('takes no side between two readings that both fit the source', () => {
    const source = 'Ann, Bob, Cy, Di';
    expect(shown('(Ann, Bob, Cy, Di)', source)).toEqual([]);
    expect(shown('(Ann, "Bob", met, Di)', source)).toEqual([]);
    expect(shown('("Ann, Bob", met, Di)', source)).toEqual([['Ann, Bob', 'met', 'Di']]);
  });

  it('keeps what it rejects, with the reason', () => {
    const item = (head: string, tail = 'Bob') => ({ head, relation: 'met', tail });
    const items = [
      item('Ann'),
      item('ANN '),
      item('She'),
      item('US'),
      item('', 'x'),
      item('Cy', '—'),
      { head: 'Di' },
    ];
    const parsed = parseTriples(JSON.stringify({ triples: items }), '');
    expect(parsed.triples.map(({ head }) => head)).toEqual(['Ann', 'US']);
    expect(parsed.rejected).toEqual([
      { raw: JSON.stringify(items[1]), reason: 'duplicate' },
      { raw: JSON.stringify(items[2]), reason: 'pronoun-head' },
      { raw: JSON.stringify(items[4]), reason: 'empty-part' },
      { raw: JSON.stringify(items[5]), reason: 'empty-part' },
      { raw: JSON.stringify(items[6]), reason: 'not-a-triple' },
    ]);
  });

  it('keeps the quotes of a title that is a number, where they are its own', () => {
    const triples = [
      ['Ann', 'painted', '"1914"'],
      ['Ann', 'painted', '“Leith”'],
      ['Ann', 'painted in', '1914'],
    ];
    const parsed = parseTriples(JSON.stringify({ triples }), '');
    expect(parsed.triples.map(({ tail }) => tail)).toEqual(['"1914"', 'Leith', '1914']);
    const [fromLine] = parseTriples('("Ann", "painted in", "1914")', '').triples;
    expect(fromLine?.tail).toBe('1914');
  });

  it('takes parts of up to 1,000 characters', () => {
    const tails = [1000, 1001].map((length) => ['Ann', 'met', 'x'.repeat(length)]);
    const parsed = parseTriples(JSON.stringify({ triples: tails }), '');
    expect(parsed.triples.map(({ tail }) => tail.length)).toEqual([1000]);
    expect(parsed.rejected).toEqual([
      { raw: `${JSON.stringify(tails[1]).slice(0, 1000)}…`, reason: 'too-long' },
    ]);
  });

  it('takes no triple from JSON that breaks off', () => {
    const answer = '{"triples":[{"head":"Ann","relation":"met","tail":"Bob"},{"head":"Cy","relation":"me';
    for (const cut of [answer, '```json\n{"tri', '```json\n{', '```js']) {
      expect(shown(cut)).toEqual([]);
      expect(reasons(cut)).toEqual(['not-a-triple']);
    }
  });

  it('finds nothing in an empty list or no answer, and a reject in prose', () => {
    for (const answer of ['{"triples": []}', '```json\n[]\n```', '']) {
      expect(parseTriples(answer, SOURCE)).toEqual({ triples: [], rejected: [] });
    }
    expect(reasons('I could not find any.')).toEqual(['not-a-triple']);
  });

  const word = fc
    .stringMatching(/^[A-Z][a-zäé]{3,8}$/)
    .filter(
      (text) =>
        !/^(?:They|This|That|Them|These|Those|Whom|Whose|Mine|Your|Yours|Hers|Ours|Their|Theirs|Himself|Herself|Itself|Someone)$/.test(
          text,
        ),
    );
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const fact = fc.record({ head: phrase, relation: phrase, tail: phrase });
  const facts = fc.uniqueArray(fact, {
    selector: (one) => JSON.stringify(one).toLowerCase(),
    minLength: 1,
    maxLength: 6,
  });
  const writers: [string, (all: TripleParts[]) => string][] = [
    ['JSON', (all) => JSON.stringify({ triples: all })],
    ['JSON lines', (all) => all.map((one) => JSON.stringify(one)).join('\n')],
    ['tuples', (all) => all.map(({ head, relation, tail }) => `(${head}, ${relation}, ${tail})`).join('\n')],
    [
      'quoted tuples',
      (all) => all.map((one) => `- ("${one.head}", "${one.relation}", "${one.tail}")`).join('\r\n'),
    ],
  ];
  it.each(writers)('reads back what was written as %s', (_, write) => {
    fc.assert(
      fc.property(facts, (all) => {
        expect(parseTriples(write(all), '').triples).toEqual(all);
      }),
    );
  });

  it('takes any text without throwing, and gives whole, distinct triples', () => {
    const unit = fc.constantFrom(...'()[]{},"\'|;:\n\ra “\\', 'It', '1.', '\uD800');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (answer) => {
        const { triples } = parseTriples(answer, 'a It');
        expect(triples.every((parts) => Object.values(parts).every((part) => part.trim() !== ''))).toBe(true);
        expect(new Set(triples.map((parts) => JSON.stringify(parts))).size).toBe(triples.length);
      }),
      { numRuns: 500 },
    );
  });
});
