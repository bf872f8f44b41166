/** Rows of PHD and WikiBio as they are published. */
import { parseDataset } from '../../datasets/open-dataset.ts';

export const phdRow = (entity: string, label = 'factual') => ({
  entity,
  url: 'https://example.org',
  AI: `${entity} is a thing.`,
  label,
  wrong_part: null,
});

export const wikiBioRow = (
  index: number,
  annotation = ['accurate', 'minor_inaccurate', 'major_inaccurate'],
) => ({
  gpt3_text: 'Ada Byron (born 1815) was a poet.\n\nShe wrote.  She died.',
  wiki_bio_text: 'ada byron was a mathematician .',
  gpt3_sentences: ['Ada Byron (born 1815) was a poet.', 'She  wrote.', 'She died.'],
  annotation,
  wiki_bio_test_idx: index,
  gpt3_text_samples: ['One.', 'Two.'],
});

export const open = (value: unknown, source = 'data.json') =>
  parseDataset(JSON.stringify(value, null, 1), { source });
