import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { filePlaces } from '../../src/report/file-places.ts';
import { renderSarif } from '../../src/report/sarif.ts';
import { HOSTILE_TEXTS, hostileReport, UNPRINTABLE } from './hostile-report.ts';
import { sampleReport } from './sample-report.ts';

const logOf = async (report: Parameters<typeof renderSarif>[0]): Promise<Log> =>
  JSON.parse(await renderSarif(report));

describe('sarif', () => {
  it('has a result for each wrong fact, and the place where it stands', async () => {
    const { run, verdicts } = sampleReport();
    const text = verdicts[0]?.passage.response ?? '';
    const places = () => filePlaces('an answer/in 100%.txt', text, null);
    const { runs } = await logOf({ run, verdicts: verdicts.slice(0, 1), places });
    expect(runs[0]?.results).toEqual([
      {
        ruleId: 'suspicious-fact',
        level: 'error',
        message: { text: expect.stringMatching(/^Curie discovered wrong metals \(suspicious/) },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'an%20answer/in%20100%25.txt', uriBaseId: '%SRCROOT%' },
              region: {
                ...{ startLine: 2, startColumn: 1, endLine: 2, endColumn: 31 },
                ...{ charOffset: 16, charLength: 30 },
              },
            },
            logicalLocations: [{ name: 'curie', kind: 'passage' }],
          },
        ],
      },
    ]);
  });

  it('gives a file outside of the project by its URL', async () => {
    const { run, verdicts } = sampleReport();
    const places = () => filePlaces('/tmp/a b.txt', verdicts[0]?.passage.response ?? '', null);
    const { runs } = await logOf({ run, verdicts: verdicts.slice(0, 1), places });
    const location = runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation;
    expect(location?.artifactLocation).toEqual({ uri: 'file:///tmp/a%20b.txt' });
  });

  it.each([sampleReport, hostileReport])(
    'holds what the schema of SARIF 2.1.0 requires (%#)',
    async (make) => {
      const log = await logOf(make());
      expect(log.version).toBe('2.1.0');
      expect(log.runs).toHaveLength(1);
      for (const { tool, results = [], columnKind } of log.runs) {
        const { name, rules = [] } = tool.driver;
        expect(name).toBe('hallugraph');
        expect(columnKind).toBe('unicodeCodePoints');
        const ids = rules.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(results.length).toBeGreaterThan(0);
        for (const { message, ruleId, level, locations = [] } of results) {
          expect(ids).toContain(ruleId);
          expect(['none', 'note', 'warning', 'error']).toContain(level);
          expect(message.text).toMatch(/\S/);
          expect(locations).toHaveLength(1);
        }
      }
    },
  );

  it('holds texts of any kind as text', async () => {
    const { runs } = await logOf(hostileReport());
    const texts = runs[0]?.results?.map(({ message }) => message.text ?? '') ?? [];
    expect(texts).toHaveLength(Object.keys(HOSTILE_TEXTS).length);
    expect(texts.join('')).not.toMatch(UNPRINTABLE);
    expect(texts.at(-1)).toContain(HOSTILE_TEXTS.word);
  });
});
