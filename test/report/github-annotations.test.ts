import { describe, expect, it } from 'vitest';
import { filePlaces } from '../../src/report/file-places.ts';
import { renderGithub } from '../../src/report/github-annotations.ts';
import { HOSTILE_TEXTS, hostileReport, textOf, UNPRINTABLE } from './hostile-report.ts';
import { sampleReport } from './sample-report.ts';

describe('github', () => {
  it('annotates wrong facts and what was not judged, and says what came of the run', async () => {
    expect(await textOf(renderGithub(sampleReport()))).toMatchInlineSnapshot(`
      "::error title=curie::Curie discovered wrong metals (suspicious, support 0.11); contradicted by 2 of 3 samples (1, 2): they give right, not wrong; few samples mention "wrong"
      ::warning title=empty-one::not judged: empty-one: the response is empty
      ::error title=東京タワー::東京タワーは wrong 高さ三百三十三メートルの電波塔であり東京都港区芝公園にある観光名所として非常に有名である (suspicious, support 0.10); contradicted by 2 of 3 samples (1, 2): they give right, not wrong; few samples mention "wrong"
      ::notice title=hallugraph::4 passages: 2 hallucinated, 1 with no error found, 1 not judged; 2 of 6 facts suspicious
      "
    `);
  });

  it('says where in the file a fact stands, by columns where that is one line', async () => {
    const { run, verdicts } = sampleReport();
    const [first] = verdicts;
    const text = first?.passage.response ?? '';
    const report = {
      run,
      verdicts: verdicts.slice(0, 1),
      places: () => filePlaces('a,b:c%.txt', text, null),
    };
    const [line = ''] = (await textOf(renderGithub(report))).split('\n');
    expect(line).toMatch(
      /^::error file=a%2Cb%3Ac%25\.txt,line=2,endLine=2,col=1,endColumn=31,title=curie::Curie/,
    );
  });

  it('takes nothing for a command that a text holds', async () => {
    const lines = (await textOf(renderGithub(hostileReport()))).split('\n');
    expect(lines).toHaveLength(Object.keys(HOSTILE_TEXTS).length + 2);
    for (const line of lines.slice(0, -2)) expect(line).toMatch(/^::error title=[^:,\r\n]*::[^\r\n]*$/u);
    expect(lines.join('')).not.toMatch(UNPRINTABLE);
    expect(lines.join('\n')).toContain('%250A%2525');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(20_000);
  });
});
