/**
 * `npm run measure -- readings [--write FILE]`: the presets `default` and `thorough` beside one plain question, on recorded
 * readings.
 * `npm run measure -- readings --record SET RUN [LABELLED]`: records the readings of a set, from the folder of a run.
 * `npm run measure -- readings --record-gca SET RUN [LABELLED]`: what the preset gca made of some of its passages.
 *
 * A capable model answered the requests of the preset `thorough`, and the plain questions; readings.jsonl
 * keeps what it said of every fact, sentence and passage, with the labels, so that rules that pool it can be compared.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomFor, shuffled } from '../../../src/common/random.ts';
import { threeDecimals } from '../../../src/format/figures.ts';
import { markdownTable, plainTable } from '../../../src/format/text-table.ts';
import { fitPooling, type LabelledOdds } from '../../../src/benchmark/calibrate/refit-pooling.ts';
import { rocAuc } from '../../../src/statistics/ranking.ts';
import { mean } from '../../../src/statistics/summary.ts';
import {
  decidingOdds,
  type FactReading,
  oddsOfParts,
  itemsOf,
  LEVELS,
  type Level,
  type Reading,
  type Rule,
  turnedRound,
  WEIGHTS,
} from './readings.ts';
import { parsedLines } from '../../support/json-lines.ts';
import { rankingTable, SEED } from '../compared.ts';
import { besideGca, GCA_FILE, type GcaReading, gcaReadingsOf } from './gca.ts';
import { readingsOf } from './record.ts';

const FILE = new URL('readings.jsonl', import.meta.url);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'string' }, record: { type: 'string' }, 'record-gca': { type: 'string' } },
});
const [, run, labelled, ...more] = positionals;
if (more.length > 0 || ((values.record ?? values['record-gca']) === undefined) !== (run === undefined)) {
  console.error(
    'usage: npm run measure -- readings [--write FILE] | --record SET RUN [LABELLED] | --record-gca SET RUN [LABELLED]',
  );
  process.exit(2);
}

const fourDigits = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(4)) : value;

/** The readings of a file, with those of a set taken from a run where it is named. */
async function recorded<Row extends { set: string }>(
  file: URL,
  set: string | undefined,
  read: (set: string, run: string, labelled?: string) => Promise<Row[]>,
): Promise<Row[]> {
  const kept: Row[] = parsedLines(readFileSync(file, 'utf8'));
  if (set === undefined || run === undefined) return kept;
  const rows = [...kept.filter((row) => row.set !== set), ...(await read(set, run, labelled))];
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row, fourDigits)}\n`).join(''));
  return rows;
}

const readings: Reading[] = await recorded(FILE, values.record, readingsOf);
const ofGca: GcaReading[] = await recorded(GCA_FILE, values['record-gca'], gcaReadingsOf);

const DEFAULT = { weights: { ...WEIGHTS, answered: 0 } } satisfies Rule;

const NOTHING = { judged: 0, stated: 0, answered: 0 };

/** Of sets with blind answers. */
const BLIND_RULES: Record<string, Rule> = {
  '`thorough`: with blind answers (S_q)': { weights: WEIGHTS },
  'blind answers where it pays': { weights: WEIGHTS, staged: true },
  'S_q and samples, without the judge': { weights: { ...WEIGHTS, judged: 0 } },
  'blind answers alone (S_q)': { weights: { ...NOTHING, answered: 1 }, agreed: 0 },
};

/** Of sets with samples. */
const SAMPLE_RULES: Record<string, Rule> = {
  'without what a model reads in samples': { weights: { ...DEFAULT.weights, stated: 0 } },
  'without samples': { weights: { ...DEFAULT.weights, stated: 0 }, agreed: 0 },
  'what a model reads in samples alone': { weights: { ...NOTHING, stated: 1 }, agreed: 0 },
};

/** Of sets whose agreement was measured. */
const AGREEMENT_RULES: Record<string, Rule> = {
  'without what samples agree on': { ...DEFAULT, agreed: 0 },
  'what samples agree on alone': { weights: NOTHING },
};

/** Rules by what a set must have. */
const CONDITIONAL: readonly [rules: Record<string, Rule>, has: (of: readonly Reading[]) => boolean][] = [
  [BLIND_RULES, (of) => someFact(of, ({ answered }) => answered !== null && answered.length > 0)],
  [SAMPLE_RULES, (of) => someFact(of, ({ stated }) => stated.length > 0)],
  [AGREEMENT_RULES, (of) => of.some(({ sentences }) => sentences.some(({ agreed }) => agreed != null))],
];

const someFact = (of: readonly Reading[], has: (fact: FactReading) => boolean): boolean =>
  of.some(({ facts }) => facts.some(has));

/** By their names in the tables; `default` comes first. */
const RULES: Record<string, Rule> = {
  '`default`': DEFAULT,
  ...BLIND_RULES,
  ...SAMPLE_RULES,
  ...AGREEMENT_RULES,
  'without what the judge says of sentences': { ...DEFAULT, factsAlone: true },
  ...Object.fromEntries(
    ['ask-passage', 'ask-sentences', 'ask-facts'].flatMap((name) =>
      [name, `${name}-samples`].map((one) => [`\`${one}\``, one]),
    ),
  ),
};

