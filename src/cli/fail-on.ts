/** `--fail-on`: rules that end a run with status 1. */
import { InvalidArgumentError } from 'commander';
import { EXIT_CODES } from '../errors.ts';
import { counted, oneLine, percentage } from '../format/text.ts';
import type { Label, PassageVerdict, TripleVerdict } from '../passage.ts';
import type { Report } from '../report/report.ts';
import type { Host } from '../run/host.ts';
import { Exit } from './exit.ts';
import { collected } from './options.ts';

const labelled =
  (wanted: Label) =>
  ({ label }: { label: Label }): boolean =>
    label === wanted;
const isFlagged = labelled('hallucinated');

/** The facts that a rule is about; the other rules are about passages with the label of their name. */
const FACT_RULES = {
  fact: isFlagged,
  suspicious: isFlagged,
  contradicted: (fact: TripleVerdict) =>
    isFlagged(fact) &&
    fact.reasons.some(({ kind }) => kind === 'samples-contradict' || kind === 'reference-contradicts'),
  unsupported: labelled('unsupported'),
};
type FactRule = keyof typeof FACT_RULES;

const NAMES = [
  ...(['fact', 'suspicious', 'contradicted', 'hallucinated'] as const),
  ...(['unsupported', 'unsure', 'abstained'] as const),
];
type Rule = (typeof NAMES)[number];

const isOfFacts = (rule: Rule): rule is FactRule => Object.hasOwn(FACT_RULES, rule);

/** The first matching fact, or true for the passage. A rule for a label also matches more severe labels. */
function findingOf(rule: Rule, verdict: PassageVerdict): TripleVerdict | true | undefined {
  if (rule === 'unsure')
    return findingOf('unsupported', verdict) ?? (labelled('unsure')(verdict) || undefined);
  if (!isOfFacts(rule)) return labelled(rule)(verdict) || undefined;
  const fact = verdict.triples.find(FACT_RULES[rule]);
  if (rule !== 'unsupported') return fact;
  return isFlagged(verdict) || (fact ?? (verdict.sentences.some(FACT_RULES.unsupported) || undefined));
}

/** How many of the facts of a passage a rule is about, or of the passage itself. */
function sharesOf(rule: Rule, verdict: PassageVerdict): readonly [part: number, all: number] {
  if (!isOfFacts(rule)) return [labelled(rule)(verdict) ? 1 : 0, 1];
  return [verdict.triples.filter(FACT_RULES[rule]).length, verdict.triples.length];
}

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
  if (name !== undefined && most >= 0 && most <= 1) return { rule, name, most, part: 0, all: 0 };
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
      const [part, all] = sharesOf(share.name, verdict);
      share.part += part;
      share.all += all;
    }
    for (const rule of wanted) {
      const found = findingOf(rule, verdict);
      if (found === undefined) continue;
      const { count, first } = met.get(rule) ?? { count: 0, first: inWords(verdict, found) };
      met.set(rule, { count: count + 1, first });
    }
  }
  const exceeded = shares.filter(({ part, all, most }) => all > 0 && part / all > most);
  for (const [rule, { count, first }] of met)
    stderr.write(`--fail-on ${rule}: met by ${counted(count, 'passage')}; first ${oneLine(first)}\n`);
  for (const { rule, name, part, all } of exceeded) {
    const unit = isOfFacts(name) ? 'facts' : 'passages';
    stderr.write(`--fail-on ${rule}: ${part} of ${all} ${unit}, ${percentage(part / all)}\n`);
  }
  if (met.size + exceeded.length > 0) throw new Exit(EXIT_CODES.ruleMet);
}

function inWords({ passage }: PassageVerdict, found: TripleVerdict | true): string {
  if (found === true) return passage.id;
  const { head, relation, tail } = found.triple;
  return `${passage.id}: ${head} ${relation} ${tail}`;
}
