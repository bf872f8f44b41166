/** Facts as reports show them: all text is on one line and safe to print. */
import { groupBy } from '../common/group-by.ts';
import { counted, figure, oneLine, percentage, tripleWords } from '../format/text.ts';
import type { Label, MissingReason, PassageVerdict, Span, TripleVerdict } from '../passage.ts';
import { COMPONENTS } from '../passage.ts';
import { partName } from '../scoring/part-names.ts';

export interface Fact extends Pick<TripleVerdict, 'score' | 'probability' | 'label'> {
  passageId: string;
  /** `line:column` in the response, both from 1; null if the triple could not be located. */
  place: string | null;
  quote: string | null;
  text: string;
  /** `head → relation → tail` */
  triple: string;
  /** The measured parts of its score, under the names of the method. */
  parts: { symbol: string; value: number | null }[];
  evidence: string[];
  /** `Henry: samples give "England", not "Morocco"`; null where samples give no other value. */
  dispute: string | null;
}

export const flaggedFacts = ({ triples }: Pick<PassageVerdict, 'triples'>): TripleVerdict[] =>
  triples.filter(({ label }) => label === 'hallucinated');

/** The lowest score first; of equal ones the earlier, since sorting is stable. */
export const byScore = (one: { score: number | null }, other: { score: number | null }): number =>
  (one.score ?? 0) - (other.score ?? 0);

/** Collects all facts in the order of the text, or the `top` hallucinated ones with the lowest scores, worst first. */
export class FactList {
  readonly #top: number | null;
  #facts: Fact[] = [];
  #count = 0;

  constructor(top: number | null) {
    this.#top = top;
  }

  add(verdict: PassageVerdict): void {
    const rows = this.#top === null ? verdict.triples : flaggedFacts(verdict);
    this.#count += rows.length;
    this.#facts.push(...rows.map((row) => factOf(verdict, row)));
    if (this.#top !== null && this.#facts.length > 2 * this.#top) this.#facts = this.#worst(this.#top);
  }

  selected(): { facts: Fact[]; omitted: number } {
    const facts = this.#top === null ? this.#facts : this.#worst(this.#top);
    return { facts, omitted: this.#count - facts.length };
  }

  #worst(count: number): Fact[] {
    return this.#facts.toSorted(byScore).slice(0, count);
  }
}

const NOT_MEASURED: ReadonlySet<MissingReason | null> = new Set(['disabled', 'no-samples']);

export function factOf({ passage }: PassageVerdict, row: TripleVerdict): Fact {
  const { triple, score, probability, label, components, evidence } = row;
  const { head, relation, tail, span } = triple;
  return {
    ...{ score, probability, label },
    passageId: oneLine(passage.id),
    place: span && lineAndColumn(passage.response ?? '', span.start),
    quote: span && quoted(passage, span),
    text: tripleWords(triple),
    triple: [head, relation, tail].map(oneLine).join(' → '),
    parts: COMPONENTS.filter((name) => !NOT_MEASURED.has(components[name].reason)).map((name) => ({
      symbol: partName(name),
      value: components[name].value,
    })),
    evidence: evidence.map(oneLine),
    dispute: disputeOf(row),
  };
}

function disputeOf({ triple, reasons }: TripleVerdict): string | null {
  const found = reasons.find(({ kind }) => kind === 'samples-contradict');
  if (found === undefined) return null;
  const instead = found.others === undefined ? `"${found.instead}", not` : 'other values than';
  return oneLine(`${triple.head}: samples give ${instead} "${found.value}"`);
}

export const quoted = ({ response = '' }: PassageVerdict['passage'], { start, end }: Span): string =>
  oneLine(response.slice(start, end));

/** `line:column` of an offset, both from 1; columns count characters, not UTF-16 code units. */
export function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${[...(lines.at(-1) ?? '')].length + 1}`;
}

const LABEL_WORDS: Partial<Record<Label, string>> = {
  ...{ hallucinated: 'suspicious', unsupported: 'unsupported', unsure: 'unsure', undecided: 'undecided' },
};

/** `suspicious, support 0.12, chance wrong 83 %`; the chance only where it is known. */
export function factWords({
  label,
  score,
  probability,
}: Pick<Fact, 'label' | 'score' | 'probability'>): string {
  const chance = probability === null ? [] : `chance wrong ${percentage(probability)}`;
  return [LABEL_WORDS[label] ?? [], `support ${figure(score)}`, chance].flat().join(', ');
}

/** `Ann Lee was born in York (1:1, suspicious, support 0.12)` */
const factLine = (fact: Fact): string => `${fact.text} (${fact.place ?? 'not located'}, ${factWords(fact)})`;

/** The fact, the words that state it, and a line for each piece of evidence. */
export const factLines = (fact: Fact): string[] => [
  factLine(fact),
  ...(fact.quote === null ? [] : [`  “${fact.quote}”`]),
  ...fact.evidence.map((line) => `  - ${line}`),
];

/** A fact, or facts of one passage with the same dispute. */
export interface FactBlock {
  /** At least one. */
  facts: readonly Fact[];
  title: string;
  /** Of several facts, with the evidence on each alone; empty for a single fact, whose text is the title. */
  members: { line: string; evidence: string[] }[];
  /** The words of the response that state a single fact. */
  quote: string | null;
  evidence: string[];
}

/** In the order of their first facts. */
export const blocksOf = (facts: readonly Fact[]): FactBlock[] => {
  const keyOf = (fact: Fact) => (fact.dispute === null ? fact : `${fact.passageId}\n${fact.dispute}`);
  return [...groupBy(facts, keyOf).values()].map(blockOf);
};

function blockOf(facts: readonly Fact[]): FactBlock {
  const [first] = facts as readonly [Fact];
  if (facts.length === 1) {
    const { text: title, quote, evidence } = first;
    return { facts, title, members: [], quote, evidence };
  }
  const shared = first.evidence.filter((line) => facts.every(({ evidence }) => evidence.includes(line)));
  const members = facts.map((fact) => ({
    line: factLine(fact),
    evidence: fact.evidence.filter((line) => !shared.includes(line)),
  }));
  const title = `${counted(facts.length, 'fact')} about ${first.dispute}`;
  return { facts, title, members, quote: null, evidence: shared };
}
