/** The counts that reasons name, recounted over the texts they are about. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { Passage } from '../../src/passage.ts';
import { miscounts } from './naive-recount.ts';

const linesOf = (file: string): Passage[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { id, prompt, response, samples } = JSON.parse(line);
      return { id, prompt, response, samples };
    });

/** The lines whose counts are not those of the texts, and how many lines there are. */
async function recounted(passages: readonly Passage[]) {
  const detector = createDetector({ preset: 'local' });
  const wrong: string[] = [];
  let lines = 0;
  for await (const { passage, triples } of detector.evaluateAll(passages)) {
    for (const { triple, evidence } of triples) {
      lines += evidence.length;
      wrong.push(
        ...miscounts({ ...triple, evidence }, passage.samples ?? []).map((one) => `${passage.id} ${one}`),
      );
    }
  }
  await detector.close();
  expect(lines).toBeGreaterThan(passages.length);
  return { wrong, lines };
}

/** Plain words are a crude measure of long texts: of a thousand lines so many may look wrong. */
const MOST_BY_THOUSAND = 5;
const expectFew = ({ wrong, lines }: Awaited<ReturnType<typeof recounted>>) =>
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual((MOST_BY_THOUSAND * lines) / 1000);

it.each([
  '../bench/short-texts/read.jsonl',
  '../bench/short-texts/unread.jsonl',
  '../../datasets/samples/passages.jsonl',
])('is as the texts have it: %s', async (file) => {
  expectFew(await recounted(linesOf(file)));
});

const DATA = new URL('../../../shared/data/', import.meta.url);
describe.skipIf(!existsSync(DATA))(`on data (needs ${DATA.pathname})`, () => {
  it('is as the texts have it: PHD', async () => {
    const rows: { entity: string; AI: string; samples_text: string[] }[] = Object.values(
      JSON.parse(readFileSync(new URL('phd/phd_with_samples.json', DATA), 'utf8')),
    ).flat() as never;
    const passages = rows.map(({ entity, AI, samples_text }, index) => ({
      ...{ id: `${index} ${entity}`, prompt: `Please write a brief Wikipedia for ${entity}` },
      ...{ response: AI, samples: samples_text },
    }));
    expectFew(await recounted(passages));
  });

  it('is as the texts have it: WikiBio', async () => {
    const rows: { gpt3_text: string; gpt3_text_samples: string[] }[] = JSON.parse(
      readFileSync(new URL('wikibio/wiki_bio_gpt3_hallucination.json', DATA), 'utf8'),
    );
    const passages = rows.slice(0, 20).map(({ gpt3_text, gpt3_text_samples }, index) => ({
      ...{ id: `${index}`, prompt: 'Write a biography.' },
      ...{ response: gpt3_text, samples: gpt3_text_samples },
    }));
    expectFew(await recounted(passages));
  });
});
