/** JUnit XML: a run is a suite, a passage a case, its suspicious facts one failure. */
import { escapeHtml, counted, oneLine } from '../format/text.ts';
import { durationsIn } from '../run/durations.ts';
import { inputName } from '../run/origin-of-run.ts';
import { type Fact, factLines } from './facts.ts';
import { type Finding, findingsOf, type PassageFindings } from './findings.ts';
import type { Report } from './report.ts';

/** All but `passed` are element names. */
type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

/** Iterates over the verdicts twice, since the counts come first. */
export async function* renderJunit(report: Report, find = findingsOf): AsyncGenerator<string> {
  const counts = { tests: 0, failure: 0, error: 0, skipped: 0, passed: 0 };
  for await (const found of find(report)) {
    counts.tests += 1;
    counts[outcomeOf(found)] += 1;
  }
  const { tests, failure: failures, error: errors, skipped } = counts;
  const { command, input } = report.run;
  const time = timeOf(report.run);
  const totals = { tests, failures, errors, skipped, ...time };
  const all = attributes({ name: 'hallugraph', ...totals });
  const name = `${command} ${inputName(input)}`;
  const suite = attributes({ name, ...totals, timestamp: report.run.startedAt.slice(0, 19) });
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n<testsuite${suite}>\n`;
  const seconds = await durationsIn(report.folder);
  for await (const found of find(report)) {
    const took = seconds.get(found.verdict.passage.id);
    yield testcase(found, `hallugraph.${command}`, took === undefined ? {} : { time: took.toFixed(3) });
  }
  yield '</testsuite>\n</testsuites>\n';
}

/** Of a finished run, in seconds. */
function timeOf({ startedAt, finishedAt }: Report['run']): { time?: string } {
  if (finishedAt === null) return {};
  return { time: ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(3) };
}

function outcomeOf({ verdict: { abstention }, findings }: PassageFindings): Outcome {
  if (findings.every(isNote)) return 'passed';
  if (findings.some(({ level }) => level === 'error')) return 'failure';
  return abstention?.reason === 'failed' || abstention?.reason === 'defect' ? 'error' : 'skipped';
}

/** Findings that do not fail a test. */
const isNote = ({ rule }: Finding): boolean => rule === 'unconfirmed-sentence' || isUnsupported(rule);
const isUnsupported = (rule: Finding['rule']): boolean => rule.startsWith('unsupported-');

function testcase(found: PassageFindings, classname: string, time: { time?: string }): string {
  const { verdict, place, findings } = found;
  const where = place ? { file: place.file, line: place.startLine } : {};
  const opening = `<testcase${attributes({ name: verdict.passage.id, classname, ...where, ...time })}`;
  const outcome = outcomeOf(found);
  const notes = findings.filter(({ rule }) => isUnsupported(rule)).map(({ text }) => xmlText(text));
  const output = notes.length === 0 ? '' : `<system-out>${notes.join('\n')}</system-out>\n`;
  if (outcome === 'passed') return output === '' ? `${opening}/>\n` : `${opening}>\n${output}</testcase>\n`;
  const { rule = '', text = '' } = findings[0] ?? {};
  const facts = findings.flatMap(({ fact }) => fact ?? []);
  const inWords = facts.map((fact) => fact.text).join('; ');
  const message = facts.length === 0 ? text : `${counted(facts.length, 'suspicious fact')}: ${inWords}`;
  const element = `<${outcome}${attributes({ message, ...(outcome !== 'skipped' && { type: rule }) })}`;
  const others = findings.slice(1).filter(({ rule: other }) => !isUnsupported(other));
  const texts = facts.length > 0 ? facts.map(factText) : others.map((finding) => xmlText(finding.text));
  const body = texts.length === 0 ? '/>' : `>${texts.join('\n\n')}</${outcome}>`;
  return `${opening}>\n${element}${body}\n${output}</testcase>\n`;
}

const factText = (fact: Fact): string => factLines(fact).map(xmlText).join('\n');

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlText(oneLine(String(value)))}"`)
    .join('');

/** Without control characters, and without what else XML cannot represent. */
const xmlText = (text: string): string => escapeHtml(text).replace(/[\p{Surrogate}\ufffe\uffff]/gu, '\ufffd');
