/**
 * Reliability diagram (Murphy & Winkler 1977): the observed share of hallucinations against the predicted
 * probability, a point a bin, the larger the more items it holds, with its 95 % interval. Calibrated probabilities lie
 * on the diagonal.
 */
import { counted, figure } from '../../format/figures.ts';
import type { ReliabilityBin } from '../../statistics/reliability-bins.ts';
import { Diagonal, UnitChart, unit } from './frame.tsx';

const LARGEST = 9;

export function ReliabilityChart({ bins, title }: { bins: readonly ReliabilityBin[]; title: string }) {
  const filled = bins.filter(({ n }) => n > 0);
  const largest = Math.max(1, ...filled.map(({ n }) => n));
  const { x, y } = unit();
  return (
    <UnitChart
      {...{ title, across: 'shown probability', up: 'share that is non-factual' }}
      description={`${title}. ${filled.map(binWords).join('; ')}`}
    >
      <Diagonal />
      {filled.map((bin) => {
        const { lower, meanProbability, observed, interval, n } = bin;
        const across = x(meanProbability ?? 0);
        return (
          <g key={lower}>
            {interval !== null && (
              <line class="whisker" x1={across} x2={across} y1={y(interval[0])} y2={y(interval[1])} />
            )}
            <circle class="point" cx={across} cy={y(observed ?? 0)} r={2 + LARGEST * Math.sqrt(n / largest)}>
              <title>{binWords(bin)}</title>
            </circle>
          </g>
        );
      })}
    </UnitChart>
  );
}

function binWords({ lower, upper, n, meanProbability, observed, interval }: ReliabilityBin): string {
  const around = interval === null ? '' : ` [${figure(interval[0])}, ${figure(interval[1])}]`;
  return `${figure(lower)} to ${figure(upper)}: ${counted(n, 'item')}, shown ${figure(meanProbability)}, non-factual ${figure(observed)}${around}`;
}
