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
    : ' It is proved for a budget from 1/K to T/K only, which this is not.';
  return [
    'Each number is a lower bound on the supremum: the policy loses that much in one environment within the budget, and other environments may be worse. So numbers compare policies only roughly: a smaller one may also mean that the search did worse.',
    `The search tried ${plural(evaluations, 'environment')} for each policy with ${plural(searchReplications, 'replication')} each. Its own maximum is biased upward, so the environment found was judged again by ${plural(replications, 'replication')} that the search had not seen.`,
    `The rate (KV)^(1/3) T^(2/3) is that of the minimax regret, with an unknown constant.${proved} An upper bound above T says nothing: it is vacuous.`,
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
  const judged = replicationsText(horizons, (one) => one.judgingReplications, 'fresh one');
  return [
    '(a) switching: gaps shrink with T like T^(-1/3), so no policy loses more than T times the gap, about T^(2/3). Uniform play has a slope of about 2/3 there too: (a) alone does not distinguish a policy that keeps up from one that does not.',
    '(b) constant gaps: a favourite falls or a neglected arm rises by a size that has nothing to do with T. Policies that never forget, and uniform play, lose a share of all slots: slope 1. Only (b) shows that.',
    'A policy that forgets pays on (b) for up to τ slots after the change, about T^(2/3), and for learning anew in every τ slots, about T^(1/3) ln T; the sum has a slope between 1/3 and 2/3. It is steeper where short horizons leave too little memory to see the gap, and play is close to uniform.',
    'Slopes belong to a finite range of T. A slope somewhat above 1 on (b), or above 2/3 on (a), is a share that still grows towards its limit: regret never exceeds T times the gap. Widths with √ln τ bring a factor that still grows, up to √ln T.',
    `Environments are chosen by ${chosen}, and judged by ${judged}. The family has ${first.candidates.length} environments, so each number is a lower bound on the supremum.`,
    'Slopes are of ln regret on ln T by least squares, every horizon with the same weight; the 95% interval is by Student’s t from the larger of two standard errors: scatter about the line, and noise of the replications.',
    ...(capped.length === 0
      ? []
      : [
          `With a budget of ${settings.variation} the window is the whole horizon at T = ${capped.map(({ horizon }) => horizon).join(', ')}: nothing is forgotten there.`,
        ]),
  ];
}
