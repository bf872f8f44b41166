import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { Exit } from '../../src/cli/exit.ts';
import { failOnRule, refuseWhatIsMet } from '../../src/cli/fail-on.ts';
import type { Host } from '../../src/run/host.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { Report } from '../../src/report/report.ts';

const TEXT = 'Rupert Brooke was an English poet. He was born in Rugby in 1887. He died in 1915.';
const answer = (id: string, response: string, samples: string[]) => ({
  ...{ id, prompt: 'Who was Rupert Brooke?', response, samples },
});
const PASSAGES = [
  answer('right', TEXT, [TEXT, TEXT, TEXT]),
  answer('wrong', TEXT.replace('1915', '1921'), [TEXT, TEXT, TEXT]),
  answer('more', `${TEXT} His aunt bred parrots.`, [TEXT, TEXT]),
  answer('once', TEXT, [TEXT]),
  answer('alone', TEXT, []),
];
const NAMES = ['fact', 'contradicted', 'hallucinated', 'unsupported', 'unsure', 'abstained'];

/** What is said under the rules, and the exit status; null where no rule is met. */
async function refuse(rules: string[] | undefined, ids = ['right', 'wrong', 'more', 'once', 'alone']) {
  const detector = createDetector({ preset: 'local' });
  const verdicts = detector.evaluateAll(PASSAGES.filter(({ id }) => ids.includes(id)));
  let said = '';
  const stderr = { write: (text: string) => (said += text) };
  const report = { verdicts } as unknown as Report;
  const error = await refuseWhatIsMet(report, rules, { stderr } as unknown as Host).catch((reason) => reason);
  return { said, status: error instanceof Exit ? error.status : null };
}

describe('--fail-on', () => {
  it.each([
    [['fact'], '--fail-on fact: met by 1 passage; first wrong: Rupert Brooke died in 1921\n'],
    [['suspicious'], '--fail-on suspicious: met by 1 passage; first wrong: Rupert Brooke died in 1921\n'],
    [['contradicted'], '--fail-on contradicted: met by 1 passage; first wrong: Rupert Brooke died in 1921\n'],
    [['hallucinated'], '--fail-on hallucinated: met by 1 passage; first wrong\n'],
    [['unsupported'], '--fail-on unsupported: met by 2 passages; first wrong\n'],
    [['unsure'], '--fail-on unsure: met by 3 passages; first wrong\n'],
    [['abstained'], '--fail-on abstained: met by 1 passage; first alone\n'],
  ])('%j says what met it, with status 1', async (rules, said) => {
    expect(await refuse(rules)).toEqual({ said, status: 1 });
  });

  it('names the fact that no sample mentions', async () => {
    const said = "--fail-on unsupported: met by 1 passage; first more: Rupert Brooke's aunt bred parrots\n";
    expect(await refuse(['unsupported'], ['more', 'once'])).toEqual({ said, status: 1 });
  });

  it('is met by a greater share of facts or passages', async () => {
    const { said, status } = await refuse(['suspicious>2%', 'hallucinated>0.5', 'abstained>10%']);
    expect(said).toMatch(
      /^--fail-on suspicious>2%: 1 of \d+ facts, \d+ %\n--fail-on abstained>10%: 1 of \d passages, \d+ %\n$/,
    );
    expect(status).toBe(1);
    expect(await refuse(['suspicious>0%', 'abstained>0'], ['right'])).toEqual({ said: '', status: null });
  });

  it('takes every name as a share, too', async () => {
    const names = ['suspicious', ...NAMES];
    const { said, status } = await refuse(names.map((name) => `${name}>0`));
    expect(status).toBe(1);
    for (const name of names) expect(said).toMatch(new RegExp(`^--fail-on ${name}>0: 1 of \\d+ `, 'm'));
  });

  it.each(['suspicious>2x', 'facts>2%', 'suspicious>200%', 'nothing', '>5%'])('refuses %j', (rule) => {
    expect(() => failOnRule(rule)).toThrow(InvalidArgumentError);
  });

  it('says nothing where nothing is met or asked', async () => {
    expect(await refuse(NAMES, ['right'])).toEqual({ said: '', status: null });
    expect(await refuse(undefined)).toEqual({ said: '', status: null });
  });
});
