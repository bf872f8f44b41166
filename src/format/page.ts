/**
 * The viewer as one file that needs nothing else: the built page with its data inside. Texts of passages are hostile
 * until shown otherwise, so all data is deflated and in base64, which holds no character that HTML knows; a content
 * security policy allows the page's own script and style by their hashes and nothing else.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { escapeHtml } from './html.ts';
import { reportJsonText } from './report-json.ts';

const SCRIPT = /<script type="module"[^>]*>([\s\S]*?)<\/script>/;
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param connect what the page may fetch from: nothing, or its own server. @param template the built page */
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

/** The built viewer; sources that run unbuilt take it from where it was built to. */
export const viewerTemplate = (): Promise<string> =>
  readFile(
    new URL(`../../${import.meta.url.endsWith('.ts') ? 'dist/' : ''}viewer/index.html`, import.meta.url),
    'utf8',
  );

const packed = (value: unknown): string =>
  deflateRawSync(reportJsonText(value), { level: 9 }).toString('base64');

const dataBlock = (id: string, value: unknown): string =>
  `<script type="application/octet-stream" id="${id}">${packed(value)}</script>\n`;

/**
 * The page in pieces, so that a run of any size is written with little memory.
 * @param index what it opens with. @param chunks of what it reads when it is looked at, in order
 */
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
