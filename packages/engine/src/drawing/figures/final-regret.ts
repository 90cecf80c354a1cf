/** Final regrets of many policies: a row each, the least first, with the interval of the mean. */
import type { ComparisonResult, PolicyResult } from '../../play/result.ts';
import {
  comparisonTitle,
  environmentSummary,
  fileStem,
  givenSentence,
  replicationsSummary,
} from '../../words/names.ts';
import { formatEstimates } from '../../words/numbers.ts';
import { regretTitle } from '../../words/reward-words.ts';
import { assemble } from './assemble.ts';
import type { Axis } from './chart.ts';
import { linearAxis, logAxis } from './layout.ts';
import { regretLabels, regretSentences } from './policy-labels.ts';
import { type ChartRow, dotWithInterval, drawRows, rowPlaces } from './row-chart.ts';
import { POLICY_INK } from './theme.ts';
import type { Figure, FigureOptions } from './types.ts';

/** From this ratio of the largest regret to the least on, a linear axis would press many together. */
const LOG_RATIO = 12;

function regretAxis(
  title: string,
  policies: readonly PolicyResult[],
  options: FigureOptions,
): Axis {
  const lows = policies.map(({ regret }) => Math.min(regret.low, regret.mean));
  const highs = policies.map(({ regret }) => Math.max(regret.high, regret.mean));
  const [least, most] = [Math.min(...lows), Math.max(...highs)];
  const means = policies.map(({ regret }) => regret.mean);
  if (least > 0 && Math.max(...means) > LOG_RATIO * Math.min(...means)) {
    return logAxis(title, least / 1.08, most * 1.08);
  }
  const low = Math.min(0, least);
  const pad = 0.02 * (most - low || 1);
  const ticks = options.width === 'half' ? 3 : 6;
  return linearAxis(title, low < 0 ? low - pad : 0, most + pad, ticks);
}

function captionOf(comparison: ComparisonResult, without: readonly string[]): string {
  const { environment, replications } = comparison;
  const bars = replications > 1 ? ' Bars are 95% intervals of the mean.' : '';
  const none =
    without.length === 0 ? '' : ` Not drawn, because their regret is 0: ${without.join(', ')}.`;
  return (
    `Mean final regret, least first. Environment: ${environmentSummary(environment)}.` +
    `${givenSentence(environment)} ${replicationsSummary(comparison)}.${bars}${none}`
  );
}

/** Mean final regret with its interval, a row for each policy. */
export function finalRegretFigure(
  comparison: ComparisonResult,
  options: FigureOptions = {},
): Figure {
  const names = regretLabels(comparison.policies).map(({ name }) => name);
  const all = comparison.policies.map((policy, i) => ({ policy, label: names[i] }));
  const lossless = all.filter(({ policy }) => policy.finals.every((regret) => regret === 0));
  const some = all.filter((each) => !lossless.includes(each));
  const shown = (some.length === 0 ? all : some).toSorted(
    (first, second) => first.policy.regret.mean - second.policy.regret.mean,
  );
  const values = formatEstimates(
    shown.map(({ policy: { regret } }) => ({
      mean: regret.mean,
      half: (regret.high - regret.low) / 2,
    })),
  );
  const narrow = options.width === 'half';
  const rows: ChartRow[] = shown.map(({ label }, i) => ({
    label,
    value: narrow ? values[i].split(' ± ')[0] : values[i],
  }));
  const axis = regretAxis(
    regretTitle(comparison.environment, 'Final regret R(T)'),
    shown.map(({ policy }) => policy),
    options,
  );
  const places = rowPlaces(rows, axis, 0, options);
  const dots = shown.map(({ policy: { regret } }, i) =>
    dotWithInterval(places.middle(i), regret, places, POLICY_INK),
  );
  return assemble(
    {
      name: fileStem(comparison.name, 'final regret'),
      title: `${regretTitle(comparison.environment, 'Final regret')}: ${comparisonTitle(comparison)}`,
      caption: captionOf(comparison, some.length === 0 ? [] : lossless.map(({ label }) => label)),
      numbers: regretSentences(comparison.policies),
      frame: places.frame,
      content: [drawRows(rows, axis, places), ...dots],
    },
    options,
  );
}
