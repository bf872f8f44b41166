import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { unsupportedIn, unsupportedLine, unsupportedWords } from '../../src/report/unsupported.ts';
import { headline, verdictText } from '../../src/report/verdict-text.ts';
import { findingsOf } from '../../src/report/findings.ts';
import type { Report } from '../../src/report/report.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { sampleManifest } from './sample-report.ts';

const TEXT = 'Rupert Brooke was an English poet. He was born in Rugby in 1887. He died in 1915.';
const detector = createDetector({ preset: 'local' });
const judged = (response: string) =>
  detector.evaluate({
    id: 'brooke',
    prompt: 'Who was Rupert Brooke?',
    response,
    samples: [TEXT, TEXT, TEXT],
  });

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe('a sentence that no sample mentions', () => {
  it('is told of in the line of its passage, in which no error is found', async () => {
    const verdict = await judged(`${TEXT} His aunt bred purple parrots.`);
    expect(verdict.label).toBe('factual');
    expect(verdict.sentences.map(({ label }) => label)).toEqual([
      'factual',
      'factual',
      'factual',
      'unsupported',
    ]);
    expect(unsupportedWords(verdict)).toBe('1 sentence no sample mentions');
    expect(unsupportedLine(verdict)).toBe(
      '1 sentence no sample mentions: “His aunt bred purple parrots.” (1:83)',
    );
    expect(headline(verdict)).toMatch(/^no error found: .*; 1 sentence no sample mentions$/);
    expect(verdictText(verdict)).toContain(
      'sentence “His aunt bred purple parrots.” (unsupported, support 0.',
    );
  });

  it('names a fact of a sentence that is mentioned otherwise in words, not by all that is written there', async () => {
    const verdict = await judged(TEXT.replace('in 1887', 'in 1887 to Mary Ruth Cotterill'));
    const facts = verdict.triples.filter(({ label }) => label === 'unsupported');
    expect(facts.map(({ triple }) => triple.tail)).toEqual(['Mary Ruth Cotterill']);
    expect(unsupportedLine(verdict)).toBe(
      '1 fact no sample mentions: Rupert Brooke was born to Mary Ruth Cotterill (1:39)',
    );
  });

  it('is a warning among the findings, and no failed test', async () => {
    const verdict = await judged(`${TEXT} His aunt bred purple parrots.`);
    const verdicts = async function* () {
      yield verdict;
    };
    const report = () =>
      ({
        verdicts: verdicts(),
        run: sampleManifest([]),
      }) as unknown as Report;
    for await (const { findings } of findingsOf(report()))
      expect(findings.map(({ rule, level }) => [rule, level])).toEqual([['unsupported-sentence', 'warning']]);
    const twice = { ...report(), verdicts: { [Symbol.asyncIterator]: verdicts } } as unknown as Report;
    const xml = await textOf(renderJunit(twice));
    expect(xml).toContain('failures="0"');
    expect(xml).toContain('<system-out>“His aunt bred purple parrots.” (unsupported');
  });
});

it('tells of nothing where samples mention everything', async () => {
  const verdict = await judged(TEXT);
  expect(unsupportedIn(verdict)).toEqual({ sentences: [], facts: [], factCount: 0 });
  expect(unsupportedWords(verdict)).toBeNull();
});
