/** Who is ahead, and since when. */
import type { ArmKnowledge, ExperimentState, History } from '@driftline/client/wire';

/** Below this many decisions per arm, shares say little. */
const LEAST_PER_ARM = 10;
/** An arm is ahead that has at least this much more of the decisions than any other. */
const CLEAR = 0.1;

export interface Standing {
  readonly leader: ArmKnowledge;
  /** The first decision of the stretch in which it was ahead; undefined where the log does not say. */
  readonly since: number | undefined;
  /** Whether it was ahead as far back as the log is kept. */
  readonly always: boolean;
  /** Who was ahead before. */
  readonly before: string | undefined;
}

/** The place of the arm with most decisions; undefined where there were none. */
function busiest(decisions: readonly number[]): number | undefined {
  const most = Math.max(...decisions);
  return most > 0 ? decisions.indexOf(most) : undefined;
}

/** The leader of each bin that had decisions, with where the bin begins. */
function leadersOf(history: History): { readonly arm: number; readonly from: number }[] {
  return history.bins.flatMap(({ from, arms }) => {
    const arm = busiest(arms.map(({ decisions }) => decisions));
    return arm === undefined ? [] : [{ arm, from }];
  });
}

/** Undefined where no arm is clearly ahead, or it is too early to say. */
export function standingOf(
  { arms, decisions }: ExperimentState,
  history: History | undefined,
): Standing | undefined {
  const live = arms.filter(({ state }) => state !== 'retired');
  const [leader, second] = [...live].sort((a, b) => b.share - a.share);
  if (leader === undefined || decisions < LEAST_PER_ARM * live.length) return undefined;
  if (leader.share - (second?.share ?? 0) < CLEAR) return undefined;
  const place = arms.indexOf(leader);
  const leaders = history === undefined ? [] : leadersOf(history);
  const lastOther = leaders.findLastIndex(({ arm }) => arm !== place);
  const first = leaders[lastOther + 1];
  const other = lastOther < 0 ? undefined : arms[leaders[lastOther].arm]?.key;
  return {
    leader,
    since: first?.from,
    always: first !== undefined && lastOther < 0,
    before: other,
  };
}

/** How often the lead went from one arm to another in what is kept. */
export function leadChanges(history: History): number {
  const leaders = leadersOf(history);
  return leaders.filter(({ arm }, i) => i > 0 && arm !== leaders[i - 1].arm).length;
}
