/** `--fail-on`: rules that end a run with status 1, and their message. */
import { InvalidArgumentError } from 'commander';
import { EXIT_CODES } from '../errors.ts';
import { counted, oneLine } from '../format/text.ts';
import type { PassageVerdict, TripleVerdict } from '../passage.ts';
import type { Report } from '../report/report.ts';
import { Exit } from './exit.ts';
import type { Host } from '../run/host.ts';
import { collected } from './options.ts';
import { SHARE_HELP, ShareCount, shareRule } from './share-gate.ts';

const isFlagged = ({ label }: TripleVerdict): boolean => label === 'hallucinated';
const isContradicted = ({ reasons }: TripleVerdict): boolean =>
  reasons.some(({ kind }) => kind === 'samples-contradict' || kind === 'reference-contradicts');

const isUnsupported = ({ label }: TripleVerdict): boolean => label === 'unsupported';

const hallucinated = ({ label }: PassageVerdict) => label === 'hallucinated' || undefined;
const unsupported = (verdict: PassageVerdict) =>
  hallucinated(verdict) ??
  verdict.triples.find(isUnsupported) ??
  (verdict.sentences.some(({ label }) => label === 'unsupported') || undefined);

/** For each rule the matching facts, or the passage. A rule for a label also matches more severe labels. */
const RULES = {
  fact: ({ triples }: PassageVerdict) => triples.find(isFlagged),
  contradicted: ({ triples }: PassageVerdict) =>
    triples.find((fact) => isFlagged(fact) && isContradicted(fact)),
  hallucinated,
  unsupported,
  unsure: (verdict: PassageVerdict) => unsupported(verdict) ?? (verdict.label === 'unsure' || undefined),
  abstained: ({ label }: PassageVerdict) => label === 'abstained' || undefined,
};
type Rule = keyof typeof RULES;
const NAMES = Object.keys(RULES) as Rule[];

export const FAIL_ON_HELP =
  'exit with status 1 if a passage is hallucinated, or abstained, or holds a suspicious fact, a contradicted one, or one ' +
  'that no sample mentions (unsupported); unsupported is met by hallucinated passages, too, and unsure by both ' +
  `(${NAMES.join(', ')}; repeatable); ${SHARE_HELP}`;

export function failOnRule(value: string, previous?: string[]): string[] {
  if (shareRule(value) === null && !NAMES.some((name) => name === value))
    throw new InvalidArgumentError(
      `Allowed choices are ${NAMES.join(', ')}, and shares as in "suspicious>2%".`,
    );
  return collected(value, previous);
}

/**
 * Prints for each rule that is met the number of passages and the first one.
 *
 * @throws Exit 1 when one is met
 */
export async function refuseWhatIsMet(
  { verdicts }: Report,
  rules: readonly string[] = [],
  { stderr }: Host,
): Promise<void> {
  const wanted = NAMES.filter((name) => rules.includes(name));
  const shares = rules.flatMap((rule) => shareRule(rule) ?? []).map((rule) => new ShareCount(rule));
  if (wanted.length + shares.length === 0) return;
  const met = new Map<Rule, { count: number; first: string }>();
  for await (const verdict of verdicts) {
    for (const share of shares) share.add(verdict);
    for (const rule of wanted) {
      const found = RULES[rule](verdict);
      if (found === undefined) continue;
      const known = met.get(rule);
      if (known === undefined) met.set(rule, { count: 1, first: inWords(verdict, found) });
      else known.count += 1;
    }
  }
  for (const [rule, { count, first }] of met)
    stderr.write(`--fail-on ${rule}: met by ${counted(count, 'passage')}; first ${oneLine(first)}\n`);
  const exceeded = shares.flatMap((share) => share.finding() ?? []);
  for (const finding of exceeded) stderr.write(`${finding}\n`);
  if (met.size + exceeded.length > 0) throw new Exit(EXIT_CODES.ruleMet);
}

function inWords({ passage }: PassageVerdict, found: TripleVerdict | true): string {
  if (found === true) return passage.id;
  const { head, relation, tail } = found.triple;
  return `${passage.id}: ${head} ${relation} ${tail}`;
}
