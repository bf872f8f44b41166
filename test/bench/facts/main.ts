/**
 * `npm run measure -- facts FOLDER [--out FILE]`: what the verdicts and reasons of the preset local on single facts are
 * worth, on the data sets in FOLDER (phd/, wikibio/, graph_uncertainty/).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { openDataset } from '../../../datasets/open-dataset.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { threeDecimals as figure } from '../../../src/format/figures.ts';
import type { PassageVerdict } from '../../../src/passage.ts';
import type { EvidenceChance } from '../../../src/scoring/scoring-schema.ts';
import { FACT_EVIDENCE } from '../../../src/scoring/calibration.ts';
import { fittedOnOthers } from '../../../src/statistics/folds.ts';
import type { Figure } from '../../../src/statistics/measure-metrics.ts';
import { compactTable } from '../bench-table.ts';
import { dataFolder } from '../measure-arguments.ts';
import { verdictsOf, verdictsOnLabelled } from '../verdicts-of.ts';
import { judgedContradictions } from './contradictions.ts';
import {
  crossValidatedFalseAlarms,
  type Decided,
  decidedPassages,
  decidedStatements,
  decisionFigures,
  flagsByThreshold,
  FOLD_OPTIONS,
  type LabelledVerdict,
  probabilityFigures,
  thresholdForFalseAlarms,
  wrongShare,
} from './decisions.ts';
import { chancesOf, EVIDENCE_WORDS, fitEvidenceChance } from './evidence-chance.ts';
import { claimFacts, type GoldFact, plantedFacts } from './gold.ts';
import { claimFigures, cleanFigures, plantedFigures, sentenceFigures, wrongPartFigures } from './measures.ts';
import { plantErrors } from './plant.ts';

const SEED = 1;
const folder = dataFolder('phd/, wikibio/ and graph_uncertainty/');
const detector = createDetector({ preset: 'local' }, { threads: availableParallelism() });
async function labelled(file: string): Promise<LabelledVerdict[]> {
  const { passages } = await openDataset({ path: path.join(folder, file) });
  const verdicts = await verdictsOnLabelled(detector, passages);
  return passages.map((passage, index) => ({
    labelled: passage,
    verdict: verdicts[index] as PassageVerdict,
  }));
}

const PHD = 'phd/phd_with_samples.json';
const phd = await labelled(PHD);
const factual = phd.filter(({ labelled: { label } }) => label === 'factual');
const errors = plantErrors(
  factual.map(({ labelled: { passage } }) => passage),
  SEED,
);
const withErrors = errors.map(({ passage }) => passage);
const planted = (await verdictsOf(detector, withErrors)).map((verdict, index) => ({
  planted: errors[index] as (typeof errors)[number],
  verdict,
}));
const kinds = [...new Set(errors.map(({ kind }) => kind))].sort();
const plantedRow = (name: string, rows: typeof planted) => {
  const { n, ...shares } = plantedFigures(rows);
  return [name, n, ...Object.values(shares).map(figure)];
};
const clean = cleanFigures(factual.map(({ verdict }) => verdict));

const marked: { entity: string; wrong_part: string | null }[] = JSON.parse(
  readFileSync(path.join(folder, PHD), 'utf8'),
);
const wrongParts = new Map(
  marked.map(({ entity, wrong_part }) => [
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
const decidedSentences = decidedStatements(wikibio, 'sentences');
const sentences = sentenceFigures(decidedSentences);
const judged = judgedContradictions(wikibio.map(({ verdict }) => verdict));
const claimFiles = readdirSync(path.join(folder, 'graph_uncertainty')).filter((name) =>
  name.endsWith('.json'),
);
const claims = [];
for (const file of claimFiles) {
  const rows = await labelled(`graph_uncertainty/${file}`);
  claims.push({ name: file.split('__')[0] as string, rows, decided: decidedStatements(rows, 'claims') });
}

const ranged = ({ value, interval }: Figure): string =>
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
    return own.length === 0 ? '–' : `${figure(wrongShare(own))} of ${own.length}`;
  }),
];

/** Facts of all files, with passages of their own. */
const together = goldOfClaims.flatMap(({ facts }, file) =>
  facts.map((fact) => ({ ...fact, unit: fact.unit * claims.length + file })),
);
const fitted = fitEvidenceChance(together, goldOfPlanted);
const chance = thresholds.calibration.fact;
const calibrationRow = (name: string, facts: readonly GoldFact[], chances: readonly number[]) => {
  const { calibrationError, brier, base } = probabilityFigures(facts, chances);
  return [name, ...[calibrationError, brier].map(ranged), figure(base)];
};
const chanceFits = fittedOnOthers(together, FOLD_OPTIONS, (others) =>
  fitEvidenceChance(others, goldOfPlanted),
);

