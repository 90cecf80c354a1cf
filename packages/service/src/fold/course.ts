/** How decisions and what comes of them reach a policy, live and when a new policy goes through the log again. */

import type { ClockBody } from '../model/changes.ts';
import { countsOnArrival, type ExperimentConfig } from '../model/configuration.ts';
import { type LogClock, logTime } from '../model/log-clock.ts';
import type { DecisionRow, Millis, OutcomeRow } from '../model/rows.ts';
import { demand } from './damage.ts';
import type { Learner } from './learner.ts';
import { Waiting, type WaitingEntry } from './waiting.ts';

/** What an outcome did. `ignored` is one of a decision that is closed, or that this course does not know. */
export type OutcomeEffect = 'counted' | 'held' | 'outside_memory' | 'cancelled' | 'ignored';

/** An outcome's effect, and the decision that it is of. */
export interface Settled {
  readonly effect: OutcomeEffect;
  readonly decision: WaitingEntry | undefined;
}

export class Course {
  readonly learner: Learner;
  readonly waiting: Waiting;
  readonly #onArrival: boolean;
  readonly #missing: number | null;

  constructor(config: ExperimentConfig, learner: Learner, waiting = new Waiting()) {
    this.learner = learner;
    this.waiting = waiting;
    this.#onArrival = countsOnArrival(config);
    this.#missing = config.reward.missing;
  }

  /** The decision takes the slot. */
  decide({ number, at, deadline, arm, ticket }: DecisionRow, slot: number): void {
    this.learner.begin({ slot, place: arm, ticket });
    this.waiting.add({ number, at, deadline, ticket, slot, place: arm });
  }

  /** A decision that was made before this policy's first one. */
  know({ number, at, deadline, arm, ticket }: DecisionRow): void {
    this.waiting.add({ number, at, deadline, ticket, slot: -1, place: arm });
  }

  /** Decisions below `from` may be unknown here. */
  settle({ kind, number, seq, value }: OutcomeRow, from = 0): Settled {
    const decision = this.waiting.get(number);
    if (kind === 'late' || (decision === undefined && number < from)) {
      return { effect: 'ignored', decision: undefined };
    }
    demand(decision !== undefined, seq, `decision ${number} is not pending`);
    demand(decision.held === undefined, seq, `decision ${number} already has an outcome`);
    if (kind === 'cancel') {
      this.waiting.end(number);
      this.learner.expire(decision);
      return { effect: 'cancelled', decision };
    }
    demand(value !== null, seq, 'a reward has no value');
    return { effect: this.#reward(decision, value), decision };
  }

  #reward(decision: WaitingEntry, value: number): OutcomeEffect {
    const { number, slot, place } = decision;
    if (this.#onArrival) {
      this.waiting.end(number);
      return this.learner.reward(decision, value) ? 'counted' : 'outside_memory';
    }
    this.waiting.hold(number, value);
    const isKnown = slot >= 0 && this.learner.armAt(place) !== undefined;
    return isKnown ? 'held' : 'outside_memory';
  }

  /**
   * Takes a new offset, at a time of the log. If the machine's clock was found behind the log, decisions that are older
   * than the machine's time were made before the clock was ahead: they keep the time that they had left.
   *
   * @param before - the offset that was valid until now
   */
  keepTime({ machine }: ClockBody, at: Millis, before: LogClock | undefined): void {
    const expected = logTime(before, machine);
    if (at > expected) this.waiting.postpone(expected, at - expected);
  }

  /** Closes all decisions below a number, in order; returns how many waited. */
  sweep(through: number): number {
    return this.waiting.endBelow(through, (decision) => {
      const value = decision.held ?? this.#missing;
      if (value === null) this.learner.expire(decision);
      else this.learner.reward(decision, value);
    });
  }
}
