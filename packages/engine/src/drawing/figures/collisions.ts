/** Collisions over time: a line and a band for each policy of several players. */
import type { ComparisonResult, FleetResult, PolicyResult } from '../../play/result.ts';
import {
  comparisonTitle,
  environmentSummary,
  fileStem,
  replicationsSummary,
} from '../../words/names.ts';
import { counted } from '../../words/numbers.ts';
import { assemble } from './assemble.ts';
import { drawChart, position } from './chart.ts';
import { BAND_TEXT, curveMarks, curveRange } from './curves.ts';
import { endLabels, figureLabels, layout, linearAxis, slotAxis, uprightTicks } from './layout.ts';
import { estimateLabels, labelSentences, policyStyles } from './policy-labels.ts';
import type { Figure, PlacedFigureOptions } from './types.ts';

const BANDS = 'interval';

function fleetOf({ fleet, spec }: PolicyResult): FleetResult {
  if (fleet === undefined) throw new Error(`${spec} plays alone`);
  return fleet;
}

/** The end of a policy's curve. */
function finalOf(policy: PolicyResult) {
  const { mean, low, high } = fleetOf(policy).collisionCurve;
  return { mean: mean.at(-1) ?? 0, low: low.at(-1) ?? 0, high: high.at(-1) ?? 0 };
}

function captionOf(comparison: ComparisonResult): string {
  const { policies, environment, replications, players = 1 } = comparison;
  const what = `Collisions per player up to slot t, of ${counted(policies.length, 'policy', 'policies')} with ${counted(players, 'player')}. A player collides if another player chooses the same arm. Environment: ${environmentSummary(environment)}.`;
  if (replications === 1) {
    return `${what} Lines are ${replicationsSummary(comparison)}, so there are no bands.`;
  }
  return `${what} Lines are means of ${replicationsSummary(comparison)}; ${BAND_TEXT[BANDS]}. Numbers are final means ± half of the 95% interval.`;
}

/** Collisions per player against slots, one line per policy. */
export function collisionsFigure(
  comparison: ComparisonResult,
  options: PlacedFigureOptions = {},
): Figure {
  const { policies, environment } = comparison;
  const curves = policies.map((policy) => fleetOf(policy).collisionCurve);
  const styles = policyStyles(policies, options.places);
  const all = estimateLabels(policies, finalOf, styles);
  const labels = figureLabels(all, options);
  const range = curveRange(curves, BANDS, 0);
  const y = linearAxis('Collisions per player', ...range, uprightTicks(labels, options));
  const x = slotAxis(environment.horizon, options);
  const frame = layout({ labels, y, aside: 0 }, options);
  const upright = position(y, frame.bottom, frame.top);
  const targets = policies.map((policy) => upright(finalOf(policy).mean));
  return assemble(
    {
      name: fileStem(comparison.name, 'collisions'),
      title: `Collisions: ${comparisonTitle(comparison)}`,
      caption: captionOf(comparison),
      numbers: labelSentences(all),
      frame,
      content: [
        drawChart(frame, x, y, curveMarks(curves, styles, BANDS, 0)),
        endLabels(labels, targets, frame),
      ],
    },
    options,
  );
}
