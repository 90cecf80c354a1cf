/** The part on what a slot costs. */
import { formatNumber, listed } from '../../../words/numbers.ts';
import { contestantsOf } from '../analysis.ts';
import type { Costs } from '../costs.ts';
import type { Suite, SuiteRow } from '../suite.ts';
import { type GuidePart, nameOf, UNBROKEN } from './words.ts';

/** As many times the least as count as dear. */
const DEAR = 10;

function nanoseconds(cost: number): string {
  return formatNumber(Math.round(cost));
}

/** Nanoseconds per slot of a policy with a number of arms; undefined where that was not measured. */
export function costOf({ spec }: SuiteRow, arms: number, { costs }: Costs): number | undefined {
  return costs.find((cost) => cost.policy === spec && cost.arms === arms)?.nsPerSlot;
}

/**
 * The numbers of arms whose costs say something about a suite: those within the range that was played,
 * or else the one that is nearest to it.
 */
export function quotedArms({ columns }: Pick<Suite, 'columns'>, { costs }: Costs): number[] {
  const measured = [...new Set(costs.map(({ arms }) => arms))].sort((a, b) => a - b);
  const played = columns.map(({ armCount }) => armCount);
  const [fewest, most] = [Math.min(...played), Math.max(...played)];
  const away = (arms: number) => Math.max(fewest - arms, arms - most, 0);
  const nearest = Math.min(...measured.map(away));
  const within = measured.filter((arms) => away(arms) === nearest);
  return nearest === 0 ? within : within.slice(0, 1);
}

/** Nanoseconds per slot of a policy, for each of some numbers of arms. */
export function costCell(row: SuiteRow, costs: Costs, armCounts: readonly number[]): string {
  return armCounts
    .map((arms) => {
      const cost = costOf(row, arms, costs);
      return cost === undefined ? '–' : nanoseconds(cost);
    })
    .join(`${UNBROKEN}/${UNBROKEN}`);
}

/** Contestants whose cost is known, the cheapest first. */
function byCost(suite: Suite, arms: number, costs: Costs): { row: SuiteRow; cost: number }[] {
  return contestantsOf(suite)
    .flatMap((place) => {
      const row = suite.rows[place];
      const cost = costOf(row, arms, costs);
      return cost === undefined ? [] : [{ row, cost }];
    })
    .sort((first, second) => first.cost - second.cost);
}

/** From the cheapest to the dearest at a number of arms; nothing where none is known. */
function rangeText(suite: Suite, arms: number, costs: Costs): string[] {
  const sorted = byCost(suite, arms, costs);
  if (sorted.length === 0) return [];
  const [cheapest, dearest] = [sorted[0], sorted[sorted.length - 1]];
  const played = suite.columns.map(({ armCount }) => armCount);
  const other = arms < Math.min(...played) || arms > Math.max(...played);
  return [
    `from ${nanoseconds(cheapest.cost)} ns (${nameOf(cheapest.row)}) to ${nanoseconds(dearest.cost)} ns (${nameOf(dearest.row)}) with ${arms} arms${other ? ' (no number of arms that was played was measured)' : ''}`,
  ];
}

/** Names of policies that are dear with any of some numbers of arms. */
function dearPolicies(suite: Suite, armCounts: readonly number[], costs: Costs): string[] {
  const dear = new Set(
    armCounts.flatMap((arms) => {
      const sorted = byCost(suite, arms, costs);
      return sorted.filter(({ cost }) => cost > DEAR * sorted[0].cost).map(({ row }) => row);
    }),
  );
  return suite.rows.filter((row) => dear.has(row)).map(nameOf);
}

/** What policies as written cost, on the machine that they were measured on. */
export function costPart(suite: Suite, costs: Costs): GuidePart {
  const armCounts = quotedArms(suite, costs);
  const ranges = armCounts.flatMap((arms) => rangeText(suite, arms, costs));
  const dear = dearPolicies(suite, armCounts, costs);
  const long =
    dear.length === 0 ? '' : ` These policies take more than ${DEAR} times the shortest time:`;
  return {
    heading: 'Time per slot',
    sentences: [
      `A slot, including reward and bookkeeping, takes ${listed(ranges)}.${long}`,
      `Measured on ${costs.machine}. Other machines differ, so times are not part of the reproducible numbers.`,
    ],
    ...(dear.length === 0 ? {} : { items: dear }),
  };
}
