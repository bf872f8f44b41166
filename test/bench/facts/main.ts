/**
 * `npm run measure -- facts FOLDER [--out FILE]`: what the verdicts and reasons of the preset local on single facts are
 * worth, on the data sets in FOLDER (phd/, wikibio/, graph_uncertainty/). With `--out` the tables become a document.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { openDataset } from '../../../datasets/open-dataset.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';
import type { Passage, PassageVerdict } from '../../../src/passage.ts';
import type { Figure as Measured } from '../../../src/statistics/measure-metrics.ts';
import {
  crossFittedFigures,
  crossValidatedFalseAlarms,
  type Decided,
  decidedPassages,
  decidedStatements,
  decisionFigures,
  flagsByThreshold,
  type ProbabilityFigures,
  probabilityFigures,
  thresholdForFalseAlarms,
} from './decisions.ts';
import { compactTable } from '../bench-table.ts';
import { FACT_EVIDENCE } from '../../../src/scoring/calibration.ts';
import { chancesOf, EVIDENCE_WORDS, fitEvidenceChance } from './evidence-chance.ts';
import { judgedContradictions } from './contradictions.ts';
import { claimFacts, type GoldFact, plantedFacts } from './gold.ts';
import {
  claimFigures,
  cleanFigures,
  type Figure,
  type PlantedFigures,
  plantedFigures,
  sentenceFigures,
  wrongPartFigures,
} from './measures.ts';
import { plantErrors } from './plant.ts';

const SEED = 1;
const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const [subject, folder] = positionals;
if (subject !== 'facts' || folder === undefined) {
  console.error('usage: npm run measure -- facts FOLDER [--out FILE]');
  process.exit(2);
}

const detector = createDetector({ preset: 'local' }, { threads: availableParallelism() });
async function verdictsOf(passages: readonly Passage[]): Promise<PassageVerdict[]> {
  const verdicts: PassageVerdict[] = [];
  for await (const verdict of detector.evaluateAll(passages)) verdicts.push(verdict);
  return verdicts;
}
async function labelled(file: string): Promise<{ labelled: LabelledPassage; verdict: PassageVerdict }[]> {
  const { passages } = await openDataset({ path: path.join(folder as string, file) });
  const verdicts = await verdictsOf(passages.map(({ passage }) => passage));
  return passages.map((passage, index) => ({
    labelled: passage,
    verdict: verdicts[index] as PassageVerdict,
  }));
}

const figure = (value: Figure): string => (value === null ? '–' : value.toFixed(3).replace(/^0/, ''));

const PHD = 'phd/phd_with_samples.json';
const phd = await labelled(PHD);
const factual = phd.filter(({ labelled: { label } }) => label === 'factual');
const errors = plantErrors(
  factual.map(({ labelled: { passage } }) => passage),
  SEED,
);
const planted = (await verdictsOf(errors.map(({ passage }) => passage))).map((verdict, index) => ({
  planted: errors[index] as (typeof errors)[number],
  verdict,
}));
const kinds = [...new Set(errors.map(({ kind }) => kind))].sort();
const plantedRow = (name: string, own: PlantedFigures) => [
  name,
  own.n,
  ...[
    own.found,
    own.top1,
    own.top3,
    own.flagged,
    own.othersFlagged,
    own.passagesFlagged,
    own.named,
    own.rightContrasts,
  ].map(figure),
];
const clean = cleanFigures(factual.map(({ verdict }) => verdict));

const wrongParts = new Map<string, string[]>(
  (
    JSON.parse(readFileSync(path.join(folder, PHD), 'utf8')) as {
      entity: string;
      wrong_part: string | null;
    }[]
  ).map(({ entity, wrong_part }) => [
    entity,
    String(wrong_part ?? '')
      .split(/[\n;|]/)
      .map((part) => part.trim().replace(/^"|[".]+$/g, ''))
      .filter((part) => part.length > 1),
  ]),
);
const parts = wrongPartFigures(
  phd
    .filter(({ labelled: { label } }) => label === 'non-factual')
    .map(({ verdict }) => ({ verdict, parts: wrongParts.get(verdict.passage.id) ?? [] })),
);
const wikibio = await labelled('wikibio/wiki_bio_gpt3_hallucination.json');
const sentences = sentenceFigures(wikibio);
const judged = judgedContradictions(wikibio.map(({ verdict }) => verdict));
const claimFiles = readdirSync(path.join(folder, 'graph_uncertainty')).filter((name) =>
  name.endsWith('.json'),
);
const claims = [];
for (const file of claimFiles) {
  const rows = await labelled(`graph_uncertainty/${file}`);
  claims.push({ name: file.split('__')[0] as string, rows, ...claimFigures(rows) });
}

const ranged = ({ value, interval }: Measured): string =>
  interval === null ? figure(value) : `${figure(value)} (${interval.map(figure).join('–')})`;
const thresholds = resolveConfig({ preset: 'local' }).scoring;
const fixed = thresholds.threshold.rule === 'fixed' ? thresholds.threshold : null;
const passages = decidedPassages(phd);
const goldOfClaims = claims.map(({ name, rows }) => ({ name, facts: claimFacts(rows) }));
const goldOfPlanted = plantedFacts(planted);
const decisionRow = (name: string, threshold: number | null, items: readonly Decided[]) => {
  const { n, wrong, own, best, crossValidated } = decisionFigures(items);
  return [
    ...[name, n, figure(wrong), figure(threshold)],
    ...[own.balancedAccuracy, own.f1, own.recall, own.falseAlarms].map(ranged),
    ...[figure(best), ranged(crossValidated.balancedAccuracy)],
  ];
};
const calledHallucinated = (gold: 'factual' | 'non-factual'): string => {
  const rows = phd.filter(({ labelled }) => labelled.label === gold);
  return figure(rows.filter(({ verdict }) => verdict.label === 'hallucinated').length / rows.length);
};
const FALSE_ALARMS = 0.12;
const flags = flagsByThreshold(
  phd.filter(({ verdict }) => verdict.score !== null),
  thresholds,
);
const byFolds = crossValidatedFalseAlarms(passages, flags, FALSE_ALARMS);

const evidenceRow = (name: string, facts: readonly GoldFact[]) => [
  name,
  ...FACT_EVIDENCE.map((kind) => {
    const own = facts.filter(({ evidence }) => evidence === kind);
    const wrong = own.filter(({ positive }) => positive).length;
    return own.length === 0 ? '–' : `${figure(wrong / own.length)} of ${own.length}`;
  }),
];

/** Facts of all files, with passages of their own. */
const together = goldOfClaims.flatMap(({ facts }, file) =>
  facts.map((fact) => ({ ...fact, unit: fact.unit * claims.length + file })),
);
const wrongShare = together.filter(({ positive }) => positive).length / together.length;
const fitted = fitEvidenceChance(together, goldOfPlanted);
const chance = thresholds.calibration.fact;
const calibrationRow = (name: string, { calibrationError, brier, base }: ProbabilityFigures) => [
  name,
  ...[calibrationError, brier].map(ranged),
  figure(base),
];

