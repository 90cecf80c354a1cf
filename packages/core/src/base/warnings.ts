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
 * - `context-outside-schema`: a value of a context lay outside what its feature declares, and counted as the nearest
 *   declared value. It comes once for each feature. Without an `onWarning` it is also printed on the console.
 * - `norm-above-bound`: a feature vector was longer than the declared norm, which widths are computed from. Without an
 *   `onWarning` it is also printed on the console.
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
  | 'context-outside-schema'
  | 'norm-above-bound'
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
    message: `${policy}: a memory of ${slotsText(window)} is longer than the horizon of ${horizon}, so the policy forgets nothing; use a shorter window if means drift`,
  };
}

export function budgetOfWholeHorizonWarning(
  policy: string,
  variation: number,
  horizon: number,
): Warning {
  return {
    code: 'horizon-shorter-than-window',
    message: `${policy}: the variation budget ${Number(variation.toPrecision(4))} calls for a memory longer than the horizon of ${slotsText(horizon)}, so the policy forgets nothing; state a larger budget if means drift more`,
  };
}

export function memoryOfFewerThanArmsWarning(
  policy: string,
  window: number,
  armCount: number,
): Warning {
  return {
    code: 'window-smaller-than-arms',
    message: `${policy}: a memory of ${slotsText(window)} cannot hold one reward of each of ${armCount} arms, so some arms are always without data and the policy mostly plays arms in turn; use a smaller variation budget, a longer window or fewer arms`,
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
    message: `${policy}: zeta ${zeta} is below ${least.toFixed(3)}, the smallest value for which the guarantee holds with a = ${a} (psi(2 zeta/a) >= 2a/zeta), so the policy runs without a guarantee`,
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
    message: `${policy}: ${parameter} ${value} is not above ${provedAbove}, as the guarantee requires, so the policy runs without a guarantee`,
  };
}

export function differenceOutOfReachWarning(
  policy: string,
  horizon: number,
  least: number,
): Warning {
  return {
    code: 'test-out-of-reach',
    message: `${policy}: within ${horizon} slots its tests need a difference of at least ${least.toPrecision(3)}, but means differ by at most 1, so the policy never restarts; use another policy, or a factor below ${(1 / least).toPrecision(1)}`,
  };
}

export function driftOutOfReachWarning(policy: string, bar: number, longer: number): Warning {
  return {
    code: 'test-out-of-reach',
    message: `${policy}: its test needs a difference of ${bar.toFixed(3)}, which means in [0, 1] never reach, so it finds no drift; use a window of at least ${longer}, or a larger c`,
  };
}

export function explorationOnlyWarning(policy: string): Warning {
  return {
    code: 'exploration-only',
    message: `${policy}: forced exploration takes every slot, so the policy plays all arms in turn; use a longer horizon, fewer changes, or a smaller rate`,
  };
}

export function variationAboveBudgetWarning(shown: number, budget: number): Warning {
  return {
    code: 'variation-above-budget',
    message: `the means vary by ${shown} in total, more than the stated variation ${budget}, so guarantees for that budget do not apply; state a variation of at least ${shown}, or leave it out to use the true one`,
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
    message: `${policy}: a reward of ${reward} is outside the range ${low} to ${high} and counts as ${reward < low ? low : high}; set rewardRange to the lowest and highest possible reward`,
  };
}

export function smallRewardsWarning(policy: string, largest: number): Warning {
  return {
    code: 'rewards-small',
    message: `${policy}: the largest of 1000 rewards is ${largest}, much smaller than the range 0 to 1, so the policy can hardly tell arms apart; set rewardRange to the lowest and highest possible reward`,
  };
}

export function decisionsPileUpWarning(policy: string, pending: number): Warning {
  return {
    code: 'decisions-pile-up',
    message: `${policy}: ${pending} decisions are waiting for a reward and use memory until they are settled or forgotten; settle those without a reward with expire or expireOlderThan, or limit them with maxPending`,
  };
}

export function contextOutsideSchemaWarning(
  feature: string,
  given: string,
  counted: string,
): Warning {
  return {
    code: 'context-outside-schema',
    message: `feature ${feature}: ${given} is outside the declared values and counts as ${counted}; declare all values that can occur, or set strict to refuse others`,
  };
}

export function normAboveBoundWarning(length: number, norm: number): Warning {
  return {
    code: 'norm-above-bound',
    message: `a feature vector has norm ${Number(length.toPrecision(4))}, above the declared norm of ${norm}, so the policy explores too little; set norm to the largest norm that can occur`,
  };
}

export function decisionLostWarning(policy: string, slot: number): Warning {
  return {
    code: 'decision-lost',
    message: `${policy}: the decision for slot ${slot} was made after the restored snapshot, so its reward does not count; take snapshots more often, or journal decisions and replay them`,
  };
}

/** Ignores a warning, for programs that report warnings in their own way. */
export function ignoreWarning(_warning: Warning): void {}

/** Data that do not fit what was declared: without a warning the policy works badly and silently. */
const MISFITS: readonly WarningCode[] = [
  'reward-out-of-range',
  'rewards-small',
  'context-outside-schema',
  'norm-above-bound',
];

/** Prints a warning that rewards or contexts do not fit, if there is a console. */
function printMisfit({ code, message }: Warning): void {
  if (!MISFITS.includes(code)) return;
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
