/** What a written page holds, as the viewer reads it. */
import { inflateRawSync } from 'node:zlib';

/** @param id of a block: `index`, `chunk-0` ... */
export function pageData(page: string, id = 'index'): unknown {
  const [, packed = ''] = new RegExp(`id="${id}">([^<]*)</script>`).exec(page) ?? [];
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
}

/** Its document as text, which a table of it is in, too. */
export const pageText = (page: string): string => JSON.stringify(pageData(page));
