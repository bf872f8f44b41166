/** A report over texts that would break out of their place, wherever they are shown. */
import { stubVerdict } from '../run/stub-detector.ts';
import type { Report } from '../../src/report/report.ts';
import { allOf } from '../../src/run/records.ts';
import { sampleManifest } from './sample-report.ts';

export const HOSTILE_TEXTS = {
  html: '<script>alert(1)</script><img src=x onerror="alert(1)">',
  xml: ']]> <!-- --> </failure></testcase><!DOCTYPE x [<!ENTITY y "z">]> &y; &#0;',
  controls: '\u0000\u0001\u0008\u000b\u000c\u001f\u007f\u0085\u009f\ufffe\uffff',
  surrogates: 'a \ud800 lone half \udfff',
  escapes: '\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007 \u009b2J',
  bidi: '\u202etfel\u202c \u2066isolated\u2069 \u200emark \u061c',
  zeroWidth: 'zero\u200bwidth\u200d\u2060\ufeff',
  commands: '::error::x\r\n::set-output name=a::b\n##[error]x %0A%25',
  lines: 'one\r\ntwo\rthree\u2028four\u2029five',
  formula: '=HYPERLINK("http://x")',
  word: 'w'.repeat(100_000),
};

/** What acts on a terminal, ends a line or turns the direction of text. */
export const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Each text as an id, as a wrong fact, and as what speaks against it. */
export function hostileReport(): Report {
  const passages = Object.values(HOSTILE_TEXTS).map((text) => ({
    id: text,
    prompt: text,
    response: `${text} wrong`,
  }));
  const verdicts = passages.map(stubVerdict).map((verdict) => ({
    ...verdict,
    label: 'hallucinated' as const,
    triples: verdict.triples.map((one) => ({
      ...one,
      label: 'hallucinated' as const,
      evidence: [verdict.passage.id],
    })),
  }));
  return { run: sampleManifest(passages), verdicts };
}

export const textOf = async (pieces: AsyncIterable<string>): Promise<string> =>
  (await allOf(pieces)).join('');
