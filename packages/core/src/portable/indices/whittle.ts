import { f64, floor } from '../base/language.ts';
import { ln } from '../math/log.ts';
import { pow } from '../math/pow.ts';

/**
 * Whittle's index of a two-state channel for the average reward (Liu & Zhao 2010): the reward for not playing that
 * makes playing and not playing equally good. The channel earns 1 in its high state and 0 in its low one, a play
 * shows the state, and `belief` is the probability of the high state.
 *
 * @param rise - p01 > 0, from low to high
 * @param stay - p11 < 1, from high to high
 */
export function whittleIndex(rise: f64, stay: f64, belief: f64): f64 {
  return stay >= rise ? lasting(rise, stay, belief) : alternating(rise, stay, belief);
}

/** States that last: p11 ≥ p01. A belief that is left alone approaches its long-run value from one side. */
function lasting(rise: f64, stay: f64, belief: f64): f64 {
  if (belief <= rise || belief >= stay) return belief;
  const kept: f64 = stay - rise;
  const settled: f64 = rise / (1.0 - stay + rise);
  const left: f64 = 1.0 - belief / settled;
  if (left <= 0.0) return belief / (1.0 - stay + belief);
  const fall: f64 = belief - (belief * stay + (1.0 - belief) * rise);
  // The slots after which a channel that was seen low has a larger belief, and that belief. The index is continuous
  // where their number changes, so rounding of the quotient does no harm.
  const slots: f64 = floor(ln(left) / ln(kept));
  const reached: f64 = settled * (1.0 - pow(kept, slots + 1.0));
  return (fall * (slots + 1.0) + reached) / (1.0 - stay + fall * slots + reached);
}

/** States that alternate: p11 < p01. A belief that is left alone swings around its long-run value. */
function alternating(rise: f64, stay: f64, belief: f64): f64 {
  if (belief <= stay || belief >= rise) return belief;
  const settled: f64 = rise / (1.0 - stay + rise);
  const afterHigh: f64 = stay * stay + (1.0 - stay) * rise;
  if (belief < settled) {
    const next: f64 = belief * stay + (1.0 - belief) * rise;
    return (belief + rise - next) / (1.0 + rise - afterHigh + next - belief);
  }
  if (belief < afterHigh) return rise / (1.0 + rise - afterHigh);
  return rise / (1.0 + rise - belief);
}
