/** The triples a report shows, and what it says of each. */
import {
  COMPONENTS,
  type Label,
  type MissingReason,
  type PassageVerdict,
  type Reason,
  type Triple,
  type TripleVerdict,
} from '../passage.ts';
import { isRebuiltFromSamples, partNames } from '../scoring/part-names.ts';
import { oneLine, tripleWords } from '../format/text.ts';

/** One triple as reports show it: text is on one line and safe to print. */
export interface Fact {
  passageId: string;
  /** `line:column` in the response, both from 1; null when the triple could not be located. */
  place: string | null;
  /** The words of the response that state it. */
  quote: string | null;
  /** The fact in words: head, relation and tail one after the other. */
  text: string;
  /** `head → relation → tail` */
  triple: string;
  score: number | null;
  /** Of being hallucinated; null without a calibration. */
  probability: number | null;
  label: Label;
  /** What was looked at, under the names of the method. */
  parts: { symbol: string; value: number | null }[];
  evidence: string[];
  /** `Henry: samples give England, not Morocco`; null where they give nothing else. */
  dispute: string | null;
}

export interface SelectedFacts {
  facts: Fact[];
  omitted: number;
}

/** Takes verdicts in order, and keeps every triple, or the `top` hallucinated ones with the lowest scores. */
export class FactList {
  readonly #top: number | null;
  #facts: Fact[] = [];
  #count = 0;

  /** @param top how many suspicious triples to show, worst first; null for every triple, in the order of the text */
  constructor(top: number | null) {
    this.#top = top;
  }

  add(verdict: PassageVerdict): void {
    const isShown = ({ label }: TripleVerdict) => this.#top === null || label === 'hallucinated';
    const facts = verdict.triples.filter(isShown).map((triple) => factOf(verdict, triple));
    this.#count += facts.length;
    this.#facts.push(...facts);
    if (this.#top !== null && this.#facts.length > 2 * this.#top) this.#facts = this.#worst(this.#top);
  }

  selected(): SelectedFacts {
    const facts = this.#top === null ? this.#facts : this.#worst(this.#top);
    return { facts, omitted: this.#count - facts.length };
  }

  /** Of equal scores the earlier, since sorting keeps their order. */
  #worst(count: number): Fact[] {
    return this.#facts.toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0)).slice(0, count);
  }
}

/** Of a part that was not looked at, or had nothing to look at. */
const UNSEEN: ReadonlySet<MissingReason | null> = new Set(['disabled', 'no-samples']);

export function factOf({ passage, trace }: PassageVerdict, { triple, ...verdict }: TripleVerdict): Fact {
  const { span } = triple;
  const partName = partNames(isRebuiltFromSamples(trace));
  const response = passage.response ?? '';
  return {
    passageId: oneLine(passage.id),
    place: span && lineAndColumn(response, span.start),
    quote: span && oneLine(response.slice(span.start, span.end)),
    text: tripleWords(triple),
    triple: [triple.head, triple.relation, triple.tail].map(oneLine).join(' → '),
    score: verdict.score,
    probability: verdict.probability,
    label: verdict.label,
    parts: COMPONENTS.flatMap((name) => {
      // a run of an older version may lack a part
      const part = verdict.components[name];
      return part === undefined || UNSEEN.has(part.reason)
        ? []
        : { symbol: partName(name), value: part.value };
    }),
    evidence: verdict.evidence.map(oneLine),
    dispute: disputeOf(triple, verdict.reasons),
  };
}

function disputeOf({ head }: Triple, reasons: readonly Reason[]): string | null {
  const found = reasons.find(({ kind }) => kind === 'samples-contradict');
  if (found === undefined) return null;
  const instead = found.others === undefined ? `${found.instead}, not` : 'other values than';
  return oneLine(`${head}: samples give ${instead} ${found.value}`);
}

/** `line:column` of an offset, both from 1; columns count characters, not UTF-16 code units. */
export function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${[...(lines.at(-1) ?? '')].length + 1}`;
}
