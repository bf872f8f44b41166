/** One verdict as plain text. Safe to print. */
import { labelWords } from '../format/labels.ts';
import { counted, oneLine, scoreFigure, shortened } from '../format/text.ts';
import type { PassageVerdict } from '../passage.ts';
import { FactList, factLines, factWords, flaggedFacts, lineAndColumn } from './facts.ts';
import {
  noteOnSentence,
  unsupportedIn,
  unsupportedSentence,
  unsupportedWords,
  unusedSamples,
  unusedWords,
} from './passage-notes.ts';
import { wordsOfSentences } from './words-of-sentences.ts';
import { abstentionLine, readWithoutGrammar } from './report-lines.ts';

/** Suspicious facts shown, and characters of a line: a text may hold any number, and words of any length. */
const SHOWN = 20;
const LENGTH = 400;

/** The headline, then the suspicious facts with their evidence, worst first, then sentences and claims. */
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

/** `hallucinated: support 0.20, 2 of 7 facts suspicious`, and why where the verdict is not clear. */
export function headline(verdict: PassageVerdict): string {
  const { passage, label, score, threshold, abstention, unsure, triples, language } = verdict;
  if (abstention) return `not judged: ${abstentionLine(passage.id, abstention)}`;
  const notes = [
    `${flaggedFacts(verdict).length} of ${counted(triples.length, 'fact')} suspicious`,
    unsure ? oneLine(unsure.detail) : [],
    unsupportedWords(verdict) ?? [],
    language === undefined ? [] : readWithoutGrammar(language),
    unusedWords(unusedSamples(verdict)) ?? [],
  ];
  return `${labelWords(label)}: support ${scoreFigure(score, threshold)}, ${notes.flat().join('; ')}`;
}

/** Suspicious sentences without a suspicious fact, unsupported ones, and the caller's suspicious claims. */
function otherLines(verdict: PassageVerdict): string[] {
  const { trace, passage } = verdict;
  const flagged = new Set(flaggedFacts(verdict).map(({ triple }) => triple.id));
  const wordsOf = wordsOfSentences(passage);
  const sentences = verdict.sentences.flatMap(({ span, tripleIds, ...sentence }, index) => {
    if (sentence.label !== 'hallucinated' || tripleIds.some((id) => flagged.has(id))) return [];
    const place = lineAndColumn(passage.response ?? '', span.start);
    const note = noteOnSentence(trace, index);
    return [
      `sentence “${wordsOf(span)}” (${place}, ${factWords(sentence)})`,
      ...(note === null ? [] : [`  - ${oneLine(note)}`]),
    ];
  });
  const unsupported = unsupportedIn(verdict).sentences.map(
    (sentence) => `sentence ${unsupportedSentence(verdict, sentence)}`,
  );
  const claims = verdict.claims
    .filter(({ label }) => label === 'hallucinated')
    .map((claim) => `claim “${oneLine(claim.text)}” (${factWords(claim)})`);
  return [...sentences, ...unsupported, ...claims].slice(0, 2 * SHOWN);
}
