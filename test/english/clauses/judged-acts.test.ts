import { expect, it } from 'vitest';
import { judgedActs } from '../../../src/english/clauses/judged-acts.ts';
import { correctTags } from '../../../src/english/clauses/tags.ts';
import { readText } from '../../../src/english/tokens.ts';

const read = (text: string) =>
  readText(text).sentences.flatMap((tokens) =>
    judgedActs(correctTags(tokens)).map(({ act, relation, judgement }) =>
      [act, relation, judgement].map(({ start, end }) => text.slice(start, end)).join('; '),
    ),
  );

it.each([
  ['It is safe to mix bleach with ammonia.', ['to mix bleach with ammonia; is; safe']],
  ['It is not safe to mix them, since gas forms.', ['to mix them; is not; safe']],
  ['It was illegal to sell it because of the ban.', ['to sell it; was; illegal']],
  ['It is a bridge to the island.', []],
  ['The film is hard to watch.', []],
])('%s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});
