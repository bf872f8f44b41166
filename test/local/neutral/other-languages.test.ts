/** Short texts in German, French, Spanish and Chinese: true ones, and ones with a number or name that the samples contradict. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/detector/create-detector.ts';
import type { Passage, PassageVerdict } from '../../../src/passage.ts';

interface KnownText extends Passage {
  language: string;
  kind: 'wrong' | 'true';
}

const FILE = new URL('../../bench/other-languages/texts.jsonl', import.meta.url);
const TEXTS: KnownText[] = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const detector = createDetector({ preset: 'local' });
async function verdictsOf(texts: readonly KnownText[]): Promise<PassageVerdict[]> {
  const verdicts: PassageVerdict[] = [];
  for (const { language: _, kind: __, ...passage } of texts) verdicts.push(await detector.evaluate(passage));
  return verdicts;
}

const idsOf = (verdicts: readonly PassageVerdict[]) => verdicts.map(({ passage }) => passage.id);

// names need capitals, and the name in about the words of two samples
const FOUND = { German: 1, French: 4, Spanish: 4, Chinese: 3 };

describe.each(Object.entries(FOUND))('%s', (language, found) => {
  const own = TEXTS.filter((text) => text.language === language);

  it('is told, if the text is one sentence', async () => {
    const verdicts = await verdictsOf(own);
    expect(verdicts.map((verdict) => verdict.language)).toEqual(own.map(() => language));
    expect(verdicts.filter(({ label }) => label === 'abstained')).toEqual([]);
  });

  it('is flagged where a number or name is contradicted, and nowhere else', async () => {
    const flagged = (await verdictsOf(own)).filter(({ label }) => label === 'hallucinated');
    expect(idsOf(flagged).filter((id) => !id.includes('wrong'))).toEqual([]);
    expect(flagged.length).toBeGreaterThanOrEqual(found);
  });
});
