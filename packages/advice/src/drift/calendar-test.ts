/**
 * Whether means change with the hour, the day or the week of the clock: what two harmonics of each arm explain has, if
 * nothing moves, the χ² law of four degrees for each arm.
 */
import { chiSquareTail } from '../base/chi-square.ts';
import { Moments } from '../base/moments.ts';
import type { CalendarTest } from '../contract/drift.ts';
import type { Log } from '../contract/log.ts';
import { type CalendarPeriod, calendarPeriods, phaseOf } from '../fits/calendar.ts';
import { evenPlaces, harmonicGain, harmonics } from '../fits/harmonics.ts';
import { armCountOf } from '../log/part.ts';

/** An arm with fewer rows is left out. */
const LEAST_ROWS = 100;
/** Two harmonics: each a cosine and a sine. */
const DEGREES = 4;

/** What the phases of a period explain, in units of each arm's variance, and with how many degrees. */
function explained(log: Log, period: CalendarPeriod, moments: readonly Moments[]) {
  const { phases } = period;
  const [rows, sums] = [0, 0].map(() => moments.map(() => new Float64Array(phases)));
  for (let row = 0; row < log.rows; row++) {
    const [arm, reward] = [log.arm[row], log.reward[row]];
    if (arm >= moments.length || Number.isNaN(reward)) continue;
    const phase = phaseOf(period, log.time[row]);
    rows[arm][phase] += 1;
    sums[arm][phase] += reward;
  }
  const basis = harmonics(evenPlaces(phases), 1);
  let [gain, degrees] = [0, 0];
  moments.forEach(({ count, variance }, arm) => {
    if (count < LEAST_ROWS || variance === 0) return;
    gain += harmonicGain({ rows: rows[arm], sums: sums[arm] }, basis) / variance;
    degrees += DEGREES;
  });
  return { gain, degrees };
}

/** The period of the calendar that explains most, its p corrected for their number; undefined where none comes twice. */
export function calendarTest(log: Log): CalendarTest | undefined {
  const periods = calendarPeriods(log);
  const moments = Array.from({ length: armCountOf(log) }, () => new Moments());
  if (periods.length === 0) return undefined;
  for (let row = 0; row < log.rows; row++)
    if (!Number.isNaN(log.reward[row])) moments[log.arm[row]]?.add(log.reward[row]);
  const tested = periods.map((period): CalendarTest => {
    const { gain, degrees } = explained(log, period, moments);
    const p = Math.min(1, periods.length * chiSquareTail(gain, degrees));
    return { calendar: period.name, p };
  });
  return tested.reduce((best, each) => (each.p < best.p ? each : best));
}