export const text = `# Verdicts and reasons on single facts

Made by \`npm run measure -- facts FOLDER --out docs/facts.md\`, preset local. Into each factual passage of PHD an error of each kind is
planted where possible: a value that at least two of its samples state is replaced by one of its kind from another
passage.

${compactTable([
  [
    ...['planted', 'errors', 'found', 'worst fact', 'among three', 'flagged'],
    ...['other facts flagged', 'passage flagged', 'right value named', 'contrasts right'],
  ],
  plantedRow('all', planted),
  ...kinds.map((kind) =>
    plantedRow(
      kind,
      planted.filter((row) => row.planted.kind === kind),
    ),
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
  ...claims.map(({ name, decided }) => {
    const { n, auc, recall, balancedAccuracy } = claimFigures(decided);
    return [
      ...[`claims, ${name}`, n],
      `balanced accuracy at the preset's threshold ${figure(balancedAccuracy)}, recall ${figure(recall)}; ROC-AUC ${figure(auc)}`,
    ];
  }),
])}

## Labels

The thresholds of the preset, compared with the best one on the same data in hindsight, and with those found on the other four
of five folds of passages. Intervals are 95 %, over passages.

${compactTable([
  [
    ...['labels of', 'n', 'wrong', 'threshold', 'balanced accuracy', 'F1'],
    ...['wrong ones flagged', 'right ones flagged', 'best threshold here'],
    ...['balanced accuracy, out of fold'],
  ],
  decisionRow('facts, with errors planted in PHD', thresholds.factThreshold, goldOfPlanted),
  ...goldOfClaims.map(({ name, facts }) =>
    decisionRow(`facts that claims speak of, ${name}`, thresholds.factThreshold, facts),
  ),
  decisionRow('passages of PHD', fixed?.passage ?? null, passages),
  decisionRow('sentences of WikiBio', fixed?.triple ?? null, decidedSentences),
  ...claims.map(({ name, decided }) => decisionRow(`claims, ${name}`, fixed?.claim ?? null, decided)),
])}

A passage is flagged by its score or by one flagged fact, as benchmarks count it. By its score alone it is called
\`unsure\`, not hallucinated, where no sample contradicts any of it; called hallucinated are ${calledHallucinated('factual')} of the factual
passages and ${calledHallucinated('non-factual')} of the others. Its threshold is the highest in hundredths at which at most
${100 * FALSE_ALARMS} % of the factual passages are flagged: ${figure(thresholdForFalseAlarms(passages, flags, FALSE_ALARMS))} on all of PHD, ${[...new Set(byFolds.cuts)].toSorted().map(figure).join(' and ')} without one fold; each passage
by the threshold of the other folds: ${ranged(byFolds.falseAlarms)} of the factual ones flagged, ${ranged(byFolds.recall)} of the others, F1 ${ranged(byFolds.f1)}. Balanced accuracy
alone would flag a third of the factual passages.

How many facts are wrong, by what the samples say:

${compactTable([
  ['facts', ...FACT_EVIDENCE.map((kind) => EVIDENCE_WORDS[kind])],
  evidenceRow('with errors planted in PHD', goldOfPlanted),
  ...goldOfClaims.map(({ name, facts }) => evidenceRow(`that claims speak of, ${name}`, facts)),
])}

## The chance that a fact is wrong

By the kind of evidence, fitted on the ${together.length} facts that labelled claims speak of, ${figure(wrongShare(together))} of which are wrong. A fact has the
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
    together,
    together.flatMap((fact, index) => chancesOf([fact], chanceFits[index] as EvidenceChance)),
  ),
  ...goldOfClaims.map(({ name, facts }, index) => {
    const others = goldOfClaims.filter((_, other) => other !== index).flatMap((other) => other.facts);
    const chances = chancesOf(facts, fitEvidenceChance(others, goldOfPlanted));
    return calibrationRow(`${name}, fitted on the other file`, facts, chances);
  }),
  ...(chance === 'none' || chance.method !== 'evidence'
    ? []
    : [
        calibrationRow(
          'errors planted in PHD, by the chance of the preset',
          goldOfPlanted,
          chancesOf(goldOfPlanted, chance),
        ),
      ]),
])}
`;
