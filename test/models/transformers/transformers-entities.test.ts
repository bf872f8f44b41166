import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BackendError } from '../../../src/errors.ts';
import { createEntityRecogniser } from '../../../src/models/create.ts';
import { joined, placesOf } from '../../../src/models/transformers/transformers-entities.ts';
import { tinyModel } from '../../support/tiny-model.ts';

async function recogniserOf(labels: readonly string[]) {
  return createEntityRecogniser((await tinyModel({ labels, perToken: true })).path, {});
}

describe('named entities by a model', () => {
  const text = `Rupert Brooke was born in the city of Rugby. ${'He wrote a film and played a song. '.repeat(30)}`;

  it('follow the labels of its own configuration, piece by piece of a long text', async () => {
    const all = await recogniserOf(['PER', 'LOC']);
    const spans = await all.recognise(text);
    expect(spans.length).toBeGreaterThan(3);
    let before = 0;
    for (const { start, end } of spans) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
      before = end;
    }
    expect(spans.at(-1)?.end).toBe(text.trimEnd().length);
  });

  it('are none where all labels say so, and none in no text', async () => {
    const none = await recogniserOf(['O', 'O']);
    expect(await none.recognise(text)).toEqual([]);
    expect(await none.recognise('  ')).toEqual([]);
  });

  it('need a model that is there and tags tokens', async () => {
    const missing = await createEntityRecogniser(join('.', 'no', 'such', 'folder'), {});
    await expect(missing.recognise('Ada')).rejects.toBeInstanceOf(BackendError);
    const model = await tinyModel({ labels: ['O', 'PER'] });
    const classifier = await createEntityRecogniser(model.path, {});
    await expect(classifier.recognise('Ada')).rejects.toBeInstanceOf(BackendError);
  });
});

describe('tokens of a tagger', () => {
  it('are found in the text without case and accents, and not where they do not stand', () => {
    const text = 'Zoë  lives in Rugby';
    const places = placesOf(text, ['[CLS]', 'zoe', 'lives', 'in', 'rug', '##by', '[SEP]']);
    expect(places.map((span) => span && text.slice(span.start, span.end))).toEqual([
      ...[null, 'Zoë', 'lives', 'in', 'Rug', 'by', null],
    ]);
  });

  it('are joined by type, anew at B-, and with the rest of their word', () => {
    const text = 'Ada Lovelace London Paris ate';
    const at = (word: string, label: string) => ({
      label,
      span: { start: text.indexOf(word), end: text.indexOf(word) + word.length },
    });
    const spans = joined(text, [
      { label: 'B-PER', span: null },
      at('Ada', 'B-PER'),
      at('Love', 'I-PER'),
      at('lace', 'O'),
      at('London', 'B-LOC'),
      at('Paris', 'B-LOC'),
      at('ate', 'O'),
    ]);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([
      ...['Ada Lovelace', 'London', 'Paris'],
    ]);
  });
});
