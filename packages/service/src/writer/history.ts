/** Reading a log in pages, so that no read is long, and letting policies go through it. */
import { setImmediate } from 'node:timers/promises';
import { revisionAsked } from '../fold/assemble.ts';
import type { Course } from '../fold/course.ts';
import type { ExperimentFold } from '../fold/experiment-fold.ts';
import { Replay } from '../fold/replay.ts';
import { bodyOfClock, clockIn, type ReviseBody } from '../model/changes.ts';
import type { ExperimentConfig } from '../model/configuration.ts';
import type { LogClock } from '../model/log-clock.ts';
import type { ChangeRow, LogEvent } from '../model/rows.ts';
import type { LogReader, StoreReader } from '../store/store.ts';
import { RunAgain } from './run-again.ts';

const PAGE = 5000;

/** The events after one up to another. Others have their turn between two pages. */
export async function* readLog(
  store: LogReader,
  experiment: number,
  after: number,
  through: number,
): AsyncGenerator<readonly LogEvent[]> {
  let last = after;
  while (last < through) {
    const page = await store.log(experiment, last, PAGE);
    const events = page.filter(({ row }) => row.seq <= through);
    if (events.length === 0) return;
    yield events;
    last = events[events.length - 1].row.seq;
    await setImmediate();
  }
}

/** The first decision that is kept from a number on; undefined where none is. */
export async function firstKept(store: LogReader, experiment: number, from: number) {
  const [first] = await store.decisions(experiment, { from, limit: 1 });
  return first?.decision;
}

/** The time of a log after an event; undefined if no change up to there set it. */
export async function clockAt(
  store: Pick<StoreReader, 'changes'>,
  experiment: number,
  through: number,
): Promise<LogClock | undefined> {
  let found: LogClock | undefined;
  for (let last = 0; ; ) {
    const page = await store.changes(experiment, last, PAGE);
    for (const row of page) {
      if (row.kind === 'clock' && row.seq <= through) found = clockIn(bodyOfClock(row));
    }
    last = page.at(-1)?.seq ?? through;
    if (page.length < PAGE || last >= through) return found;
  }
}

/** The course of a revision's policy through the log up to an event. */
async function replayed(
  store: LogReader,
  experiment: number,
  config: ExperimentConfig,
  body: ReviseBody,
  through: number,
): Promise<Course> {
  const replay = new Replay(config, body);
  const first = await firstKept(store, experiment, body.from);
  if (first === undefined) return replay.course;
  for await (const events of readLog(store, experiment, first.seq - 1, through)) {
    for (const event of events) replay.add(event);
  }
  return replay.course;
}

/**
 * Folds what comes after a state, up to where the log ends now; gives each page to `heard`. Throws `RunAgain` at a
 * revision: whether all is there that its policy went through shows only when the state is read anew.
 */
export async function foldTail(
  store: LogReader,
  experiment: number,
  fold: ExperimentFold,
  heard: (events: readonly LogEvent[]) => void,
): Promise<void> {
  for (;;) {
    const page = await store.log(experiment, fold.facts.head, PAGE);
    for (const event of page) {
      if (event.type === 'change' && event.row.kind === 'revise') {
        throw new RunAgain('the policy was rebuilt', true);
      }
      fold.apply(event);
    }
    heard(page);
    if (page.length < PAGE) return;
    await setImmediate();
  }
}

/** Folds the events up to one; returns how many these were. */
export async function foldLog(
  store: LogReader,
  experiment: number,
  fold: ExperimentFold,
  through: number,
): Promise<number> {
  let count = 0;
  for await (const events of readLog(store, experiment, fold.facts.head, through)) {
    for (const event of events) {
      const body = event.type === 'change' ? revisionAsked(event.row) : undefined;
      if (body === undefined || event.type !== 'change') fold.apply(event);
      else await reviseFold(store, experiment, fold, event.row, body);
    }
    count += events.length;
  }
  return count;
}

async function reviseFold(
  store: LogReader,
  experiment: number,
  fold: ExperimentFold,
  row: ChangeRow,
  body: ReviseBody,
): Promise<void> {
  const course = await replayed(store, experiment, fold.config, body, row.seq - 1);
  fold.revise(row, course);
}
