/** What a run holds against its passages, one thing after the other, for programs that look at texts in files. */
import { labelWords } from '../format/label-words.ts';
import { oneLine, scoreFigure } from '../format/text.ts';
import type { PassageVerdict, Span } from '../passage.ts';
import { type Fact, factOf } from './facts.ts';
import type { FilePlace } from './file-places.ts';
import { whyAsWhole } from './low-support.ts';
import type { Report } from './report.ts';
import { mentionedByNone, unsupportedIn, unsupportedSentence } from './unsupported.ts';
import { abstentionLine, factWords } from './shared-sentences.ts';

/** What is found, with what it means. */
export const RULES = {
  'suspicious-fact': 'A fact with so little support that it is likely wrong.',
  'hallucinated-sentence': 'A sentence that is likely wrong, or holds a fact that is.',
  'unconfirmed-sentence': 'A sentence of which not all is confirmed.',
  'hallucinated-passage': 'A passage with too little support, though no single fact stands out.',
  'unsupported-sentence': 'A sentence that no sample mentions, in a passage of which they mention others.',
  'unsupported-fact': 'A fact that no sample mentions, in a sentence of which they mention others.',
  'not-judged': 'A passage that could not be judged.',
  'no-clear-verdict': 'A passage that was judged neither way.',
} as const;

export interface Finding {
  rule: keyof typeof RULES;
  /** Only what is taken for wrong is an error; a note is a fact that may as well be right. */
  level: 'error' | 'warning' | 'note';
  /** On one line, safe to print. */
  text: string;
  fact: Fact | null;
  place: FilePlace | null;
}

/** What is found of one passage; nothing of one in which no error was found and of which samples mention everything. */
export interface PassageFindings {
  verdict: PassageVerdict;
  place: FilePlace | null;
  findings: Finding[];
}

/** In the order of the run. */
export async function* findingsOf({ verdicts, places }: Report): AsyncGenerator<PassageFindings> {
  const file = places?.();
  for await (const verdict of verdicts) {
    const at = file?.of(verdict.passage) ?? (() => null);
    const place = at(null);
    const facts = verdict.triples
      .filter(({ label }) => label === 'hallucinated')
      .map((triple): Finding => {
        const fact = factOf(verdict, triple);
        const text = [`${fact.text} (${factWords(fact)})`, ...fact.evidence].join('; ');
        const stands = triple.triple.span ? at(triple.triple.span) : place;
        return { rule: 'suspicious-fact', level: 'error', text, fact, place: stands };
      });
    const unsupported = unsupportedFindings(verdict).map(({ span, ...finding }) => ({
      ...finding,
      place: (span && at(span)) ?? place,
    }));
    const passage = facts.length > 0 ? [] : passageFinding(verdict).map((finding) => ({ ...finding, place }));
    yield { verdict, place, findings: [...facts, ...passage, ...unsupported] };
  }
}

/** What no sample mentions, with its place in the response. */
function unsupportedFindings(verdict: PassageVerdict): (Omit<Finding, 'place'> & { span: Span | null })[] {
  const { sentences, facts } = unsupportedIn(verdict);
  return [
    ...sentences.map((sentence) => ({
      ...{ rule: 'unsupported-sentence' as const, level: 'warning' as const, fact: null },
      ...{ text: unsupportedSentence(verdict, sentence), span: sentence.span },
    })),
    ...facts.map((row) => {
      const { text, ...fact } = factOf(verdict, row);
      const said = `${text} (${factWords(fact)}): ${mentionedByNone(verdict)} it`;
      return {
        ...{ rule: 'unsupported-fact' as const, level: 'note' as const, fact: null },
        ...{ text: said, span: row.triple.span },
      };
    }),
  ];
}

function passageFinding(verdict: PassageVerdict): Omit<Finding, 'place'>[] {
  const { passage, label, score, threshold, abstention, unsure } = verdict;
  const id = oneLine(passage.id);
  const whole = whyAsWhole(verdict);
  if (label === 'factual') return [];
  if (whole !== null)
    return [
      { rule: 'hallucinated-passage', level: 'error', text: `${id}: hallucinated: ${whole}`, fact: null },
    ];
  if (abstention === null) {
    const words = [labelWords(label), `support ${scoreFigure(score, threshold)}`, unsure?.detail ?? []];
    return [
      { rule: 'no-clear-verdict', level: 'warning', text: `${id}: ${words.flat().join(', ')}`, fact: null },
    ];
  }
  const text = `not judged: ${abstentionLine({ id, abstention })}`;
  return [{ rule: 'not-judged', level: 'warning', text, fact: null }];
}
