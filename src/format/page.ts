/**
 * The viewer as one self-contained file: the built page with its data. Texts of passages are untrusted, so all data
 * is deflated and base64-encoded, without characters special to HTML; a content security policy allows only the
 * page's own script and style, by hash.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { escapeHtml } from './text.ts';
import { reportJsonText } from './report-json.ts';

const SCRIPT = /<script type="module"[^>]*>([\s\S]*?)<\/script>/;
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param connect where the page may fetch from: nothing, or its own server */
export function securityPolicy(template: string, connect: "'none'" | "'self'" = "'none'"): string {
  const [script, style] = [SCRIPT.exec(template)?.[1] ?? '', STYLE.exec(template)?.[1] ?? ''];
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `connect-src ${connect}`,
    "img-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The built viewer; unbuilt sources use the output of the last build. */
export const viewerTemplate = (): Promise<string> =>
  readFile(
    new URL(`../../${import.meta.url.endsWith('.ts') ? 'dist/' : ''}viewer/index.html`, import.meta.url),
    'utf8',
  );

const packed = (value: unknown): string =>
  deflateRawSync(reportJsonText(value), { level: 9 }).toString('base64');

const dataBlock = (id: string, value: unknown): string =>
  `<script type="application/octet-stream" id="${id}">${packed(value)}</script>\n`;

/** In pieces, so that a run of any size is written with little memory. @param chunks loaded on demand, in order */
export async function* viewPage(
  template: string,
  index: { title: string },
  chunks: Iterable<unknown> | AsyncIterable<unknown> = [],
): AsyncGenerator<string> {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${securityPolicy(template)}">`;
  const page = template
    .replace('<meta name="policy">', () => policy)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(index.title)}</title>`);
  const place = page.lastIndexOf('</body>');
  yield page.slice(0, place);
  yield dataBlock('index', index);
  let number = 0;
  for await (const chunk of chunks) yield dataBlock(`chunk-${number++}`, chunk);
  yield page.slice(place);
}
