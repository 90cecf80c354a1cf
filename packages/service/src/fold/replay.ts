/** A new policy goes through the log again: its decisions one slot each, from one of them on. */
import { bodyOfSweep, type ReviseBody } from '../model/changes.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import type { LogEvent } from '../model/rows.ts';
import { Course } from './course.ts';
import { demand } from './damage.ts';
import { sourceOf } from './experiment-fold.ts';
import { Learner } from './learner.ts';

/**
 * Is given the log's events from decision `from` on, in order, up to the revision. Idle time takes no slots, and
 * decisions of arms that the new policy does not have leave theirs empty.
 */
export class Replay {
  readonly course: Course;
  readonly #from: number;
  #next: number;

  constructor(config: ExperimentConfig, body: ReviseBody) {
    const learner = new Learner(sourceOf(body, config), body.arms, body.from);
    this.course = new Course(config, learner);
    this.#from = body.from;
    this.#next = body.from;
  }

  add(event: LogEvent): void {
    const { course } = this;
    if (event.type === 'decision') {
      const { number, seq } = event.row;
      demand(number === this.#next, seq, `decision ${number} came in place of ${this.#next}`);
      course.decide(event.row, number - this.#from);
      this.#next += 1;
    } else if (event.type === 'outcome') {
      course.settle(event.row, this.#from);
    } else if (event.row.kind === 'sweep') {
      course.sweep(bodyOfSweep(event.row).through);
    }
  }
}
