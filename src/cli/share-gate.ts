/** `--fail-on "suspicious>2%"`: gates on the share of facts or passages of a run. */
import { InvalidArgumentError } from 'commander';
import { percentage } from '../format/text.ts';
import type { PassageVerdict } from '../passage.ts';

/** What is counted in a verdict: matches and total. Passages that were not judged have no facts to count. */
const SHARES = {
  suspicious: (verdict: PassageVerdict) => factsWith(verdict, 'hallucinated'),
  unsupported: (verdict: PassageVerdict) => factsWith(verdict, 'unsupported'),
  hallucinated: ({ label }: PassageVerdict) => [label === 'hallucinated' ? 1 : 0, 1] as const,
  unsure: ({ label }: PassageVerdict) => [label === 'unsure' ? 1 : 0, 1] as const,
  abstained: ({ label }: PassageVerdict) => [label === 'abstained' ? 1 : 0, 1] as const,
};
type Counted = keyof typeof SHARES;

function factsWith({ triples }: PassageVerdict, wanted: string): readonly [number, number] {
  return [triples.filter(({ label }: { label: string }) => label === wanted).length, triples.length];
}

export const SHARE_HELP = `also of a share, as in "suspicious>2%" (${Object.keys(SHARES).join(', ')})`;

interface ShareRule {
  rule: string;
  counted: Counted;
  /** In [0, 1]; a greater share meets the rule. */
  most: number;
}

/** Null for another kind of rule. @throws InvalidArgumentError for an invalid rule of this kind */
export function shareRule(rule: string): ShareRule | null {
  const [, name, number, percent] = /^\s*(\w+)\s*>\s*([\d.]+)\s*(%?)\s*$/.exec(rule) ?? [];
  if (!rule.includes('>')) return null;
  const counted = (Object.keys(SHARES) as Counted[]).find((known) => known === name);
  const most = Number(number) / (percent === '%' ? 100 : 1);
  if (counted === undefined || !(most >= 0 && most <= 1))
    throw new InvalidArgumentError(
      `Expected a share of ${Object.keys(SHARES).join(', ')}, as in "suspicious>2%".`,
    );
  return { rule, counted, most };
}

/** Counts over the verdicts of a run, for one rule. */
export class ShareCount {
  readonly #rule: ShareRule;
  #part = 0;
  #all = 0;

  constructor(rule: ShareRule) {
    this.#rule = rule;
  }

  add(verdict: PassageVerdict): void {
    const [part, all] = SHARES[this.#rule.counted](verdict);
    this.#part += part;
    this.#all += all;
  }

  /** The message of a rule that is met; null if it is not. */
  finding(): string | null {
    const { rule, counted, most } = this.#rule;
    if (this.#all === 0 || this.#part / this.#all <= most) return null;
    const unit = counted === 'suspicious' || counted === 'unsupported' ? 'facts' : 'passages';
    return `--fail-on ${rule}: ${this.#part} of ${this.#all} ${unit}, ${percentage(this.#part / this.#all)}`;
  }
}
