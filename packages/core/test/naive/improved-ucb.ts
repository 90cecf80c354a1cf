/**
 * Naive Improved UCB: Auer and Ortner 2010. Rounds m = 0, 1, ..., floor(log2(T/e)/2) with D = 2^-m: the arms
 * that are left play in turn until each has n = ceil(2 ln(T D^2)/D^2) rewards in all, then those go with
 * mean + w < largest mean - w, w = sqrt(ln(T D^2)/(2n)). Each round begins with the lowest arm; after the
 * last the arm of the largest mean among those left is played.
 */
import { meanOf, type Remembered, rewardsOf } from './history.ts';

/** What is left after some slots, and the arm of the next one. */
export interface ImprovedUcbChoice {
  readonly left: readonly number[];
  readonly round: number;
  readonly arm: number;
}

function lastRound(horizon: number): number {
  return Math.max(0, Math.floor(Math.log2(horizon / Math.E) / 2));
}

function samplesOf(round: number, horizon: number): { n: number; width: number } {
  const square = 4 ** -round;
  const logarithm = Math.log(horizon * square);
  const n = Math.max(1, Math.ceil((2 * logarithm) / square - 1e-9));
  return { n, width: Math.sqrt(logarithm / (2 * n)) };
}

/** The choice at slot `history.length`; every reward has come in time. */
export function naiveImprovedUcb(
  history: Remembered,
  armCount: number,
  horizon: number,
): ImprovedUcbChoice {
  let left = Array.from({ length: armCount }, (_, arm) => arm);
  let round = 0;
  let roundStart = 0;
  for (let slots = 1; slots <= history.length; slots++) {
    const so = history.slice(0, slots);
    const of = (arm: number) => rewardsOf(so, arm);
    for (;;) {
      const { n, width } = samplesOf(round, horizon);
      const isOpen = left.some((arm) => of(arm).length < n);
      if (isOpen || round > lastRound(horizon) || left.length === 1) break;
      const largest = Math.max(...left.map((arm) => meanOf(of(arm))));
      left = left.filter((arm) => meanOf(of(arm)) + width >= largest - width);
      round += 1;
      roundStart = slots;
    }
  }
  if (left.length === 1) return { left, round, arm: left[0] };
  const means = left.map((arm) => meanOf(rewardsOf(history, arm)));
  if (round > lastRound(horizon)) {
    return { left, round, arm: left[means.indexOf(Math.max(...means))] };
  }
  const { n } = samplesOf(round, horizon);
  const plays = history.slice(roundStart).map(({ arm }) => arm);
  const last = plays.filter((arm) => left.includes(arm)).at(-1) ?? -1;
  const inTurn = [...left.filter((arm) => arm > last), ...left.filter((arm) => arm <= last)];
  const due = inTurn.find((arm) => rewardsOf(history, arm).length < n);
  return { left, round, arm: due ?? Number.NaN };
}
