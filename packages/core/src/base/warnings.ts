/**
 * Everything the library warns of. The list is closed, so that a program can act on a code and a
 * reader can learn all of them here.
 *
 * - `horizon-shorter-than-window`: the tuned window is longer than the horizon, which then replaces it.
 * - `window-smaller-than-arms`: the memory can't hold one reward of each arm, so that arms are mostly played in turn.
 * - `psi-condition-unmet`: ζ is below what the guarantee of the robust policies asks for.
 * - `outside-theory`: a parameter has a value for which nothing is proved, such as ξ = 1/2 in SW-UCB.
 * - `test-out-of-reach`: a test for changes asks for more than it can ever see, so that none is found.
 * - `exploration-only`: forced exploration leaves no slot to what was learned.
 * - `variation-above-budget`: the environment varies more than the budget that policies are given.
 * - `reward-out-of-range`: a reward lay outside the range of the policy, [0, 1] or `rewardRange`, and was clipped to it.
 *   Without an `onWarning` this one is also printed on the console.
 * - `rewards-small`: a thousand rewards were all much smaller than 1, and no `rewardRange` is declared.
 *   Without an `onWarning` this one is also printed on the console.
 * - `decisions-pile-up`: ten thousand decisions wait for a reward; those that get none are kept until they are expired
 *   or forgotten. Where `maxPending` is set it does not come.
 * - `decision-lost`: a decision came back that the restored snapshot does not hold; its reward does not count.
 */
export type WarningCode =
  | 'horizon-shorter-than-window'
  | 'window-smaller-than-arms'
  | 'psi-condition-unmet'
  | 'outside-theory'
  | 'test-out-of-reach'
  | 'exploration-only'
  | 'variation-above-budget'
  | 'reward-out-of-range'
  | 'rewards-small'
  | 'decisions-pile-up'
  | 'decision-lost';

