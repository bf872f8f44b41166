import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { renderJunit } from '../../src/report/junit.ts';
import { stopwatch } from '../../src/run/durations.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOSTILE_TEXTS, hostileReport, textOf, UNPRINTABLE } from './hostile-report.ts';
import { sampleReport } from './sample-report.ts';

/** Its elements with their attributes and texts; fails where the XML is not well-formed. */
function elementsOf(xml: string) {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: typeof elements = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const own = open.at(-1);
    if (own) own.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return elements;
}

describe('junit', () => {
  it('is a suite with a case a passage, its wrong facts in words', async () => {
    expect(await textOf(renderJunit(sampleReport()))).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="hallugraph" tests="4" failures="2" errors="0" skipped="1">
      <testsuite name="evaluate passages.jsonl" tests="4" failures="2" errors="0" skipped="1" timestamp="2026-01-01T00:00:00">
      <testcase name="curie" classname="hallugraph.evaluate">
      <failure message="1 suspicious fact: Curie discovered wrong metals" type="suspicious-fact">Curie discovered wrong metals (2:1, suspicious, support 0.11)
        “Curie discovered wrong metals.”
        - contradicted by 2 of 3 samples (1, 2): they give right, not wrong
        - few samples mention &quot;wrong&quot;</failure>
      </testcase>
      <testcase name="empty-one" classname="hallugraph.evaluate">
      <skipped message="not judged: empty-one: the response is empty"/>
      </testcase>
      <testcase name="東京タワー" classname="hallugraph.evaluate">
      <failure message="1 suspicious fact: 東京タワーは wrong 高さ三百三十三メートルの電波塔であり東京都港区芝公園にある観光名所として非常に有名である" type="suspicious-fact">東京タワーは wrong 高さ三百三十三メートルの電波塔であり東京都港区芝公園にある観光名所として非常に有名である (1:1, suspicious, support 0.10)
        “東京タワーは wrong 高さ三百三十三メートルの電波塔であり東京都港区芝公園にある観光名所として非常に有名である.”
        - contradicted by 2 of 3 samples (1, 2): they give right, not wrong
        - few samples mention &quot;wrong&quot;</failure>
      </testcase>
      <testcase name="fine" classname="hallugraph.evaluate"/>
      </testsuite>
      </testsuites>
      "
    `);
  });

  it('calls a passage skipped that was not judged, and an error where something failed', async () => {
    const { run, verdicts } = sampleReport();
    const failed = verdicts.map((verdict) => ({
      ...verdict,
      ...(verdict.abstention && { abstention: { reason: 'failed' as const, detail: 'no answer' } }),
    }));
    const outcomes = async (own: typeof verdicts) =>
      elementsOf(await textOf(renderJunit({ run, verdicts: own }))).map(({ name }) => name);
    expect(await outcomes(verdicts)).toContain('skipped');
    const elements = elementsOf(await textOf(renderJunit({ run, verdicts: failed })));
    expect(elements.find(({ name }) => name === 'error')?.attributes.message).toContain('no answer');
    expect(elements[0]?.attributes).toMatchObject({ tests: '4', failures: '2', errors: '1', skipped: '0' });
  });

  it('says how long a run took that has ended, and when it began', async () => {
    const { run, verdicts } = sampleReport();
    const ended = { ...run, finishedAt: '2026-01-01T00:01:02.500Z' };
    const [suites, suite, first] = elementsOf(await textOf(renderJunit({ run: ended, verdicts })));
    expect(suites?.attributes.time).toBe('62.500');
    expect(suite?.attributes).toMatchObject({ time: '62.500', timestamp: '2026-01-01T00:00:00' });
    expect(first?.attributes.time).toBeUndefined();
  });

  it('says how long a passage took, where the folder of the run knows', async () => {
    const folder = await temporaryFolder();
    const { timed, keep } = stopwatch(async (id: string) => id, String);
    for (const id of ['curie', '東京タワー']) await timed(id);
    await keep(folder);
    const elements = elementsOf(await textOf(renderJunit({ ...sampleReport(), folder })));
    const times = elements.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes.time);
    expect(times).toEqual([expect.stringMatching(/^0\.\d{3}$/), undefined, expect.any(String), undefined]);
  });

  it('holds texts of any kind as text', async () => {
    const elements = elementsOf(await textOf(renderJunit(hostileReport())));
    const cases = elements.filter(({ name }) => name === 'testcase');
    const failures = elements.filter(({ name }) => name === 'failure');
    expect([cases.length, failures.length]).toEqual([
      Object.keys(HOSTILE_TEXTS).length,
      Object.keys(HOSTILE_TEXTS).length,
    ]);
    expect(elements.map(({ name }) => name)).not.toContain('script');
    expect(cases[0]?.attributes.name).toBe(HOSTILE_TEXTS.html);
    expect(failures[0]?.text).toContain(`- ${HOSTILE_TEXTS.html}`);
    expect(failures.at(-1)?.text).toContain(HOSTILE_TEXTS.word);
    expect(JSON.stringify(elements)).not.toMatch(UNPRINTABLE);
  });
});
