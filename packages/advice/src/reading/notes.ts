/** What was done to a log, in sentences. */
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
  pending: ['missing-pending', 'taken as still to come'],
};

/** Notes in the order in which they arose. */
export class Notes {
  readonly list: Note[] = [];

  times(times: TimeColumn | undefined, name: string | undefined): void {
    if (times === undefined) {
      this.#say(
        'time-absent',
        'No column holds times: the order of rows is taken for that of time.',
      );
      return;
    }
    const { form } = times;
    if (form === 'iso-local')
      this.#say('time-zone-assumed', `Times in '${name}' have no zone: read as UTC.`);
    if (form === 'slots')
      this.#say('time-slots', `Times in '${name}' are below 10⁸: read as slot numbers.`);
    if (form === 'seconds' || form === 'microseconds' || form === 'nanoseconds')
      this.#say('time-unit', `Times in '${name}' are read as ${timeForms[form]}, by their size.`);
  }

  unsorted(rows: number, isMany: boolean): void {
    const text = `${rowsText(rows)} came after one of a later time: all were sorted.`;
    if (isMany) this.#warn('times-unsorted', `${text} Is it the time of the decision?`);
    else this.#say('times-unsorted', text);
  }

  tied(tied: number, rows: number): void {
    this.#warn(
      'times-tied',
      `${Math.round((100 * tied) / rows)} % of rows share their time with another: they are batches, and within one nothing is known of the order.`,
    );
  }

  gap({ row, from, to }: Gap, rows: number, clock: Log['clock']): void {
    const text = (time: number) =>
      clock === 'milliseconds' ? new Date(time).toISOString().slice(0, 10) : `${time}`;
    this.#warn(
      'times-far',
      `No decision was made from ${text(from)} to ${text(to)}, more than half of the time of the log; ${rowsText(row)} before, ${rowsText(rows - row)} after. If a time is wrong, mend or leave out its row.`,
    );
  }

  later(rewards: number, column: string): void {
    this.#warn(
      'times-far',
      `${rewards === 1 ? '1 reward' : `${rewards} rewards`} in '${column}' came later after all others than the log is long: taken as not come yet.`,
    );
  }

  missing(rows: number, rule: MissingRule): void {
    const [code, became] = MISSING[rule];
    this.#say(code, `${rowsText(rows)} without a reward ${rows === 1 ? 'was' : 'were'} ${became}.`);
  }

  grouped(arms: number, rows: number, name: string): void {
    this.#say(
      'arms-grouped',
      `${arms === 1 ? '1 arm' : `${arms} arms`} with ${rowsText(rows)} in all ${arms === 1 ? 'is' : 'are'} put together as '${name}', which takes no part in advice.`,
    );
  }

  comeAndGo(keys: readonly string[]): void {
    this.#say(
      'arms-come-and-go',
      `Taken as eligible from their first to their last row only, as they come late or end early: ${listed(keys)}.`,
    );
  }

  partial(missing: number, rows: number): void {
    this.#warn(
      'propensities-partial',
      `${missing} of ${rows} rows have no propensity: none is used.`,
    );
  }

  doubtful(mean: number): void {
    this.#warn(
      'propensities-doubtful',
      `The propensities are not used: 1/(arms × propensity) averages ${mean.toFixed(2)} where 1 is expected, so these are not probabilities of the arm shown.`,
    );
  }

  negated(name: string): void {
    this.#say('rewards-negated', `Column '${name}' holds costs: rewards are these, negated.`);
  }

  dropped(dropped: readonly Dropped[], columns: Columns, decisionsPerRow: number): void {
    for (const { why, rows } of dropped) {
      if (why === 'duplicate-id')
        this.#say(
          'duplicates-dropped',
          `${rowsText(rows)} repeat '${columns.id}': the first of each is kept.`,
        );
      if (why === 'thinned')
        this.#say(
          'rows-thinned',
          `The log is long: one row in ${decisionsPerRow} is kept, ${rowsText(rows)} are left out. Windows, distances and horizons below count all decisions.`,
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
