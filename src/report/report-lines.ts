/** Lines shared by reports for people: the summary, and titled sections outside of tables. */
import { LABELS, labelWords } from '../format/labels.ts';
import { ORIGIN_TITLE, originLines } from '../format/run-origin.ts';
import { counted, oneLine, thresholdFigure } from '../format/text.ts';
import type { Abstention, Label } from '../passage.ts';
import { originOf } from '../run/origin-of-run.ts';
import { isMeanOfSamples } from '../scoring/as-a-whole.ts';
import type { Outline, PassageLine } from './outline.ts';
import type { ReportOptions } from './report.ts';

/** `4 passages: 1 hallucinated, 2 with no error found, 1 not judged; 3 of 40 facts suspicious`; zero counts are left out. */
export function summaryLine({ passages }: Pick<Outline, 'passages'>): string {
  const countOf = (label: Label) => passages.filter((passage) => passage.label === label).length;
  const counts = LABELS.filter((label) => countOf(label) > 0).map(
    (label) => `${countOf(label)} ${label === 'factual' ? 'with ' : ''}${labelWords(label)}`,
  );
  const judged = passages.filter(({ abstention }) => abstention === null);
  const sum = (of: 'triples' | 'flagged' | 'unsupported') =>
    judged.reduce((total, line) => total + line[of], 0);
  const unsupported = sum('unsupported') === 0 ? '' : `, ${sum('unsupported')} unsupported`;
  const facts = `; ${sum('flagged')} of ${counted(sum('triples'), 'fact')} suspicious${unsupported}`;
  const words = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  return `${counted(passages.length, 'passage')}${words}${sum('triples') === 0 ? '' : facts}`;
}

/** Why passages were not judged. */
export const ABSTENTION_WORDS = {
  empty: 'the response is empty',
  refusal: 'the response declines to answer',
  'non-english': 'another language than English, which needs a preset with a model',
  'no-triples': 'no fact was found in the text',
  failed: 'a request to the model failed',
  defect: 'internal error',
  'no-samples': 'no sample to compare with',
  'no-reference': 'no reference text to check against',
  'no-scores': 'no weighted part of its score could be measured',
} as const satisfies Record<Abstention['reason'], string>;

/** Reasons whose details do not repeat these words. */
const NAMED_WITH_DETAIL: readonly Abstention['reason'][] = ['defect', 'no-scores'];

/** `ann: no fact was found in the text` */
export function abstentionLine(id: string, { reason, detail }: Abstention): string {
  const words = NAMED_WITH_DETAIL.includes(reason) ? `${ABSTENTION_WORDS[reason]}: ` : '';
  return oneLine(`${id}: ${words}${detail || reason}`);
}

export const readWithoutGrammar = (language: string): string => `read without grammar: ${language}`;

export const factsTitle = (top: number | null): string =>
  top === null ? 'Facts' : 'Suspicious facts, worst first';

export const omittedLine = (omitted: number): string =>
  `${counted(omitted, 'more suspicious fact')} not shown; --top or --all shows more`;

export interface TitledLines {
  title: string;
  lines: readonly string[];
}

const nonEmpty = (sections: readonly TitledLines[]): TitledLines[] =>
  sections.filter(({ lines }) => lines.length > 0);

/** Sections between the passages and their facts. */
export function linesBeforeFacts({ run, passages, asWhole, unanswered }: Outline): TitledLines[] {
  const { unfinished } = run;
  const lineEach = (of: (passage: PassageLine) => string | null | undefined) =>
    passages.flatMap((passage) => of(passage) ?? []);
  return nonEmpty([
    {
      title: 'Not judged, and why',
      lines: lineEach(({ id, abstention }) => abstention && abstentionLine(id, abstention)),
    },
    { title: 'Hallucinated as a whole, and why', lines: asWhole },
    {
      title: 'Unsure, and why',
      lines: lineEach(({ id, label, unsure }) =>
        label === 'unsure' ? oneLine(`${id}: ${unsure?.detail}`) : null,
      ),
    },
    {
      title: 'Read without grammar, by sentences, words and numbers alone',
      lines: lineEach(({ id, language }) => language && oneLine(`${id}: ${language}`)),
    },
    {
      title: 'Not evaluated',
      lines: (unfinished?.passages ?? []).map((id) => oneLine(`${id}: ${unfinished?.reason}`)),
    },
    { title: 'Answers that were not used', lines: unanswered },
  ]);
}

