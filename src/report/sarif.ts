/** SARIF 2.1.0, for code scanning and editors: a result for each finding. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Location, Log, Result } from 'sarif';
import { oneLine } from '../format/text.ts';
import type { FilePlace } from './file-places.ts';
import { type Finding, findingsOf, RULES } from './findings.ts';
import type { Report } from './report.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export async function renderSarif(report: Report, find = findingsOf): Promise<string> {
  const results: Result[] = [];
  for await (const { verdict, findings } of find(report))
    results.push(...findings.map((finding) => resultOf(finding, verdict.passage.id)));
  const rules = Object.entries(RULES).map(([id, text]) => ({ id, shortDescription: { text } }));
  const { name, version } = report.run.tool;
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver: { name, version, rules } }, columnKind: 'unicodeCodePoints', results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf({ rule, level, text, place }: Finding, passageId: string): Result {
  const passage = { name: oneLine(passageId), kind: 'passage' };
  const location: Location = {
    ...(place && { physicalLocation: physicalLocation(place) }),
    logicalLocations: [passage],
  };
  return { ruleId: rule, level, message: { text }, locations: [location] };
}

const physicalLocation = ({ file, ...region }: FilePlace): NonNullable<Location['physicalLocation']> => ({
  artifactLocation: path.isAbsolute(file)
    ? { uri: pathToFileURL(file).href }
    : { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
  region,
});
