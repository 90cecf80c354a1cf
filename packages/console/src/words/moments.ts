/** Moments as this page writes them: in the time of whoever looks. */
import type { Moment } from '@driftline/client/wire';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export function momentText(moment: Moment): string {
  const date = new Date(moment);
  return `${DAY.format(date)} ${TIME.format(date)}`;
}

export function timeText(date: Date): string {
  return TIME.format(date);
}
