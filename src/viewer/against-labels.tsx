/** The verdicts of a run compared with its gold labels, and with other methods. */
import type { ScoredMethod, ScoredPoint } from '../format/charts.ts';
import type { ViewIndex } from '../report/view/view-data.ts';
import { ScoreCharts } from './charts/score-charts.tsx';
import { linkToList } from './route.ts';
import { againstLabels, mistakeOf } from './words.ts';

export function AgainstLabels({ index: { rows, methods } }: { index: ViewIndex }) {
  const labelled = rows.filter(({ gold }) => gold !== null);
  if (labelled.length === 0) return null;
  const own = labelled.flatMap(({ score, gold, chance }): ScoredPoint[] =>
    score === null ? [] : [[1 - score, gold === true, chance]],
  );
  const others = methods.map(({ name, risks }): ScoredMethod => {
    const items = rows.flatMap(({ gold }, position): ScoredPoint[] => {
      const risk = risks[position] ?? null;
      return risk === null || gold === null ? [] : [[risk, gold, null]];
    });
    return { name, marked: false, items };
  });
  return (
    <section>
      <h2>Against the gold labels</h2>
      <p>
        {againstLabels(labelled)}.{' '}
        {labelled.some((row) => mistakeOf(row) !== null) && (
          <a class="look" href={linkToList('wrong')}>
            Look through them
          </a>
        )}
      </p>
      <ScoreCharts
        methods={[{ name: 'hallugraph', marked: true, items: own }, ...others]}
        ownRisk="1 − support, by hallugraph"
      />
    </section>
  );
}
