import { parse } from 'csv-parse/sync';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { withoutControls } from '../../src/format/text.ts';
import { reportJsonText } from '../../src/format/report-json.ts';
import { COMPONENTS } from '../../src/passage.ts';
import type { ReportOptions } from '../../src/report/report.ts';
import { HOSTILE_TEXTS, hostileReport, UNPRINTABLE } from './hostile-report.ts';
import { calibratedReport, rendered, sampleReport } from './sample-report.ts';

const render = (options: Partial<ReportOptions> = {}) => rendered(sampleReport(), options);

describe('table', () => {
  it('shows passages, what was not judged, suspicious facts with place and evidence, and what figures mean', async () => {
    expect(await render()).toMatchInlineSnapshot(`
      "
        4 passages: 2 hallucinated, 1 with no error found, 1 not judged; 2 of 6 facts
        suspicious

        passage     verdict         suspicious  support  coverage
        ─────────────────────────────────────────────────────────
        curie       hallucinated        1 of 3     0.67     100 %
        empty-one   not judged               –        –         –
        東京タワー  hallucinated        1 of 1     0.00     100 %
        fine        no error found      0 of 2     1.00     100 %

        Not judged, and why
        empty-one: the response is empty

        Suspicious facts, worst first

        東京タワー 1:1                                       suspicious, support 0.10
          東京タワーは wrong 高さ三百三十三メートルの電波塔であり東京都港区芝公園にあ
          る観光名所として非常に有名である
          “東京タワーは wrong 高さ三百三十三メートルの電波塔であり東京都港区芝公園に
          ある観光名所として非常に有名である.”
          - contradicted by 2 of 3 samples (1, 2): they give right, not wrong
          - few samples mention "wrong"

        curie 2:1                                            suspicious, support 0.11
          Curie discovered wrong metals
          “Curie discovered wrong metals.”
          - contradicted by 2 of 3 samples (1, 2): they give right, not wrong
          - few samples mention "wrong"

        What the figures mean
        support: 1 = supported, 0 = contradicted
        suspicious: a fact with so little support that it is likely wrong
        hallucinated: a passage with a suspicious fact, or with a support below
          0.75, if a sample contradicts any of it
        coverage: the share of sentences with a fact that the evidence mentions

        This run
        hallugraph 0.0.0, evaluate, preset local, 2026-01-01
        no model asked; extractor not recorded; embedder not recorded
        input passages.jsonl, SHA-256 none

      "
    `);
  });

  it.each([36, 40, 60, 80, 100, 200])('keeps to %i columns', async (columns) => {
    for (const line of (await render({ columns, top: null })).split('\n')) {
      expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  it('says how many suspicious facts it left out', async () => {
    expect(await render({ top: 1 })).toContain('1 more suspicious fact not shown');
    expect(await render({ top: 2 })).not.toContain('not shown');
  });

  it('shows the lowest scores of any number of passages, of equal ones the first', async () => {
    const { run, verdicts } = sampleReport();
    const repeated = Array.from({ length: 20 }, (_, index) =>
      verdicts.map((one) => ({ ...one, passage: { ...one.passage, id: `${one.passage.id} ${index}` } })),
    ).flat();
    const text = await rendered({ run, verdicts: repeated }, { format: 'markdown', top: 3 });
    expect(text.match(/^\S+ \d+ at .*support 0\.10/gm)).toHaveLength(3);
    expect(text.match(/(?<=^東京タワー )\d+(?= at )/gm)).toEqual(['0', '1', '2']);
    expect(text).toContain('37 more suspicious facts not shown');
  });

  it('shows every fact when asked, the supported ones too', async () => {
    expect(await render()).not.toContain('Curie was born\n');
    expect(await render({ top: null })).toContain('Curie was born\n');
  });

  it('shows the triple and the parts of its score where they are asked for', async () => {
    for (const format of ['table', 'markdown'] as const) {
      expect(await render({ format })).not.toMatch(/→|S_h|common ground/);
      const text = (await render({ format, parts: true })).replace(/\s+/g, ' ').replaceAll('\\', '');
      expect(text).toContain('Curie → discovered → wrong metals');
      expect(text).toMatch(/S_h 0\.10.* common ground 0\.10/);
      expect(text).toContain('parts: ');
    }
  });

  it('explains figures only where there are some', async () => {
    const { run, verdicts } = sampleReport();
    const text = await rendered({ run, verdicts: verdicts.filter(({ score }) => score === null) }, {});
    expect(text).toContain('empty-one: the response is empty');
    expect(text).not.toContain('What the figures mean');
  });

  it('says in plain words why nothing could be scored', async () => {
    const { run, verdicts } = sampleReport();
    const abstention = { reason: 'no-scores', detail: 'tokens (no tokens)' } as const;
    const [verdict] = verdicts.map((one) => ({ ...one, abstention }));
    const text = await rendered({ run, verdicts: verdict ? [verdict] : [] }, { columns: 200 });
    expect(text).toContain('curie: no weighted part of its score could be measured: tokens (no tokens)');
  });

  it('says why a passage is unsure', async () => {
    const { run, verdicts } = sampleReport();
    const unsure = { reason: 'few-samples', detail: '1 usable sample, 2 are needed' } as const;
    const all = verdicts.map((one) =>
      one.passage.id === 'fine' ? { ...one, label: 'unsure' as const, unsure } : one,
    );
    for (const format of ['table', 'markdown'] as const) {
      const text = (await rendered({ run, verdicts: all }, { format })).replace(/\s+/g, ' ');
      expect(text).toContain('4 passages: 2 hallucinated, 1 unsure, 1 not judged');
      expect(text).toMatch(/Unsure, and why (- )?fine: 1 usable sample, 2 are needed/);
      expect(text).toContain('unsure: no error found, but');
    }
    expect(await rendered({ run, verdicts: all }, { format: 'csv' })).toContain(
      'fine,unsure,1,,few-samples,',
    );
  });

  it('colours only where it may', async () => {
    expect(await render()).not.toContain('\u001b');
    expect(await render({ color: true })).toContain('\u001b[31mhallucinated\u001b[39m');
  });

  it('passes nothing on that acts on a terminal', async () => {
    expect(await render({ top: null })).toContain('“Fine is red.”');
  });
});

describe('json', () => {
  it('is one document with the run and its verdicts, without traces', async () => {
    const { run, verdicts } = sampleReport();
    const expected = verdicts.map(({ trace: _, ...verdict }) => verdict);
    expect(JSON.parse(await render({ format: 'json' }))).toEqual({
      run,
      passages: JSON.parse(reportJsonText(expected)),
    });
    expect(JSON.parse(await render({ format: 'json', trace: true }))).toEqual({ run, passages: verdicts });
  });

  it('is laid out as one document, though written piece by piece', async () => {
    const { run, verdicts } = sampleReport();
    const laidOut = (passages: unknown[]) => `${JSON.stringify({ run, passages }, null, 2)}\n`;
    const options = { format: 'json', trace: true } as const;
    expect(await render(options)).toBe(laidOut(verdicts));
    expect(await rendered({ run, verdicts: [] }, options)).toBe(laidOut([]));
  });

  it('lines are a verdict each', async () => {
    const lines = (await render({ format: 'jsonl', trace: true })).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(sampleReport().verdicts);
  });
});

describe('csv', () => {
  const rowsOf = async () => (await render({ format: 'csv' })).trimEnd().split('\n');

  it('has a row for each triple and one for a passage without', async () => {
    const rows = await rowsOf();
    expect(rows[0]).toBe(
      'passage,passage_label,passage_score,abstention,unsure,unsupported_sentences,triple,head,relation,tail,label,score,start,end,place,' +
        `${COMPONENTS.map((name) => `part_${name}`).join(',')},evidence,reasons`,
    );
    expect(rows).toHaveLength(1 + 3 + 1 + 1 + 2);
    expect(rows).toContain(`empty-one,abstained,,empty,,0${','.repeat(11 + COMPONENTS.length)}`);
  });

  it('leaves a missing part empty and gives every row all columns', async () => {
    const parts = COMPONENTS.map((name) => (name === 'numbers' ? '' : '0.9')).join(',');
    expect((await rowsOf())[1]).toBe(
      `curie,hallucinated,0.666667,,,0,original/1,Curie,was,born,factual,0.9,0,15,1:1,${parts},,[]`,
    );
  });

  it('disarms texts that a spreadsheet would take for a formula', async () => {
    expect(await render({ format: 'csv' })).toContain("original/1,'=Fine,is,fine");
  });

  it('holds texts of any kind in cells, none of them a formula', async () => {
    const rows: string[][] = parse(await rendered(hostileReport(), { format: 'csv' }), {
      relax_column_count: false,
    });
    const ids = rows.slice(1).map(([id = '']) => id);
    // halves of surrogate pairs have no place in UTF-8
    const texts = Object.values(HOSTILE_TEXTS).map((text) => Buffer.from(text).toString());
    const shown = texts.map(withoutControls).map((text) => (text.startsWith('=') ? `'${text}` : text));
    expect([...new Set(ids)]).toEqual(shown);
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });

  it('holds nothing that acts on the terminal a file is printed to', async () => {
    const text = await rendered(hostileReport(), { format: 'csv' });
    expect(text.split('\n').length).toBeGreaterThan(2);
    expect(text.replaceAll('\n', '')).not.toMatch(UNPRINTABLE);
  });
});

describe('markdown', () => {
  it('escapes what Markdown would take for its own', async () => {
    expect(await render({ format: 'markdown', top: null })).toContain('### Curie won \\| prizes');
  });

  it('has a table of passages and a section for each suspicious fact', async () => {
    const text = await render({ format: 'markdown' });
    expect(text).toContain('| curie | hallucinated | 1 of 3 | 0.67 | 100 % |');
    expect(text).toContain('| empty-one | not judged | – | – | – |');
    expect(text).toContain('### Curie discovered wrong metals\n\ncurie at 2:1: suspicious, support 0.11\n');
    expect(text.match(/^### /gm)).toHaveLength(2);
  });
});

it.each(['table', 'json', 'jsonl', 'csv', 'markdown'] as const)('%s ends in a line break', async (format) => {
  expect(await render({ format })).toMatch(/\n$/);
});

it.each(['table', 'markdown', 'json'] as const)('%s names what a budget left undone', async (format) => {
  const { run, verdicts } = sampleReport();
  const unfinished = { reason: 'budget' as const, passages: ['last-one'] };
  const text = await rendered({ run: { ...run, unfinished }, verdicts }, { format });
  expect(text).toMatch(format === 'json' ? /"reason": "budget"/ : /Not evaluated\s+(- )?last-one: budget/);
  expect(await render({ format })).not.toContain('last-one');
});

it('says what an unsure fact is where one is shown', async () => {
  const { run, verdicts } = sampleReport();
  const unsure = verdicts.map((verdict) => ({
    ...verdict,
    triples: verdict.triples.map((triple) => ({ ...triple, label: 'unsure' as const })),
  }));
  const line = 'unsure, of a fact: no more speaks for it than against it';
  expect(await rendered({ run, verdicts: unsure }, { format: 'markdown', top: null })).toContain(line);
  expect(await rendered({ run, verdicts: unsure }, { format: 'markdown' })).not.toContain(line);
});

it('says nothing of passages where there is none', async () => {
  const { run } = sampleReport();
  expect(await rendered({ run, verdicts: [] }, { format: 'markdown' })).toContain('\n0 passages.\n');
});

describe('with a calibration', () => {
  const calibrated = (options: Partial<ReportOptions>) => rendered(calibratedReport(), options);

  it('a table has a column of probabilities and each fact its own', async () => {
    const lines = (await calibrated({ columns: 80 })).split('\n');
    expect(lines).toContain('  passage     verdict         suspicious  support  chance wrong  coverage');
    expect(lines).toContain('  curie       hallucinated        1 of 3     0.67          83 %     100 %');
    expect(lines).toContain('  empty-one   not judged               –        –             –         –');
    expect(lines.find((line) => line.startsWith('  curie 2:1'))).toMatch(
      / suspicious, support 0\.11, chance wrong 91 %$/,
    );
  });

  it.each([36, 40, 56, 60, 64, 80, 200])('a table keeps to %i columns', async (columns) => {
    for (const line of (await calibrated({ columns, top: null })).split('\n')) {
      expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  it('markdown has both too', async () => {
    const text = await calibrated({ format: 'markdown' });
    expect(text).toContain(
      '| passage | verdict | suspicious | support | chance wrong | coverage |\n|---|---|--:|--:|--:|--:|\n',
    );
    expect(text).toContain('| curie | hallucinated | 1 of 3 | 0.67 | 83 % | 100 % |');
    expect(text).toContain('curie at 2:1: suspicious, support 0.11, chance wrong 91 %');
  });

  it('says what the chances of facts and of passages are taken from', async () => {
    const words = (await calibrated({ format: 'markdown' }))
      .split('\n')
      .filter((line) => line.includes('chance wrong'));
    expect(words).toContainEqual(
      expect.stringMatching(/^- chance wrong: of a fact, .* calibrated on \d+ facts/),
    );
    expect(words).toContain('- chance wrong of a passage: how likely it is hallucinated, by the calibration');
    const { run, verdicts } = calibratedReport();
    const ofFacts = verdicts.map((verdict) => ({ ...verdict, probability: null }));
    expect(await rendered({ run, verdicts: ofFacts }, { format: 'markdown' })).not.toContain('of a passage');
  });

  it('csv has a column for passages and one for triples', async () => {
    const [header, first] = (await calibrated({ format: 'csv' })).split('\n');
    expect(header).toContain('passage_score,passage_probability,abstention,unsure');
    expect(header).toContain('label,score,probability,start');
    expect(first).toContain(
      'curie,hallucinated,0.666667,0.83,,,0,original/1,Curie,was,born,factual,0.9,0.91,0',
    );
  });

  it('json holds them in every verdict', async () => {
    const { passages } = JSON.parse(await calibrated({ format: 'json' }));
    expect(passages[0]).toMatchObject({ probability: 0.83, triples: [{ probability: 0.91 }, {}, {}] });
    expect(passages[1]).toMatchObject({ probability: null });
  });

  it('nothing speaks of probabilities without one', async () => {
    for (const format of ['table', 'markdown', 'csv'] as const) {
      expect(await render({ format, top: null })).not.toMatch(/probability|chance/);
    }
  });
});
