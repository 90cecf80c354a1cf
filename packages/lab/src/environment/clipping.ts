/** What clipping does to rewards: how many it changes, and how far it moves the mean of an arm. */
import { type Environment, randomStream } from '@driftline/core';
import { ROLE_SAMPLE } from '@driftline/core/play';
import { formatFixed, formatNumber } from '@driftline/engine/display';

/** Rewards that are drawn from the law, of all arms together: a share is then known to half a per cent. */
const DRAWS = 30_000;
const SEED = 1;

/** Found from draws of the law, or where there is no noise from all rewards. */
interface Clipping {
  /** How many rewards were drawn; undefined where all of them were looked at. */
  readonly draws: number | undefined;
  /** Of these, the share that is changed. */
  readonly share: number;
  /** The arm whose mean over all slots moves most, and its mean before and after. */
  readonly arm: number;
  readonly before: number;
  readonly after: number;
}

/** What clipping does to one arm: rewards changed, and the sums of rewards before and of what is added. */
interface ArmSums {
  changed: number;
  means: number;
  added: number;
}

/** Looks at this many rewards of an arm, evenly spread over all slots. */
function sumsOf(
  { means, law }: Environment,
  arm: number,
  [low, high]: readonly [number, number],
  looks: number,
): ArmSums {
  const random = randomStream(SEED, arm, ROLE_SAMPLE);
  const sums: ArmSums = { changed: 0, means: 0, added: 0 };
  for (let look = 0; look < looks; look++) {
    const mean = means.mean(Math.floor((look * means.horizon) / looks), arm);
    const reward = law.draw(mean, random);
    const seen = Math.max(low, Math.min(high, reward));
    sums.means += mean;
    if (seen === reward) continue;
    sums.changed += 1;
    sums.added += seen - reward;
  }
  return sums;
}

function holdsAll([low, high]: readonly [number, number], [least, largest]: readonly number[]) {
  return low <= least && largest <= high;
}

/** What mapping this range to [0, 1] cuts off. */
export function clippingOf(environment: Environment, range: readonly [number, number]): Clipping {
  const { armCount, horizon } = environment.means;
  // Recorded rewards are their own means: all of them can be looked at.
  const isExact = environment.law.id === 'exact';
  if (isExact && holdsAll(range, environment.means.range())) {
    return { draws: undefined, share: 0, arm: 0, before: 0, after: 0 };
  }
  const looks = isExact ? horizon : Math.ceil(DRAWS / armCount);
  let [changed, most] = [0, 0];
  let [before, after] = [0, 0];
  for (let arm = 0; arm < armCount; arm++) {
    const sums = sumsOf(environment, arm, range, looks);
    changed += sums.changed;
    const mean = sums.means / looks;
    const moved = sums.added / looks;
    if (arm > 0 && Math.abs(moved) <= Math.abs(after - before)) continue;
    [most, before, after] = [arm, mean, mean + moved];
  }
  const share = changed / (looks * armCount);
  return { draws: isExact ? undefined : looks * armCount, share, arm: most, before, after };
}

/** A share in percent, with two digits. */
function percent(share: number): string {
  return `${formatNumber(100 * share, 2)}%`;
}

/**
 * The same in a sentence.
 *
 * @param nameOf - what an arm is called
 */
export function clippingText(
  { draws, share, arm, before, after }: Clipping,
  nameOf: (arm: number) => string,
): string {
  const all =
    draws === undefined ? 'all rewards' : `${formatNumber(draws, 7)} rewards drawn from the law`;
  if (share === 0)
    return draws === undefined ? 'No reward is clipped.' : `None of ${all} is clipped.`;
  // Two digits of what it moves by, but no more than can be meant.
  const decimals = Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(Math.abs(after - before)))));
  const [from, to] = [before, after].map((value) => formatFixed(value, decimals));
  const moved =
    from === to
      ? 'No arm’s mean changes by 0.0001 or more'
      : `The mean of ${nameOf(arm)} changes most, from ${from} to ${to}`;
  return `${percent(share)} of ${all} are clipped. ${moved}.`;
}
