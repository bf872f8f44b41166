/**
 * `npm run measure -- readings [--write FILE]`: judgement and blind questions beside one plain question, on recorded readings.
 *
 * A capable model answered the requests of the preset `default` and the plain questions for passages of PHD and WikiBio
 * and for planted errors; readings.jsonl keeps the values of the parts, with the labels. Who prepared questions, who
 * answered them and who marked the answers were apart, as were those who answered the plain questions. Prints Markdown, or
 * writes it between the marks `<!-- readings -->` of a document.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../../src/format/text-table.ts';
import { bootstrapIntervals, bootstrapUnits } from '../../../src/statistics/bootstrap.ts';
import { difference, once } from '../../../src/statistics/metric.ts';
import { rocAucStatistic } from '../../../src/statistics/ranking.ts';
import { itemsOf, type Reading, type Rule, type RuledItem, WEIGHTS } from './readings.ts';

const SEED = 0;
const MARK = '<!-- readings -->';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } });
if (positionals.length > 1) {
  console.error('usage: npm run measure -- readings [--write FILE]');
  process.exit(2);
}

const readings: Reading[] = readFileSync(new URL('readings.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

/** By their names in the tables; `default` comes first. */
const RULES: Record<string, Rule> = {
  '`default`': { weights: WEIGHTS },
  'without samples': { weights: { ...WEIGHTS, stated: 0 } },
  'without S_h': { weights: { ...WEIGHTS, head: 0 } },
  'without S_t': { weights: { ...WEIGHTS, tail: 0 } },
  'S_d alone': { weights: { judged: 1, stated: 0, head: 0, tail: 0 } },
  '`ask-passage`': 'askPassage',
  '`ask-sentences`': 'askSentences',
};

const three = (value: number): string => value.toFixed(3).replace(/^(-?)0/, '$1');
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${three(Math.abs(value))}`;

function compared(own: readonly RuledItem[], other: readonly RuledItem[]): string[] {
  const [left, right] = [rocAucStatistic(own), rocAucStatistic(other)];
  const gained = difference(left, right);
  const units = bootstrapUnits(own.map(({ unit }) => unit));
  const { interval } = bootstrapIntervals({ interval: gained }, { seed: SEED, ...units });
  const all = once(own.length);
  const auc = right(all).value;
  const gain = gained(all).value;
  return [
    auc === null ? '–' : three(auc),
    gain === null || interval === null ? '–' : `${signed(gain)} [${interval.map(signed).join(', ')}]`,
  ];
}

function tableOf(name: string, of: readonly Reading[], level: 'passages' | 'sentences' | 'facts'): string {
  const used = Object.entries(RULES).filter(([, rule]) => itemsOf(of, level, [rule])[0]?.length);
  const [own, ...others] = itemsOf(
    of,
    level,
    used.map(([, rule]) => rule),
  ) as [RuledItem[], ...RuledItem[][]];
  const wrong = own.filter(({ positive }) => positive).length;
  const rows = [own, ...others].map((items, index) => {
    const [auc = '', gain = ''] = compared(own, items);
    return [used[index]?.[0] ?? '', auc, index === 0 ? '' : gain];
  });
  const header = ['by', 'ROC-AUC', '`default` beside it'];
  return `${name}: ${own.length} ${level}, ${wrong} of them wrong.\n\n${markdownTable({ header, groups: [{ title: null, rows }] })}`;
}

const set = (name: Reading['set']) => readings.filter((reading) => reading.set === name);
const requests = (of: readonly Reading[]) =>
  (of.reduce((sum, reading) => sum + reading.requests, 0) / of.length).toFixed(1);

/** Of planted errors: found, and other facts flagged with them, at the threshold ½. */
function plantedLine(of: readonly Reading[]): string {
  const [facts] = itemsOf(of, 'facts', [RULES['`default`'] as Rule]) as [RuledItem[]];
  const isFlagged = ({ score }: RuledItem) => score > 0.5;
  const found = new Set(facts.filter((fact) => fact.positive && isFlagged(fact)).map(({ unit }) => unit));
  const others = facts.filter(({ positive }) => !positive);
  const flagged = others.filter(isFlagged).length;
  return `Planted errors: ${found.size} of ${of.length} flagged, and ${flagged} of ${others.length} other facts; ${requests(of)} requests a passage.`;
}

const text = [
  `Requests a passage: PHD without samples ${requests(set('phd'))}, WikiBio with six samples ${requests(set('wikibio'))}.`,
  tableOf('PHD', set('phd'), 'passages'),
  tableOf('WikiBio', set('wikibio'), 'sentences'),
  tableOf('Parts of PHD passages marked wrong by people', set('phd'), 'facts'),
  plantedLine(set('planted')),
].join('\n\n');
if (values.write === undefined) console.log(text);
else {
  const [before, , after] = readFileSync(values.write, 'utf8').split(MARK);
  writeFileSync(values.write, [before, `\n\n${text}\n\n`, after].join(MARK));
}
