/**
 * `npm run measure -- facts FOLDER [--out FILE]`: what the verdicts and reasons of the preset local on single facts are
 * worth, on the data sets in FOLDER (phd/, wikibio/, graph_uncertainty/). With `--out` the tables become a document.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { openDataset } from '../../../datasets/open-dataset.ts';
import { createDetector } from '../../../src/create-detector.ts';
import type { Passage, PassageVerdict } from '../../../src/passage.ts';
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

const detector = createDetector({ preset: 'local' });
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
const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

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
const sentences = sentenceFigures(await labelled('wikibio/wiki_bio_gpt3_hallucination.json'));
const claimFiles = readdirSync(path.join(folder, 'graph_uncertainty')).filter((name) =>
  name.endsWith('.json'),
);
const claims = [];
for (const file of claimFiles) {
  claims.push({
    name: file.split('__')[0] as string,
    ...claimFigures(await labelled(`graph_uncertainty/${file}`)),
  });
}

const text = `# Verdicts and reasons on single facts

Made by \`npm run measure -- facts FOLDER --out docs/facts.md\`, preset local. Into each factual passage of PHD an error of each kind is
planted where it can be: a value that at least two of its samples state gives way to one of its kind from another
passage.

${table([
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

Only values are held against each other: an error in a verb, an adjective or a common noun, a negation and a reversed order
are at best found unmentioned. The threshold of facts was set with errors planted in these passages in view, that of claims with
these claims; nothing was fitted to the parts marked wrong or to WikiBio.

The ${clean.n} passages as they were: ${figure(clean.passagesFlagged)} flagged, ${figure(clean.factsFlagged)} of their facts flagged, ${clean.contrasts} contrasts.

${table([
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
  ...claims.map(({ name, n, auc, recall, balancedAccuracy }) => [
    `claims, ${name}`,
    n,
    `balanced accuracy at the preset's threshold ${figure(balancedAccuracy)}, recall ${figure(recall)}; ROC-AUC ${figure(auc)}`,
  ]),
])}
`;
console.log(text);
if (values.out !== undefined) writeFileSync(values.out, text);
