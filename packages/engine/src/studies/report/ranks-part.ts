/** Ranks of policies in a report: over all comparisons, as written and tuned. */

import { Html, html, NOTHING } from '../../drawing/report/html.ts';
import {
  breakable,
  type Column,
  howToRead,
  markedName,
  tablePart,
} from '../../drawing/report/parts.ts';
import { standingOf, withoutOracles } from '../../play/contestants.ts';
import type { ComparisonResult } from '../../play/result.ts';
import { SIGNIFICANCE_LEVEL } from '../../play/statistics.ts';
import { counted, formatFixed, formatNumber, listed } from '../../words/numbers.ts';
import { policyNames } from '../../words/policy-names.ts';
import type { SuiteRow } from '../landscape/suite.ts';
import { type Ranking, rankPolicies } from '../tuning/ranks.ts';
import type { ComparisonTuning } from './tuning-part.ts';

/** Up to this many comparisons their orders are shown unasked. */
const MOST_SHOWN = 8;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** a to z, then aa, ab and so on. */
function letterOf(group: number): string {
  const before = Math.floor(group / LETTERS.length);
  return `${before === 0 ? '' : letterOf(before - 1)}${LETTERS[group % LETTERS.length]}`;
}

/** The letters of the groups that a policy is in. */
function lettersOf(groups: readonly (readonly number[])[], policy: number): string {
  const own = groups.flatMap((group, i) => (group.includes(policy) ? [letterOf(i)] : []));
  return own.length === 0 ? '–' : own.join(' ');
}

/** Those that rank by: of the one comparison there is, or of the mean ranks over several. */
function groupsOf({ comparisons, overall }: Ranking): readonly (readonly number[])[] {
  return comparisons.length === 1 ? comparisons[0].groups : (overall?.groups ?? []);
}

function rankTable(
  ranking: Ranking,
  label: string,
  standings: readonly SuiteRow['standing'][],
): Html {
  const several = ranking.comparisons.length > 1;
  const columns: readonly Column[] = [
    { title: 'Policy', kind: 'name' },
    { title: several ? 'Mean rank' : 'Rank', kind: 'number' },
    { title: 'Not significantly different' },
    ...(several
      ? ([
          { title: 'Least regret in', kind: 'number' },
          { title: 'Unbeaten in', kind: 'number' },
        ] as const)
      : []),
  ];
  const share = (count: number) => `${formatNumber(count, 3)} of ${ranking.comparisons.length}`;
  const rows = ranking.policies
    .map((policy, place) => ({
      ...policy,
      name: markedName(policy.label, standings[place]),
      letters: lettersOf(groupsOf(ranking), place),
    }))
    .sort((first, second) => first.meanRank - second.meanRank)
    .map((policy) => ({
      cells: [
        policy.name,
        several ? formatFixed(policy.meanRank, 2) : formatNumber(policy.meanRank),
        policy.letters,
        ...(several ? [share(policy.wins), share(policy.unbeaten)] : []),
      ],
    }));
  return tablePart(columns, rows, { label });
}

/** The order within each comparison; nothing where there is one, which the table above shows. */
function orderTable({ comparisons, policies }: Ranking, label: string): Html {
  if (comparisons.length < 2) return NOTHING;
  const names = (places: readonly number[]) => places.map((place) => policies[place].label);
  const rows = comparisons.map(({ name, order, groups }) => ({
    cells: [
      breakable(name),
      names(order).join(', '),
      groups.length === 0 ? 'none' : groups.map((group) => listed(names(group))).join('; '),
    ],
  }));
  const columns = [
    { title: 'Comparison' },
    { title: 'Least regret first' },
    { title: 'Not significantly different' },
  ];
  // A long list would push everything else out of sight.
  const folding = new Html(comparisons.length <= MOST_SHOWN ? ' open' : ' class="bulk"');
  return html`<details${folding}><summary>The order in each comparison</summary>${tablePart(columns, rows, { label: `Orders: ${label}` })}</details>`;
}

function readingOfRanks(rankings: readonly Ranking[]): Html {
  const [{ comparisons, pairs, level, overall }] = rankings;
  const count = pairs.length * comparisons.length;
  const within = `p is below ${level} after Holm’s correction for ${count === 1 ? 'the one pair' : `all ${counted(count, 'pair')}`}`;
  if (overall === undefined) {
    return howToRead([
      `Rank 1 has the least mean regret. Policies that share a letter do not differ significantly, so their order means nothing. Others do: for their paired difference, ${within}.`,
    ]);
  }
  return howToRead([
    `Rank 1 has the least mean regret of a comparison. Ranks are averaged over ${counted(comparisons.length, 'comparison')}, each of which counts once. Policies that share a letter do not differ significantly over environments like these: their mean ranks differ by less than Nemenyi’s critical difference, ${formatFixed(overall.criticalDifference, 2)} at the level ${level}. With few comparisons, few differences are significant.`,
    `“Unbeaten in” is about these environments only. It counts the comparisons in which no other policy has significantly less regret: ${within} of all comparisons. The order in each comparison uses the same rule for its groups.`,
  ]);
}

/** Whether the same policies stand in the same places, as ranks need it. */
function alike(comparisons: readonly ComparisonResult[]): boolean {
  const ids = ({ policies }: ComparisonResult) => policies.map(({ id }) => id).join(',');
  return comparisons.every((comparison) => ids(comparison) === ids(comparisons[0]));
}

/** Policies over all comparisons; nothing where there is nothing to rank over. */
export function ranksSection(
  all: readonly ComparisonResult[],
  tuning: readonly ComparisonTuning[],
): Html {
  const comparisons = all.map(withoutOracles);
  const isTuned = ({ name }: ComparisonResult) => tuning.some((one) => one.comparison === name);
  const written = comparisons.filter((comparison) => !isTuned(comparison));
  const tuned = comparisons.filter(isTuned);
  if (written.length === 0 || (written.length === 1 && tuned.length === 0)) return NOTHING;
  if (written[0].policies.length < 2 || !alike(comparisons)) return NOTHING;
  // Tuned policies have other parameters, but they are the same policies: they keep their names.
  const labels = policyNames(written[0].policies);
  const standings = written[0].policies.map(standingOf);
  const kinds = [
    { heading: 'As written in the experiment', of: written },
    { heading: 'After equal-effort tuning', of: tuned },
  ].filter(({ of }) => of.length > 0);
  const rankings = kinds.map(({ of }) => rankPolicies(of, { level: SIGNIFICANCE_LEVEL, labels }));
  const tables = rankings.map((ranking, i) => {
    const { heading } = kinds[i];
    const title = tuned.length === 0 ? NOTHING : html`<h3>${heading}</h3>`;
    return html`${title}${rankTable(ranking, `Ranks: ${heading}`, standings)}${orderTable(ranking, heading)}`;
  });
  return html`<section id="ranks"><h2>Ranks</h2>
${tables}
${readingOfRanks(rankings)}</section>`;
}
