/** Report and viewer in a real browser: Debian's Chromium, or what CHROMIUM names; without one it says so and skips. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { get, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { run } from '../cli/test-host.ts';
import { HOSTILE } from '../support/hostile.ts';
import { outputOf, SAMPLES, startProgram } from '../support/program.ts';
import { jsonLines, parsedLines } from '../support/json-lines.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const hasBrowser = existsSync(CHROMIUM);
const place = hasBrowser ? '' : `: there is none at ${CHROMIUM} (CHROMIUM names another)`;

let browser: Browser;
const cwd = sharedFolder();
let report: string;

/** What the page complained of: a policy that is broken, a script that fails. */
const complaints: string[] = [];

async function open(file: string, hash = '', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${file.startsWith('http') ? file : pathToFileURL(file)}${hash}`);
  await page.locator('h1').waitFor();
  return page;
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
}

const hallugraph = (...args: string[]) => outputOf(args, { cwd });

/** Writes what a command prints as a page. */
async function pageOf(name: string, ...args: string[]): Promise<string> {
  const { stdout } = await hallugraph(...args, '--format', 'html');
  await writeFile(path.join(cwd, `${name}.html`), stdout);
  return path.join(cwd, `${name}.html`);
}

/** The sample passages with their gold labels. */
async function labelledSamples(): Promise<string> {
  const labels = new URL('labels.jsonl', pathToFileURL(SAMPLES));
  const rows = parsedLines(await readFile(labels, 'utf8'));
  const byId = new Map(rows.map(({ id, label }) => [id, label]));
  const passages = parsedLines(await readFile(SAMPLES, 'utf8'));
  return passages.map((passage) => JSON.stringify({ ...passage, label: byId.get(passage.id) })).join('\n');
}

/** Writes a run of these passages and its report. */
async function reportOf(name: string, lines: string): Promise<string> {
  await writeFile(path.join(cwd, `${name}.jsonl`), lines);
  await hallugraph('evaluate', `${name}.jsonl`, '--preset', 'local', '--out', name, '-q');
  await hallugraph('report', name, '--html', `${name}.html`);
  return path.join(cwd, `${name}.html`);
}

describe.skipIf(!hasBrowser)(`the viewer in a browser${place}`, () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    report = await reportOf('samples', await readFile(SAMPLES, 'utf8'));
  });

  afterAll(async () => {
    await browser?.close();
    expect(complaints).toEqual([]);
  });

  it('leads from the overview to a fact, its reason, and the words of a sample', async () => {
    const page = await open(report);
    await page.getByRole('link', { name: /in Kraków/ }).click();
    const fact = page.locator('.fact', { hasText: /in Kraków/ });
    await expect.poll(() => fact.getAttribute('aria-expanded')).toBe('true');
    // of a flagged fact that is not chosen, its first reason stands in the list
    expect(await page.locator('.why').allTextContents()).toEqual([
      expect.stringMatching(/"1911", not "1913"/),
    ]);
    await page
      .getByRole('button', { name: /show in sample/ })
      .first()
      .click();
    const quoted = page.locator('mark[data-quoted]').first();
    expect(await quoted.textContent()).toContain('Warsaw');
    expect(await quoted.getAttribute('data-against')).toBe('true');
    const marked = await page.locator('.text [data-chosen]').allTextContents();
    expect(marked.join('')).toContain('Kraków');
    await expect.poll(() => page.locator('.line[data-chosen]').count()).toBe(1);
  });

  it.each([1280, 390])(
    'opens a run of one text on that text, sentence by sentence, %i px wide',
    async (width) => {
      const [first = ''] = (await readFile(SAMPLES, 'utf8')).split('\n');
      const one = await reportOf(`one-${width}`, first);
      const page = await open(one, '', { viewport: { width, height: 844 } });
      const sentences = page.locator('.sentences > li');
      await sentences.first().waitFor();
      expect(await page.locator('h1').textContent()).toBe('marie-curie');
      const wrong = page.locator('[data-sentence="wrong"]');
      expect(await wrong.allTextContents()).toEqual([
        expect.stringMatching(/wrongBorn.*Kraków.*because .*"Warsaw", not "Kraków"/s),
        expect.stringMatching(/wrong.*1913.*because .*"1911", not "1913"/s),
      ]);
      // the text comes before the graph, and nothing is wider than the page
      const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
      expect(await top('.of-sentences')).toBeLessThan(await top('.of-text'));
      expect(await top('.of-text')).toBeLessThan(await top('.graph'));
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await expect.poll(() => page.locator('.scroll-hint').count()).toBe(width === 390 ? 1 : 0);
      expect(await page.getByRole('heading', { name: 'What the words mean' }).count()).toBe(1);
      await wrong.first().getByRole('link').click();
      await expect.poll(() => page.locator('.facts > [data-chosen]').textContent()).toContain('Kraków');
      expect(await page.locator('.relation').count()).toBe(1);
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('heading', { name: 'How it was made' }).waitFor();
      expect(await page.locator('.histogram').count()).toBe(0);
    },
  );

  it('chooses a fact by text and by graph, and shows it in the list', async () => {
    const page = await open(report, '#/passage/0');
    await page.locator('.text .mark[data-state="contradicted"]').first().click();
    await expect.poll(() => page.locator('.facts > [data-chosen]').count()).toBe(1);
    const before = page.url();
    await page.locator('.graph a').last().locator('.hit').dispatchEvent('click');
    await expect.poll(() => page.url()).not.toBe(before);
    await expect.poll(() => page.locator('.facts > [data-chosen]').count()).toBe(1);
  });

  it('searches, filters and sorts', async () => {
    const page = await open(report, '#/passages');
    await page.getByRole('searchbox').fill('tungsten');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('1 passage');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox', { name: 'Verdict' }).selectOption('hallucinated');
    const flagged = Number.parseInt((await page.getByRole('status').textContent()) ?? '', 10);
    expect(flagged).toBeGreaterThan(1);
    expect(flagged).toBeLessThan(12);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('by name');
    const names = await page.locator('.rows .name').allTextContents();
    expect(names).toEqual(names.toSorted());
  });

  it('can be read by the keyboard alone', async () => {
    const page = await open(report, '#/passage/0');
    await page.locator('.facts').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('fact');
    await expect.poll(() => page.locator('.facts > li').nth(1).getAttribute('data-chosen')).toBe('true');
    await page.keyboard.press('k');
    await expect.poll(() => page.locator('.facts > li').nth(0).getAttribute('data-chosen')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.ariaExpanded')).toBe('true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('mark[data-quoted]').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.facts > [data-chosen]').count()).toBe(0);
  });

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 360, height: 740 } }],
  ] as const)('has no fault that axe finds, and nothing to scroll sideways: %s', async (_, options) => {
    for (const hash of ['', '#/passages', '#/passage/0/1']) {
      const page = await open(report, hash, options);
      await page.waitForTimeout(200);
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });

  it('draws a benchmark: curves of all methods, those of a chosen one beside our own', async () => {
    await writeFile(path.join(cwd, 'labelled.jsonl'), await labelledSamples());
    const methods = 'selfcheck-unigram-max,selfcheck-unigram-avg';
    const file = await pageOf(
      'bench',
      ...['bench', 'jsonl', '--data', 'labelled.jsonl', '--preset', 'local', '--methods', methods],
      ...['--ablate', '--figures', '--out', 'benchmark', '-q'],
    );
    for (const options of [{}, { colorScheme: 'dark' }, { viewport: { width: 360, height: 740 } }] as const) {
      const page = await open(file, '', options);
      expect(await page.locator('.curve').count()).toBe(2);
      expect(await page.locator('.curve-faint').count()).toBe(2);
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    const page = await open(file);
    await page.getByRole('combobox').selectOption('selfcheck-unigram-avg');
    await expect.poll(() => page.locator('figcaption', { hasText: 'selfcheck-unigram-avg' }).count()).toBe(2);
    await page.getByRole('link', { name: 'Node states' }).click();
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
    await expect.poll(() => page.locator('.node-chart path').count()).toBeGreaterThan(20);
  });

  it('opens a passage that changed between two runs with both versions side by side', async () => {
    await hallugraph('rescore', 'samples', '--out', 'stricter', '--set', 'scoring.factThreshold=0.6');
    const file = await pageOf('difference', 'diff', 'samples', 'stricter');
    for (const [hash, options] of [
      ['', {}],
      ['#/passages', { colorScheme: 'dark' }],
      ['#/passage/0/0', {}],
      ['#/passage/0/0', { viewport: { width: 360, height: 740 } }],
    ] as const) {
      const page = await open(file, hash, options);
      await page.waitForTimeout(200);
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    const page = await open(file);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(
      '(samples) to B (stricter)',
    );
    await page.getByRole('link', { name: 'Changed passages' }).click();
    await page.locator('.rows a').first().click();
    await page.locator('.facts').waitFor();
    await expect.poll(() => page.locator('.sides .text').count()).toBeGreaterThan(1);
    await page.keyboard.press('j');
    const states = page.locator('.facts > [data-chosen] .state');
    await expect.poll(() => states.count()).toBe(2);
    const [before, after] = await states.allTextContents();
    expect(before?.replace('A', '')).not.toBe(after?.replace('B', ''));
    await expect.poll(() => page.locator('.text [data-chosen]').count()).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Changed passages' }).click();
    await page.getByRole('link', { name: /marie-curie/ }).click();
    await page.locator('.fact', { hasText: /in Kraków/ }).click();
    await page.locator('.details .follow').last().click();
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("details").id'))
      .toMatch(/^b-samples-/);
  });

  it('leads to the passages of a count, and goes through them alone', async () => {
    const page = await open(report);
    await page.locator('.tiles').getByRole('link', { name: 'hallucinated' }).click();
    await expect.poll(() => page.locator('.rows .verdict').first().textContent()).toBe('hallucinated');
    const count = Number.parseInt((await page.getByRole('status').textContent()) ?? '', 10);
    await page.locator('.rows a').nth(1).click();
    await expect.poll(() => page.locator('.neighbours').textContent()).toContain(`2 of ${count} (`);
    await page.getByRole('link', { name: 'next' }).click();
    await expect.poll(() => page.locator('.neighbours').textContent()).toContain(`3 of ${count} (`);
    await expect.poll(() => page.locator('.lead .verdict').textContent()).toBe('hallucinated');
  });

  it('shows the methods of a benchmark beside its verdicts, and the passages where these differ from the labels', async () => {
    await hallugraph('report', 'benchmark', '--html', 'benchmark-run.html');
    const page = await open(path.join(cwd, 'benchmark-run.html'));
    expect(await page.locator('option').allTextContents()).toEqual([
      expect.stringContaining('selfcheck-unigram'),
      expect.stringContaining('selfcheck-unigram'),
    ]);
    expect(await faultsOf(page)).toEqual([]);
    const mistakes = await page.getByText(/with an error:/).textContent();
    const [, missed, alarms] = /(\d+) missed; \d+ without: (\d+) false/.exec(mistakes ?? '') ?? [];
    await page.getByRole('link', { name: 'Look through them' }).click();
    await expect
      .poll(() => page.getByRole('status').textContent())
      .toMatch(new RegExp(`^${Number(missed) + Number(alarms)} passage`));
  });

  it('prints a passage on A4 with the reasons of all its facts unfolded', async () => {
    const page = await open(report, '#/passage/0');
    await page.locator('.facts').waitFor();
    await page.evaluate(`addEventListener('beforeprint', () => queueMicrotask(() => {
      window.printed = [document.querySelectorAll('.facts .reasons').length, document.querySelectorAll('.source[open]').length];
    }))`);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    const facts = await page.locator('.fact').count();
    expect(await page.evaluate('window.printed')).toEqual([facts, await page.locator('.source').count()]);
    // and folds them again
    await expect.poll(() => page.locator('.facts .reasons').count()).toBe(0);
  });

  it('shows hostile names in a benchmark as names', async () => {
    const name = '</script><img src=x onerror="document.title=1">\u202e$&';
    const rows = (await labelledSamples()).split('\n').map((line) => JSON.parse(line));
    const hostile = rows.map((row) => ({ ...row, id: `${name} ${row.id}` }));
    const write = (file: string, lines: object[]) => writeFile(path.join(cwd, file), jsonLines(lines));
    await write('hostile-names.jsonl', hostile);
    await write(
      'scores.jsonl',
      hostile.map(({ id }, index) => ({ method: name, id, score: index })),
    );
    const data = ['--data', 'hostile-names.jsonl', '--scores', 'scores.jsonl'];
    const file = await pageOf('names', 'bench', 'jsonl', ...data, '--preset', 'local', '--figures', '-q');
    const page = await open(file);
    expect(await page.getByRole('rowheader', { name: '<img src=x onerror' }).count()).toBeGreaterThan(0);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Benchmark: hostile-names.jsonl');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('shows hostile texts as texts', async () => {
    const texts = [
      ...HOSTILE,
      '<img src=x onerror="document.title=1">',
      '</script><script>document.title=1</script>',
      '\u001b[31mred\u001b[0m',
      '=HYPERLINK("http://evil.example"; "@SUM(1)")',
      'zero\u200bwidth\u2060 \u202egnidaer\u202c \u2066isolated',
      `word${'x'.repeat(100_000)}`,
    ];
    const lines = texts.map((text, index) =>
      JSON.stringify({
        id: `${index} ${text.slice(0, 40)}`,
        prompt: text,
        response: `${text} Ann Lee was born in Leeds.`,
        samples: [text, `Ann Lee was born in York. ${text}`],
      }),
    );
    const file = await reportOf('hostile', lines.join('\n'));
    const page = await open(file, '#/passages');
    await expect.poll(() => page.getByRole('status').textContent()).toBe(`${texts.length} passages`);
    const least = ['--set', 'scoring.threshold.passage=0.99', '--set', 'scoring.passage=min'];
    await hallugraph('rescore', 'hostile', '--out', 'hostile-stricter', ...least);
    const difference = await pageOf('hostile-diff', 'diff', 'hostile', 'hostile-stricter');
    const changed = await open(difference, '#/passages');
    expect(await changed.getByRole('heading', { level: 1 }).textContent()).toContain('with a change');
    const count = await changed.locator('.rows a').count();
    for (let at = 0; at < Math.min(count, 25); at++) {
      await changed.goto(`${pathToFileURL(difference)}#/passage/${at}`);
      await expect.poll(() => changed.locator('.neighbours').textContent()).toContain(`${at + 1} of `);
      expect(await changed.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(await changed.locator('img').count()).toBe(0);
    expect(await changed.title()).toMatch(/^What changed/);
    for (const [index, text] of texts.entries()) {
      await page.goto(`${pathToFileURL(file)}#/passage/${index}`);
      await expect.poll(() => page.locator('.prompt').textContent()).toBe(`Asked: ${text}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('hostile');
  });

  it('draws ten thousand passages without delay, in a file of a few megabytes', async () => {
    const one = JSON.stringify({
      id: 'p0',
      prompt: 'q',
      response: 'Ann Lee was born in 1900.',
      samples: ['Ann Lee.'],
    });
    const file = await reportOf('many', one);
    const record = await readFile(path.join(cwd, 'many', 'records.jsonl'), 'utf8');
    const records = Array.from({ length: 10_000 }, (_, index) =>
      record.replace('"id":"p0"', `"id":"p${index}"`).replaceAll('1900', String(1000 + index)),
    );
    await writeFile(path.join(cwd, 'many', 'records.jsonl'), records.join(''));
    await hallugraph('report', 'many', '--html', 'many.html');
    expect((await stat(file)).size).toBeLessThan(20e6);
    const page = await open(file, '#/passages');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('10000 passages');
    expect(await page.locator('.rows li').count()).toBeLessThan(60);
    await page.getByRole('searchbox').fill('p9999');
    await page.getByRole('link', { name: /p9999/ }).click();
    await expect.poll(() => page.locator('.text').first().textContent()).toContain('10999');
  });

  it('says how many more passages are suspicious than it lists', async () => {
    const samples = Array(3).fill('Marie Curie died in 1934.');
    const lines = Array.from({ length: 10 }, (_, index) =>
      JSON.stringify({ id: `p${index}`, prompt: 'Who?', response: 'Marie Curie died in 1943.', samples }),
    );
    const page = await open(await reportOf('ten', lines.join('\n')), '#/');
    expect(await page.locator('.worst li').count()).toBe(8);
    await page.getByRole('link', { name: 'and 2 more' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('10 passages');
  });

  it('says in words why nothing was judged, and leaves out what there is nothing to say of', async () => {
    const lines = JSON.stringify({ prompt: 'Who?', response: 'Ann Smith was born in Paris.', samples: [] });
    const page = await open(await reportOf('unjudged', lines), '#/');
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching('1 not judged'),
      'no sample to compare with: 1 passage',
    ]);
    expect(await page.getByRole('heading', { name: 'What the words mean' }).count()).toBe(0);
  });

  it('follows a run that goes on', async () => {
    const growing = path.join(cwd, 'growing');
    await mkdir(growing);
    await copyFile(path.join(cwd, 'samples', 'run.json'), path.join(growing, 'run.json'));
    const records = (await readFile(path.join(cwd, 'samples', 'records.jsonl'), 'utf8')).split('\n');
    await writeFile(path.join(growing, 'records.jsonl'), `${records[0]}\n`);
    const { child, ended } = startProgram(['view', 'growing'], { cwd });
    const [address] = await once(child.stdout as Readable, 'data');
    const url = String(address).trim();
    const page = await open(url, '#/passages');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('1 passage');
    await page.waitForTimeout(1500);
    await appendFile(path.join(growing, 'records.jsonl'), `${records[1]}\n${records[2]}\n`);
    await expect.poll(() => page.getByRole('status').textContent(), { timeout: 10_000 }).toBe('3 passages');
    await page.getByRole('link', { name: /angela-merkel/ }).click();
    await expect.poll(() => page.locator('.text').first().textContent()).toContain('Merkel');
    const [elsewhere] = (await once(get(url, { headers: { host: 'evil.example' } }), 'response')) as [
      IncomingMessage,
    ];
    expect(elsewhere.statusCode).toBe(403);
    elsewhere.destroy();
    await page.context().close();
    child.kill('SIGINT');
    expect((await ended).status).toBe(0);
  });
});

it('says what cannot be shown', async () => {
  const folder = await temporaryFolder();
  expect(await run(['report', 'none', '--html', 'x.html'], { cwd: folder })).toMatchObject({ status: 2 });
  expect(await run(['view', 'none'], { cwd: folder })).toMatchObject({ status: 2 });
  expect(existsSync(path.join(folder, 'x.html'))).toBe(false);
});
