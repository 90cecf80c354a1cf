/** The part on what a slot costs. */
import { counted, formatNumber } from '../../figures/numbers.ts';
import { listed } from '../../report/findings.ts';
import { contestantsOf } from '../analysis.ts';
import type { Costs } from '../costs.ts';
import type { Suite, SuiteRow } from '../suite.ts';
import { safest } from './safe-part.ts';
import { type GuidePart, membersOf, nameOf, UNTOLD } from './words.ts';

/** More names than this are counted rather than listed. */
const MOST_NAMES = 8;
/** As many times the least as count as dear. */
const DEAR = 10;

function costText(nanoseconds: number): string {
  return `${formatNumber(Math.round(nanoseconds))} ns`;
}

function costOf({ spec }: SuiteRow, arms: number, { costs }: Costs): number | undefined {
  return costs.find((cost) => cost.policy === spec && cost.arms === arms)?.nsPerSlot;
}

/** From the cheapest to the dearest at a number of arms; nothing where none is known. */
function rangeSentence(suite: Suite, arms: number, costs: Costs): string[] {
  const sorted = contestantsOf(suite)
    .flatMap((place) => {
      const row = suite.rows[place];
      const cost = costOf(row, arms, costs);
      return cost === undefined ? [] : [{ row, cost }];
    })
    .sort((first, second) => first.cost - second.cost);
  if (sorted.length === 0) return [];
  const [cheapest, dearest] = [sorted[0], sorted[sorted.length - 1]];
  const dear = sorted
    .filter(({ cost }) => cost > DEAR * cheapest.cost)
    .map(({ row }) => nameOf(row));
  const who = dear.length <= MOST_NAMES ? listed(dear) : counted(dear.length, 'policy', 'policies');
  const rest = dear.length === 0 ? '' : `; more than ten times the least: ${who}`;
  return [
    `With ${arms} arms a slot takes from ${costText(cheapest.cost)} (${nameOf(cheapest.row)}) to ${costText(dearest.cost)} (${nameOf(dearest.row)}), reward and bookkeeping included${rest}.`,
  ];
}

function safeSentence(suite: Suite, armCounts: readonly number[], costs: Costs): string[] {
  const safe = safest(suite, membersOf(suite, UNTOLD, false));
  if (safe === undefined) return [];
  const row = suite.rows[safe.summary.row];
  const own = armCounts.flatMap((arms) => costOf(row, arms, costs) ?? []);
  if (own.length === 0) return [];
  return [`The safe choice, ${nameOf(row)}, takes ${listed(own.map(costText))}.`];
}

/** What policies as written cost, on the machine that they were measured on. */
export function costPart(suite: Suite, costs: Costs): GuidePart {
  const armCounts = [...new Set(costs.costs.map(({ arms }) => arms))].sort((a, b) => a - b);
  return {
    heading: 'What a slot costs',
    sentences: [
      ...armCounts.flatMap((arms) => rangeSentence(suite, arms, costs)),
      ...safeSentence(suite, armCounts, costs),
      `Measured on ${costs.machine}: other machines differ, so these are no part of the reproducible numbers.`,
    ],
  };
}
