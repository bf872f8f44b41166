import { describe, expect, it } from 'vitest';
import { reportJson } from '../../src/format/report-json.ts';
import { rougeOf } from '../../src/correction/rouge.ts';
import type { Correction } from '../../src/detector/corrector-interface.ts';
import {
  correctionRecord,
  correctionText,
  renderCorrections,
  summariseCorrections,
  wordDiff,
} from '../../src/report/corrections.ts';
import { verdictOf } from '../support/verdicts.ts';

const ORIGINAL = 'Mara was born in Oban. She won 5,395 *prizes*.';
const CORRECTED = 'Mara was born in Leith. She won 5,395 *prizes*.';
const before = verdictOf({ id: 'qu|nt\u001b[31m', prompt: '', response: ORIGINAL }, [
  { fact: ['Mara', 'was born in', 'Oban'], stated: 'born in Oban', label: 'hallucinated' },
  { fact: ['She', 'won', '5,395 prizes'], stated: 'won', label: 'hallucinated' },
]);
const after = verdictOf({ id: 'qu|nt', prompt: '', response: CORRECTED }, [
  { fact: ['Mara', 'was born in', 'Leith'], stated: 'born in Leith' },
  { fact: ['Mara', 'was', 'a ghost'], stated: 'Mara', label: 'hallucinated' },
]);
const rouge = rougeOf(ORIGINAL, CORRECTED);
const CORRECTION: Correction = {
  id: before.passage.id,
  original: ORIGINAL,
  corrected: CORRECTED,
  changes: [
    {
      tripleId: 'original/1',
      old: { head: 'Mara', relation: 'was born in', tail: 'Oban' },
      new: { head: 'Mara', relation: 'was born in', tail: 'Leith' },
      source: 'reference',
      status: 'replaced',
      reason: null,
      before: { label: 'hallucinated', score: 0.2 },
      after: { tripleId: 'original/1', label: 'factual', score: 0.9 },
    },
    {
      tripleId: 'original/2',
      old: { head: 'She', relation: 'won', tail: '5,395 prizes' },
      new: { head: 'She', relation: 'won', tail: '5,895 prizes' },
      source: 'reference',
      status: 'refused',
      reason: 'too-much-changed',
      before: { label: 'hallucinated', score: 0.2 },
      after: null,
    },
  ],
  introduced: ['original/2'],
  before,
  after,
  rouge,
  usage: { requests: 2, inputTokens: 0, outputTokens: 0 },
  direct: { corrected: CORRECTED, reason: null, changedOutside: true, introduced: [], after, rouge },
};
const options = { color: false, columns: 100, trace: false };

