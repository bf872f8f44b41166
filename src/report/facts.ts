/** The triples a report shows, and what it says of each. */
import {
  COMPONENTS,
  type Component,
  type Label,
  type PassageVerdict,
  type TripleVerdict,
} from '../passage.ts';
import { oneLine } from './text.ts';

/** One triple as reports show it: text is on one line and safe to print. */
export interface Fact {
  passageId: string;
  /** `line:column` in the response, both from 1; null when the triple could not be located. */
  place: string | null;
  /** The words of the response that state it. */
  quote: string | null;
  /** `head → relation → tail` */
  text: string;
  score: number | null;
  /** Of being hallucinated; null without a calibration. */
  probability: number | null;
  label: Label;
  /** What was looked at, under the names of the method: S_h, S_r, S_t and C, then the others. */
  parts: { symbol: string; value: number | null }[];
  evidence: string[];
}

export interface FactSelection {
  /** How many suspicious triples to show, worst first; null for every triple. */
  top: number | null;
}

export interface SelectedFacts {
  facts: Fact[];
  /** Suspicious triples left out. */
  omitted: number;
}

/** Every triple in the order of the text, or the `top` hallucinated ones with the lowest scores. */
export function selectFacts(verdicts: readonly PassageVerdict[], { top }: FactSelection): SelectedFacts {
  const all = verdicts.flatMap((verdict) => verdict.triples.map((triple) => ({ verdict, triple })));
  const toFact = ({ verdict, triple }: (typeof all)[number]) => factOf(verdict, triple);
  if (top === null) return { facts: all.map(toFact), omitted: 0 };
  const suspicious = all
    .filter(({ triple }) => triple.label === 'hallucinated')
    .sort((one, other) => (one.triple.score ?? 0) - (other.triple.score ?? 0));
  return { facts: suspicious.slice(0, top).map(toFact), omitted: Math.max(0, suspicious.length - top) };
}

/** The symbols of paper Eq. 3, and words for a part whose key is not one. */
const SYMBOLS: Partial<Record<Component, string>> = {
  head: 'S_h',
  relation: 'S_r',
  tail: 'S_t',
  consistency: 'C',
  commonGround: 'common ground',
};

function factOf({ passage }: PassageVerdict, { triple, ...verdict }: TripleVerdict): Fact {
  const { span } = triple;
  const response = passage.response ?? '';
  return {
    passageId: oneLine(passage.id),
    place: span && lineAndColumn(response, span.start),
    quote: span && oneLine(response.slice(span.start, span.end)),
    text: [triple.head, triple.relation, triple.tail].map(oneLine).join(' → '),
    score: verdict.score,
    probability: verdict.probability,
    label: verdict.label,
    parts: COMPONENTS.filter((name) => verdict.components[name].reason !== 'disabled').map((name) => ({
      symbol: SYMBOLS[name] ?? name,
      value: verdict.components[name].value,
    })),
    evidence: verdict.evidence.map(oneLine),
  };
}

/** `line:column` of an offset, both from 1; columns count characters, not UTF-16 code units. */
export function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${[...(lines.at(-1) ?? '')].length + 1}`;
}
