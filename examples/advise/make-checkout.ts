// Prints the log of checkout.csv.gz, for which the truth is known. Three checkout variants were shown at random to 12,000
// visitors in March 2025. Completion rates:
//
//   A  42% throughout
//   B  46% until March 11, 12:00, then 36%: something broke
//   C  38% until March 19, 06:00, then 50%: it was repaired
//
// A completion arrives 3 hours after the visit on average. The log ends on March 28, so some of the last completions are
// missing: they are logged as 0 and would become 1.
import { randomStream } from '@driftline/core';

const HOUR = 3_600_000;
const START = Date.UTC(2025, 2, 1);
const END = Date.UTC(2025, 2, 29);
const VISITORS = 12_000;
const MEAN_DELAY = 3 * HOUR;

/** The probability of completing a variant's checkout. */
function rateOf(variant: string, time: number): number {
  if (variant === 'A') return 0.42;
  if (variant === 'B') return time < Date.UTC(2025, 2, 11, 12) ? 0.46 : 0.36;
  return time < Date.UTC(2025, 2, 19, 6) ? 0.38 : 0.5;
}

const shown = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** The log as text. */
export function checkoutLog(seed = 1): string {
  const random = randomStream(seed, 0);
  const lines = ['timestamp,variant,converted,converted_at'];
  for (let visitor = 0; visitor < VISITORS; visitor++) {
    const time = START + ((visitor + random.uniform()) / VISITORS) * (END - START);
    const variant = 'ABC'[Math.floor(3 * random.uniform())];
    const completes = random.uniform() < rateOf(variant, time);
    const at = time - Math.log(1 - random.uniform()) * MEAN_DELAY;
    const isKnown = completes && at < END;
    lines.push(`${shown(time)},${variant},${isKnown ? 1 : 0},${isKnown ? shown(at) : ''}`);
  }
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) process.stdout.write(checkoutLog());