const text = `# Verdicts and reasons on single facts

Made by \`npm run measure -- facts FOLDER --out docs/facts.md\`, preset local. Into each factual passage of PHD an error of each kind is
planted where possible: a value that at least two of its samples state is replaced by one of its kind from another
passage.

${compactTable([
  [
    'planted',
    'errors',
    'found',
    'worst fact',
    'among three',
    'flagged',
    'other facts flagged',
    'passage flagged',
    'right value named',
    'contrasts right',
  ],
  plantedRow('all', plantedFigures(planted)),
  ...kinds.map((kind) =>
    plantedRow(kind, plantedFigures(planted.filter((row) => row.planted.kind === kind))),
  ),
])}

found: extraction gives a fact that holds the wrong value. right value named: of the flagged ones, by a reason. contrasts right: of
all reasons "gives X, not Y", those with both values right.

Besides values, \`local\` compares words: the subject (role, sort; by WordNet's nouns), words with an opposite (verbs, adjectives
and nouns; by its antonyms), negations and clauses that are turned round. Any other different verb, adjective or noun is at best
found unmentioned. The threshold of facts was set with errors planted in these passages in view, that of claims with
these claims; nothing was fitted to the parts marked wrong or to the labels of WikiBio. The reader saw two sentences and the claim that they
give different values, and nothing of this program; the rules were derived from other passages.

The ${clean.n} passages as they were: ${figure(clean.passagesFlagged)} flagged, ${figure(clean.factsFlagged)} of their facts flagged, ${clean.contrasts} contrasts.

${compactTable([
  ['', 'items', 'figures'],
  [
    'parts of PHD passages marked wrong by people',
    `${parts.n} passages`,
    `facts' ROC-AUC ${figure(parts.auc)}; worst fact is wrong ${figure(parts.top1)} (random ${figure(parts.random)})`,
  ],
  [
    'sentences of WikiBio',
    `${sentences.n}, in ${sentences.passages} passages of both kinds`,
    `ROC-AUC ${figure(sentences.auc)}; mean within a passage ${figure(sentences.within)}`,
  ],
  [
    'contradictions on WikiBio, judged by a reader',
    `${judged.right + judged.wrong}, ${judged.unjudged} not judged`,
    `right ${figure(judged.right / (judged.right + judged.wrong))}`,
  ],
  ...claims.map(({ name, n, auc, recall, balancedAccuracy }) => [
    `claims, ${name}`,
    n,
    `balanced accuracy at the preset's threshold ${figure(balancedAccuracy)}, recall ${figure(recall)}; ROC-AUC ${figure(auc)}`,
  ]),
])}

