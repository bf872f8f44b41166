/** `--fail-on`: rules that end a run with status 1. */
import { InvalidArgumentError } from 'commander';
import { EXIT_CODES } from '../errors.ts';
import { counted, oneLine, percentage } from '../format/text.ts';
import type { Label, PassageVerdict, TripleVerdict } from '../passage.ts';
import type { Report } from '../report/report.ts';
import type { Host } from '../run/host.ts';
import { Exit } from './exit.ts';
import { collected } from './options.ts';

const isFlagged = ({ label }: TripleVerdict): boolean => label === 'hallucinated';
const isContradicted = (fact: TripleVerdict): boolean =>
  isFlagged(fact) &&
  fact.reasons.some(({ kind }) => kind === 'samples-contradict' || kind === 'reference-contradicts');

const hasLabel =
  (wanted: Label) =>
  ({ label }: PassageVerdict): true | undefined =>
    label === wanted || undefined;
const hallucinated = hasLabel('hallucinated');
const unsupported = (verdict: PassageVerdict) =>
  hallucinated(verdict) ??
  verdict.triples.find(({ label }) => label === 'unsupported') ??
  (verdict.sentences.some(({ label }) => label === 'unsupported') || undefined);

/** The first matching fact, or true for the passage. A rule for a label also matches more severe labels. */
const RULES = {
  fact: ({ triples }: PassageVerdict) => triples.find(isFlagged),
  suspicious: ({ triples }: PassageVerdict) => triples.find(isFlagged),
  contradicted: ({ triples }: PassageVerdict) => triples.find(isContradicted),
  ...{ hallucinated, unsupported },
  unsure: (verdict: PassageVerdict) => unsupported(verdict) ?? hasLabel('unsure')(verdict),
  abstained: hasLabel('abstained'),
};
type Rule = keyof typeof RULES;
const NAMES = Object.keys(RULES) as Rule[];

const factsThat =
  (isMeant: (fact: TripleVerdict) => boolean) =>
  ({ triples }: PassageVerdict): readonly [number, number] => [
    triples.filter(isMeant).length,
    triples.length,
  ];
const passagesWith =
  (wanted: Label) =>
  ({ label }: PassageVerdict): readonly [number, number] => [label === wanted ? 1 : 0, 1];

/** One for each of the rules. */
const SHARES: Record<Rule, { unit: string; countsOf(verdict: PassageVerdict): readonly [number, number] }> = {
  fact: { unit: 'facts', countsOf: factsThat(isFlagged) },
  suspicious: { unit: 'facts', countsOf: factsThat(isFlagged) },
  contradicted: { unit: 'facts', countsOf: factsThat(isContradicted) },
  unsupported: { unit: 'facts', countsOf: factsThat(({ label }) => label === 'unsupported') },
  hallucinated: { unit: 'passages', countsOf: passagesWith('hallucinated') },
  unsure: { unit: 'passages', countsOf: passagesWith('unsure') },
  abstained: { unit: 'passages', countsOf: passagesWith('abstained') },
};

export const FAIL_ON_HELP =
  'exit with status 1 if a passage is hallucinated, unsure or abstained, or has a suspicious (the same as fact), contradicted ' +
  'or unsupported fact; unsupported also matches hallucinated passages, unsure also hallucinated and unsupported ones ' +
  `(${NAMES.join(', ')}; repeatable); or if more than a share has this label itself, as in "suspicious>2%"`;

/** A rule such as `suspicious>2%`; null for a rule of another kind. @throws InvalidArgumentError for an invalid share */
function shareRule(rule: string) {
  if (!rule.includes('>')) return null;
  const [, wanted, number, percent] = /^\s*(\w+)\s*>\s*([\d.]+)\s*(%?)\s*$/.exec(rule) ?? [];
  const name = NAMES.find((known) => known === wanted);
  const most = Number(number) / (percent === '%' ? 100 : 1);
  if (name !== undefined && most >= 0 && most <= 1) return { rule, most, ...SHARES[name], part: 0, all: 0 };
  throw new InvalidArgumentError(`Expected a share of ${NAMES.join(', ')}, as in "suspicious>2%".`);
}

export function failOnRule(value: string, previous?: string[]): string[] {
  if (shareRule(value) === null && !NAMES.some((name) => name === value))
    throw new InvalidArgumentError(
      `Allowed choices are ${NAMES.join(', ')}, and shares as in "suspicious>2%".`,
    );
  return collected(value, previous);
}

/** Prints each rule that is met, with the number of passages and the first one. @throws Exit 1 when one is met */
export async function refuseWhatIsMet(
  { verdicts }: Report,
  rules: readonly string[] = [],
  { stderr }: Host,
): Promise<void> {
  if (rules.length === 0) return;
  const wanted = NAMES.filter((name) => rules.includes(name));
  const shares = rules.flatMap((rule) => shareRule(rule) ?? []);
  const met = new Map<Rule, { count: number; first: string }>();
  for await (const verdict of verdicts) {
    for (const share of shares) {
      const [part, all] = share.countsOf(verdict);
      share.part += part;
      share.all += all;
    }
    for (const rule of wanted) {
      const found = RULES[rule](verdict);
      if (found === undefined) continue;
      const { count, first } = met.get(rule) ?? { count: 0, first: inWords(verdict, found) };
      met.set(rule, { count: count + 1, first });
    }
  }
  const exceeded = shares.filter(({ part, all, most }) => all > 0 && part / all > most);
  for (const [rule, { count, first }] of met)
    stderr.write(`--fail-on ${rule}: met by ${counted(count, 'passage')}; first ${oneLine(first)}\n`);
  for (const { rule, part, all, unit } of exceeded)
    stderr.write(`--fail-on ${rule}: ${part} of ${all} ${unit}, ${percentage(part / all)}\n`);
  if (met.size + exceeded.length > 0) throw new Exit(EXIT_CODES.ruleMet);
}

function inWords({ passage }: PassageVerdict, found: TripleVerdict | true): string {
  if (found === true) return passage.id;
  const { head, relation, tail } = found.triple;
  return `${passage.id}: ${head} ${relation} ${tail}`;
}
