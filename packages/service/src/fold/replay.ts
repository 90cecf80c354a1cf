/** A new policy goes through the log again: its decisions one slot each, from one of them on. */
import { bodyOfClock, bodyOfSweep, clockIn, type ReviseBody } from '../model/changes.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import type { LogClock } from '../model/log-clock.ts';
import type { ChangeRow, DecisionRow, LogEvent } from '../model/rows.ts';
import { Course } from './course.ts';
import { demand, readEvent } from './damage.ts';
import { sourceOf } from './experiment-fold.ts';
import { Learner } from './learner.ts';

/**
 * Is given the log's events in order up to the revision, from decision `from` on or from before. Idle time takes no
 * slots; decisions of arms that the new policy does not have, and those that are kept no more, leave theirs empty.
 */
export class Replay {
  readonly course: Course;
  readonly #from: number;
  #next: number;
  #clock: LogClock | undefined;

  /** @param clock - the time of the log before the first event */
  constructor(config: ExperimentConfig, body: ReviseBody, clock?: LogClock) {
    const learner = new Learner(sourceOf(body, config), body.arms, body.from);
    this.course = new Course(config, learner);
    this.#from = body.from;
    this.#next = body.from;
    this.#clock = clock;
  }

  /** The time of the log after the last event; undefined if it is the machine's. */
  get clock(): LogClock | undefined {
    return this.#clock;
  }

  add(event: LogEvent): void {
    readEvent(event.row.seq, () => this.#add(event));
  }

  #add(event: LogEvent): void {
    if (event.type === 'decision') this.#decide(event.row);
    else if (event.type === 'outcome') this.course.settle(event.row, this.#from);
    else if (event.row.kind === 'sweep') this.course.sweep(bodyOfSweep(event.row).through);
    else if (event.row.kind === 'clock') this.#keepTime(event.row);
  }

  #keepTime(row: ChangeRow): void {
    const body = bodyOfClock(row);
    this.course.keepTime(body, row.at, this.#clock);
    this.#clock = clockIn(body);
  }

  #decide(row: DecisionRow): void {
    const { number, seq } = row;
    if (number < this.#from) {
      this.course.know(row);
      return;
    }
    const gap = number - this.#next;
    demand(gap >= 0, seq, `decision ${number} came after ${this.#next - 1}`);
    if (gap > 0) this.course.learner.policy.skip(gap);
    this.course.decide(row, number - this.#from);
    this.#next = number + 1;
  }
}