const isMeasured = (name: string, of: readonly Reading[]): boolean =>
  CONDITIONAL.every(([rules, has]) => !Object.hasOwn(rules, name) || has(of));

/** The rules that have a risk for some item, all on the items that all of them have one for. */
function tableOf(of: readonly Reading[], level: Level): string[] {
  const used = Object.entries(RULES).filter(
    ([name, rule]) => isMeasured(name, of) && itemsOf(of, level, [rule])[0]?.length,
  );
  const ranked = itemsOf(
    of,
    level,
    used.map(([, rule]) => rule),
  );
  return rankingTable(
    level,
    used.map(([name], index) => [name, ranked[index] ?? []]),
  );
}

/** Flagged at the threshold ½, of items that are wrong by their label and of the others; by a rule alone, and beside plain questions. */
function flaggedLines(of: readonly Reading[]): string[] {
  return (['passages', 'facts'] as const).flatMap((level) => {
    const lines = FLAGGING.filter((name) => isMeasured(name, of)).flatMap((name) => {
      const [wrong, others] = [true, false].map((isWrong) => flaggedIn(of, isWrong, RULES[name], level));
      if (!wrong?.all || !others?.all) return [];
      return [`${name} ${wrong.flagged} of ${wrong.all}, and ${others.flagged} of ${others.all} others`];
    });
    return lines.length === 0 ? [] : [`Wrong ${level} that are flagged: ${lines.join('; ')}.`];
  });
}

const FLAGGING = [
  '`default`',
  'without what samples agree on',
  'without samples',
  ...['ask-passage', 'ask-sentences', 'ask-facts', 'ask-sentences-samples'].map((name) => `\`${name}\``),
];

function flaggedIn(
  of: readonly Reading[],
  isWrong: boolean,
  rule: Rule = DEFAULT,
  level: Level = 'facts',
): { flagged: number; all: number } {
  const [items = []] = itemsOf(of, level, [rule]);
  const own = items.filter(({ positive }) => positive === isWrong);
  return { flagged: own.filter(({ score }) => score > 0.5).length, all: own.length };
}

/** Share of the facts not wrong by their labels that may be flagged. */
const TARGET = 0.03;

/** Who read, what was not read, and what was aimed at. */
function conditions(): string {
  const { flagged, all } = flaggedIn(readings, false);
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const isMissed = flagged > TARGET * all;
  return [
    'Who judged and listed the facts, who answered blindly, who marked the answers and who was asked plainly were different readers, and none of them saw labels.',
    'In the first reading, of the sets phd (without samples), wikibio and planted, the agreement of samples was not measured; in the second, of the sets below them, no blind answers were asked for. The set everyday is 60 of the answers of authors 5 and 6 of [ordinary answers](short-texts.md#ordinary-answers).',
    `The target of at most ${percent(TARGET)} of the facts flagged that are not wrong by their labels is ${isMissed ? 'missed' : 'met'} with ${percent(flagged / all)} (${flagged} of ${all}, all sets).`,
  ].join(' ');
}

/** The prompts that only `thorough` asks. */
const BLIND: readonly string[] = ['blind-answers', 'mark-answers'];

