/** The problems of a run one by one, for programs that annotate texts in files. */
import { labelWords, type SentenceState } from '../format/labels.ts';
import { oneLine, scoreFigure } from '../format/text.ts';
import type { PassageVerdict, Span } from '../passage.ts';
import { type Fact, factOf, factWords, flaggedFacts } from './facts.ts';
import type { FilePlace } from './file-places.ts';
import { mentionedByNone, unsupportedIn, unsupportedSentence, whyAsWhole } from './passage-notes.ts';
import type { Report } from './report.ts';
import { abstentionLine } from './report-lines.ts';
import { reportedSentences } from './reported-sentences.ts';

export const RULES = {
  'suspicious-fact': 'A fact with so little support that it is likely wrong.',
  'hallucinated-sentence': 'A sentence that is likely wrong, or holds a fact that is.',
  'unconfirmed-sentence': 'A sentence of which not all is confirmed.',
  'hallucinated-passage': 'A passage with too little support, though no single fact stands out.',
  'unsupported-sentence':
    'A sentence that no sample mentions, in a passage of which they mention others, or all facts of which the reference lacks.',
  'unsupported-fact': 'A fact that no sample mentions, in a sentence of which they mention others.',
  'not-judged': 'A passage that could not be judged.',
  'no-clear-verdict': 'A passage that was judged neither way.',
} as const;

export interface Finding {
  rule: keyof typeof RULES;
  /** Only what is likely wrong is an error; a note is on a fact that may be right. */
  level: 'error' | 'warning' | 'note';
  /** On one line, safe to print. */
  text: string;
  fact: Fact | null;
  place: FilePlace | null;
}

/** Without findings where no error was found and samples mention everything. */
export interface PassageFindings {
  verdict: PassageVerdict;
  place: FilePlace | null;
  findings: Finding[];
}

/** A finding whose place in the response is known; null for the whole passage. */
type Located = Omit<Finding, 'place' | 'fact'> & { span: Span | null; fact?: Fact };

/** Hallucinated facts, or the passage as a whole where none is; then what is unsupported. In the order of the run. */
export const findingsOf = (report: Report): AsyncGenerator<PassageFindings> =>
  located(report, (verdict) => {
    const facts = flaggedFacts(verdict).map((row): Located => {
      const fact = factOf(verdict, row);
      const text = [`${fact.text} (${factWords(fact)})`, ...fact.evidence].join('; ');
      return { rule: 'suspicious-fact', level: 'error', text, fact, span: row.triple.span };
    });
    return [...facts, ...(facts.length > 0 ? [] : wholePassage(verdict)), ...unsupportedFindings(verdict)];
  });

/** Wrong sentences (errors), or the passage as a whole where none is; then unconfirmed sentences (warnings). */
export const sentenceFindingsOf = (report: Report): AsyncGenerator<PassageFindings> =>
  located(report, (verdict) => {
    const found = (wanted: SentenceState, as: Pick<Located, 'rule' | 'level'>): Located[] =>
      reportedSentences(verdict)
        .filter(({ state }) => state === wanted)
        .map(({ text, because, span }) => ({
          ...{ ...as, span, text: [`${wanted}: “${text}”`, ...because].join('; ') },
        }));
    const wrong = found('wrong', { rule: 'hallucinated-sentence', level: 'error' });
    const unconfirmed = found('not confirmed', { rule: 'unconfirmed-sentence', level: 'warning' });
    const isCovered = wrong.length > 0 || flaggedFacts(verdict).length > 0;
    return [...(isCovered ? [] : wholePassage(verdict)), ...wrong, ...unconfirmed];
  });

async function* located(
  { verdicts, places }: Report,
  find: (verdict: PassageVerdict) => Located[],
): AsyncGenerator<PassageFindings> {
  const file = places?.();
  for await (const verdict of verdicts) {
    const at = file?.of(verdict.passage) ?? (() => null);
    const place = at(null);
    const findings = find(verdict).map(({ span, fact = null, ...finding }) => ({
      ...{ ...finding, fact, place: (span && at(span)) ?? place },
    }));
    yield { verdict, place, findings };
  }
}

function unsupportedFindings(verdict: PassageVerdict): Located[] {
  const { sentences, facts } = unsupportedIn(verdict);
  return [
    ...sentences.map((sentence): Located => {
      const text = unsupportedSentence(verdict, sentence);
      return { rule: 'unsupported-sentence', level: 'warning', text, span: sentence.span };
    }),
    ...facts.map((row): Located => {
      const fact = factOf(verdict, row);
      const text = `${fact.text} (${factWords(fact)}): ${mentionedByNone(verdict)} it`;
      return { rule: 'unsupported-fact', level: 'note', text, span: row.triple.span };
    }),
  ];
}

function wholePassage(verdict: PassageVerdict): Located[] {
  const { passage, label, score, threshold, abstention, unsure } = verdict;
  if (label === 'factual') return [];
  const id = oneLine(passage.id);
  const whole = whyAsWhole(verdict);
  const found = (rule: Finding['rule'], level: Finding['level'], text: string): Located[] => [
    { rule, level, text, span: null },
  ];
  if (whole !== null) return found('hallucinated-passage', 'error', `${id}: hallucinated: ${whole}`);
  if (abstention !== null)
    return found('not-judged', 'warning', `not judged: ${abstentionLine(id, abstention)}`);
  const words = [labelWords(label), `support ${scoreFigure(score, threshold)}`, unsure?.detail ?? []];
  return found('no-clear-verdict', 'warning', `${id}: ${words.flat().join(', ')}`);
}
