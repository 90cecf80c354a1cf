/** What has to be said beside the numbers, the same on a terminal, in JSON and in a report. */
import type { GrowthStudy } from './growth.ts';
import type { WorstCaseStudy } from './worst-case.ts';

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** How the numbers of a search are to be read. */
export function worstCaseNotes({ settings, rate }: WorstCaseStudy): string[] {
  const { evaluations, searchReplications, replications } = settings;
  const proved = rate.valid
    ? ''
    : ' It is proved only for budgets from 1/K to T/K, and this budget is outside.';
  return [
    'Each number is a lower bound on the true worst case: the policy loses that much in one environment within the budget, and other environments can be worse. So compare policies only roughly. A smaller number can also mean that the search found less.',
    `The search tried ${plural(evaluations, 'environment')} for each policy with ${plural(searchReplications, 'replication')} each. The maximum of a search is biased upward, so the regret in the table is from ${plural(replications, 'replication')} that the search had not used.`,
    `The rate (KV)^(1/3) T^(2/3) is that of the minimax regret, with an unknown constant.${proved} An upper bound above T is vacuous: it states nothing.`,
  ];
}

/** A count of replications over the horizons: it shrinks with them unless they are all short. */
function replicationsText(
  horizons: GrowthStudy['horizons'],
  countOf: (horizon: GrowthStudy['horizons'][number]) => number,
  noun: string,
): string {
  const [first, last] = [horizons[0], horizons[horizons.length - 1]];
  const most = plural(countOf(first), noun);
  if (countOf(first) === countOf(last)) return `${most} at every T`;
  return `${most} at T = ${first.horizon} down to ${countOf(last)} at T = ${last.horizon}`;
}

/** How the slopes of a growth study are to be read. */
export function growthNotes({ settings, horizons }: GrowthStudy): string[] {
  const first = horizons[0];
  const capped = horizons.filter(({ horizon, window }) => window >= horizon);
  const chosen = replicationsText(horizons, (one) => one.choosingReplications, 'replication');
  const judged = replicationsText(horizons, (one) => one.judgingReplications, 'new one');
  return [
    '(a) switching: gaps shrink with T like T^(-1/3), so no policy loses more than T times the gap, about T^(2/3). Uniform play also has a slope of about 2/3 there, so (a) alone does not separate policies that keep up from others.',
    '(b) constant gaps: a favorite falls or a neglected arm rises by an amount that does not depend on T. Policies that never forget, and uniform play, lose a share of all slots: slope 1. Only (b) shows that.',
    'A policy that forgets pays on (b) for up to τ slots after the change, about T^(2/3), and for learning again in every τ slots, about T^(1/3) ln T. The sum has a slope between 1/3 and 2/3. It is steeper if short horizons leave too little memory to see the gap, so that play is close to uniform.',
    'Slopes belong to a finite range of T. A slope somewhat above 1 on (b), or above 2/3 on (a), is a share that still grows towards its limit: regret never exceeds T times the gap. Confidence widths with √ln τ add a factor that still grows, up to √ln T.',
    `The environments were chosen with ${chosen} and measured with ${judged}. The family has ${first.candidates.length} environments, so each number is a lower bound on the true worst case.`,
    'Slopes are of ln regret on ln T by least squares, with the same weight for every horizon. The 95% interval uses Student’s t and the larger of two standard errors: scatter about the line, and noise of the replications.',
    ...(capped.length === 0
      ? []
      : [
          `With a budget of ${settings.variation} the window is the whole horizon at T = ${capped.map(({ horizon }) => horizon).join(', ')}: nothing is forgotten there.`,
        ]),
  ];
}
