/** One verdict in words, for a reader that sees text alone. */
import type { PassageVerdict } from '../passage.ts';
import { labelWords } from '../format/label-words.ts';
import { counted, oneLine, scoreFigure, shortened } from '../format/text.ts';
import { FactList, lineAndColumn } from './facts.ts';
import { noteOnSentence } from './low-support.ts';
import { unusedSamples, unusedWords } from './unused-samples.ts';
import { unsupportedIn, unsupportedSentence, unsupportedWords } from './unsupported.ts';
import { abstentionLine, readWithoutGrammar, factLines, factWords } from './shared-sentences.ts';

/** Suspicious facts shown, and characters of a line: a text may hold any number, and words of any length. */
const SHOWN = 20;
const LENGTH = 400;

/** The label and what it rests on, then what failed, worst first, with reasons. Safe to print. */
export function verdictText(verdict: PassageVerdict): string {
  const list = new FactList(SHOWN);
  list.add(verdict);
  const { facts, omitted } = list.selected();
  const lines = [
    headline(verdict),
    ...facts.flatMap(factLines),
    ...(omitted > 0 ? [`${counted(omitted, 'more suspicious fact')} not shown`] : []),
    ...otherLines(verdict),
  ];
  return lines.map((line) => shortened(line, LENGTH)).join('\n');
}

/** `hallucinated: support 0.20, 0 of 7 facts suspicious`, and why where the verdict is not clear. */
export function headline(verdict: PassageVerdict): string {
  const { passage, label, score, threshold, abstention, unsure, triples, language } = verdict;
  if (abstention) return `not judged: ${abstentionLine({ id: passage.id, abstention })}`;
  const flagged = triples.filter((triple) => triple.label === 'hallucinated').length;
  const facts = `${flagged} of ${counted(triples.length, 'fact')} suspicious`;
  const reader = language === undefined ? [] : [readWithoutGrammar(language)];
  const unused = unusedWords(unusedSamples(verdict));
  const why = [
    unsure ? oneLine(unsure.detail) : [],
    unsupportedWords(verdict) ?? [],
    ...reader,
    unused ?? [],
  ].flat();
  return `${labelWords(label)}: support ${scoreFigure(score, threshold)}, ${[facts, ...why].join('; ')}`;
}

/** Suspicious sentences of which no suspicious fact tells, unsupported ones, and the caller's suspicious claims. */
function otherLines(verdict: PassageVerdict): string[] {
  const { trace, passage } = verdict;
  const { response = '' } = passage;
  const told = new Set(
    verdict.triples.filter(({ label }) => label === 'hallucinated').map(({ triple }) => triple.id),
  );
  const sentences = verdict.sentences.flatMap(({ span, tripleIds, ...sentence }, index) => {
    if (sentence.label !== 'hallucinated' || tripleIds.some((id) => told.has(id))) return [];
    const text = oneLine(response.slice(span.start, span.end));
    const note = noteOnSentence(trace, index);
    return [
      `sentence “${text}” (${lineAndColumn(response, span.start)}, ${factWords(sentence)})`,
      ...(note === null ? [] : [`  - ${oneLine(note)}`]),
    ];
  });
  const claims = verdict.claims
    .filter(({ label }) => label === 'hallucinated')
    .map((claim) => `claim “${oneLine(claim.text)}” (${factWords(claim)})`);
  const unsupported = unsupportedIn(verdict).sentences.map(
    (sentence) => `sentence ${unsupportedSentence(verdict, sentence)}`,
  );
  return [...sentences, ...unsupported, ...claims].slice(0, 2 * SHOWN);
}