function section(set: string): string[] {
  const of = readings.filter((reading) => reading.set === set);
  const perPassage = (count: (reading: Reading) => number) =>
    of.reduce((sum, reading) => sum + count(reading), 0) / of.length;
  const asked = (prompts: readonly string[]) => {
    const sum = (unit: 'requests' | 'inputTokens') =>
      perPassage(({ calls }) => prompts.reduce((all, prompt) => all + (calls[prompt]?.[unit] ?? 0), 0));
    return `${sum('requests').toFixed(1)} requests a passage of ${sum('inputTokens').toFixed(0)} tokens`;
  };
  const prompts = [...new Set(of.flatMap(({ calls }) => Object.keys(calls)))];
  const seeing = prompts.filter((prompt) => !BLIND.includes(prompt));
  const thorough = prompts.length > seeing.length ? `; \`thorough\`: ${asked(prompts)}` : '';
  const tables = (['passages', 'sentences', 'facts'] as const).flatMap((level) => tableOf(of, level));
  return [
    `**${set}**: ${of.length} passages. \`default\`: ${asked(seeing)}${thorough}.`,
    ...tables,
    ...flaggedLines(of),
  ];
}

/** Chances with which the judge's verdicts are turned round, and draws of each. */
const TURNED = [0, 0.1, 0.25, 0.5];
const DRAWS = Number(process.env.N ?? 20);

/** The readings of some sets, and what else is compared on these. */
interface ReadingOfSets {
  name: string;
  of: readonly Reading[];
  rules: readonly string[];
}

const inSets = (has: (of: readonly Reading[]) => boolean): Reading[] =>
  readings.filter(({ set }) => has(readings.filter((one) => one.set === set)));

const BLINDLY = {
  name: 'the first reading',
  of: inSets((of) => someFact(of, ({ answered }) => answered !== null && answered.length > 0)),
  rules: ['`thorough`: with blind answers (S_q)'],
};
const AGREEING = {
  name: 'the second reading',
  of: inSets((of) => of.some(({ sentences }) => sentences.some(({ agreed }) => agreed != null))),
  rules: ['without what samples agree on'],
};

/** What is left where the judge is weaker: the mean ROC-AUC over draws. */
function weakJudges(level: 'facts' | 'passages', { of: own, rules: more, name }: ReadingOfSets): string {
  const random = randomFor(SEED, `weak judges of ${level}`);
  const rules = ['`default`', ...more, 'without samples'];
  const rows = TURNED.map((chance) => {
    const draws = Array.from({ length: chance === 0 ? 1 : DRAWS }, () =>
      itemsOf(
        own.map((reading) => turnedRound(reading, chance, random)),
        level,
        rules.map((name) => RULES[name] as Rule),
      ).map((items) => rocAuc(items).value ?? 0.5),
    );
    const means = rules.map((_, rule) => mean(draws.map((aucs) => aucs[rule] as number)) as number);
    return [`${100 * chance} %`, ...means.map(threeDecimals)];
  });
  const header = ['verdicts turned round', ...rules];
  const of = level === 'facts' ? 'Facts' : 'Labelled passages';
  const title = `${of} of ${name}, with a judge whose verdicts are turned round by chance, ROC-AUC:`;
  return `${title}\n\n${markdownTable(plainTable(header, rows))}`;
}

/** Passages that weights are fitted on. */
const LABELLED = 30;
const NO_JUDGE = { weights: { ...WEIGHTS, judged: 0 } };

/** Labels that weights are fitted on, of passages alone or of their facts. */
const LABELS: Record<string, (of: readonly Reading[]) => LabelledOdds[]> = {
  passages: (of) =>
    of.flatMap((one) => ({ odds: decidingOdds(one) ?? [0, 0, 0], isRight: one.wrong === false })),
  facts: (of) =>
    of.flatMap(({ facts }) =>
      facts.flatMap((fact) =>
        fact.wrong === null ? [] : [{ odds: oddsOfParts(fact), isRight: !fact.wrong }],
      ),
    ),
};

/** As `calibrate` has them: unchanged where no part tells right from wrong. */
function fittedRule(labels: readonly LabelledOdds[]) {
  const { weights } = fitPooling(labels, 3);
  const [judged = 0, stated = 0, answered = 0] = weights;
  return { weights: weights.every((weight) => weight === 0) ? WEIGHTS : { judged, stated, answered } };
}