it('tells in words what became of each flagged fact, and gives the new text', () => {
  expect(correctionText(CORRECTION).split('\n')).toEqual([
    'hallucinated, support 0.30 → hallucinated, support 0.30',
    '- Mara was born in Oban: "Leith" by the reference, now support 0.90',
    '- She won 5,395 prizes: "5,895 prizes" by the reference, not replaced, more than the fact would change',
    expect.stringMatching(/^- introduced: Mara was a ghost \(suspicious/),
    'the corrected text:',
    CORRECTED,
  ]);
  const unchanged = { ...CORRECTION, changes: [], introduced: [], after: before, rouge: null };
  expect(correctionText(unchanged)).toMatch(/nothing was changed$/);
});

describe('renderCorrections', () => {
  it('names the passages that were not judged, and why', () => {
    const abstention = { reason: 'no-samples', detail: 'there are no samples' } as const;
    const verdict = { ...before, triples: [], abstention };
    const silent = { ...CORRECTION, id: 'silent', changes: [], before: verdict, after: verdict, rouge: null };
    for (const format of ['table', 'markdown'] as const) {
      const text = renderCorrections([CORRECTION, silent], { ...options, format });
      expect(text.match(/not judged: .*/g)).toEqual(['not judged: silent: there are no samples']);
    }
  });

  it('shows a table with the diff, the changes, what was introduced, and the figures', () => {
    const text = renderCorrections([CORRECTION], { ...options, format: 'table' });
    expect(text).toContain('Mara was born in [-Oban-]{+Leith+}. She won 5,395 *prizes*.');
    expect(text).toContain('- Mara was born in Oban: "Leith" by the reference, now support 0.90');
    expect(text).toContain('not replaced, more than the fact would');
    expect(text).toContain('introduced: Mara was a ghost (suspicious, support 0.20)');
    expect(text).toContain('2 flagged facts: 1 replaced, 1 not replaced (more than the fact would change 1)');
    expect(text).toContain('verified as corrected: 50 % of the flagged facts, 100 % of those replaced');
    expect(text).toContain('direct prompt: 1 text changed, 1 of them outside the flagged sentences');
    expect(text).not.toContain('\u001b');
  });

  it('shows no figures of an outcome where no text was changed, and why none was', () => {
    const [, change] = CORRECTION.changes;
    const alone = { ...change, status: 'not-proposed', reason: 'one-sample', given: ['1921'], new: null };
    const changes = [alone, { ...alone, reason: 'clause-denied' }, alone] as Correction['changes'];
    const { direct: _, ...kept } = { ...CORRECTION, changes, introduced: [], after: before, rouge: null };
    const text = renderCorrections([kept], { ...options, columns: 400, format: 'table' });
    expect(text.trim()).toMatch(/ value in it 1\)$/);
    expect(text).toContain('0 replaced, 3 not replaced (one sample alone gives another value 2,');
    expect(text).toContain('not replaced, one sample alone gives another value ("1921")');
  });

  it.each(['table', 'markdown'] as const)('keeps the lines of the text: %s', (format) => {
    const lined = (text: string) => text.replace('. She', '.\r\n\r\nShe').replace('5,395', '\n- 5,395');
    const correction = { ...CORRECTION, original: lined(ORIGINAL), corrected: lined(CORRECTED) };
    const text = renderCorrections([correction], { ...options, format });
    expect(text).toMatch(/[}*]\.\n(> |)\n[> ]+She won *\n[> ]+- 5,395/);
  });

  it('colours words that went and came', () => {
    const text = renderCorrections([CORRECTION], { ...options, color: true, format: 'table' });
    expect(text).toContain('\u001b[31m\u001b[9mOban');
    expect(text).toContain('\u001b[32mLeith');
  });

  it('shows Markdown as it is meant', () => {
    const text = renderCorrections([CORRECTION], { ...options, format: 'markdown' });
    expect(text).toContain('## qu\\|nt');
    expect(text).toContain('> Mara was born in ~~Oban~~**Leith**. She won 5,395 \\*prizes\\*.');
  });

  it('gives JSON with the figures, and traces only where asked for', () => {
    const json = JSON.parse(renderCorrections([CORRECTION], { ...options, format: 'json' }));
    expect(json.summary).toEqual(JSON.parse(reportJson(summariseCorrections([CORRECTION]))));
    expect(json.passages[0]).toMatchObject({
      original: ORIGINAL,
      corrected: CORRECTED,
      introduced: ['original/2'],
    });
    expect(json.passages[0].after).not.toHaveProperty('trace');
    expect(correctionRecord(CORRECTION, { trace: true }).after).toHaveProperty('trace');
  });

  it('leaves out passages without a flagged fact, and figures of nothing', () => {
    const shown = (...list: Correction[]) => renderCorrections(list, { ...options, format: 'table' });
    const text = shown({ ...CORRECTION, changes: [], rouge: null });
    expect(text.trim()).toBe('no fact is flagged in 1 passage');
    expect(shown()).toContain('no fact is flagged in 0 passages');
    expect(summariseCorrections([]).direct).toBeNull();
  });
});

describe('wordDiff', () => {
  const marks = {
    removed: (text: string) => `-${text}`,
    added: (text: string) => `+${text}`,
    kept: (text: string) => text,
  };

  it('keeps a number in one piece', () => {
    expect(wordDiff('at 5,395 m', 'at 5,895 m', marks)).toBe('at -5,395+5,895 m');
  });

  it('lets no text act on a terminal', () => {
    const shown = wordDiff('a \u001b[31mb', 'a \u202eb', marks);
    expect([shown.includes('\u001b'), shown.includes('\u202e')]).toEqual([false, false]);
  });
});
