/** Passages of two facts with three samples each, as many as wanted, made as they are read. */
import type { Passage } from '../../src/passage.ts';

export function* shortPassages(count: number): Generator<Passage & { samples: string[] }> {
  for (let index = 0; index < count; index++) {
    const telling = (year: number) => `Person${index} Smith was born in ${year}. He painted Picture${index}.`;
    const year = 1800 + (index % 200);
    yield {
      id: `p${index}`,
      prompt: `Who was Person${index} Smith?`,
      response: telling(year),
      samples: [telling(year), telling(year + 1), telling(year)],
    };
  }
}
