/**
 * Beliefs and indices of channels straight from their definitions: the belief of every arm is computed from the
 * whole history, and the index by adding up slots one by one.
 */

/** A two-state channel per arm; probabilities change at `breaks`, the first slots of new pieces. */
export interface NaiveChannels {
  readonly breaks: readonly number[];
  /** p01 and p11, `[piece][arm]`. */
  readonly p01: readonly (readonly number[])[];
  readonly p11: readonly (readonly number[])[];
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** The likelihood of a reward around a mean. */
  likelihood(reward: number, mean: number): number;
}

/** A slot: its arm and reward, or nothing. */
export type NaiveSlot = { readonly arm: number; readonly reward: number } | undefined;

function pieceOf({ breaks }: NaiveChannels, slot: number): number {
  return breaks.filter((first) => first <= slot).length;
}

/** The probability that an arm is in its high state in the slot after the history. */
export function naiveBelief(
  channels: NaiveChannels,
  history: readonly NaiveSlot[],
  arm: number,
): number {
  const [rise, stay] = [channels.p01[0][arm], channels.p11[0][arm]];
  let [low, high] = [(1 - stay) / (1 - stay + rise), rise / (1 - stay + rise)];
  history.forEach((seen, slot) => {
    if (seen?.arm === arm) {
      low *= channels.likelihood(seen.reward, channels.low[arm]);
      high *= channels.likelihood(seen.reward, channels.high[arm]);
      [low, high] = [low / (low + high), high / (low + high)];
    }
    const piece = pieceOf(channels, slot + 1);
    const [p01, p11] = [channels.p01[piece][arm], channels.p11[piece][arm]];
    [low, high] = [low * (1 - p01) + high * (1 - p11), low * p01 + high * p11];
  });
  return high;
}

/** Whittle's index of a channel that earns 0 or 1 (Liu & Zhao 2010, average reward). */
export function naiveWhittle(p01: number, p11: number, belief: number): number {
  const next = (w: number) => w * p11 + (1 - w) * p01;
  const settled = p01 / (1 - p11 + p01);
  if (belief <= Math.min(p01, p11) || belief >= Math.max(p01, p11)) return belief;
  if (p11 < p01) {
    if (belief < settled) {
      return (belief + p01 - next(belief)) / (1 + p01 - next(p11) + next(belief) - belief);
    }
    return p01 / (1 + p01 - Math.max(belief, next(p11)));
  }
  if (belief >= settled) return belief / (1 - p11 + belief);
  let [slots, reached] = [0, p01];
  // Rounding may keep a belief next to its long-run value out of reach.
  while (reached <= belief && next(reached) > reached)
    [slots, reached] = [slots + 1, next(reached)];
  const fall = belief - next(belief);
  return (fall * (slots + 1) + reached) / (1 - p11 + fall * slots + reached);
}

/** The index of every arm after a history. */
export function naiveChannelIndices(
  channels: NaiveChannels,
  history: readonly NaiveSlot[],
  id: 'myopic' | 'whittle',
): number[] {
  const piece = pieceOf(channels, history.length);
  return channels.low.map((low, arm) => {
    const belief = naiveBelief(channels, history, arm);
    const share =
      id === 'myopic'
        ? belief
        : naiveWhittle(channels.p01[piece][arm], channels.p11[piece][arm], belief);
    return low + (channels.high[arm] - low) * share;
  });
}

/**
 * The advantage of playing over not playing at a belief, if not playing earns `subsidy` and both states of the
 * channel earn 0 and 1: by relative value iteration for the average reward over all beliefs that can follow.
 */
export function advantageOfPlaying(
  { p01, p11 }: { readonly p01: number; readonly p11: number },
  belief: number,
  subsidy: number,
): number {
  const next = (w: number) => w * p11 + (1 - w) * p01;
  // A belief that is left alone converges: its path is cut off when it moves less than rounding.
  const paths = [p01, p11, belief].map((start) => {
    const path = [start];
    while (
      path.length < 200 &&
      Math.abs(next(path[path.length - 1]) - path[path.length - 1]) > 1e-13
    ) {
      path.push(next(path[path.length - 1]));
    }
    return path;
  });
  const firsts = [0, paths[0].length, paths[0].length + paths[1].length];
  const beliefs = paths.flat();
  const ends = firsts.map((first, i) => first + paths[i].length - 1);
  const after = beliefs.map((_, i) => (ends.includes(i) ? i : i + 1));
  const played = (values: Float64Array, i: number) =>
    beliefs[i] + beliefs[i] * values[firsts[1]] + (1 - beliefs[i]) * values[firsts[0]];
  const left = (values: Float64Array, i: number) => subsidy + values[after[i]];
  let values = new Float64Array(beliefs.length);
  for (let sweep = 0; sweep < 5000; sweep++) {
    // Half a step at a time, which makes every chain aperiodic and changes no optimum.
    const better = values.map(
      (value, i) => (value + Math.max(played(values, i), left(values, i))) / 2,
    );
    const moved = better.map((value, i) => value - values[i]);
    values = better.map((value) => value - better[0]);
    if (Math.max(...moved) - Math.min(...moved) < 1e-12) break;
  }
  return played(values, firsts[2]) - left(values, firsts[2]);
}
