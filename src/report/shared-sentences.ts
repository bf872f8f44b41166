/** The sentences that reports for people share. */
import type { Abstention, Label, PassageVerdict } from '../passage.ts';
import type { Fact } from './facts.ts';
import type { Outline, PassageLine } from './outline.ts';
import { LABELS, labelWords } from '../format/label-words.ts';
import { counted, figure, oneLine, percentage, thresholdFigure } from '../format/text.ts';

/** `4 passages: 1 hallucinated, 2 with no error found, 1 not judged; 3 of 40 facts suspicious`, without what is none. */
export function summaryLine({ passages }: Pick<Outline, 'passages'>): string {
  const countOf = (label: Label) => passages.filter((passage) => passage.label === label).length;
  const counts = LABELS.filter((label) => countOf(label) > 0).map(
    (label) => `${countOf(label)} ${label === 'factual' ? 'with ' : ''}${labelWords(label)}`,
  );
  const judged = passages.filter(({ abstention }) => abstention === null);
  const sum = (of: 'triples' | 'flagged' | 'unsupported') =>
    judged.reduce((total, line) => total + line[of], 0);
  const unsupported = sum('unsupported') === 0 ? '' : `, ${sum('unsupported')} unsupported`;
  const facts =
    sum('triples') === 0
      ? ''
      : `; ${sum('flagged')} of ${counted(sum('triples'), 'fact')} suspicious${unsupported}`;
  const words = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  return `${counted(passages.length, 'passage')}${words}${facts}`;
}

const BECAUSE: Partial<Record<Abstention['reason'], string>> = {
  defect: 'hallugraph itself failed',
  'no-scores': 'nothing that counts for its score could be measured',
};

/** Why passages were not judged, where many are counted together. */
export const ABSTENTION_WORDS = {
  empty: 'the response is empty',
  refusal: 'the response declines to answer',
  'non-english': 'another language than English, which needs a preset with a model',
  'no-triples': 'no fact was found in the text',
  failed: 'a request to the model failed',
  defect: 'hallugraph itself failed',
  'no-samples': 'no sample to compare with',
  'no-reference': 'no reference text to check against',
  'no-scores': 'nothing that counts for the score could be measured',
} as const satisfies Record<Abstention['reason'], string>;

/** Why a passage was not judged. */
export function abstentionLine({ id, abstention }: Pick<PassageLine, 'id' | 'abstention'>): string {
  const why = abstention && [BECAUSE[abstention.reason], abstention.detail].filter(Boolean).join(': ');
  return oneLine(`${id}: ${why || abstention?.reason}`);
}

/** How a text in a language that is not read as English was read. */
export const readWithoutGrammar = (language: string): string => `read without grammar: ${language}`;

/** Why no error was found, and yet nothing is promised. */
export const unsureLine = ({ id, unsure }: PassageLine): string => oneLine(`${id}: ${unsure?.detail}`);

export function factsTitle(top: number | null): string {
  return top === null ? 'Facts' : 'Suspicious facts, worst first';
}

export function omittedLine(omitted: number): string {
  return `${counted(omitted, 'more suspicious fact')} not shown; --top or --all shows more`;
}

/** Whether a calibration gave the passage or one of its triples a probability. */
export function hasProbability(verdict: PassageVerdict): boolean {
  return [verdict, ...verdict.triples].some(({ probability }) => probability !== null);
}

/** Whether passages have one, so that there is a column to show. */
export const hasPassageProbability = ({ passages }: Pick<Outline, 'passages'>): boolean =>
  passages.some(({ probability }) => probability !== null);

/** Whether a fact of them is, so that there is a column to show. */
export const hasUnsupported = ({ passages }: Pick<Outline, 'passages'>): boolean =>
  passages.some(({ unsupported }) => unsupported > 0);

/** `support 0.12, chance wrong 83 %`, without what is not known; a suspicious fact is called so. */
export function factWords({
  label,
  score,
  probability,
}: Pick<Fact, 'label' | 'score' | 'probability'>): string {
  const chance = probability === null ? [] : [`chance wrong ${percentage(probability)}`];
  const word: Partial<Record<Label, string>> = {
    hallucinated: 'suspicious',
    ...{ unsupported: 'unsupported', unsure: 'unsure', undecided: 'undecided' },
  };
  return [...[word[label] ?? []].flat(), `support ${figure(score)}`, ...chance].join(', ');
}

/** `Ann Lee was born in York (1:1, suspicious, support 0.12)` */
export const factLine = (fact: Fact): string =>
  `${fact.text} (${fact.place ?? 'not located'}, ${factWords(fact)})`;

/** Where a suspicious fact stands, the words that state it, and a line for each thing that speaks against it. */
export const factLines = (fact: Fact): string[] => [
  factLine(fact),
  ...(fact.quote === null ? [] : [`  “${fact.quote}”`]),
  ...fact.evidence.map((line) => `  - ${line}`),
];

/** What the chance is taken from, since it holds for data of that kind alone. */
function chanceLines({ run, passages }: Pick<Outline, 'run' | 'passages'>): string[] {
  const { fact } = run.config.scoring.calibration;
  const basis = fact === 'none' ? undefined : fact.basis;
  if (basis === undefined) return ['chance wrong: how likely it is hallucinated, by the calibration'];
  const ofFact = `chance wrong: of a fact, how likely it is wrong, were it one of ${basis}`;
  if (!hasPassageProbability({ passages })) return [ofFact];
  return [ofFact, 'chance wrong of a passage: how likely it is hallucinated, by the calibration'];
}

/** What the words and figures of a report mean, in its run; nothing where no passage was judged. */
export function legendLines(
  {
    run,
    passages,
    facts,
    hasProbabilities,
  }: Pick<Outline, 'run' | 'passages' | 'facts' | 'hasProbabilities'>,
  { parts }: { parts: boolean },
): string[] {
  if (passages.every(({ abstention }) => abstention !== null)) return [];
  const { scoring } = run.config;
  const { threshold } = run.summary;
  const byFacts = scoring.facts !== 'parts';
  const orFact = byFacts ? 'with a suspicious fact, or ' : '';
  const evenWithout =
    scoring.facts === 'statements' ? ', even without its least supported sentence, by six facts or more' : '';
  return [
    'support: 1 = supported, 0 = contradicted',
    'suspicious: a fact with so little support that it is likely wrong',
    `hallucinated: a passage ${orFact}with a support below ${
      threshold === null
        ? 'its threshold'
        : thresholdFigure(
            threshold,
            passages.map(({ score }) => score),
          )
    }${evenWithout}`,
    ...(hasProbabilities ? chanceLines({ run, passages }) : []),
    ...(hasUnsupported({ passages })
      ? ['unsupported: a fact or sentence that no sample mentions, in a passage of which they mention others']
      : []),
    ...(passages.some(({ label }) => label === 'unsure')
      ? ['unsure: no error found, but too little to go by for calling it free of errors']
      : []),
    ...(facts.some(({ label }) => label === 'unsure')
      ? ['unsure, of a fact: no more speaks for it than against it']
      : []),
    'coverage: the share of sentences with a fact that the evidence speaks of',
    ...(parts ? ['parts: what went into a support or was looked at beside it; S and C as in the paper'] : []),
  ];
}
