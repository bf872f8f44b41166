import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { findingsOf } from '../../src/report/findings.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { outlineOf } from '../../src/report/outline.ts';
import {
  mergeLines,
  unsupportedIn,
  unsupportedLine,
  unsupportedWords,
  whyAsWhole,
} from '../../src/report/passage-notes.ts';
import { headline, verdictText } from '../../src/report/verdict-text.ts';
import { allOf } from '../../src/run/records.ts';
import { verdictOf } from '../support/verdicts.ts';
import { textOf } from './hostile-report.ts';
import { sampleManifest } from './sample-report.ts';

describe('a passage that is hallucinated as a whole', () => {
  const passage = { id: 'ada', prompt: 'Who?', response: 'Ada was a poet. Ada died in Rome. Ada had a cat.' };
  const fact = { fact: ['Ada', 'died in', 'Rome'] } as const;
  const whole = { ...verdictOf(passage, [fact]), label: 'hallucinated' as const, score: 0.2 };

  it('names the suspicious sentences, the least supported first', () => {
    const scores = [0.3, 0.1, 0.9];
    const sentences = whole.sentences.map((sentence, index) => ({
      ...sentence,
      score: scores[index] as number,
      label: index === 2 ? ('factual' as const) : ('hallucinated' as const),
    }));
    const check = { value: 0.1, reason: null, label: null, evidence: null };
    const notes = [null, "'Rome' is not there.", 'Not said.'];
    const reference = {
      ...{ checker: 'lexical', triples: {}, claims: [] },
      sentences: notes.map((note) => ({ ...check, note })),
    };
    expect(whyAsWhole({ ...whole, sentences, trace: { ...whole.trace, reference } })).toBe(
      'support 0.20 is too little for the passage as a whole, though no single fact is suspicious; least supported: ' +
        "“Ada died in Rome.” (1:17, support 0.10, 'Rome' is not there); “Ada was a poet.” (1:1, support 0.30)",
    );
  });

  it('names the least supported sentence where every fact of it is supported', () => {
    const sentences = whole.sentences.map((sentence, index) => ({
      ...sentence,
      ...{ score: [0.9, 0.1, 0.2][index] as number, label: 'unsure' as const },
      source: index === 2 ? ('passage' as const) : ('sentence' as const),
    }));
    expect(whyAsWhole({ ...whole, sentences })).toMatch(
      /; least supported: “Ada died in Rome\.” \(1:17, support 0\.10\)$/,
    );
  });

  it('is none with a suspicious fact, or without an error', () => {
    expect(whyAsWhole(verdictOf(passage, [fact]))).toBeNull();
    expect(whyAsWhole(verdictOf(passage, [fact, { ...fact, label: 'hallucinated' }]))).toBeNull();
  });

  it('is a finding of its own', async () => {
    const [found] = await allOf(findingsOf({ run: sampleManifest([passage]), verdicts: [whole] }));
    expect(found?.findings.map(({ text }) => text)).toEqual([
      'ada: hallucinated: support 0.20 is too little for the passage as a whole, though no single fact is suspicious',
    ]);
  });

  it('is listed as often as facts are shown, with a count of the others', async () => {
    const report = { run: sampleManifest([passage]), verdicts: [whole, whole, whole] };
    const linesFor = async (top: number | null) => (await outlineOf(report, { top })).asWhole;
    expect(await linesFor(null)).toHaveLength(3);
    expect(await linesFor(3)).toEqual(await linesFor(null));
    expect((await linesFor(1)).map((line) => line.slice(0, 14))).toEqual([
      'ada: support 0',
      '2 more passage',
    ]);
  });
});

describe('what no sample mentions', () => {
  const TEXT = 'Rupert Brooke was an English poet. He was born in Rugby in 1887. He died in 1915.';
  const detector = createDetector({ preset: 'local' });
  const judged = (response: string) =>
    detector.evaluate({
      ...{ id: 'brooke', prompt: 'Who was Rupert Brooke?', response },
      samples: [TEXT, TEXT, TEXT],
    });

  it('is a sentence, noted in the line of its passage, in which no error is found', async () => {
    const verdict = await judged(`${TEXT} His aunt bred purple parrots.`);
    expect(verdict.label).toBe('factual');
    expect(verdict.sentences.map(({ label }) => label)).toEqual([
      ...['factual', 'factual', 'factual', 'unsupported'],
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

  it('is a fact of a sentence that is mentioned otherwise', async () => {
    const verdict = await judged(TEXT.replace('in 1887', 'in 1887 to Mary Ruth Cotterill'));
    const facts = verdict.triples.filter(({ label }) => label === 'unsupported');
    expect(facts.map(({ triple }) => triple.tail)).toEqual(['Mary Ruth Cotterill']);
    expect(unsupportedLine(verdict)).toBe(
      '1 fact no sample mentions: Rupert Brooke was born to Mary Ruth Cotterill (1:39)',
    );
  });

  it('is a warning among the findings, and no failed test', async () => {
    const report = {
      verdicts: [await judged(`${TEXT} His aunt bred purple parrots.`)],
      run: sampleManifest([]),
    };
    const [found] = await allOf(findingsOf(report));
    expect(found?.findings.map(({ rule, level }) => [rule, level])).toEqual([
      ['unsupported-sentence', 'warning'],
    ]);
    const xml = await textOf(renderJunit(report));
    expect(xml).toContain('failures="0"');
    expect(xml).toContain('<system-out>“His aunt bred purple parrots.” (unsupported');
  });

  it('stands once in the case of a passage that is unsure', async () => {
    const verdict = await judged(`${TEXT} His aunt bred purple parrots.`);
    const verdicts = [{ ...verdict, label: 'unsure' as const }];
    const xml = await textOf(renderJunit({ verdicts, run: sampleManifest([]) }));
    expect(xml).toContain('<skipped');
    expect(xml.split('bred purple parrots')).toHaveLength(2);
  });

  it('is no salutation or closing', async () => {
    const verdict = await judged(`Dear Ms Keller,\n\n${TEXT}\n\nKind regards, Tom Albrecht Customer Care`);
    expect(unsupportedWords(verdict)).toBeNull();
  });

  it('is nothing where samples mention everything', async () => {
    const verdict = await judged(TEXT);
    expect(unsupportedIn(verdict)).toEqual({ sentences: [], facts: [], factCount: 0 });
    expect(unsupportedWords(verdict)).toBeNull();
  });
});

it('merges are the forms of each group with several, and why they joined', () => {
  const mention = (text: string, mergedBy: string, similarity: number | null = null) => ({
    ...{ text, count: 1, mergedBy, similarity },
  });
  const group = (label: string, ...mentions: ReturnType<typeof mention>[]) => ({
    ...{ id: label, label, mentions: [mention(label, 'first'), ...mentions] },
  });
  const identity = {
    entities: [
      group(
        'Marie Curie',
        mention('marie curie', 'normalised'),
        mention('Curie', 'alias'),
        mention('M. Curie', 'embedding', 0.876),
      ),
      group('Warsaw'),
    ],
    relations: [group('was born in', mention('born\nin', 'embedding', 0.9))],
  };
  const verdict = { passage: { id: 'curie' }, trace: { identity } } as unknown as PassageVerdict;
  expect(mergeLines(verdict)).toEqual([
    'curie: Marie Curie = marie curie, Curie (short form), M. Curie (0.88)',
    'curie: was born in = born in (0.90)',
  ]);
});
