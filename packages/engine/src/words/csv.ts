/** A result's numbers as tables for other programs: one row per value, names repeated. */
import { csvCell } from '@driftline/core/spec';
import type { Result } from '../play/result.ts';

/** A text or number as a cell. Where there is no number, nothing. */
function cell(value: string | number): string {
  if (typeof value === 'string') return csvCell(value);
  return Number.isNaN(value) ? '' : String(value);
}

/** A table by columns. */
export interface Columns {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly numbers: Readonly<Record<string, readonly number[]>>;
}

/** The column of labels, where any policy has one. */
function labelColumn(
  { comparisons }: Pick<Result, 'comparisons'>,
  labels: readonly string[],
): Record<string, readonly string[]> {
  const isUsed = comparisons.some(({ policies }) => policies.some(({ label }) => label));
  return isUsed ? { label: labels } : {};
}

/** The measures of several players at the end of each replication, if any comparison has players. */
const FLEET_FINALS = ['collisions', 'switches', 'fairness'] as const;

function hasPlayers({ comparisons }: Pick<Result, 'comparisons'>): boolean {
  return comparisons.some(({ players }) => players !== undefined);
}

/** R_T of each replication; of several players also collisions, switches and fairness. */
export function finalsColumns(result: Pick<Result, 'comparisons'>): Columns {
  const comparison: string[] = [];
  const policy: string[] = [];
  const labels: string[] = [];
  const replication: number[] = [];
  const regret: number[] = [];
  const known = hasPlayers(result) ? FLEET_FINALS : [];
  const more: Record<string, number[]> = Object.fromEntries(known.map((key) => [key, []]));
  for (const { name, policies } of result.comparisons) {
    for (const { spec, label = '', finals, fleet } of policies) {
      finals.forEach((value, i) => {
        for (const key of known) more[key].push(fleet?.finals[key][i] ?? Number.NaN);
        comparison.push(name);
        policy.push(spec);
        labels.push(label);
        replication.push(i);
        regret.push(value);
      });
    }
  }
  return {
    texts: { comparison, policy, ...labelColumn(result, labels) },
    numbers: { replication, regret, ...more },
  };
}

/** Collisions per player up to each checkpoint, where any comparison has players: columns and their content. */
const COLLISION_CURVE = [
  ['collisions', 'mean'],
  ['collisions_low', 'low'],
  ['collisions_high', 'high'],
] as const;

/**
 * Mean regret at each checkpoint, its 95% interval, and where 90% of the replications lie; of several players also
 * collisions.
 */
export function curvesColumns(result: Pick<Result, 'comparisons'>): Columns {
  const comparison: string[] = [];
  const policy: string[] = [];
  const labels: string[] = [];
  const numbers = {
    slot: [] as number[],
    mean: [] as number[],
    low: [] as number[],
    high: [] as number[],
    q05: [] as number[],
    q95: [] as number[],
  };
  const known = hasPlayers(result) ? COLLISION_CURVE : [];
  const more: Record<string, number[]> = Object.fromEntries(known.map(([name]) => [name, []]));
  for (const { name, policies, replications } of result.comparisons) {
    // One replication says nothing about the spread of others.
    const spread = (value: number) => (replications > 1 ? value : Number.NaN);
    for (const { spec, label = '', curve, fleet } of policies) {
      const collided = fleet?.collisionCurve;
      curve.slots.forEach((slot, i) => {
        for (const [name, of] of known) {
          const value = collided?.[of][i] ?? Number.NaN;
          more[name].push(of === 'mean' ? value : spread(value));
        }
        comparison.push(name);
        policy.push(spec);
        labels.push(label);
        numbers.slot.push(slot);
        numbers.mean.push(curve.mean[i]);
        numbers.low.push(spread(curve.low[i]));
        numbers.high.push(spread(curve.high[i]));
        numbers.q05.push(spread(curve.q05[i]));
        numbers.q95.push(spread(curve.q95[i]));
      });
    }
  }
  const texts = { comparison, policy, ...labelColumn(result, labels) };
  return { texts, numbers: { ...numbers, ...more } };
}

/** Columns as CSV with a header; numbers have all their digits. */
export function csvOf({ texts, numbers }: Columns): string {
  const names = [...Object.keys(texts), ...Object.keys(numbers)];
  const columns: readonly (readonly (string | number)[])[] = [
    ...Object.values(texts),
    ...Object.values(numbers),
  ];
  const lines = [names.join(',')];
  for (let row = 0; row < columns[0].length; row++) {
    lines.push(columns.map((column) => cell(column[row])).join(','));
  }
  return `${lines.join('\n')}\n`;
}
