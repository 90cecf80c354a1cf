/** What is far out, where tails are heavy: drawn from the fitted law instead of from the few rewards that were there. */
import type { PowerTail } from '../contract/path.ts';
import type { Tails } from '../contract/tails.ts';

/** Tails whose index is surely below this are heavy. */
const HEAVY = 4;

/** The laws of the outermost residuals of each heavy side: as many of them as the root of all. */
export function powerTails(
  residuals: readonly Float64Array[],
  { verdict, tails }: Tails,
): PowerTail[] {
  if (verdict === 'light') return [];
  const count = residuals.reduce((sum, each) => sum + each.length, 0);
  const outer = Math.floor(Math.sqrt(count));
  return tails
    .filter(({ high }) => high < HEAVY)
    .map(({ side, index }): PowerTail => {
      const sign = side === 'upper' ? 1 : -1;
      const sizes = signed(residuals, count, sign);
      return { sign, from: sizes[count - outer - 1], index, share: outer / count };
    })
    .filter(({ from }) => from > 0);
}

/** All of them with a sign, in ascending order. */
function signed(residuals: readonly Float64Array[], count: number, sign: 1 | -1): Float64Array {
  const sizes = new Float64Array(count);
  let place = 0;
  for (const each of residuals) {
    for (const residual of each) {
      sizes[place] = sign * residual;
      place += 1;
    }
  }
  return sizes.sort();
}
