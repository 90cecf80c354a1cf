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

/** Stretches of a log in which the lead is looked for: smaller ones would take luck for a change. */
const LEAST_DECISIONS = 100;
const MOST_STRETCHES = 50;

interface Stretch {
  readonly from: number;
  /** Of each arm. */
  readonly decisions: number[];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Neighbouring bins taken together; a rest that is too small joins the last. */
function stretchesOf({ bins, from, to }: History): Stretch[] {
  const enough = Math.max(LEAST_DECISIONS, (to - from) / MOST_STRETCHES);
  const stretches: Stretch[] = [];
  for (const bin of bins) {
    const last = stretches.at(-1);
    if (last === undefined || sum(last.decisions) >= enough) {
      stretches.push({ from: bin.from, decisions: bin.arms.map(({ decisions }) => decisions) });
    } else {
      bin.arms.forEach(({ decisions }, arm) => {
        last.decisions[arm] += decisions;
      });
    }
  }
  const rest = stretches.at(-1);
  const before = stretches.at(-2);
  if (rest === undefined || before === undefined || sum(rest.decisions) >= enough) return stretches;
  rest.decisions.forEach((decisions, arm) => {
    before.decisions[arm] += decisions;
  });
  return stretches.slice(0, -1);
}

/** Who is clearly ahead in a stretch; undefined where nobody is. */
function leaderOf({ decisions }: Stretch): number | undefined {
  const [most, next = 0] = [...decisions].sort((a, b) => b - a);
  return most - next >= CLEAR * sum(decisions) ? decisions.indexOf(most) : undefined;
}

/** Whoever is ahead in each stretch, with where it begins; a lead lasts until another arm is clearly ahead. */
function leadersOf(history: History): { readonly arm: number; readonly from: number }[] {
  const leaders: { arm: number; from: number }[] = [];
  for (const stretch of stretchesOf(history)) {
    const arm = leaderOf(stretch) ?? leaders.at(-1)?.arm;
    if (arm !== undefined) leaders.push({ arm, from: stretch.from });
  }
  return leaders;
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