## Labels

The thresholds of the preset, compared with the best one on the same data in hindsight, and with those found on the other four
of five folds of passages. Intervals are 95 %, over passages.

${compactTable([
  [
    'labels of',
    'n',
    'wrong',
    'threshold',
    'balanced accuracy',
    'F1',
    'wrong ones flagged',
    'right ones flagged',
    'best threshold here',
    'balanced accuracy, out of fold',
  ],
  decisionRow('facts, with errors planted in PHD', thresholds.factThreshold, goldOfPlanted),
  ...goldOfClaims.map(({ name, facts }) =>
    decisionRow(`facts that claims speak of, ${name}`, thresholds.factThreshold, facts),
  ),
  decisionRow('passages of PHD', fixed?.passage ?? null, passages),
  decisionRow('sentences of WikiBio', fixed?.triple ?? null, decidedStatements(wikibio, 'sentences')),
  ...claims.map(({ name, rows }) =>
    decisionRow(`claims, ${name}`, fixed?.claim ?? null, decidedStatements(rows, 'claims')),
  ),
])}

A passage is flagged by its score or by one flagged fact, as benchmarks count it. By its score alone it is called
\`unsure\`, not hallucinated, where no sample contradicts any of it; called hallucinated are ${calledHallucinated('factual')} of the factual
passages and ${calledHallucinated('non-factual')} of the others. Its threshold is the highest in hundredths at which at most
${100 * FALSE_ALARMS} % of the factual passages are flagged: ${figure(thresholdForFalseAlarms(passages, flags, FALSE_ALARMS))} on all of PHD, ${[...new Set(byFolds.cuts)].map(figure).join(' and ')} without one fold; each passage
by the threshold of the other folds: ${ranged(byFolds.falseAlarms)} of the factual ones flagged, ${ranged(byFolds.recall)} of the others, F1 ${ranged(byFolds.f1)}. Balanced accuracy
alone would flag a third of the factual passages.

How many facts are wrong, by what the samples say:

${compactTable([
  ['facts', ...FACT_EVIDENCE.map((kind) => EVIDENCE_WORDS[kind])],
  evidenceRow('with errors planted in PHD', goldOfPlanted),
  ...goldOfClaims.map(({ name, facts }) => evidenceRow(`that claims speak of, ${name}`, facts)),
])}

## The chance that a fact is wrong

By the kind of evidence, fitted on the ${together.length} facts that labelled claims speak of, ${figure(wrongShare)} of which are wrong. A fact has the
label of the claim that is most like it: one that holds its tail, and at least half of whose words it holds. Where fewer than
twenty of them are of a kind, its chance is that of the planted errors, and says what it is worth there alone:
${fitted.fromPlanted.map((kind) => EVIDENCE_WORDS[kind]).join(', ') || 'none'}. For the others p = 1 / (1 + exp(−(a · support + b))), a = ${fitted.slope.toFixed(2)}, b = ${fitted.intercept.toFixed(2)}. The chance holds for
texts with as many errors; where fewer facts are wrong, it is too high.

${compactTable([
  FACT_EVIDENCE.filter((kind) => kind !== 'other').map((kind) => EVIDENCE_WORDS[kind]),
  FACT_EVIDENCE.flatMap((kind) => (kind === 'other' ? [] : figure(fitted[kind]))),
])}

${compactTable([
  ['', 'calibration error', 'Brier score', 'Brier score of the share of wrong ones'],
  calibrationRow(
    'out of fold',
    crossFittedFigures(together, (others, own) => chancesOf(own, fitEvidenceChance(others, goldOfPlanted))),
  ),
  ...goldOfClaims.map(({ name, facts }, index) => {
    const others = goldOfClaims.filter((_, other) => other !== index).flatMap((other) => other.facts);
    const chances = chancesOf(facts, fitEvidenceChance(others, goldOfPlanted));
    return calibrationRow(`${name}, fitted on the other file`, probabilityFigures(facts, chances));
  }),
  ...(chance === 'none' || chance.method !== 'evidence'
    ? []
    : [
        calibrationRow(
          'errors planted in PHD, by the chance of the preset',
          probabilityFigures(goldOfPlanted, chancesOf(goldOfPlanted, chance)),
        ),
      ]),
])}
`;
console.log(text);
if (values.out !== undefined) writeFileSync(values.out, text);
