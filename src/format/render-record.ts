import type { Document } from './document.ts';
import { documentText } from './document-text.ts';
import { viewerTemplate, viewPage } from './page.ts';
import { reportJson } from './report-json.ts';

export const RECORD_FORMATS = ['table', 'markdown', 'json', 'html'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/**
 * A record of figures as JSON, or as a document; a page is the viewer with the document inside. Ends with a line break.
 * Equal records give equal text.
 */
export async function renderRecord(
  record: object,
  format: RecordFormat,
  documentFor: (format: Exclude<RecordFormat, 'json'>) => Document,
): Promise<string> {
  if (format === 'json') return reportJson(record);
  const document = documentFor(format);
  if (format !== 'html') return documentText(document, format);
  let page = '';
  const index = { title: document.title, document };
  for await (const piece of viewPage(await viewerTemplate(), index)) page += piece;
  return page;
}
