/**
 * Everything the library warns of. The list is closed, so that a program can act on a code and a
 * reader can learn all of them here.
 *
 * - `horizon-shorter-than-window`: the tuned window is longer than the horizon, which then replaces it.
 * - `window-smaller-than-arms`: the memory can't hold one reward of each arm, so that arms are mostly played in turn.
 * - `psi-condition-unmet`: ζ is below what the guarantee of the robust policies asks for.
 * - `test-out-of-reach`: a test for changes asks for more than it can ever see, so that none is found.
 * - `exploration-only`: forced exploration leaves no slot to what was learned.
 * - `variation-above-budget`: the environment varies more than the budget that policies are given.
 * - `reward-out-of-range`: a reward lay outside the declared range and was clipped to it.
 * - `decisions-pile-up`: ten thousand decisions wait for a reward; those that get none are kept until they are expired
 *   or forgotten. Where `maxPending` is set it does not come.
 */
export type WarningCode =
  | 'horizon-shorter-than-window'
  | 'window-smaller-than-arms'
  | 'psi-condition-unmet'
  | 'test-out-of-reach'
  | 'exploration-only'
  | 'variation-above-budget'
  | 'reward-out-of-range'
  | 'decisions-pile-up';

/** What a user should know, and what to do about it. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

export function rangeWarning(policy: string, reward: number, low: number, high: number): Warning {
  return {
    code: 'reward-out-of-range',
    message: `${policy}: a reward of ${reward} lies outside the declared range ${low} to ${high} and was clipped; declare the range that rewards really have`,
  };
}

export function pileWarning(policy: string, pending: number): Warning {
  return {
    code: 'decisions-pile-up',
    message: `${policy}: ${pending} decisions wait for a reward, and each is kept until it is settled or forgotten; settle those that get none by expire or expireOlderThan, or set maxPending to the most that may wait`,
  };
}

/** The warnings so far, each handed on as it comes. */
export class WarningLog {
  readonly #warnings: Warning[] = [];
  readonly #onWarning: ((warning: Warning) => void) | undefined;

  constructor(onWarning?: (warning: Warning) => void) {
    this.#onWarning = onWarning;
  }

  get list(): readonly Warning[] {
    return [...this.#warnings];
  }

  has(code: WarningCode): boolean {
    return this.#warnings.some((warning) => warning.code === code);
  }

  /** Comes in the midst of a decision, which an error of the listener must not undo. */
  add(warning: Warning): void {
    this.#warnings.push(warning);
    try {
      this.#onWarning?.(warning);
    } catch {
      // As onWarning says: the warning is in the list already.
    }
  }
}
