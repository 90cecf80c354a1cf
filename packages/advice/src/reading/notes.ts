/** Notes about reading a log, in sentences. */
import type { Dropped, Log, Note, NoteCode } from '../contract/log.ts';
import type { Columns } from './columns.ts';
import type { Gap } from './far-times.ts';
import type { MissingRule } from './options.ts';
import { type TimeColumn, timeForms } from './times.ts';

const SHOWN_ARMS = 5;

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, SHOWN_ARMS).map((key) => `'${key}'`);
  return keys.length > SHOWN_ARMS
    ? `${shown.join(', ')} and ${keys.length - SHOWN_ARMS} more`
    : shown.join(', ');
}

function rowsText(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}

const MISSING: Readonly<Record<MissingRule, readonly [NoteCode, string]>> = {
  drop: ['missing-dropped', 'left out'],
  zero: ['missing-as-zero', 'counted as 0'],
  pending: ['missing-pending', 'treated as not arrived yet'],
};

/** Notes in the order in which they arose. */
export class Notes {
  readonly list: Note[] = [];

  times(times: TimeColumn | undefined, name: string | undefined): void {
    if (times === undefined) {
      this.#say(
        'time-absent',
        'There is no time column, so the order of the rows is taken as time.',
      );
      return;
    }
    const { form } = times;
    if (form === 'iso-local')
      this.#say('time-zone-assumed', `Times in '${name}' have no zone and are read as UTC.`);
    if (form === 'slots')
      this.#say('time-slots', `Times in '${name}' are below 10⁸ and are read as slot numbers.`);
    if (form === 'seconds' || form === 'microseconds' || form === 'nanoseconds')
      this.#say(
        'time-unit',
        `Times in '${name}' are read as ${timeForms[form]}, based on their size.`,
      );
  }

  unsorted(rows: number, isMany: boolean): void {
    const text = `${rowsText(rows)} followed a row with a later time. All rows were sorted by time.`;
    if (isMany)
      this.#warn(
        'times-unsorted',
        `${text} Check that the time column holds the time of the decision, or name another one with --time.`,
      );
    else this.#say('times-unsorted', text);
  }

  tied(tied: number, rows: number): void {
    this.#warn(
      'times-tied',
      `${Math.round((100 * tied) / rows)}% of rows share their time with another row. The order of rows with one time is unknown.`,
    );
  }

  gap({ row, from, to }: Gap, rows: number, clock: Log['clock']): void {
    const text = (time: number) =>
      clock === 'milliseconds' ? new Date(time).toISOString().slice(0, 10) : `${time}`;
    this.#warn(
      'times-outlying',
      `There are no decisions from ${text(from)} to ${text(to)}, more than half of the log's time (${rowsText(row)} before, ${rowsText(rows - row)} after). If a time is wrong, correct or remove its row.`,
    );
  }

  later(rewards: number, column: string): void {
    this.#warn(
      'times-outlying',
      `${rewards === 1 ? '1 arrival time' : `${rewards} arrival times`} in '${column}' ${rewards === 1 ? 'lies' : 'lie'} after all others by more than the length of the log. ${rewards === 1 ? 'Its reward counts' : 'Their rewards count'} as not arrived yet.`,
    );
  }

  missing(rows: number, rule: MissingRule): void {
    const [code, became] = MISSING[rule];
    this.#say(code, `${rowsText(rows)} without a reward ${rows === 1 ? 'was' : 'were'} ${became}.`);
  }

  grouped(arms: number, rows: number, name: string): void {
    this.#say(
      'arms-grouped',
      `${arms === 1 ? '1 rare arm' : `${arms} rare arms`} with ${rowsText(rows)} in total ${arms === 1 ? 'is' : 'are'} grouped as '${name}', which the answers ignore.`,
    );
  }

  comeAndGo(keys: readonly string[]): void {
    this.#say(
      'arms-not-always-present',
      `These arms start late or end early, and count as eligible only from their first to their last row: ${listed(keys)}.`,
    );
  }

  partial(missing: number, rows: number): void {
    this.#warn(
      'propensities-partial',
      `${missing} of ${rows} rows have no propensity, so propensities are ignored. Fill the column to use it.`,
    );
  }

  doubtful(mean: number): void {
    this.#warn(
      'propensities-doubtful',
      `Propensities are ignored: they cannot be the probabilities of the logged arms, because 1/(arms × propensity) averages ${mean.toFixed(2)} instead of 1. Check the column, or name another one with --propensity.`,
    );
  }

  negated(name: string): void {
    this.#say('rewards-negated', `Column '${name}' holds costs. Rewards are the negated costs.`);
  }

  dropped(dropped: readonly Dropped[], columns: Columns, decisionsPerRow: number): void {
    for (const { why, rows } of dropped) {
      if (why === 'duplicate-id')
        this.#say(
          'duplicates-dropped',
          `${rowsText(rows)} repeat a value of '${columns.id}' and ${rows === 1 ? 'was' : 'were'} dropped.`,
        );
      if (why === 'thinned')
        this.#say(
          'rows-thinned',
          `The log is long, so one row in ${decisionsPerRow} is kept and ${rowsText(rows)} are left out. Windows, distances and horizons still count all decisions.`,
        );
    }
  }

  #say(code: NoteCode, text: string): void {
    this.list.push({ code, text, isWarning: false });
  }

  #warn(code: NoteCode, text: string): void {
    this.list.push({ code, text, isWarning: true });
  }
}