/** What a user should know, and what to do about it. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

function slotsText(count: number): string {
  return `${count} ${count === 1 ? 'slot' : 'slots'}`;
}

// Every text that we warn with. Policies of others have texts of their own.

export function memoryOfWholeHorizonWarning(
  policy: string,
  window: number,
  horizon: number,
): Warning {
  return {
    code: 'horizon-shorter-than-window',
    message: `${policy}: a memory of ${slotsText(window)} is longer than the horizon of ${horizon}; nothing will be forgotten`,
  };
}

export function budgetOfWholeHorizonWarning(
  policy: string,
  variation: number,
  horizon: number,
): Warning {
  return {
    code: 'horizon-shorter-than-window',
    message: `${policy}: the budget ${Number(variation.toPrecision(4))} asks for a longer memory than the horizon of ${slotsText(horizon)}, which replaces it; nothing will be forgotten`,
  };
}

export function memoryOfFewerThanArmsWarning(
  policy: string,
  window: number,
  armCount: number,
): Warning {
  return {
    code: 'window-smaller-than-arms',
    message: `${policy}: a memory of ${slotsText(window)} can't hold one reward of each of ${armCount} arms, so that some are always unknown and arms are mostly played in turn; use a smaller variation budget, a longer window or fewer arms`,
  };
}

export function zetaWithoutGuaranteeWarning(
  policy: string,
  zeta: number,
  a: number,
  least: number,
): Warning {
  return {
    code: 'psi-condition-unmet',
    message: `${policy}: zeta ${zeta} is below ${least.toFixed(3)}, the least for which the guarantee holds with a = ${a} (psi(2 zeta/a) >= 2a/zeta); it runs without a guarantee`,
  };
}

export function outsideTheoryWarning(
  policy: string,
  parameter: string,
  value: number,
  provedAbove: number,
): Warning {
  return {
    code: 'outside-theory',
    message: `${policy}: ${parameter} ${value} is not above ${provedAbove}, as the guarantee asks for; it runs without a guarantee`,
  };
}

export function differenceOutOfReachWarning(
  policy: string,
  horizon: number,
  least: number,
): Warning {
  return {
    code: 'test-out-of-reach',
    message: `${policy}: within ${horizon} slots its tests ask for a difference of ${least.toPrecision(3)} or more, where none can exceed 1; it will not restart: use another policy, or a factor below ${(1 / least).toPrecision(1)}`,
  };
}

export function driftOutOfReachWarning(policy: string, bar: number, longer: number): Warning {
  return {
    code: 'test-out-of-reach',
    message: `${policy}: means in [0, 1] never differ by ${bar.toFixed(3)}, so that no drift is found; a window of ${longer} or more, or a larger c, lets the test act`,
  };
}

export function explorationOnlyWarning(policy: string): Warning {
  return {
    code: 'exploration-only',
    message: `${policy}: forced exploration takes every slot, so that all arms are played in turn; use a longer horizon, fewer changes, or a smaller rate`,
  };
}

export function variationAboveBudgetWarning(shown: number, budget: number): Warning {
  return {
    code: 'variation-above-budget',
    message: `the means vary by ${shown} in total, more than the stated variation ${budget}: guarantees for that budget do not apply; state a variation of at least ${shown}, or leave it out to use the true one`,
  };
}

export function rewardOutOfRangeWarning(
  policy: string,
  reward: number,
  low: number,
  high: number,
): Warning {
  return {
    code: 'reward-out-of-range',
    message: `${policy}: a reward of ${reward} is outside the range ${low} to ${high} and counts as ${reward < low ? low : high}; set rewardRange to the lowest and the highest reward that can occur`,
  };
}

export function smallRewardsWarning(policy: string, largest: number): Warning {
  return {
    code: 'rewards-small',
    message: `${policy}: the largest of 1000 rewards is ${largest}, much smaller than the range 0 to 1, so arms look alike; set rewardRange to the lowest and the highest reward that can occur`,
  };
}

export function decisionsPileUpWarning(policy: string, pending: number): Warning {
  return {
    code: 'decisions-pile-up',
    message: `${policy}: ${pending} decisions wait for a reward, and each is kept until it is settled or forgotten; settle those that get none by expire or expireOlderThan, or set maxPending to the most that may wait`,
  };
}

export function decisionLostWarning(policy: string, slot: number): Warning {
  return {
    code: 'decision-lost',
    message: `${policy}: a decision for slot ${slot} came back that this decider does not know, so its reward does not count; it was made after the snapshot that was restored here: take snapshots more often, or journal decisions and replay them`,
  };
}

/** Ignores a warning, for programs that report warnings in their own way. */
export function ignoreWarning(_warning: Warning): void {}

/** Prints a warning that rewards do not fit the range, if there is a console: without it arms look alike silently. */
function printMisfit({ code, message }: Warning): void {
  if (code !== 'reward-out-of-range' && code !== 'rewards-small') return;
  const { console } = globalThis as { readonly console?: { warn?(line: string): void } };
  console?.warn?.(`driftline: ${message} [${code}]`);
}

/** The warnings so far, each handed on as it comes. */
export class WarningLog {
  readonly #warnings: Warning[] = [];
  readonly #onWarning: (warning: Warning) => void;

  constructor(onWarning: (warning: Warning) => void = printMisfit) {
    this.#onWarning = onWarning;
  }

  get list(): readonly Warning[] {
    return [...this.#warnings];
  }

  has(code: WarningCode): boolean {
    return this.#warnings.some((warning) => warning.code === code);
  }

  /** Adds a warning unless one of its kind is there. */
  addOnce(code: WarningCode, make: () => Warning): void {
    if (!this.has(code)) this.add(make());
  }

  /** Comes in the midst of a decision, which an error of the listener must not undo. */
  add(warning: Warning): void {
    this.#warnings.push(warning);
    try {
      this.#onWarning(warning);
    } catch {
      // As onWarning says: the warning is in the list already.
    }
  }
}
