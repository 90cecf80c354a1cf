/** Arms and rewards of a log in a few numbers, and what follows for any question. */
import { Moments } from '../base/moments.ts';
import type { Log } from '../contract/log.ts';
import type { Refusal } from '../contract/refusal.ts';
import { armCountOf } from './part.ts';

/** One arm's rows with a reward. */
export interface ArmSummary {
  readonly rows: number;
  readonly mean: number;
  /** With 1/rows. */
  readonly variance: number;
  /** Rows whose reward is not the most frequent one. */
  readonly offMode: number;
}

/** Below these no question is answered. */
const LEAST_ROWS = 200;
const LEAST_ARM_ROWS = 30;
const LEAST_OFF_MODE = 20;
const LEAST_ARMS = 2;

/** Counts of rewards, as far as they are few: the mode of more is nobody's. */
const MOST_VALUES = 1000;

class ArmCount {
  readonly #moments = new Moments();
  readonly #values = new Map<number, number>();

  add(reward: number): void {
    this.#moments.add(reward);
    const known = this.#values.get(reward);
    if (known !== undefined || this.#values.size < MOST_VALUES)
      this.#values.set(reward, (known ?? 0) + 1);
  }

  summary(): ArmSummary {
    const mode = Math.max(0, ...this.#values.values());
    const { count, mean, variance } = this.#moments;
    return { rows: count, mean, variance, offMode: count - mode };
  }
}

/** Each arm in a few numbers; rows without a reward are not counted. */
export function armSummaries(log: Log): ArmSummary[] {
  const counts = log.arms.map(() => new ArmCount());
  for (let row = 0; row < log.rows; row++) {
    if (!Number.isNaN(log.reward[row])) counts[log.arm[row]].add(log.reward[row]);
  }
  return counts.map((count) => count.summary());
}

/** Why a log can answer nothing; undefined where it may. */
export function generalRefusal(log: Log, summaries: readonly ArmSummary[]): Refusal | undefined {
  const arms = summaries.slice(0, armCountOf(log));
  const rows = arms.reduce((sum, arm) => sum + arm.rows, 0);
  if (rows < LEAST_ROWS) return { refused: 'too-short', need: { rows: LEAST_ROWS } };
  if (arms.filter((arm) => arm.rows >= LEAST_ARM_ROWS).length < LEAST_ARMS)
    return { refused: 'too-few-arms', need: { rows: LEAST_ARM_ROWS * LEAST_ARMS } };
  const [first] = arms.filter((arm) => arm.rows > 0);
  if (arms.every((arm) => arm.rows === 0 || (arm.variance === 0 && arm.mean === first.mean)))
    return { refused: 'rewards-constant', need: { rewards: LEAST_OFF_MODE } };
  const most = Math.max(...arms.map(({ offMode }) => offMode));
  if (most >= LEAST_OFF_MODE) return undefined;
  const factor = LEAST_OFF_MODE / Math.max(1, most);
  return {
    refused: 'too-few-rewards',
    need: { rewards: LEAST_OFF_MODE, rows: Math.ceil(rows * factor) },
  };
}
