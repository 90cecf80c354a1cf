import { ln } from '../math/log.ts';
import { f64, i32, sqrt } from '../portable.ts';
import { IndexRule } from './rule.ts';

/** Width √(2 ln t / n). */
export class Ucb1Rule implements IndexRule {
  slope(mass: f64): f64 {
    return 1.0 / sqrt(mass);
  }

  scale(slot: i32, _unit: f64): f64 {
    const t: f64 = slot + 1;
    return sqrt(2.0 * ln(t));
  }
}
