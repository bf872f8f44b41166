import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Label, PassageVerdict } from '../../src/passage.ts';
import type { ReportFormat } from '../../src/report/report.ts';
import { stateCounts } from '../../src/format/labels.ts';
import { reportedSentences } from '../../src/report/reported-sentences.ts';
import { verdictOf } from '../support/verdicts.ts';
import { hostileReport } from './hostile-report.ts';
import { rendered, sampleManifest } from './sample-report.ts';

/** Of each sentence: its label, and those of its facts. */
function verdictWith(
  sentences: readonly { label: Label; facts: Label[]; source?: 'sentence' }[],
): PassageVerdict {
  const response = sentences.map((_, index) => `Sentence ${index} is long.`).join(' ');
  const passage = { id: 'p', prompt: 'q', response };
  const verdict = verdictOf(
    passage,
    sentences.flatMap(({ facts }) => facts.map((label) => ({ fact: ['a', 'is', 'b'] as const, label }))),
  );
  const triples = verdict.triples.map((fact, index) => ({
    ...fact,
    evidence: [`reason ${index}`, 'another'],
  }));
  let next = 0;
  return {
    ...verdict,
    triples,
    sentences: verdict.sentences.map((sentence, index) => {
      const { label, facts, source } = sentences[index] as (typeof sentences)[number];
      const tripleIds = facts.map(() => triples[next++]?.triple.id ?? '');
      return { ...sentence, label, tripleIds, source: source ?? (facts.length > 0 ? 'triples' : 'passage') };
    }),
  };
}

const VERDICT = verdictWith([
  { label: 'factual', facts: ['factual'] },
  { label: 'factual', facts: ['factual', 'hallucinated'] },
  { label: 'factual', facts: ['unsure', 'factual'] },
  { label: 'factual', facts: [] },
  { label: 'hallucinated', facts: [], source: 'sentence' },
]);

const render = (format: ReportFormat, verdicts = [VERDICT]) => {
  const run = sampleManifest(verdicts.map(({ passage }) => passage));
  return rendered({ run, verdicts }, { format, by: 'sentence' });
};

describe('the state of a sentence', () => {
  it('is that of its facts: wrong, not confirmed, confirmed or not read', () => {
    const sentences = reportedSentences(VERDICT);
    expect(sentences.map(({ state }) => state)).toEqual([
      ...['confirmed', 'wrong', 'not confirmed', 'not read', 'wrong'],
    ]);
    expect(sentences.map(({ because }) => because)).toEqual([[], ['reason 2'], ['a is b: reason 3'], [], []]);
    expect(stateCounts(sentences)).toBe('2 wrong, 1 not confirmed, 1 confirmed, 1 not read');
  });

  it('is that of its own label where no fact was read from it and its words alone were compared', () => {
    const labels: Label[] = ['factual', 'unsure', 'unsupported', 'hallucinated'];
    const verdict = verdictWith(labels.map((label) => ({ label, facts: [], source: 'sentence' })));
    const sentences = reportedSentences(verdict);
    expect(sentences.map(({ state }) => state)).toEqual(['not read', 'not read', 'not confirmed', 'wrong']);
    expect(sentences[2]?.because).toEqual(['no sample mentions it']);
  });

  it('is that of a reference that was searched for the sentence itself', () => {
    const verdict = verdictWith([{ label: 'factual', facts: [], source: 'sentence' }]);
    const reference = { triples: [], claims: [], sentences: [{ value: 1, label: 'entailment' }] };
    const trace = { ...verdict.trace, reference } as unknown as PassageVerdict['trace'];
    expect(reportedSentences({ ...verdict, trace })[0]?.state).toBe('confirmed');
  });

  it('is never confirmed while a fact in it is not factual', () => {
    const label = fc.constantFrom<Label>('factual', 'hallucinated', 'unsure', 'abstained', 'undecided');
    const sentence = fc.record({ label, facts: fc.array(label, { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 4 }), (sentences) => {
        const states = reportedSentences(verdictWith(sentences)).map(({ state }) => state);
        for (const [index, { label: own, facts }] of sentences.entries()) {
          const isWrong = facts.length > 0 && [own, ...facts].includes('hallucinated');
          expect(states[index] === 'not read').toBe(facts.length === 0);
          const isConfirmed = facts.length > 0 && [own, ...facts].every((one) => one === 'factual');
          expect(states[index] === 'wrong').toBe(isWrong);
          expect(states[index] === 'confirmed').toBe(isConfirmed);
        }
      }),
    );
  });
});

describe('reports by sentence', () => {
  it('list the sentences with their reasons for a terminal', async () => {
    const text = await render('table');
    expect(text).toContain('  p: hallucinated; 2 wrong, 1 not confirmed, 1 confirmed, 1 not read\n');
    expect(text).toContain('  wrong          Sentence 1 is long.\n                 - reason 2\n');
    expect(text).toContain('  not read       Sentence 3 is long.\n');
    expect(text.match(/What the words mean/g)).toHaveLength(1);
    expect(text).toContain('confirmed: what there is to compare with says it, or has its words\n');
  });

  it('list them as Markdown', async () => {
    expect(await render('markdown')).toContain('- **wrong**: Sentence 1 is long.\n  - reason 2\n');
  });

  it('have a row a sentence as CSV', async () => {
    const rows = parse(await render('csv'), { columns: true }) as Record<string, string>[];
    expect(rows.map(({ state }) => state)).toEqual(reportedSentences(VERDICT).map(({ state }) => state));
    expect(rows[1]).toMatchObject({
      passage: 'p',
      sentence: 'Sentence 1 is long.',
      place: '1:21',
      start: '20',
    });
  });

  it('have no score for what is not read', async () => {
    const scored = { ...VERDICT, sentences: VERDICT.sentences.map((one) => ({ ...one, score: 0.5 })) };
    const { sentences } = JSON.parse(await render('jsonl', [scored]));
    expect(sentences.map(({ score }: { score: number | null }) => score)).toEqual([0.5, 0.5, 0.5, null, 0.5]);
  });

  it('have the sentences of each passage as JSON and JSON Lines', async () => {
    const document = JSON.parse(await render('json'));
    expect(document.passages[0].sentences).toHaveLength(5);
    expect(JSON.parse(await render('jsonl'))).toEqual(document.passages[0]);
  });

  it('name sentences in the formats of pipelines, the wrong ones first', async () => {
    const junit = await render('junit');
    expect(junit).toContain(
      '<failure message="wrong: “Sentence 1 is long.”; reason 2" type="hallucinated-sentence">',
    );
    const lines = (await render('github')).split('\n');
    expect(lines.map((line) => line.split(' ', 1)[0])).toEqual([
      ...['::error', '::error', '::warning', '::notice', ''],
    ]);
    const { results } = JSON.parse(await render('sarif')).runs[0];
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
      ...['hallucinated-sentence', 'hallucinated-sentence', 'unconfirmed-sentence'],
    ]);
  });

  it('fail no test for a sentence that is not confirmed', async () => {
    const verdict = verdictWith([{ label: 'factual', facts: ['unsure'] }]);
    expect(await render('junit', [verdict])).toContain('failures="0" errors="0" skipped="0"');
  });

  it('let no text act on the terminal', async () => {
    const verdicts = hostileReport().verdicts as PassageVerdict[];
    const text = await render('table', verdicts);
    expect(verdicts.length).toBeGreaterThan(0);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});
