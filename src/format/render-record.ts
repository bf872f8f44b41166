/** A record of figures in the format asked for: itself as JSON, or a document of it. */
import { type Document, documentText } from './document.ts';
import { reportJson } from './report-json.ts';

export const RECORD_FORMATS = ['table', 'markdown', 'json', 'html'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/**
 * Ends with a line break; equal records give equal text. What draws charts is loaded for a page alone.
 * @param documentFor what the record says, as a terminal, Markdown or a page shows it best
 */
export async function renderRecord(
  record: object,
  format: RecordFormat,
  documentFor: (format: Exclude<RecordFormat, 'json'>) => Document,
): Promise<string> {
  if (format === 'json') return reportJson(record);
  const document = documentFor(format);
  if (format !== 'html') return documentText(document, format);
  const { documentHtml } = await import('./document-html.ts');
  return documentHtml(document);
}
