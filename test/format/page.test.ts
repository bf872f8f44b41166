import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ViewIndex, ViewPassage } from '../../src/report/view/view-data.ts';
import { securityPolicy, viewPage } from '../../src/format/page.ts';
import { HOSTILE } from '../support/hostile.ts';
import { pageData } from '../support/page-data.ts';

const TEMPLATE =
  '<head><meta name="policy"><title>x</title><style>p{}</style><script type="module" crossorigin>go()</script></head><body><p></p></body>';
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const index = { title: '</title><script>alert(1)</script>', rows: [] } as unknown as ViewIndex;
const passages = [...HOSTILE, '</script><img src=x onerror=alert(1)>', '<!-- <script>', '$& $1 $`'].map(
  (response) => ({ response }) as ViewPassage,
);

async function pageOf(): Promise<string> {
  let page = '';
  for await (const piece of viewPage(TEMPLATE, index, [passages, []])) page += piece;
  return page;
}

describe('the page', () => {
  it('allows its own script and style by their hashes, and no request', () => {
    const policy = securityPolicy(TEMPLATE);
    expect(policy).toContain(`script-src ${hash('go()')}`);
    expect(policy).toContain(`style-src ${hash('p{}')}`);
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('holds all texts, and none of them as markup', async () => {
    const page = await pageOf();
    expect(pageData(page, 'index')).toEqual(index);
    expect(pageData(page, 'chunk-0')).toEqual(passages);
    expect(pageData(page, 'chunk-1')).toEqual([]);
    expect(page.match(/<script/g)).toHaveLength(4);
    expect(page).not.toContain('onerror');
    expect(page).toContain('<title>&lt;/title&gt;');
    expect(page.endsWith('</body>')).toBe(true);
  });
});