export const linesBehindFacts = (
  { unsupported, merges, alignment }: Outline,
  { parts }: Pick<ReportOptions, 'parts'>,
): TitledLines[] =>
  nonEmpty([
    { title: 'Alignment', lines: parts && alignment !== null ? [alignment] : [] },
    { title: 'Unsupported', lines: unsupported },
    { title: 'Merged names', lines: merges },
  ]);

/** The legend and the provenance. */
export const closingLines = (outline: Outline, options: Pick<ReportOptions, 'parts'>): TitledLines[] =>
  nonEmpty([
    { title: 'What the figures mean', lines: legendLines(outline, options) },
    { title: ORIGIN_TITLE, lines: originLines(originOf(outline.run)) },
  ]);

export const hasPassageProbability = ({ passages }: Pick<Outline, 'passages'>): boolean =>
  passages.some(({ probability }) => probability !== null);

export const hasUnsupported = ({ passages }: Pick<Outline, 'passages'>): boolean =>
  passages.some(({ unsupported }) => unsupported > 0);

/** The meaning of words and figures; empty where no passage was judged. */
export function legendLines(
  {
    run,
    passages,
    facts,
    hasProbabilities,
  }: Pick<Outline, 'run' | 'passages' | 'facts' | 'hasProbabilities'>,
  { parts }: Pick<ReportOptions, 'parts'>,
): string[] {
  if (passages.every(({ abstention }) => abstention !== null)) return [];
  const when = (isShown: boolean, line: string) => (isShown ? [line] : []);
  const isUnsure = ({ label }: { label: Label }) => label === 'unsure';
  return [
    'support: 1 = supported, 0 = contradicted',
    'suspicious: a fact with so little support that it is likely wrong',
    hallucinatedLine({ run, passages }),
    ...(hasProbabilities && (facts.length > 0 || hasPassageProbability({ passages }))
      ? chanceLines({ run, passages })
      : []),
    ...when(
      hasUnsupported({ passages }),
      'unsupported: a fact or sentence that no sample mentions, in a passage of which they mention others, or that a reference lacks without contradicting it',
    ),
    ...when(passages.some(isUnsure), 'unsure: no error found, but too little evidence to rule one out'),
    ...when(facts.some(isUnsure), 'unsure, of a fact: no more speaks for it than against it'),
    'coverage: the share of sentences with a fact that the evidence mentions',
    ...when(
      parts,
      'parts: the measured parts of a score, also those without a weight; S and C as in the paper',
    ),
  ];
}

function hallucinatedLine({ run, passages }: Pick<Outline, 'run' | 'passages'>): string {
  const { facts } = run.config.scoring;
  const { threshold } = run.summary;
  const scores = passages.map(({ score }) => score);
  const below = threshold === null ? 'its threshold' : thresholdFigure(threshold, scores);
  const byFact = facts === 'parts' ? [] : ['with a suspicious fact'];
  const isFitted = !isMeanOfSamples(run.config.scoring) || hasPassageProbability({ passages });
  const byScore = isFitted ? '' : ', if a sample contradicts any of it';
  return `hallucinated: a passage ${[...byFact, `with a support below ${below}${byScore}`].join(', or ')}`;
}

/** A calibrated chance is valid for the data it was fitted on, which are named. */
function chanceLines({ run, passages }: Pick<Outline, 'run' | 'passages'>): string[] {
  const { fact } = run.config.scoring.calibration;
  const basis = fact === 'none' ? undefined : fact.basis;
  if (basis === undefined) return ['chance wrong: how likely it is hallucinated, by the calibration'];
  const ofFact = `chance wrong: of a fact, how likely it is wrong, calibrated on ${basis}`;
  if (!hasPassageProbability({ passages })) return [ofFact];
  return [ofFact, 'chance wrong of a passage: how likely it is hallucinated, by the calibration'];
}
