import { Floats, f64, floor, i32 } from '../base/language.ts';
import { sin } from '../math/sin.ts';

const TWO_PI: f64 = 6.283185307179586;

/**
 * Means on a sinusoid: center + amplitude · sin(2π(t/period + k/K)) for the slot t and the arm k, both
 * from 1. Tables are filled by it, and where a table would be too large each mean is computed when it
 * is needed, with the same bits.
 */
export class Wave {
  center: f64;
  amplitude: f64;
  period: f64;
  /** k/K for each arm. */
  armTurns: Floats;

  constructor(center: f64, amplitude: f64, period: f64, armTurns: Floats) {
    this.center = center;
    this.amplitude = amplitude;
    this.period = period;
    this.armTurns = armTurns;
  }

  /** The mean of an arm at a slot. */
  mean(slot: i32, arm: i32): f64 {
    const slots: f64 = slot + 1;
    const turns: f64 = slots / this.period + this.armTurns[arm];
    // Whole turns are dropped before the multiplication by 2π, which keeps late slots accurate.
    return this.center + this.amplitude * sin(TWO_PI * (turns - floor(turns)));
  }
}