/** The same judges of one set, with weights fitted on some of its passages and ranked on the others. */
function calibratedJudges(set: string): string {
  const labelled = readings.filter((one) => one.set === set && one.wrong !== null);
  const rows = TURNED.map((chance) => {
    const random = randomFor(SEED, 'calibrated judges', chance);
    const draws = Array.from({ length: DRAWS }, () => {
      const turned = shuffled(labelled, random).map((one) => turnedRound(one, chance, random));
      const [own, others] = [turned.slice(0, LABELLED), turned.slice(LABELLED)];
      const fitted = Object.values(LABELS).map((labelsOf) => fittedRule(labelsOf(own)));
      const rules = [{ weights: WEIGHTS }, NO_JUDGE, ...fitted];
      return {
        aucs: rules.map((rule) => aucsOf(others, rule)[0] ?? 0.5),
        judged: fitted.map(({ weights }) => weights.judged),
      };
    });
    const average = (of: (draw: (typeof draws)[number]) => number | undefined) =>
      mean(draws.map((draw) => of(draw) as number)) as number;
    return [
      `${100 * chance} %`,
      ...[0, 1].map((rule) => threeDecimals(average(({ aucs }) => aucs[rule]))),
      ...[0, 1].map(
        (by) =>
          `${threeDecimals(average(({ aucs }) => aucs[2 + by]))} (${average(({ judged }) => judged[by]).toFixed(2)})`,
      ),
    ];
  });
  const header = [
    ...['verdicts turned round', '`thorough`', 'without the judge'],
    ...Object.keys(LABELS).map((labels) => `fitted on labels of ${labels}`),
  ];
  const title = `Weights fitted on ${LABELLED} labelled passages of ${set}, ROC-AUC of the ${labelled.length - LABELLED} other passages, mean of ${DRAWS} draws; in brackets, the weight of the judge:`;
  return `${title}\n\n${markdownTable(plainTable(header, rows))}`;
}

/** Weights of samples and of blind answers, beside a judgement of weight 1. */
const GRID = [0, 0.25, 0.5, 1];
const PAIRS = GRID.flatMap((stated) => GRID.map((answered) => ({ judged: 1, stated, answered })));

/** ROC-AUC of a rule by level; null where a level has no labels of both kinds. */
function aucsOf(of: readonly Reading[], rule: Rule): (number | null)[] {
  return LEVELS.map((level) => {
    const [items = []] = itemsOf(of, level, [rule]);
    return items.length === 0 ? null : rocAuc(items).value;
  });
}

/** Weights chosen on all sets but one, and what they come to on that one. */
function chosenElsewhere(): string {
  const own = [...new Set(BLINDLY.of.map(({ set }) => set))];
  const setsOf = (left: string) => own.filter((set) => set !== left);
  const of = (set: string) => readings.filter((reading) => reading.set === set);
  const meanOn = (others: readonly string[], weights: typeof WEIGHTS) =>
    mean(others.flatMap((set) => aucsOf(of(set), { weights })).filter((auc) => auc !== null)) as number;
  const rows = own.map((left) => {
    const scored = PAIRS.map((weights) => ({ weights, auc: meanOn(setsOf(left), weights) }));
    const { weights } = scored.reduce((best, next) => (next.auc > best.auc ? next : best));
    const shown = (aucs: (number | null)[]) => aucs.map(threeDecimals).join(' / ');
    const [own, usual] = [aucsOf(of(left), { weights }), aucsOf(of(left), DEFAULT)];
    return [left, `${weights.stated}`, `${weights.answered}`, shown(own), shown(usual)];
  });
  const header = ['left out', 'weight of samples', 'of blind answers', 'with these', '`default`'];
  const title = `Weights beside a judgement of weight 1, from ${GRID.join(', ')}: the best mean ROC-AUC over the levels of the other sets, and what they come to on the set left out (passages / sentences / facts):`;
  return `${title}\n\n${markdownTable(plainTable(header, rows))}`;
}

const sets = [...new Set(readings.map(({ set }) => set))];
export const text =
  sets.length === 0
    ? 'No reading is recorded.'
    : [
        conditions(),
        ...sets.flatMap(section),
        chosenElsewhere(),
        ...[BLINDLY, AGREEING].flatMap((one) => [weakJudges('facts', one), weakJudges('passages', one)]),
        calibratedJudges('phd'),
        ...besideGca(readings, ofGca),
      ].join('\n\n');
